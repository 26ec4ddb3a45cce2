// push_shares.c - the pushes of several characters on one body, brought together.
//
// Each character sizes its pushes as if it alone pushed. Two that push a light crate would make it twice as
// fast as either walks. So the pushes of a tick on one body are solved together, as contacts are: each lies
// between nothing and its own size, and where it is above nothing, its point is no faster than its limit.
// That is a projected Gauss-Seidel of a few rounds, in order of character.
//
// Data: world->pushes, and a note for each. Read next: character/forces/body_response.h.
#include "world/push_shares.h"

#include "character/forces/body_response.h"
#include "motion/nearby/nearby.h"

#include <math.h>

#define ROUNDS 64    // three pushes need about ten; what more leave is held back by a share of all
#define SETTLED 1e-6 // m/s, by which a round changes the speed of no point by more: the pushes are floats

// The pushes of one body: notes from `first` to `end`, in the order of the world's list.
typedef struct share_group {
    lope_world *world;
    uint32_t first, end;
    double seconds; // s of the tick
    const lope_sink_body *body;
    lope_point velocity, spin; // m/s and rad/s of the body, with what is given
} share_group;

static lope_push *push_of(const share_group *group, uint32_t note)
{
    return &group->world->pushes[group->world->push_notes[note].push];
}

// Returns whether note `a` comes before `b`: by body, then as the pushes came.
static bool comes_before(const lope_world *world, const lope_push_note *a, const lope_push_note *b)
{
    const uint64_t of_a = world->pushes[a->push].body, of_b = world->pushes[b->push].body;
    return of_a != of_b ? of_a < of_b : a->push < b->push;
}

// Sorts the notes: Shell's sort, for no two are equal.
static void sort_notes(const lope_world *world, lope_push_note *notes, uint32_t count)
{
    uint32_t gap = 1;
    while (gap < count / 3) gap = 3 * gap + 1;
    for (; gap > 0; gap /= 3) {
        for (uint32_t i = gap; i < count; i++) {
            const lope_push_note note = notes[i];
            uint32_t k = i;
            for (; k >= gap && comes_before(world, &note, &notes[k - gap]); k -= gap) notes[k] = notes[k - gap];
            notes[k] = note;
        }
    }
}

// Returns the body as a character has gathered it, or NULL.
static const lope_sink_body *pushed_body_of(const lope_nearby *nearby, uint64_t id)
{
    const lope_near_set *moving = &nearby->sets[1];
    for (uint32_t i = 0; i < moving->body_count; i++)
        if (moving->bodies[i].id == id && !moving->bodies[i].character) return &moving->bodies[i];
    return NULL;
}

// Returns whether a push is one that has a limit.
static bool is_limited(const share_group *group, uint32_t note) { return push_of(group, note)->limited != 0; }

// Returns whether pushes of several characters have limits.
static bool has_several(const share_group *group)
{
    const lope_push_note *notes = group->world->push_notes, *one = NULL;
    for (uint32_t i = group->first; i < group->end; i++) {
        if (!is_limited(group, i)) continue;
        if (one != NULL && one->nearby != notes[i].nearby) return true;
        one = &notes[i];
    }
    return false;
}

// Returns the push as one impulse (N s): its force lasts all of the tick.
static lope_point impulse_of(const share_group *group, const lope_push *push)
{
    return lope_point_mad(lope_vec3_to_point(push->impulse), lope_vec3_to_point(push->force), group->seconds);
}

// Returns where a push acts, and in which direction.
static lope_body_spot spot_of(const share_group *group, uint32_t which)
{
    const lope_push *push = push_of(group, which);
    const double whole = group->world->push_notes[which].whole;
    return (lope_body_spot){push->point, lope_point_scale(impulse_of(group, push), 1.0 / whole)};
}

// Gives the body `impulse` (N s) more of a push.
static void give_share(share_group *group, const lope_body_spot *spot, double impulse)
{
    const lope_point arm = lope_point_sub(spot->point, lope_body_center(group->body));
    const lope_point turned = lope_body_turned(group->body, lope_point_cross(arm, spot->along));
    group->velocity = lope_point_mad(group->velocity, spot->along, impulse / lope_body_mass(group->body));
    group->spin = lope_point_mad(group->spin, turned, impulse);
}

