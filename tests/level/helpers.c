// helpers.c - see helpers.h.
#include "helpers.h"

#include "base/memory.h"

random_numbers random_start(const char *test, uint64_t seed)
{
    random_numbers r = {seed};
    printf("%s: seed %llu\n", test, (unsigned long long)seed);
    return r;
}

uint64_t random_next(random_numbers *r)
{
    // A counter through a mixing function: every seed gives a full period.
    uint64_t z = (r->state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

double random_in(random_numbers *r, double lower, double upper)
{
    return lower + (upper - lower) * (double)(random_next(r) >> 11) * 0x1p-53;
}

lope_point random_point(random_numbers *r, double size)
{
    double x = random_in(r, -size, size), y = random_in(r, -size, size);
    return pt(x, y, random_in(r, -size, size));
}

lope_quat random_turn(random_numbers *r)
{
    lope_quat q;
    q.x = (float)random_in(r, -1, 1);
    q.y = (float)random_in(r, -1, 1);
    q.z = (float)random_in(r, -1, 1);
    q.w = (float)random_in(r, 0.1, 1);
    return q;
}

uint32_t test_mesh_point(test_mesh *m, float x, float y, float z)
{
    if (m->point_count == m->point_room) {
        m->point_room = m->point_room * 2 + 64;
        m->points = realloc(m->points, m->point_room * 3 * sizeof(float));
    }
    float *p = m->points + 3 * (size_t)m->point_count;
    p[0] = x;
    p[1] = y;
    p[2] = z;
    return m->point_count++;
}

void test_mesh_triangle(test_mesh *m, uint32_t a, uint32_t b, uint32_t c)
{
    if (m->triangle_count == m->triangle_room) {
        m->triangle_room = m->triangle_room * 2 + 64;
        m->indices = realloc(m->indices, m->triangle_room * 3 * sizeof(uint32_t));
    }
    uint32_t *t = m->indices + 3 * (size_t)m->triangle_count++;
    t[0] = a;
    t[1] = b;
    t[2] = c;
}

void test_mesh_box(test_mesh *m, float x, float y, float z, float sx, float sy, float sz, bool inside_out)
{
    static const uint32_t quads[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    uint32_t first = m->point_count;
    for (uint32_t k = 0; k < 8; ++k) test_mesh_point(m, x + (k & 1 ? sx : 0), y + (k & 2 ? sy : 0), z + (k & 4 ? sz : 0));
    for (int f = 0; f < 6; ++f) {
        uint32_t a = first + quads[f][0], b = first + quads[f][1], c = first + quads[f][2], d = first + quads[f][3];
        test_mesh_triangle(m, a, inside_out ? c : b, inside_out ? b : c);
        test_mesh_triangle(m, a, inside_out ? d : c, inside_out ? c : d);
    }
}

void test_mesh_soup(test_mesh *m, random_numbers *r, uint32_t triangles, double size, double edge)
{
    for (uint32_t t = 0; t < triangles; ++t) {
        lope_point at = random_point(r, size);
        uint32_t first = m->point_count;
        for (int k = 0; k < 3; ++k) {
            lope_point p = lope_point_add(at, random_point(r, edge));
            test_mesh_point(m, (float)p.x, (float)p.y, (float)p.z);
        }
        test_mesh_triangle(m, first, first + 1, first + 2);
    }
}

void test_mesh_free(test_mesh *m)
{
    free(m->points);
    free(m->indices);
    memset(m, 0, sizeof *m);
}

lope_mesh_def test_mesh_def(const test_mesh *m)
{
    lope_mesh_def def = {
        .points = m->points, .point_count = m->point_count, .indices = m->indices, .triangle_count = m->triangle_count};
    return def;
}

static void read_face(test_mesh *m, char *at)
{
    uint32_t corners[16];
    uint32_t count = 0;
    while (count < 16) {
        char *end;
        long index = strtol(at, &end, 10);
        if (end == at) break;
        corners[count++] = index < 0 ? (uint32_t)((long)m->point_count + index) : (uint32_t)(index - 1);
        at = end + strcspn(end, " \t\r\n");
    }
    for (uint32_t k = 2; k < count; ++k) test_mesh_triangle(m, corners[0], corners[k - 1], corners[k]);
}

bool test_mesh_read_obj(test_mesh *m, const char *path)
{
    char line[512];
    FILE *file = fopen(path, "r");
    if (!file) return false;
    while (fgets(line, sizeof line, file)) {
        if (line[0] == 'v' && line[1] == ' ') {
            char *at = line + 2;
            float x = strtof(at, &at), y = strtof(at, &at), z = strtof(at, &at);
            test_mesh_point(m, x, y, z);
        } else if (line[0] == 'f' && line[1] == ' ') {
            read_face(m, line + 2);
        }
    }
    fclose(file);
    return true;
}

lope_shape test_mesh_shape(const test_mesh *m, uint32_t triangle)
{
    lope_shape shape;
    memset(&shape, 0, sizeof shape);
    shape.kind = LOPE_SHAPE_TRIANGLE;
    for (size_t k = 0; k < 3; ++k) {
        const float *p = m->points + 3 * (size_t)m->indices[3 * (size_t)triangle + k];
        shape.as.triangle.v[k] = pt((double)p[0], (double)p[1], (double)p[2]);
    }
    return shape;
}

// The tests' sink is a recorder; lope_sink itself is never completed here.
lope_sink *recorder_sink(recorder *r) { return (lope_sink *)(void *)r; }

static record *record_add(lope_sink *sink, lope_shape_kind kind, uint32_t index)
{
    recorder *r = (recorder *)(void *)sink;
    if (r->count == r->room) {
        r->room = r->room * 2 + 64;
        r->records = realloc(r->records, r->room * sizeof(record));
    }
    record *to = &r->records[r->count++];
    memset(to, 0, sizeof *to);
    to->id = r->body.id;
    to->kind = kind;
    to->index = index;
    return to;
}

static void on_begin(lope_sink *sink, const lope_sink_body *body)
{
    recorder *r = (recorder *)(void *)sink;
    r->body = *body;
    r->begun++;
}

static void on_triangle(lope_sink *sink, lope_vec3 a, lope_vec3 b, lope_vec3 c, uint32_t index, bool two_sided)
{
    record *to = record_add(sink, LOPE_SHAPE_TRIANGLE, index);
    to->a = a;
    to->b = b;
    to->c = c;
    to->two_sided = two_sided;
}

static void on_faces(lope_sink *sink, const lope_sink_face *list, const uint32_t *which, uint32_t count)
{
    for (uint32_t i = 0; i < count; ++i) {
        const lope_sink_face *face = &list[which[i]];
        on_triangle(sink, face->v[0], face->v[1], face->v[2], face->index, face->two_sided != 0);
    }
}

static void on_sphere(lope_sink *sink, lope_vec3 center, float radius, uint32_t index)
{
    record *to = record_add(sink, LOPE_SHAPE_SPHERE, index);
    to->a = center;
    to->radius = radius;
}

static void on_capsule(lope_sink *sink, lope_vec3 a, lope_vec3 b, float radius, uint32_t index)
{
    record *to = record_add(sink, LOPE_SHAPE_CAPSULE, index);
    to->a = a;
    to->b = b;
    to->radius = radius;
}

static void on_box(lope_sink *sink, lope_vec3 center, lope_quat rotation, lope_vec3 half, uint32_t index)
{
    (void)rotation;
    record *to = record_add(sink, LOPE_SHAPE_BOX, index);
    to->a = center;
    to->b = half;
}

static void on_cylinder(lope_sink *sink, lope_vec3 center, lope_quat rotation, float radius, float half_height, uint32_t index)
{
    (void)rotation;
    record *to = record_add(sink, LOPE_SHAPE_CYLINDER, index);
    to->a = center;
    to->b.y = half_height;
    to->radius = radius;
}

static void on_hull(lope_sink *sink, const lope_vec3 *points, const uint32_t *triangles, uint32_t triangle_count, uint32_t index)
{
    record *to = record_add(sink, LOPE_SHAPE_HULL, index);
    to->a = points[triangles[0]];
    to->radius = (float)triangle_count;
}

const lope_sink_calls *recorder_calls(void)
{
    static const lope_sink_calls calls = {on_begin, on_triangle, on_faces, on_sphere, on_capsule, on_box, on_cylinder, on_hull};
    return &calls;
}

static int record_order(const void *x, const void *y)
{
    const record *a = x, *b = y;
    if (a->id != b->id) return a->id < b->id ? -1 : 1;
    return a->index < b->index ? -1 : a->index > b->index;
}

void recorder_sort(recorder *r)
{
    if (r->count > 0) qsort(r->records, r->count, sizeof(record), record_order);
}

void recorder_clear(recorder *r) { r->count = r->begun = 0; }

void recorder_free(recorder *r)
{
    free(r->records);
    memset(r, 0, sizeof *r);
}

static void *failing_allocate(void *context, size_t size, size_t alignment)
{
    failing_allocator *f = context;
    if (f->left-- <= 0) return NULL;
    assert_true(alignment <= 64);
    lope_allocator hooks = lope_allocator_or_default(NULL);
    void *memory = lope_allocate(&hooks, size);
    assert_non_null(memory);
    assert_true((uintptr_t)memory % alignment == 0);
    // What the library must not read before it wrote it.
    memset(memory, 0xa5, size);
    f->live++;
    f->bytes += (long)size;
    return memory;
}

static void failing_release(void *context, void *memory, size_t size)
{
    failing_allocator *f = context;
    assert_non_null(memory);
    f->live--;
    f->bytes -= (long)size;
    lope_allocator hooks = lope_allocator_or_default(NULL);
    lope_release(&hooks, memory, size);
}

lope_allocator failing_hooks(failing_allocator *f)
{
    lope_allocator a = {failing_allocate, failing_release, f};
    return a;
}
