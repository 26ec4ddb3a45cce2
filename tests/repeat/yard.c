// yard.c - see yard.h.
#include "yard.h"
#include "park.h"

#define LOT 40.0 // m, from lot to lot
#define FIRST_ID 1000
#define DEGREE (3.14159265358979323846 / 180)

typedef enum yard_shape { BOX, LINE, WATER, PULL } yard_shape;

// A body of a lot. A line is a capsule along y.
typedef struct yard_piece {
    lope_point at;
    lope_vec3 size; // of a line: y is its length
    uint32_t channels;
    yard_shape shape;
    float lean; // rad, about z
    bool moves; // in every other lot
} yard_piece;

#define SOLID LOPE_CHANNEL_SOLID
static const yard_piece pieces[] = {
    {{0, -0.5, 0}, {36, 1, 36}, SOLID, BOX, 0, false},
    {{-8, 1.5, -8}, {4, 3, 4}, SOLID, BOX, 0, false},                              // a block
    {{-8, 1.5, -5.95}, {0.8f, 3, 0.1f}, LOPE_CHANNEL_LADDER, BOX, 0, false},       // a ladder on it
    {{0, 1.25, -9}, {4, 2.5f, 3}, SOLID | LOPE_CHANNEL_CLIMB, BOX, 0, true},       // to climb
    {{7, 0.45, -7}, {4, 0.9f, 0.4f}, SOLID, BOX, 0, false},                        // to vault
    {{7, 0.9, -10}, {4, 1.8f, 3}, SOLID, BOX, 0, false},                           // to mantle
    {{7, 1.7, -8.45}, {3, 0.2f, 0.2f}, SOLID | LOPE_CHANNEL_LEDGE, BOX, 0, false}, // a runner's ledge
    {{-9, 3, 2}, {0.5f, 6, 10}, SOLID, BOX, 0, false},                             // two walls, side by side
    {{-6.5, 3, 2}, {0.5f, 6, 10}, SOLID, BOX, 0, false},                           //
    {{0, 4, 3}, {0, 5, 0}, LOPE_CHANNEL_ROPE, LINE, 0, true},                      // a rope
    {{6, 4, 4}, {0, 14, 0}, LOPE_CHANNEL_ROPE, LINE, (float)(70 * DEGREE), false}, // a zipline
    {{10, 1.6, -1}, {4, 1, 5}, SOLID, BOX, 0, false},                              // a low bar
    {{-1, 0, 10}, {6, 0.5f, 6}, SOLID, BOX, (float)(25 * DEGREE), false},          // a slope
    {{8, 0.5, 10}, {6, 3, 6}, 0, WATER, 0, false},                                 // a pool
    {{-8, 0.2, 11}, {3, 0.4f, 3}, SOLID, BOX, 0, true},                            // a lift
    {{3, 1.2, -3}, {0.6f, 2.4f, 0.6f}, SOLID, BOX, (float)(12 * DEGREE), true},    // a post that leans
    {{0, 6, 0}, {34, 14, 34}, 0, PULL, 0, false},                                  // in the last lot
};
#define PIECES (uint32_t)(sizeof pieces / sizeof *pieces)

static bool has_piece(uint32_t lot, uint32_t piece) { return pieces[piece].shape != PULL || lot + 1 == YARD_LOTS; }

static bool moves(uint32_t lot, uint32_t piece) { return pieces[piece].moves && lot % 2 == 1; }

static lope_transform pose_of(uint32_t lot, uint32_t piece, double seconds)
{
    const yard_piece *p = &pieces[piece];
    lope_transform pose = {.position = p->at, .rotation = lope_quat_from_axis(lope_vec3_make(0, 0, 1), p->lean)};
    const double way = (double)lope_sin((float)((0.4 + 0.1 * (double)piece) * seconds));
    if (moves(lot, piece)) {
        if (piece % 3 == 0) pose.position.x += 1.5 * way;
        if (piece % 3 == 1) pose.position.z += 1.2 * way;
        if (piece % 3 == 2) pose.position.y += 0.5 + 0.5 * way;
        if (lot > 2) pose.rotation = lope_quat_from_axis(lope_vec3_make(0, 1, 0), (float)(0.6 * way));
    }
    pose.position.x += LOT * (double)lot;
    return pose;
}

