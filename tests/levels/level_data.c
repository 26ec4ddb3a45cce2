// level_data.c - see level_data.h. A plain OBJ and number-list reader, a grid of columns, and union-find for
// the parts.
#include "level_data.h"

#include "../behaviour/check.h"

static char *read_file(const char *path)
{
    FILE *f = fopen(path, "rb");
    if (!f) return NULL;
    fseek(f, 0, SEEK_END);
    long size = ftell(f);
    rewind(f);
    char *text = malloc((size_t)size + 1);
    assert_non_null(text);
    assert_int_equal(fread(text, 1, (size_t)size, f), (size_t)size);
    text[size] = 0;
    fclose(f);
    return text;
}

static void *array(size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    assert_non_null(memory);
    return memory;
}

// Reads a face line's corners into *indices as a fan; returns the number of triangles.
static int read_face(const char *line, int points, uint32_t *indices)
{
    uint32_t corners[64];
    int n = 0;
    while (*line && *line != '\n' && n < 64) {
        char *end;
        long value = strtol(line, &end, 10);
        if (end == line) break;
        corners[n++] = (uint32_t)(value > 0 ? value - 1 : points + value);
        line = end;
        while (*line && *line != ' ' && *line != '\n') line++; // skips "/texture/normal"
    }
    for (int i = 2; i < n; i++) {
        indices[3 * (i - 2)] = corners[0];
        indices[3 * (i - 2) + 1] = corners[i - 1];
        indices[3 * (i - 2) + 2] = corners[i];
    }
    return n > 2 ? n - 2 : 0;
}

static void parse_obj(level_data *level, const char *text)
{
    size_t lines = 1;
    for (const char *c = text; *c; c++) lines += *c == '\n';
    level->points = array(lines * 3, sizeof(float));
    level->indices = array(lines * 3 * 8, sizeof(uint32_t));
    level->objects = array(lines * 8, sizeof(int));
    int object = 0;
    for (const char *line = text; line && *line; line = strchr(line, '\n'), line = line ? line + 1 : NULL) {
        if (line[0] == 'o' && line[1] == ' ') object++;
        if (line[0] == 'v' && line[1] == ' ') {
            float *p = &level->points[3 * level->point_count++];
            char *at = (char *)(uintptr_t)(line + 1);
            for (int k = 0; k < 3; k++) p[k] = strtof(at, &at);
        }
        if (line[0] == 'f' && line[1] == ' ') {
            int n = read_face(line + 1, level->point_count, &level->indices[3 * level->triangle_count]);
            assert_true((size_t)level->triangle_count + (size_t)n <= lines * 8);
            for (int k = 0; k < n; k++) level->objects[level->triangle_count++] = object;
        }
    }
}

static brute_point least(brute_point a, brute_point b)
{
    return brute_make(a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.z < b.z ? a.z : b.z);
}

static brute_point most(brute_point a, brute_point b)
{
    return brute_make(a.x > b.x ? a.x : b.x, a.y > b.y ? a.y : b.y, a.z > b.z ? a.z : b.z);
}

static void make_triangles(level_data *level)
{
    size_t n = (size_t)level->triangle_count;
    level->triangles = array(n, sizeof *level->triangles);
    level->lowers = array(n, sizeof *level->lowers);
    level->uppers = array(n, sizeof *level->uppers);
    level->stamp = array(n, sizeof *level->stamp);
    level->lower = brute_make(INFINITY, INFINITY, INFINITY);
    level->upper = brute_make(-INFINITY, -INFINITY, -INFINITY);
    for (int i = 0; i < level->triangle_count; i++) {
        brute_triangle *t = &level->triangles[i];
        for (int k = 0; k < 3; k++) {
            uint32_t index = level->indices[3 * i + k];
            assert_true(index < (uint32_t)level->point_count);
            const float *p = &level->points[3 * index];
            t->v[k] = brute_make((double)p[0], (double)p[1], (double)p[2]);
        }
        level->lowers[i] = least(least(t->v[0], t->v[1]), t->v[2]);
        level->uppers[i] = most(most(t->v[0], t->v[1]), t->v[2]);
        level->lower = least(level->lower, level->lowers[i]);
        level->upper = most(level->upper, level->uppers[i]);
    }
}

