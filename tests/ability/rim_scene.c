// rim_scene.c - see rim_scene.h.
#include "rim_scene.h"

#include "yard.h"

#define PI 3.14159265358979323846
#define THICK 1.5 // m, of the ring round a pit

// ---- the scene ------------------------------------------------------------------------------------------

void rim_open(rim_scene *s, int frame, double radius, double height)
{
    *s = (rim_scene){.radius = radius, .height = height, .off = radius + 0.03 * height};
    s->level = lope_level_create(NULL);
    s->nearby = lope_nearby_create(NULL);
    s->turn = yard_turn(frame);
    s->origin = lope_point_make(100 * frame, -30 * frame, 7);
    s->motion.rotation = lope_quat_identity();
    s->surroundings = lope_level_surroundings(s->level);
    const lope_tuning tuning = lope_tuning_default();
    lope_error error = {0};
    assert_int_equal(lope_moveset_make(&s->moveset, &tuning, NULL), LOPE_OK);
    if (lope_moveset_add_ability(&s->moveset, lope_ledge_hang_ability(), NULL, &s->ability, &error) != LOPE_OK)
        fail_msg("%s: %s", error.field, error.text);
}

void rim_close(rim_scene *s)
{
    lope_nearby_destroy(s->nearby);
    lope_level_destroy(s->level);
}

void rim_regular(rim_scene *s, int sides, double radius, double angle)
{
    s->sides = sides;
    for (int i = 0; i < sides; i++) {
        const double at = angle + 2 * PI * i / sides;
        s->corner[i][0] = radius * cos(at);
        s->corner[i][1] = radius * sin(at);
    }
}

void rim_field(rim_scene *s, int columns, int rows)
{
    const double x = 0.5 * RIM_CELL * columns, z = 0.5 * RIM_CELL * rows, plan[4][2] = {{x, -z}, {x, z}, {-x, z}, {-x, -z}};
    s->sides = 4;
    memcpy(s->corner, plan, sizeof plan);
}

static bool is_pit(const rim_scene *s) { return s->kind == RIM_PIT || s->kind == RIM_BLOCKS; }

static lope_body_def body_def(const rim_scene *s, lope_error *error)
{
    return (lope_body_def){
        .position = s->origin, .rotation = s->turn, .moving = s->moves, .channels = s->channels, .error = error};
}

static void put(float *points, int at, const double corner[2], double y)
{
    points[3 * at] = (float)corner[0];
    points[3 * at + 1] = (float)y;
    points[3 * at + 2] = (float)corner[1];
}

static void add(rim_scene *s, lope_body body, const lope_error *error)
{
    if (!lope_level_valid(s->level, body)) fail_msg("%s: %s", error->field, error->text);
    s->at[s->body_count] = (lope_transform){{0, 0, 0}, lope_quat_identity()};
    s->bodies[s->body_count++] = body;
}

static void add_hull(rim_scene *s, float *points, int count)
{
    lope_error error = {0};
    const lope_hull_def def = {.body = body_def(s, &error), .points = points, .point_count = (uint32_t)count};
    add(s, lope_level_add_hull(s->level, &def), &error);
}

static void outer(const rim_scene *s, int i, double to[2])
{
    const double *c = s->corner[i % s->sides], length = hypot(c[0], c[1]);
    to[0] = c[0] * (length + THICK) / length;
    to[1] = c[1] * (length + THICK) / length;
}

static uint32_t *quad(uint32_t *at, uint32_t a, uint32_t b, uint32_t c, uint32_t d)
{
    const uint32_t t[6] = {a, b, c, a, c, d};
    memcpy(at, t, sizeof t);
    return at + 6;
}

// A closed prism, wound outward: corners go from +x to +z, which is clockwise seen from above.
static void add_mesh(rim_scene *s, double bottom, double top)
{
    static float points[3 * (2 * RIM_SIDES + 2)];
    static uint32_t indices[12 * RIM_SIDES];
    const uint32_t n = (uint32_t)s->sides, low = 2 * n, high = 2 * n + 1;
    const double middle[2] = {0, 0};
    uint32_t *at = indices;
    for (uint32_t i = 0; i < n; i++) {
        put(points, (int)i, s->corner[i], bottom);
        put(points, (int)(n + i), s->corner[i], top);
    }
    put(points, (int)low, middle, bottom);
    put(points, (int)high, middle, top);
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t j = (i + 1) % n;
        at = quad(at, i, n + i, n + j, j);
        const uint32_t ends[6] = {high, n + j, n + i, low, i, j};
        memcpy(at, ends, sizeof ends);
        at += 6;
    }
    lope_error error = {0};
    const lope_mesh_def def = {.body = body_def(s, &error),
                               .points = points,
                               .point_count = 2 * n + 2,
                               .indices = indices,
                               .triangle_count = 4 * n,
                               .error = &error};
    add(s, lope_level_add_mesh(s->level, &def), &error);
    lope_mesh_report report;
    assert_int_equal(lope_level_mesh_report(s->level, s->bodies[s->body_count - 1], &report), LOPE_OK);
    assert_int_equal(report.parts_closed, 1);
    assert_int_equal(report.parts_inside_out, 0);
}