static bool add_piece(lope_level *level, uint32_t lot, uint32_t piece)
{
    const yard_piece *p = &pieces[piece];
    const lope_volume pool = {.water = true, .priority = 1},
                      pull = {.gravity_mode = LOPE_GRAVITY_VECTOR, .gravity = {2, -9, 1.5f}};
    const lope_transform pose = pose_of(lot, piece, 0);
    lope_body_def body = {.position = pose.position,
                          .rotation = pose.rotation,
                          .moving = moves(lot, piece),
                          .id = FIRST_ID + (uint64_t)(lot * PIECES + piece),
                          .channels = p->channels};
    if (p->shape == WATER) body.volume = &pool;
    if (p->shape == PULL) body.volume = &pull;
    if (p->shape == LINE)
        return lope_level_valid(level, lope_level_add_capsule(level, &(lope_capsule_def){body, 0.02f, p->size.y}));
    return lope_level_valid(level, lope_level_add_box(level, &(lope_box_def){.body = body, .size = p->size}));
}

bool yard_fill(lope_level *level)
{
    for (uint32_t lot = 0; lot < YARD_LOTS; lot++)
        for (uint32_t piece = 0; piece < PIECES; piece++)
            if (has_piece(lot, piece) && !add_piece(level, lot, piece)) return false;
    return true;
}

bool yard_set_poses(lope_level *level, uint32_t tick)
{
    for (uint32_t lot = 0; lot < YARD_LOTS; lot++)
        for (uint32_t piece = 0; piece < PIECES; piece++) {
            if (!moves(lot, piece)) continue;
            const lope_transform pose = pose_of(lot, piece, (double)(tick + 1) / YARD_RATE);
            const lope_body body = lope_level_find(level, FIRST_ID + (uint64_t)(lot * PIECES + piece));
            if (lope_level_set_pose(level, body, &pose) != LOPE_OK) return false;
        }
    return true;
}

// ---- players ------------------------------------------------------------------------------------

uint32_t yard_kind(uint32_t player) { return player < YARD_ALL ? 0 : 1 + (player - YARD_ALL) % LOPE_SCENE_OWN_ABILITIES; }

// Settings that are not as they are initially, so that more of each ability comes about.
static bool set_more(lope_moveset *moveset)
{
    static const struct {
        const char *owner, *field;
        double value;
    } more[] = {{"rope", "grapple", 12},      {"rope", "auto_catch", 1},   {"zipline", "auto_catch", 1},
                {"wall_run", "min_speed", 2}, {"wall_run", "height", 0.3}, {"wall_run", "along", 0},
                {"mantle", "auto_in_air", 1}, {"climb", "drain", 15}};
    for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
        double now;
        if (lope_moveset_get(moveset, more[i].owner, more[i].field, &now) != LOPE_OK) continue; // it has another ability alone
        if (lope_moveset_set(moveset, more[i].owner, more[i].field, more[i].value, NULL) != LOPE_OK) return false;
    }
    return true;
}

bool yard_movesets(lope_moveset movesets[YARD_KINDS])
{
    lope_tuning tuning = lope_tuning_default();
    tuning.max_walk_speed = 6;
    for (uint32_t kind = 0; kind < YARD_KINDS; kind++) {
        if (lope_moveset_make(&movesets[kind], &tuning, NULL) != LOPE_OK) return false;
        for (uint32_t i = 0; i < LOPE_SCENE_OWN_ABILITIES; i++) {
            const lope_ability *ability = lope_scene_own_ability(i);
            // obstacles and ledges are met by the runner
            const bool met = ability == lope_runner_ability() && kind != 0 &&
                             (lope_scene_own_ability(kind - 1) == lope_obstacle_ability() ||
                              lope_scene_own_ability(kind - 1) == lope_ledge_ability());
            if (kind != 0 && i != kind - 1 && !met) continue;
            if (lope_moveset_add_ability(&movesets[kind], ability, NULL, NULL, NULL) != LOPE_OK) return false;
        }
        if (!set_more(&movesets[kind])) return false;
    }
    return true;
}

static double lot_of(uint32_t player) { return LOT * (double)(player % YARD_LOTS); }