static int clamp(double x, int limit) { return x < 0 ? 0 : x >= limit ? limit - 1 : (int)x; }

static void cells_of(const level_data *level, brute_point lower, brute_point upper, int range[4])
{
    range[0] = clamp((lower.x - level->lower.x) / level->cell, level->columns);
    range[1] = clamp((upper.x - level->lower.x) / level->cell, level->columns);
    range[2] = clamp((lower.z - level->lower.z) / level->cell, level->rows);
    range[3] = clamp((upper.z - level->lower.z) / level->cell, level->rows);
}

static void make_grid(level_data *level)
{
    double width = level->upper.x - level->lower.x, depth = level->upper.z - level->lower.z;
    double cell = 2.0 * sqrt(width * depth / level->triangle_count);
    level->cell = cell < 0.5 ? 0.5 : cell > 4.0 ? 4.0 : cell;
    level->columns = (int)(width / level->cell) + 1;
    level->rows = (int)(depth / level->cell) + 1;
    size_t cells = (size_t)level->columns * (size_t)level->rows;
    level->cell_first = array(cells + 2, sizeof(int));
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < level->triangle_count; i++) {
            int r[4];
            cells_of(level, level->lowers[i], level->uppers[i], r);
            for (int z = r[2]; z <= r[3]; z++)
                for (int x = r[0]; x <= r[1]; x++) {
                    int c = z * level->columns + x;
                    if (pass == 0)
                        level->cell_first[c + 2]++;
                    else
                        level->cell_items[level->cell_first[c + 1]++] = i;
                }
        }
        if (pass == 0) {
            for (size_t c = 2; c < cells + 2; c++) level->cell_first[c] += level->cell_first[c - 1];
            level->cell_items = array((size_t)level->cell_first[cells + 1], sizeof(int));
        }
    }
}

typedef struct corner {
    float p[3];
    int object, index;
} corner;

static int compare_corners(const void *a, const void *b)
{
    const corner *x = a, *y = b;
    for (int k = 0; k < 3; k++)
        if (x->p[k] < y->p[k] || x->p[k] > y->p[k]) return x->p[k] < y->p[k] ? -1 : 1;
    if (x->object != y->object) return x->object < y->object ? -1 : 1;
    return x->index < y->index ? -1 : x->index > y->index;
}

static int root(int *parents, int i)
{
    while (parents[i] != i) i = parents[i] = parents[parents[i]];
    return i;
}

// Gives equal corners of one object one number.
static void weld(const level_data *level, int *welded)
{
    size_t n = (size_t)level->triangle_count * 3;
    corner *corners = array(n, sizeof *corners);
    for (size_t i = 0; i < n; i++) {
        for (int k = 0; k < 3; k++) corners[i].p[k] = level->points[3 * level->indices[i] + (uint32_t)k] + 0.0f;
        corners[i].object = level->objects[i / 3];
        corners[i].index = (int)i;
    }
    qsort(corners, n, sizeof *corners, compare_corners);
    int number = 0;
    for (size_t i = 0; i < n; i++) {
        bool same = i > 0 && corners[i].object == corners[i - 1].object;
        for (int k = 0; k < 3 && same; k++)
            same = !(corners[i].p[k] < corners[i - 1].p[k] || corners[i].p[k] > corners[i - 1].p[k]);
        if (!same) number = (int)i;
        welded[corners[i].index] = number;
    }
    free(corners);
}

typedef struct edge {
    int low, high, way, triangle;
} edge;

static int compare_edges(const void *a, const void *b)
{
    const edge *x = a, *y = b;
    if (x->low != y->low) return x->low < y->low ? -1 : 1;
    if (x->high != y->high) return x->high < y->high ? -1 : 1;
    return x->triangle < y->triangle ? -1 : x->triangle > y->triangle;
}