// A ring round the polygon, as one closed mesh.
static void add_ring(rim_scene *s, double bottom, double top)
{
    static float points[3 * 4 * RIM_SIDES];
    static uint32_t indices[24 * RIM_SIDES];
    const uint32_t n = (uint32_t)s->sides;
    uint32_t *at = indices;
    for (uint32_t i = 0; i < n; i++) {
        double far[2];
        outer(s, (int)i, far);
        put(points, (int)i, s->corner[i], bottom);
        put(points, (int)(n + i), s->corner[i], top);
        put(points, (int)(2 * n + i), far, bottom);
        put(points, (int)(3 * n + i), far, top);
    }
    for (uint32_t i = 0; i < n; i++) {
        const uint32_t j = (i + 1) % n;
        at = quad(at, i, j, n + j, n + i);                         // inside
        at = quad(at, 2 * n + i, 3 * n + i, 3 * n + j, 2 * n + j); // outside
        at = quad(at, n + i, n + j, 3 * n + j, 3 * n + i);         // top
        at = quad(at, i, 2 * n + i, 2 * n + j, j);                 // bottom
    }
    lope_error error = {0};
    const lope_mesh_def def = {.body = body_def(s, &error),
                               .points = points,
                               .point_count = 4 * n,
                               .indices = indices,
                               .triangle_count = 8 * n,
                               .error = &error};
    add(s, lope_level_add_mesh(s->level, &def), &error);
    lope_mesh_report report;
    assert_int_equal(lope_level_mesh_report(s->level, s->bodies[s->body_count - 1], &report), LOPE_OK);
    assert_int_equal(report.parts_inside_out, 0);
    assert_int_equal(report.parts_closed, 1);
}

static void add_prism(rim_scene *s, double (*plan)[2], int count, double bottom, double top)
{
    static float points[3 * 2 * RIM_SIDES];
    for (int i = 0; i < count; i++) {
        put(points, i, plan[i], bottom);
        put(points, count + i, plan[i], top);
    }
    add_hull(s, points, 2 * count);
}

static void add_parts(rim_scene *s, double bottom, double top)
{
    for (int i = 0; i < s->sides; i++) {
        const double *a = s->corner[i], *b = s->corner[(i + 1) % s->sides];
        double plan[4][2] = {{a[0], a[1]}, {b[0], b[1]}, {0, 0}};
        if (is_pit(s)) {
            outer(s, i + 1, plan[2]);
            outer(s, i, plan[3]);
        }
        add_prism(s, plan, is_pit(s) ? 4 : 3, bottom, top);
    }
}

static void add_primitive(rim_scene *s, double bottom, double top)
{
    lope_error error = {0};
    const double high = top - bottom, radius = hypot(s->corner[0][0], s->corner[0][1]);
    const double a = atan2(s->corner[0][1] + s->corner[1][1], s->corner[0][0] + s->corner[1][0]);
    lope_body_def body = body_def(s, &error);
    const lope_point middle = {0, 0.5 * (bottom + top), 0};
    body.position = lope_point_add(s->origin, lope_quat_rotate_point(s->turn, middle));
    if (s->kind == RIM_CYLINDER) {
        const lope_cylinder_def def = {.body = body, .radius = (float)radius, .height = (float)high};
        add(s, lope_level_add_cylinder(s->level, &def), &error);
        s->at[0].position = middle;
        return;
    }
    const double thick = hypot(s->corner[0][0] + s->corner[1][0], s->corner[0][1] + s->corner[1][1]),
                 wide = hypot(s->corner[0][0] - s->corner[1][0], s->corner[0][1] - s->corner[1][1]);
    const lope_quat turned = lope_quat_from_axis((lope_vec3){0, 1, 0}, (float)-a);
    body.rotation = lope_quat_multiply(s->turn, turned);
    const lope_box_def def = {.body = body, .size = {(float)thick, (float)high, (float)wide}};
    add(s, lope_level_add_box(s->level, &def), &error);
    s->at[0] = (lope_transform){middle, turned};
}

