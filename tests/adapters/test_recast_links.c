// test_recast_links.c - links of the Recast adapter: ahoy_playground with jumps, drops and mantles. Every part
// of the mesh that a wanderer comes to stand on is reached by a path from where the wanderers begin, and
// followers walk such paths. LOPE_LONG=1 takes more wanderers and more walks.
#include "recast_walk.h"

#include "../behaviour/check.h"

#ifdef LOPE_QUICK
#define LIVES 5
#else
#define LIVES 100
#endif

#define PARTS 1024

// What wanderers have found: per part of the mesh how often one stood there, and where.
typedef struct found_parts {
    uint32_t visits[PARTS];
    lope_point where[PARTS];
    lope_point from[PARTS]; // where it last stood on another part
    uint32_t from_part[PARTS];
    uint32_t buttons[PARTS]; // that it pressed last
    uint32_t beside;         // ticks on the ground and beside the mesh
    uint32_t on;             // ticks on the mesh
} found_parts;

// Walks, jumps and mantles about at random for some seconds.
static void wander(recast_scene *scene, lope_point spawn, uint32_t seed, double seconds, found_parts *found)
{
    lope_state state;
    lope_input input = {0};
    double yaw = 0;
    lope_point stood = spawn;
    uint32_t stood_on = 0, pressed = 0;
    if (!recast_stand(scene, spawn, &state)) return;
    for (int tick = 0; tick < (int)(seconds * 60) && state.feet.y > scene->data.lower.y - 5; tick++) {
        if (tick % 45 == 0) yaw += (uniform(&seed) - 0.5) * (uniform(&seed) < 0.2 ? 6.28 : 1.5);
        input.move = lope_vec3_make((float)-sin(yaw), 0, (float)-cos(yaw));
        double chance = uniform(&seed);
        input.pressed = input.held = chance < 0.02 ? LOPE_BUTTON_JUMP : chance < 0.05 ? LOPE_BUTTON_MANTLE : 0;
        if (input.pressed) pressed = input.pressed;
        assert_int_equal(lope_move(&state, &input, &scene->moveset, &scene->around, scene->nearby, 1.0f / 60, NULL), LOPE_OK);
        if (state.mode != LOPE_MODE_WALKING || tick % 6 != 0) continue;
        lope_point nearest;
        bool on = lope_recast_nearest(scene->recast, state.feet, &nearest);
        lope_point off = lope_point_sub(nearest, state.feet);
        if (!on || hypot(off.x, off.z) > 0.35 || fabs(off.y) > 0.3) {
            found->beside++;
            continue;
        }
        found->on++;
        uint32_t part = lope_recast_part(scene->recast, state.feet);
        if (part >= PARTS) continue;
        if (!found->visits[part]++) {
            found->where[part] = nearest;
            found->from[part] = stood;
            found->from_part[part] = stood_on;
            found->buttons[part] = pressed;
        }
        stood = state.feet;
        stood_on = part;
    }
}

// Random places of the whole mesh that a path with links joins: how many walks arrive. Returns the share.
static double walk_about(recast_scene *scene, uint32_t wanted)
{
    static lope_follow_point points[RECAST_POINTS];
    uint32_t seed = 11, walks = 0, arrived = 0, taken = 0;
    printf("  ahoy_playground: seed %u\n", seed);
    for (uint32_t tries = 0; tries < 200 * wanted && walks < wanted; tries++) {
        lope_point from = {0, 0, 0}, to = {0, 0, 0};
        assert_true(lope_recast_random(scene->recast, &seed, &from) && lope_recast_random(scene->recast, &seed, &to));
        lope_recast_path path = {.points = points, .capacity = RECAST_POINTS};
        if (!lope_recast_find_path(scene->recast, from, to, &path) || path.partial) continue;
        bool links = false;
        for (uint32_t i = 0; i < path.count; i++) links |= points[i].link != LOPE_LINK_WALK;
        if (!links) continue;
        recast_walk walk = recast_go(scene, from, to, 60);
        walks++;
        taken += walk.links;
        arrived += walk.result == LOPE_FOLLOW_ARRIVED && walk.found;
        if (walk.result != LOPE_FOLLOW_ARRIVED || !walk.found) recast_say(&walk, from, to);
    }
    printf("  ahoy_playground: %u of %u random pairs that are joined by links arrive, over %u links\n", arrived, walks, taken);
    return walks ? (double)arrived / walks : 0;
}

static void ahoy(void **unused)
{
    (void)unused;
    static found_parts found;
    recast_scene scene;
    brute_point spawns[64];
    bool lasts = getenv("LOPE_LONG") != NULL;
    if (!recast_open(&scene, "ahoy_playground", true, 0)) skip();
    lope_recast_links_def def = {.moveset = &scene.moveset, .state = &scene.like};
    uint32_t links = lope_recast_find_links(scene.recast, &def), kinds[LOPE_LINK_COUNT] = {0};
    for (uint32_t i = 0; i < links; i++) kinds[lope_recast_link_at(scene.recast, i)->kind]++;
    printf("  ahoy_playground: %u links: %u jumps, %u drops, %u mantles; %u parts\n", links, kinds[LOPE_LINK_JUMP],
           kinds[LOPE_LINK_DROP], kinds[LOPE_LINK_MANTLE], lope_recast_part_count(scene.recast));
    assert_true(kinds[LOPE_LINK_JUMP] > 0 && kinds[LOPE_LINK_DROP] > 0 && kinds[LOPE_LINK_MANTLE] > 0);
    int count = level_wander_spawns("ahoy_playground", spawns);
    // A life lasts a minute: most of them end in a fall out of the level.
    for (int i = 0; i < (lasts ? 1000 : LIVES) * count; i++) {
        const brute_point *at = &spawns[i % count];
        wander(&scene, (lope_point){at->x, at->y, at->z}, 1000 + (uint32_t)i, 60, &found);
    }
    lope_follow_point points[RECAST_POINTS];
    lope_point from = {spawns[0].x, spawns[0].y, spawns[0].z};
    uint32_t stood = 0, reached = 0, walks = 0, arrived = 0;
    for (uint32_t part = 1; part < PARTS; part++) {
        if (!found.visits[part]) continue;
        lope_recast_path path = {.points = points, .capacity = RECAST_POINTS};
        bool there = lope_recast_find_path(scene.recast, from, found.where[part], &path) && !path.partial;
        stood++;
        reached += there;
        if (!there)
            printf("    no path to part %u, where a wanderer stood %u times, first at (%.2f %.2f %.2f), from part %u "
                   "at (%.2f %.2f %.2f) by buttons %x\n",
                   part, found.visits[part], found.where[part].x, found.where[part].y, found.where[part].z, found.from_part[part],
                   found.from[part].x, found.from[part].y, found.from[part].z, found.buttons[part]);
        if (!there || (!lasts && walks >= 25)) continue;
        recast_walk walk = recast_go(&scene, from, found.where[part], 60);
        walks++;
        arrived += walk.result == LOPE_FOLLOW_ARRIVED;
        if (walk.result != LOPE_FOLLOW_ARRIVED) recast_say(&walk, from, found.where[part]);
    }
    printf("  ahoy_playground: wanderers stood on %u parts, %u of them reached by a path; %u of %u paths walked arrive; %u "
           "samples on "
           "the mesh, %u beside it\n",
           stood, reached, arrived, walks, found.on, found.beside);
    double share = walk_about(&scene, lasts ? 200 : 20);
    recast_close(&scene);
    assert_true(share >= 0.9);
    assert_int_equal(reached, stood);
    assert_true(arrived * 100 >= 95 * walks);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(ahoy)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