// Joins triangles over shared edges; open_at[root] is set where an edge is used more often one way than the
// other.
static void join_over_edges(const level_data *level, const int *welded, int *parents, bool *open_at)
{
    size_t n = (size_t)level->triangle_count * 3;
    edge *edges = array(n, sizeof *edges);
    for (size_t i = 0; i < n; i++) {
        int a = welded[i], b = welded[i - i % 3 + (i + 1) % 3];
        edges[i] = (edge){a < b ? a : b, a < b ? b : a, a < b ? 1 : -1, (int)(i / 3)};
    }
    qsort(edges, n, sizeof *edges, compare_edges);
    for (size_t i = 1; i < n; i++)
        if (edges[i].low == edges[i - 1].low && edges[i].high == edges[i - 1].high)
            parents[root(parents, edges[i].triangle)] = root(parents, edges[i - 1].triangle);
    for (size_t i = 0; i < n;) {
        size_t k = i;
        int balance = 0;
        for (; k < n && edges[k].low == edges[i].low && edges[k].high == edges[i].high; k++) balance += edges[k].way;
        if (balance) open_at[root(parents, edges[i].triangle)] = true;
        i = k;
    }
    free(edges);
}

static void make_parts(level_data *level)
{
    size_t n = (size_t)level->triangle_count;
    int *welded = array(n * 3, sizeof(int)), *parents = array(n, sizeof(int)), *part_of = array(n, sizeof(int));
    bool *open_at = array(n, sizeof(bool));
    for (size_t i = 0; i < n; i++) parents[i] = (int)i;
    weld(level, welded);
    join_over_edges(level, welded, parents, open_at);
    level->parts = array(n, sizeof *level->parts);
    level->part_triangles = array(n, sizeof(int));
    for (size_t i = 0; i < n; i++)
        if (parents[i] == (int)i) {
            part_of[i] = level->part_count;
            level->parts[level->part_count].closed = !open_at[i];
            level->parts[level->part_count].lower = level->lowers[i];
            level->parts[level->part_count++].upper = level->uppers[i];
        }
    for (size_t i = 0; i < n; i++) {
        level_part *part = &level->parts[part_of[root(parents, (int)i)]];
        part->count++;
        part->lower = least(part->lower, level->lowers[i]);
        part->upper = most(part->upper, level->uppers[i]);
    }
    int first = 0;
    for (int p = 0; p < level->part_count; p++) {
        level->parts[p].first = first;
        first += level->parts[p].count;
        level->parts[p].count = 0;
    }
    for (size_t i = 0; i < n; i++) {
        level_part *part = &level->parts[part_of[root(parents, (int)i)]];
        level->part_triangles[part->first + part->count++] = (int)i;
    }
    free(welded);
    free(parents);
    free(part_of);
    free(open_at);
}

bool level_load(level_data *level, const char *obj_path)
{
    memset(level, 0, sizeof *level);
    char *text = read_file(obj_path);
    if (!text) return false;
    parse_obj(level, text);
    free(text);
    if (level->triangle_count == 0) fail_msg("%s has no triangles", obj_path);
    make_triangles(level);
    make_grid(level);
    make_parts(level);
    return true;
}

void level_free(level_data *level)
{
    void *all[] = {level->points, level->indices,    level->triangles,  level->lowers, level->uppers,        level->objects,
                   level->stamp,  level->cell_first, level->cell_items, level->parts,  level->part_triangles};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) free(all[i]);
    memset(level, 0, sizeof *level);
}

// The text after "key": of a JSON object, or NULL. Keys of the level files stand once, so the first is the
// one.
static const char *find_key(const char *text, const char *key)
{
    char quoted[64];
    snprintf(quoted, sizeof quoted, "\"%s\"", key);
    const char *at = strstr(text, quoted);
    if (!at) return NULL;
    at += strlen(quoted);
    while (*at == ' ' || *at == ':' || *at == '\n') at++;
    return *at == '[' ? at : NULL;
}

int level_spawns(const char *json_path, const char *key, brute_point *points, int capacity)
{
    char *text = read_file(json_path);
    if (!text) return 0;
    const char *at = find_key(text, key);
    int depth = 0, numbers = 0;
    double three[3] = {0, 0, 0};
    while (at && *at && numbers / 3 < capacity) {
        if (*at == '[') depth++;
        if (*at == ']' && --depth == 0) break;
        if (*at == '-' || (*at >= '0' && *at <= '9')) {
            char *end;
            three[numbers % 3] = strtod(at, &end);
            if (++numbers % 3 == 0) points[numbers / 3 - 1] = brute_make(three[0], three[1], three[2]);
            at = end;
            continue;
        }
        at++;
    }
    free(text);
    return numbers / 3;
}