// ---- the closed form ------------------------------------------------------------------------------------

// Works out the sides; `begins` is the way at which a side's own part begins.
static void set_sides(rim_scene *s)
{
    const int n = s->sides;
    const double sign = is_pit(s) ? -1 : 1;
    for (int i = 0; i < n; i++) {
        const double *a = s->corner[i], *b = s->corner[(i + 1) % n], *c = s->corner[(i + 2) % n];
        rim_side *r = &s->side[i];
        *r = (rim_side){.ax = a[0], .az = a[1], .length = hypot(b[0] - a[0], b[1] - a[1])};
        const double length = hypot(c[0] - b[0], c[1] - b[1]), ux = (c[0] - b[0]) / length, uz = (c[1] - b[1]) / length;
        r->tx = (b[0] - a[0]) / r->length;
        r->tz = (b[1] - a[1]) / r->length;
        r->nx = sign * r->tz;
        r->nz = sign * -r->tx;
        r->turn = sign * atan2(r->tx * uz - r->tz * ux, r->tx * ux + r->tz * uz);
        r->to = r->length - (r->turn < 0 ? s->off * tan(-0.5 * r->turn) : 0);
    }
    double way = 0;
    for (int i = 0; i < n; i++) {
        const rim_side *before = &s->side[(i + n - 1) % n];
        rim_side *r = &s->side[i];
        r->from = before->length - before->to;
        r->begins = way;
        way += r->to - r->from + s->off * fabs(r->turn);
    }
    s->round = way;
}

rim_place rim_at(const rim_scene *s, double way)
{
    way = fmod(fmod(way, s->round) + s->round, s->round);
    int low = 0, high = s->sides;
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (s->side[middle].begins <= way)
            low = middle;
        else
            high = middle;
    }
    const rim_side *r = &s->side[low];
    const double rest = way - r->begins, straight = r->to - r->from, along = rest < straight ? r->from + rest : r->to;
    const double x = r->ax + along * r->tx, z = r->az + along * r->tz;
    if (rest <= straight) return (rim_place){x + s->off * r->nx, z + s->off * r->nz, r->nx, r->nz};
    const double sense = (is_pit(s) ? -1 : 1) * (r->turn < 0 ? -1 : 1), a = sense * (rest - straight) / s->off;
    const double nx = r->nx * cos(a) - r->nz * sin(a), nz = r->nx * sin(a) + r->nz * cos(a);
    if (r->turn < 0) return (rim_place){x + s->off * r->nx, z + s->off * r->nz, nx, nz};
    return (rim_place){x + s->off * nx, z + s->off * nz, nx, nz};
}

// A plateau with two cells of the low ground round it: its sides lean out by a cell from top to bottom.
static void add_field(rim_scene *s, double bottom, double top)
{
    static float heights[100 * 100];
    const int columns = (int)(2 * s->corner[0][0] / RIM_CELL + 0.5) + 5, rows = (int)(2 * s->corner[1][1] / RIM_CELL + 0.5) + 5;
    assert_true(columns <= 100 && rows <= 100);
    for (int i = 0; i < columns * rows; i++) {
        const int x = i % columns, z = i / columns;
        heights[i] = (float)(x >= 2 && x < columns - 2 && z >= 2 && z < rows - 2 ? top : bottom);
    }
    lope_error error = {0};
    const lope_height_field_def def = {.body = body_def(s, &error),
                                       .heights = heights,
                                       .columns = (uint32_t)columns,
                                       .rows = (uint32_t)rows,
                                       .cell = (float)RIM_CELL,
                                       .error = &error};
    add(s, lope_level_add_height_field(s->level, &def), &error);
}

void rim_build(rim_scene *s, rim_kind kind, double bottom, double top)
{
    s->kind = kind;
    s->top = top;
    set_sides(s);
    if (kind == RIM_FIELD) add_field(s, bottom, top);
    if (kind == RIM_MESH) add_mesh(s, bottom, top);
    if (kind == RIM_PIT) add_ring(s, bottom, top);
    if (kind == RIM_HULL) add_prism(s, s->corner, s->sides, bottom, top);
    if (kind == RIM_WEDGES || kind == RIM_BLOCKS) add_parts(s, bottom, top);
    if (kind == RIM_CYLINDER || kind == RIM_BOX) add_primitive(s, bottom, top);
}