// Gives the body a share of a push at first.
static void begin_with(share_group *group, uint32_t which, double share)
{
    lope_push_note *note = &group->world->push_notes[which];
    note->whole = lope_point_length(impulse_of(group, push_of(group, which)));
    note->given = share * note->whole;
    if (!(note->whole > 0)) return;
    const lope_body_spot spot = spot_of(group, which);
    give_share(group, &spot, note->given);
}

// Brings one push nearer to its limit. Returns the change (m/s) of its point's speed.
static double adjust(share_group *group, uint32_t which)
{
    lope_push_note *note = &group->world->push_notes[which];
    if (!(note->whole > 0)) return 0;
    const lope_body_spot spot = spot_of(group, which);
    const lope_point arm = lope_point_sub(spot.point, lope_body_center(group->body));
    const lope_point velocity = lope_point_add(group->velocity, lope_point_cross(group->spin, arm));
    const double response = lope_body_response(group->body, &spot, &spot);
    const double below = (double)push_of(group, which)->limit - lope_point_dot(velocity, spot.along);
    double wanted = note->given + below / response;
    wanted = wanted < 0 ? 0 : wanted > note->whole ? note->whole : wanted;
    const double change = wanted - note->given;
    note->given = wanted;
    give_share(group, &spot, change);
    return fabs(change) * response;
}

// Returns by which share all that is given must be made smaller for a push to keep to its limit, which
// pushes that hardly differ come near only slowly.
static double held_back(const share_group *group, uint32_t which)
{
    if (!(group->world->push_notes[which].given > 0)) return 1.0;
    const lope_body_spot spot = spot_of(group, which);
    const lope_point arm = lope_point_sub(spot.point, lope_body_center(group->body));
    const lope_point velocity = lope_point_add(group->velocity, lope_point_cross(group->spin, arm));
    const double limit = (double)push_of(group, which)->limit, after = lope_point_dot(velocity, spot.along);
    const double before = lope_point_dot(lope_body_velocity_at(group->body, spot.point), spot.along);
    return after > limit && limit > before ? (limit - before) / (after - before) : 1.0;
}

// Takes from a push what is not given. held: share of what is given that stays.
static void close_note(const share_group *group, uint32_t which, double held)
{
    lope_push_note *note = &group->world->push_notes[which];
    note->given *= held;
    lope_push *push = push_of(group, which);
    if (note->given >= note->whole) return;
    const float share = (float)(note->given / note->whole);
    push->impulse = lope_vec3_scale(push->impulse, share);
    push->force = lope_vec3_scale(push->force, share);
}

// Solves the pushes of one body together.
static void settle_group(share_group *group)
{
    group->velocity = lope_vec3_to_point(group->body->velocity);
    group->spin = lope_vec3_to_point(group->body->spin);
    const double share = 1.0 / (group->end - group->first);
    for (uint32_t i = group->first; i < group->end; i++)
        if (is_limited(group, i)) begin_with(group, i, share);
    double most = 2 * SETTLED;
    for (uint32_t round = 0; round < ROUNDS && most > SETTLED; round++) {
        most = 0;
        for (uint32_t i = group->first; i < group->end; i++) {
            const double change = is_limited(group, i) ? adjust(group, i) : 0;
            most = change > most ? change : most;
        }
    }
    double held = 1.0;
    for (uint32_t i = group->first; i < group->end; i++) {
        const double share_of_all = is_limited(group, i) ? held_back(group, i) : 1.0;
        held = share_of_all < held ? share_of_all : held;
    }
    for (uint32_t i = group->first; i < group->end; i++)
        if (is_limited(group, i)) close_note(group, i, held);
}

void lope_push_shares_settle(lope_world *world, double seconds)
{
    lope_push_note *notes = world->push_notes;
    const uint32_t count = world->push_count;
    if (count < 2) return;
    sort_notes(world, notes, count);
    for (uint32_t first = 0, end = 0; first < count; first = end) {
        const uint64_t body = world->pushes[notes[first].push].body;
        while (end < count && world->pushes[notes[end].push].body == body) end++;
        share_group group = {.world = world, .first = first, .end = end, .seconds = seconds};
        if (end - first < 2 || !has_several(&group)) continue;
        group.body = pushed_body_of(notes[first].nearby, body);
        if (group.body != NULL) settle_group(&group);
    }
}