int level_flags(const char *json_path, const char *key, bool *flags, int capacity)
{
    char *text = read_file(json_path);
    const char *at = text ? find_key(text, key) : NULL;
    int n = at ? 0 : -1;
    for (; at && *at && *at != ']' && n < capacity; at++)
        if (*at == 't' || *at == 'f') {
            flags[n++] = *at == 't';
            at += *at == 't' ? 3 : 4;
        }
    free(text);
    return n;
}

void level_visit(level_data *level, brute_point lower, brute_point upper, level_visitor visit, void *context)
{
    int r[4];
    cells_of(level, lower, upper, r);
    level->stamp_now++;
    for (int z = r[2]; z <= r[3]; z++)
        for (int x = r[0]; x <= r[1]; x++) {
            int c = z * level->columns + x;
            for (int k = level->cell_first[c]; k < level->cell_first[c + 1]; k++) {
                int i = level->cell_items[k];
                if (level->stamp[i] == level->stamp_now) continue;
                level->stamp[i] = level->stamp_now;
                const brute_point *l = &level->lowers[i], *u = &level->uppers[i];
                if (l->x > upper.x || l->y > upper.y || l->z > upper.z || u->x < lower.x || u->y < lower.y || u->z < lower.z)
                    continue;
                if (!visit(context, level, i)) return;
            }
        }
}

typedef struct segment_query {
    brute_point a, b;
    double best;
    int triangle;
} segment_query;

static bool visit_nearest_hit(void *context, const level_data *level, int triangle)
{
    segment_query *q = context;
    double fraction;
    if (brute_segment_hits(q->a, q->b, &level->triangles[triangle], &fraction) && fraction < q->best) {
        q->best = fraction;
        q->triangle = triangle;
    }
    return true;
}

static segment_query nearest_hit(level_data *level, brute_point a, brute_point b)
{
    segment_query q = {a, b, INFINITY, -1};
    level_visit(level, least(a, b), most(a, b), visit_nearest_hit, &q);
    return q;
}

bool level_below(level_data *level, brute_point p, double *height)
{
    brute_point bottom = brute_make(p.x, level->lower.y - 1.0, p.z);
    if (p.y <= bottom.y) return false;
    segment_query q = nearest_hit(level, p, bottom);
    if (q.triangle >= 0 && height) *height = p.y + (bottom.y - p.y) * q.best;
    return q.triangle >= 0;
}

bool level_segment_hits(level_data *level, brute_point a, brute_point b, int *triangle)
{
    segment_query q = nearest_hit(level, a, b);
    if (triangle) *triangle = q.triangle;
    return q.triangle >= 0;
}

static bool visit_distance(void *context, const level_data *level, int triangle)
{
    segment_query *q = context;
    double d = brute_distance(q->a, q->b, &level->triangles[triangle], NULL);
    if (d < q->best) {
        q->best = d;
        q->triangle = triangle;
    }
    return true;
}

double level_distance(level_data *level, brute_point a, brute_point b, double reach, int *triangle)
{
    segment_query q = {a, b, reach, -1};
    brute_point grown = brute_make(reach, reach, reach);
    level_visit(level, brute_sub(least(a, b), grown), brute_add(most(a, b), grown), visit_distance, &q);
    if (triangle) *triangle = q.triangle;
    return q.best;
}

bool level_in_solid(const level_data *level, brute_point p)
{
    for (int i = 0; i < level->part_count; i++) {
        const level_part *part = &level->parts[i];
        if (!part->closed || p.x < part->lower.x || p.y < part->lower.y || p.z < part->lower.z || p.x > part->upper.x ||
            p.y > part->upper.y || p.z > part->upper.z)
            continue;
        double winding = 0;
        for (int k = 0; k < part->count; k++)
            winding += brute_winding(p, &level->triangles[level->part_triangles[part->first + k]]);
        if (winding > 0.5) return true;
    }
    return false;
}