void rim_place_before(rim_scene *s, double way, double gap, double above)
{
    const rim_place at = rim_at(s, way);
    const lope_point feet = {at.x + gap * at.nx, s->top - s->height + above, at.z + gap * at.nz};
    const lope_state_def def = {.feet = lope_point_add(s->origin, lope_quat_rotate_point(s->turn, feet)),
                                .radius = (float)s->radius,
                                .height = (float)s->height,
                                .up = lope_quat_rotate(s->turn, (lope_vec3){0, 1, 0}),
                                .mode = LOPE_MODE_FALLING};
    assert_int_equal(lope_state_init(&s->state, &def), LOPE_OK);
    s->input = (lope_input){0};
}

void rim_moves(rim_scene *s, double spin, lope_point velocity)
{
    s->moves = true;
    s->spin = spin;
    s->velocity = velocity;
}

void rim_stick(rim_scene *s, double x, double z)
{
    const lope_point move = lope_quat_rotate_point(s->motion.rotation, lope_point_make(x, 0, z));
    s->input.move = lope_point_to_vec3(lope_quat_rotate_point(s->turn, move));
}

// Moves the ledge to where it is at a time.
static void carry(rim_scene *s, double time)
{
    s->motion.rotation = lope_quat_from_axis((lope_vec3){0, 1, 0}, (float)(s->spin * time));
    s->motion.position = lope_point_scale(s->velocity, time);
    for (int i = 0; i < s->body_count; i++) {
        const lope_point at = lope_transform_apply(&s->motion, s->at[i].position);
        const lope_quat turned = lope_quat_multiply(s->motion.rotation, s->at[i].rotation);
        const lope_transform pose = {lope_point_add(s->origin, lope_quat_rotate_point(s->turn, at)),
                                     lope_quat_normalize(lope_quat_multiply(s->turn, turned))};
        assert_int_equal(lope_level_set_pose(s->level, s->bodies[i], &pose), LOPE_OK);
    }
}

void rim_tick(rim_scene *s, double seconds)
{
    s->time += seconds;
    if (s->moves) carry(s, s->time);
    const lope_result result =
        lope_move(&s->state, &s->input, &s->moveset, &s->surroundings, s->nearby, (float)seconds, &s->report);
    if (result != LOPE_OK) fail_msg("refused: %s", lope_result_text(result));
    s->input.pressed = 0;
    lope_level_end_tick(s->level);
}

lope_point rim_feet(const rim_scene *s)
{
    const lope_point in_scene = lope_quat_rotate_point(lope_quat_conjugate(s->turn), lope_point_sub(s->state.feet, s->origin));
    return lope_transform_unapply(&s->motion, in_scene);
}

double rim_distance(const rim_scene *s)
{
    const lope_point p = rim_feet(s);
    double least = 1e9;
    bool inside = false;
    for (int i = 0; i < s->sides; i++) {
        const rim_side *r = &s->side[i];
        double along = (p.x - r->ax) * r->tx + (p.z - r->az) * r->tz;
        along = along < 0 ? 0 : along > r->length ? r->length : along;
        const double d = hypot(p.x - r->ax - along * r->tx, p.z - r->az - along * r->tz), bz = r->az + r->length * r->tz;
        if (d < least) least = d;
        if ((r->az > p.z) != (bz > p.z) && p.x < r->ax + (p.z - r->az) * r->tx / r->tz) inside = !inside;
    }
    return inside == is_pit(s) ? least : -least;
}

double rim_depth(const rim_scene *s)
{
    const double away = rim_distance(s), above = rim_feet(s).y + s->radius - s->top;
    if (above <= 0) return s->radius - away;
    return s->radius - hypot(away > 0 ? away : 0, above);
}

uint32_t rim_phase(const rim_scene *s)
{
    for (int i = 0; i < LOPE_ACTIVE_ABILITIES; i++)
        if (s->state.abilities[i].id == s->ability + 1) return s->state.abilities[i].phase;
    return 99;
}

lope_point rim_facing(const rim_scene *s)
{
    const lope_point up = lope_vec3_to_point(s->state.up), ahead = lope_vec3_to_point(s->state.forward);
    const double yaw = (double)s->state.yaw;
    const lope_point faces = lope_point_mad(lope_point_scale(ahead, cos(yaw)), lope_point_cross(up, ahead), sin(yaw));
    const lope_point in_scene = lope_quat_rotate_point(lope_quat_conjugate(s->turn), faces);
    return lope_quat_rotate_point(lope_quat_conjugate(s->motion.rotation), in_scene);
}