lope_point yard_start(uint32_t player)
{
    const uint32_t place = player / YARD_LOTS;
    return lope_point_make(lot_of(player) - 3 + 2.0 * (double)(place % 4), 0.5, -2 + 2.0 * (double)(place / 4));
}

#define CHANGE 18u // ticks, of one way and set of buttons

static uint32_t seed_of(uint32_t player, uint32_t turn)
{
    uint32_t seed = player * 7919u + turn * 104729u + 77u;
    for (int i = 0; i < 3; i++) park_random(&seed);
    return seed;
}

// The pieces that are made for the abilities, by their index in scene/catalog.h; 0: any.
static const uint8_t made_for[LOPE_SCENE_OWN_ABILITIES] = {12, 5, 0, 4, 6, 1, 0, 0, 1, 11, 0, 0, 4, 7, 9, 10, 2, 3, 1, 8, 7};

// Where a player goes next. One with a single ability mostly goes to what is made for it.
static uint32_t choose_piece(uint32_t player, uint32_t *seed)
{
    const uint32_t any = 1 + (uint32_t)(park_random(seed) * (PIECES - 2)), kind = yard_kind(player);
    const bool goes = park_random(seed) < 0.8;
    return goes && kind != 0 && made_for[kind - 1] != 0 ? made_for[kind - 1] : any;
}

// Beside a piece, as high as one takes hold of it.
static lope_point beside(uint32_t player, uint32_t piece, uint32_t *seed)
{
    const yard_piece *p = &pieces[piece];
    lope_point at = p->at;
    const double side = 0.5 * (double)p->size.z + 0.4; // m, to the axis of a capsule of 0.34 m
    at.x += lot_of(player) + 2 * park_random(seed) - 1;
    at.z += park_random(seed) < 0.5 ? side : -side;
    at.y = p->shape == LINE ? at.y - 2 : at.y + 0.5 * (double)p->size.y - 1.5 * park_random(seed);
    if (at.y < 0.1) at.y = 0.1;
    return at;
}

lope_input yard_input(uint32_t player, uint32_t tick, const lope_state *state, lope_requests *requests)
{
    const uint32_t turn = tick / CHANGE;
    uint32_t seed = seed_of(player, turn);
    lope_input input = {.requests = requests};
    *requests = (lope_requests){0};
    const uint32_t piece = choose_piece(player, &seed), kind = yard_kind(player);
    const uint32_t own = kind != 0 ? lope_scene_own_ability(kind - 1)->button : 0;
    const double draw = park_random(&seed), rise = park_random(&seed);
    lope_point goal = pieces[piece].at;
    goal.x += lot_of(player);
    lope_point way = lope_point_sub(goal, state->feet);
    way.y = 0;
    const double aside = park_random(&seed) - 0.5, ahead = park_random(&seed) - 0.5;
    if (draw < 0.3) way = lope_point_make(aside, 0, ahead);
    const double length = lope_point_length(way);
    if (length > 1e-6 && draw < 0.9) input.move = lope_point_to_vec3(lope_point_scale(way, 1 / length));
    if (rise < 0.15) input.move.y = 1;
    if (rise > 0.9) input.move.y = -1;
    input.look_yaw = (float)(6 * park_random(&seed) - 3);
    input.look_pitch = (float)(park_random(&seed) - 0.3);
    for (uint32_t button = 0; button < 11; button++) {
        const bool down = park_random(&seed) < (own == 1u << button ? 0.6 : 0.15);
        if (down) input.held |= 1u << button;
        if (down && tick % CHANGE == button % 6) input.pressed |= 1u << button;
    }
    const lope_point start = yard_start(player);
    const bool out = lope_point_length(lope_point_sub(state->feet, start)) > 30;
    if (!out && (tick % CHANGE != 0 || park_random(&seed) > (kind == 0 ? 0.25 : 0.5))) return input;
    requests->asked = LOPE_REQUEST_TELEPORT;
    requests->teleport_needs_room = true;
    requests->teleport_feet = out ? start : beside(player, piece, &seed);
    if (out || park_random(&seed) < 0.5) return input;
    requests->asked |= LOPE_REQUEST_LAUNCH; // against the piece
    requests->launch_velocity.z = goal.z > requests->teleport_feet.z ? 4 : -4;
    return input;
}
