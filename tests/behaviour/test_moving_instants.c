// test_moving_instants.c - what decides by an instant beside bodies that move, and must not decide by the tick.
//
// Scenes each of which ended apart by rate, or was told otherwise. All rates from 20 to 360 Hz and 1,000 Hz come to
// one end, in four directions of gravity:
//   corner   round the corner of a door that swings away, on a way that bends: a body is met by the way, and not
//            by the chord on which it is swept
//   duck     under the edge of a ceiling that comes down: whether it is met by walking or presses first
//   squeeze  out from between two walls that have closed in: the nearest free place, as soon as there is one
//   rim      a guarded ledge lets go: the character stands right at the rim, however the ticks fell before
//   rest     a jump off a body at the instant at which it begins to speed up, from rest
//   gap      between two bodies, narrower than the way of a tick: where the first lets go, and not where the next begins
//   brink    a steep side right below the rim that is walked off, narrower than the way of a tick
//   tie      two bodies end at one height: which of them is the floor is not up to the rounding of their poses
//   wedge    out from between a face that comes and a round body: in few pushes, however long each is
//   overhead the edge of a body that comes along the ground meets the head: it pushes along the ground
//   curb     pressed against a low rim by a body that is fast: whether the walk or the push meets it first
//   sinking  a slope that falls away from under a character that goes up it: it leaves it once
//   held     crushed, and carried by a base: the body that has crushed it is not lost sight of
//   leaving  round a corner that goes away: it is left where it begins to go away
//   coming   round a corner that comes and turns: it is kept to, though its normal has turned from the velocity
// Read next: src/character/modes/walking.c, walking_bend.c, src/character/depenetration/free_character.c.
#include "../zoo/zoo.h"

#include <math.h>
#include <stdio.h>

static const double rates[] = {20, 30, 60, 90, 120, 144, 240, 300, 360, 1000};
#define RATES (sizeof rates / sizeof *rates)
#define SECONDS 3.0 // s that a scene is played

static const char *const turns[] = {"0,0,0,1", "1,0,0,0", "0.5,0.5,0.5,0.5", "0.2,-0.4,0.1,0.888819442"};
#define TURNS (sizeof turns / sizeof *turns)
#ifdef LOPE_QUICK
#define PLAYED 3 // one of so many turns and rates; no divisor of the number of rates, so that each rate is played
#else
#define PLAYED 1
#endif

// How often the character is told what.
typedef struct told {
    uint32_t crouches, crushes, lands;
} told;

// Plays a scene at all rates. Fails when two ends are farther apart than `most` (m), or it is told otherwise.
static void play(const char *scene, double most, told counts)
{
    lope_point first = {0, 0, 0};
    for (size_t i = 0; i < TURNS * RATES; i += PLAYED) {
        zoo *z = zoo_open_text("moving_instants", rates[i % RATES], "{\"lope\":1,\"duration\":3,\"turn\":[%s],%s}",
                               turns[i / RATES], scene);
        zoo_play(z, SECONDS);
        const lope_point end = zoo_feet(z, "hero");
        if (i == 0) first = end;
        printf("  %g Hz: %.4f %.4f %.4f\n", rates[i % RATES], end.x, end.y, end.z);
        assert_int_equal(zoo_count(z, "hero", LOPE_EVENT_CROUCH), counts.crouches);
        assert_int_equal(zoo_count(z, "hero", LOPE_EVENT_CRUSH), counts.crushes);
        assert_int_equal(zoo_count(z, "hero", LOPE_EVENT_LAND), counts.lands);
        assert_true(lope_point_length(lope_point_sub(end, first)) < most);
        zoo_close(z);
    }
}

static const char corner[] = "\"level\":[{\"name\":\"floor\",\"box\":[90,1,90],\"position\":[0,-0.5,0]},{\"name\":\"mover\","
                             "\"box\":[2.042794,2,0.27],\"position\":[0.866677,1,-1.750673],\"euler\":[0,8.3581,0],"
                             "\"motion\":{\"swing\":{\"axis\":[0,1,0],\"amplitude\":50.741289,\"period\":5.277411,"
                             "\"kind\":\"turn\"}}}],\"characters\":[{\"name\":\"hero\",\"feet\":[1.475635,0.0,0.075003],"
                             "\"tuning\":{\"max_walk_speed\":3.364146},\"input\":[{\"t\":0,\"move\":[-0.357564,0,-0.933889]},"
                             "{\"t\":2.0,\"move\":[0,0,0]}]}]";

// Two rates may each be 1 cm, promise 7, to one side of the truth. Before: 8 cm.
static void a_corner_that_swings_away_is_met_by_the_way(void **unused)
{
    (void)unused;
    play(corner, 0.02, (told){0});
}

static const char duck[] =
    "\"level\":[{\"name\":\"floor\",\"box\":[90,1,90],\"position\":[0,-0.5,0]},{\"name\":\"mover\","
    "\"box\":[1.801047,1,6],\"position\":[2.199596,3.585901,0],\"motion\":{\"keys\":[{\"t\":0.2,"
    "\"position\":[2.199596,3.585901,0]},{\"t\":2.2,\"position\":[2.199596,1.32977,0]},{\"t\":2.7,"
    "\"position\":[2.199596,3.585901,0]}]}}],\"characters\":[{\"name\":\"hero\",\"feet\":[0.0,0.0,0.0],"
    "\"tuning\":{\"max_walk_speed\":1.039715},\"input\":[{\"t\":0,\"move\":[0.837163,0,0.546954]},{\"t\":0.3,"
    "\"jump\":true},{\"t\":0.4,\"jump\":false}]}]";

// The same bound. Before: 6 cm, by a hit that took speed at some rates.
static void a_ceiling_that_comes_down_lets_a_walker_duck(void **unused)
{
    (void)unused;
    play(duck, 0.02, (told){.crouches = 1, .lands = 1});
}

static const char squeeze[] =
    "\"level\":[{\"name\":\"floor\",\"box\":[90,1,90],\"position\":[0,-0.5,0]},{\"name\":\"wall\",\"box\":[1,"
    "3,6],\"position\":[1.5,1.5,0]},{\"name\":\"mover\",\"box\":[1,3,6],\"position\":[-2.5,1.5,0],"
    "\"motion\":{\"keys\":[{\"t\":0.0,\"position\":[-2.5,1.5,0]},{\"t\":0.9,\"position\":[0.126559,1.5,"
    "0]}]}}],\"characters\":[{\"name\":\"hero\",\"feet\":[0.23267,0.0,0.0],"
    "\"tuning\":{\"max_walk_speed\":2.550238},\"input\":[{\"t\":0,\"move\":[0.015649,0,0.879072]},{\"t\":1.5,"
    "\"move\":[0,0,0]}]}]";

// Promise 7: it is freed within a part, 1/240 s, of its instant. Before: 10 cm.
static void between_walls_it_comes_out_at_the_nearest_place(void **unused)
{
    (void)unused;
    play(squeeze, 0.01, (told){.crushes = 1});
}

static const char rim[] =
    "\"level\":[{\"name\":\"floor\",\"box\":[120,1,120],\"position\":[0,-0.5,0]},{\"name\":\"mover0\","
    "\"box\":[3.866227,0.3,4.0],\"position\":[0.0,1.017111792,0.0],\"euler\":[0.0,0.0,0.0],"
    "\"motion\":{\"keys\":[{\"t\":0.5,\"position\":[0.0,1.017111792,0.0],\"euler\":[0.0,0.0,0.0]},{\"t\":3.6,"
    "\"position\":[-2.897912257,1.017111792,0.0],\"euler\":[0.0,0.0,0.0]}],\"ease\":\"smooth\"}},"
    "{\"name\":\"mover1\",\"box\":[3.866227,0.3,4.0],\"position\":[4.232104577,1.177660993,0.0],"
    "\"euler\":[0.0,0.0,0.0],\"motion\":{\"velocity\":[0.787011645,0.0,-2.024316418],\"spin\":[0,0.0,0]}}],"
    "\"characters\":[{\"name\":\"hero\",\"feet\":[1.145760976,1.177111792,0.181092894],"
    "\"tuning\":{\"max_walk_speed\":1.764698},\"input\":[{\"t\":0.0,\"move\":[0.899880913,0,0.436135692]},"
    "{\"t\":0.4,\"crouch\":true},{\"t\":1.1,\"jump\":true},{\"t\":1.2,\"jump\":false},{\"t\":1.2,"
    "\"crouch\":false}]}]";

// Promise 7. Before: 9 cm at 360 Hz.
static void a_guarded_ledge_lets_go_at_the_rim(void **unused)
{
    (void)unused;
    play(rim, 0.01, (told){.crouches = 1, .lands = 1});
}

static const char rest[] =
    "\"level\":[{\"name\":\"floor\",\"box\":[120,1,120],\"position\":[0,-0.5,0]},{\"name\":\"mover0\","
    "\"box\":[2.716396,0.3,4.0],\"position\":[0.0,1.31120953,0.0],\"euler\":[0.0,0.0,0.0],"
    "\"motion\":{\"velocity\":[0.0,0.0,0.001],\"spin\":[0,0.0,0]}},{\"name\":\"mover1\",\"box\":[2.716396,"
    "0.3,4.0],\"position\":[2.972577066,1.275966432,0.0],\"euler\":[0.0,0.0,0.0],"
    "\"motion\":{\"keys\":[{\"t\":0.4,\"position\":[2.972577066,1.275966432,0.0],\"euler\":[0.0,0.0,0.0]},"
    "{\"t\":1.0,\"position\":[5.260906093,1.275966432,0.0],\"euler\":[0.0,0.0,0.0]}],\"ease\":\"smooth\"}}],"
    "\"characters\":[{\"name\":\"hero\",\"feet\":[0.757734599,1.47120953,-0.733477268],"
    "\"tuning\":{\"max_walk_speed\":4.344918},\"input\":[{\"t\":0.0,\"move\":[0.998758237,0,-0.049819509]},"
    "{\"t\":0.4,\"jump\":true},{\"t\":0.5,\"jump\":false},{\"t\":1.2,\"move\":[0,0,0]}]}]";

// Promise 7: the body has no speed yet. Before: 40 cm at 20 Hz.
static void a_jump_off_what_begins_to_move_takes_nothing_along(void **unused)
{
    (void)unused;
    play(rest, 0.01, (told){.lands = 1});
}

static const char gap[] =
    "\"level\":[{\"name\":\"floor\",\"box\":[120,1,120],\"position\":[0,-0.5,0]},{\"name\":\"mover0\","
    "\"box\":[2.285564,0.3,4],\"position\":[0,0.35974148,0],\"euler\":[0,0,0],\"motion\":{\"velocity\":[0,0,"
    "0.001],\"spin\":[0,0,0]}},{\"name\":\"mover1\",\"box\":[2.285564,0.3,4],\"as\":\"mesh\","
    "\"position\":[3.012152841,0.460544126,0],\"euler\":[0,0,0],\"motion\":{\"keys\":[{\"t\":0.4,"
    "\"position\":[3.012152841,0.460544126,0],\"euler\":[0,0,0]},{\"t\":2.8,\"position\":[6.26297646,"
    "0.460544126,0],\"euler\":[0,0,0]}],\"ease\":\"smooth\"}}],\"characters\":[{\"name\":\"hero\","
    "\"feet\":[0.577964529,0.51974148,-0.250451799],\"tuning\":{\"max_walk_speed\":4.747192},"
    "\"input\":[{\"t\":0,\"move\":[0.836542715,0,0.070707098]},{\"t\":0.9,\"jump\":true},{\"t\":1,"
    "\"jump\":false},{\"t\":2.6,\"move\":[0,0,0]}]}]";

// Promise 7. Before: 7.5 m, walked over it at 25 to 35 Hz.
static void a_gap_narrower_than_a_slice_is_not_walked_over(void **unused)
{
    (void)unused;
    play(gap, 0.01, (told){.lands = 2});
}

static const char brink[] =
    "\"level\":[{\"name\":\"floor\",\"box\":[120,1,120],\"position\":[0,-0.5,0]},{\"name\":\"mover0\","
    "\"box\":[2.886514,0.5,2.886514],\"as\":\"mesh\",\"position\":[0.290837365,-0.655432054,-0.789664589],"
    "\"euler\":[0,0,0],\"motion\":{\"keys\":[{\"t\":0.2,\"position\":[0.290837365,-0.655432054,-0.789664589],"
    "\"euler\":[0,0,0]},{\"t\":1.3,\"position\":[0.290837365,-0.147002154,-0.789664589],"
    "\"euler\":[12.686602404,0,6.343301202]}],\"ease\":\"smooth\"}}],\"characters\":[{\"name\":\"hero\","
    "\"feet\":[0,0,0],\"tuning\":{\"max_walk_speed\":5.982724},\"input\":[{\"t\":0,\"move\":[-0.045058441,0,"
    "-0.407203422]},{\"t\":2.3,\"move\":[0,0,0]}]}]";

// Promise 7. Before: walked down onto the floor at 20 to 240 Hz, fallen at 360 Hz.
static void a_steep_side_below_a_rim_is_not_walked_past(void **unused)
{
    (void)unused;
    play(brink, 0.01, (told){.lands = 1});
}

static const char tie[] =
    "\"level\":[{\"name\":\"floor\",\"box\":[120,1,120],\"position\":[0,-0.5,0]},{\"name\":\"mover0\","
    "\"box\":[1.599797,0.3,4],\"position\":[0,1.125063309,0],\"euler\":[0,0,0],\"motion\":{\"velocity\":[0,0,"
    "0.001],\"spin\":[0,0,0]}},{\"name\":\"mover1\",\"box\":[1.599797,0.3,4],\"as\":\"mesh\","
    "\"position\":[1.767229183,1.125063309,0],\"euler\":[0,0,0],\"motion\":{\"velocity\":[-0.79073242,0,"
    "-0.373011105],\"spin\":[0,17.227910255,0]}}],\"characters\":[{\"name\":\"hero\",\"feet\":[-0.325017662,"
    "1.285063309,-0.697471371],\"tuning\":{\"max_walk_speed\":4.078032},\"input\":[{\"t\":0,\"move\":[0,0,"
    "0]},{\"t\":0.6,\"move\":[0,0,0]},{\"t\":1.4,\"jump\":true},{\"t\":1.5,\"jump\":false}]}]";

// Promise 7. Before: 58 cm at 30 Hz.
static void of_two_bodies_at_one_height_the_first_is_the_floor(void **unused)
{
    (void)unused;
    play(tie, 0.01, (told){.lands = 1});
}

static const char wedge[] =
    "\"level\":[{\"name\":\"floor\",\"box\":[120,1,120],\"position\":[0,-0.5,0]},{\"name\":\"mover0\","
    "\"capsule\":[0.704564,3.409127],\"position\":[1.426305583,1.704563723,-0.812039329],\"euler\":[0,"
    "69.036491974,0],\"motion\":{\"velocity\":[-0.201689293,0,-0.024992493],\"spin\":[0,0,0]}},"
    "{\"name\":\"mover1\",\"capsule\":[0.889406,3.778812],\"position\":[1.030901156,1.889406068,"
    "-2.841974845],\"euler\":[0,2.742335135,0],\"motion\":{\"velocity\":[-0.034093167,0,0.096431339],"
    "\"spin\":[0,0,0]}},{\"name\":\"mover2\",\"hull\":[[-0.329295,-1,1.024591],[-0.321619,1,1.000708],"
    "[-1.051969,-1,0.227118],[-1.027448,1,0.221824],[-0.722674,-1,-0.797473],[-0.705829,1,-0.778884],"
    "[0.329295,-1,-1.024591],[0.321619,1,-1.000708],[1.051969,-1,-0.227118],[1.027448,1,-0.221824],[0.722674,"
    "-1,0.797473],[0.705829,1,0.778884]],\"position\":[-0.016413568,1,-2.976074444],\"euler\":[0,7.565264023,"
    "0],\"motion\":{\"velocity\":[-0.017247351,0,0.613074877],\"spin\":[0,0,0]}}],"
    "\"characters\":[{\"name\":\"hero\",\"feet\":[0,0,0],\"tuning\":{\"max_walk_speed\":3.705759},"
    "\"input\":[{\"t\":0,\"move\":[-0.016323301,0,-0.999866766]}]}]";

// Two rates may each be 1 cm, promise 7, to one side of the truth. Before: crushed at 20 Hz.
static void a_wedge_that_closes_lets_it_out_at_any_rate(void **unused)
{
    (void)unused;
    play(wedge, 0.02, (told){.crouches = 1});
}

static const char overhead[] =
    "\"level\":[{\"name\":\"floor\",\"box\":[120,1,120],\"position\":[0,-0.5,0]},{\"name\":\"mover0\","
    "\"box\":[2.117731,0.3,4],\"position\":[0,0.614876594,0],\"euler\":[0,0,0],\"motion\":{\"velocity\":[0,0,"
    "0.001],\"spin\":[0,0,0]}},{\"name\":\"mover1\",\"box\":[2.117731,0.3,4],\"position\":[2.955727689,"
    "0.912855474,0],\"euler\":[0,0,0],\"motion\":{\"velocity\":[-0.18747362,0,0],\"spin\":[0,0,0]}}],"
    "\"characters\":[{\"name\":\"hero\",\"feet\":[0.441155955,0.774876594,0.001011523],"
    "\"tuning\":{\"max_walk_speed\":3.711403},\"input\":[{\"t\":0,\"move\":[0.99510004,0,-0.098873201]},"
    "{\"t\":0.6,\"jump\":true},{\"t\":0.7,\"jump\":false}]}]";

// Promise 7. Before: 3 m, crushed a second early at 20 to 240 Hz.
static void an_edge_that_comes_along_the_ground_pushes_along_it(void **unused)
{
    (void)unused;
    play(overhead, 0.01, (told){.crouches = 1, .crushes = 1, .lands = 1});
}

static const char curb[] =
    "\"level\":[{\"name\":\"floor\",\"box\":[120,1,120],\"position\":[0,-0.5,0]},{\"name\":\"mover0\","
    "\"hull\":[[0,-1,0],[6.641635,-1,0],[0,1,0],[6.641635,1,0],[0,-1,0.107986],[6.641635,-1,0.107986],[0,1,"
    "0.107986],[6.641635,1,0.107986]],\"as\":\"mesh\",\"position\":[-0.920001929,1,1.77878708],\"euler\":[0,"
    "191.061394797,0],\"motion\":{\"velocity\":[0,0,0],\"spin\":[0,28.693945768,0]}},{\"name\":\"mover1\","
    "\"hull\":[[0,-1,0],[3.967813,-1,0],[0,1,0],[3.967813,1,0],[0,-1,0.195476],[3.967813,-1,0.195476],[0,1,"
    "0.195476],[3.967813,1,0.195476]],\"as\":\"mesh\",\"position\":[1.242080572,1,1.744293612],\"euler\":[0,"
    "285.673766958,0],\"motion\":{\"velocity\":[0,0,0],\"spin\":[0,-113.153718823,0]}},{\"name\":\"mover2\","
    "\"box\":[2.918244,0.192889,2.918244],\"position\":[1.26304964,0.096444624,-0.973733305],\"euler\":[0,"
    "31.079601506,0],\"motion\":{\"velocity\":[-0.260263107,0,0.239431459],\"spin\":[0,0,0]}},"
    "{\"name\":\"mover3\",\"box\":[0.880108,1,2.227965],\"as\":\"mesh\",\"position\":[-1.709197531,"
    "3.305141834,0.135230415],\"euler\":[0,-25.877083773,0],\"motion\":{\"keys\":[{\"t\":0.4,"
    "\"position\":[-1.709197531,3.305141834,0.135230415],\"euler\":[0,-25.877083773,0]},{\"t\":11.9,"
    "\"position\":[-1.709197531,2.019804904,0.135230415],\"euler\":[0,-25.877083773,0]},{\"t\":23.4,"
    "\"position\":[-1.709197531,3.305141834,0.135230415],\"euler\":[0,-25.877083773,0]}],"
    "\"ease\":\"linear\"}}],\"characters\":[{\"name\":\"hero\",\"feet\":[-1.809923512,1.066962385,"
    "-2.034786465],\"tuning\":{\"max_walk_speed\":2.798482},\"input\":[{\"t\":0,\"move\":[-0.061829029,0,"
    "0.843724519]}]}]";

// Promise 7. Before: 20 cm at 20 Hz, by a hit that took all speed.
static void a_character_pressed_onto_a_rim_steps_up_straight(void **unused)
{
    (void)unused;
    play(curb, 0.01, (told){.lands = 1});
}

static const char sinking[] =
    "\"level\":[{\"name\":\"floor\",\"box\":[120,1,120],\"position\":[0,-0.5,0]},{\"name\":\"mover0\","
    "\"box\":[2.685119,1,5.029596],\"position\":[2.657169751,3.389127876,0.126839486],\"euler\":[0,0,0],"
    "\"motion\":{\"keys\":[{\"t\":0.4,\"position\":[2.657169751,3.389127876,0.126839486],\"euler\":[0,0,0]},"
    "{\"t\":1.6,\"position\":[2.657169751,0.714598972,0.126839486],\"euler\":[0,0,0]},{\"t\":2.8,"
    "\"position\":[2.657169751,3.389127876,0.126839486],\"euler\":[0,0,0]}],\"ease\":\"smooth\"}},"
    "{\"name\":\"mover1\",\"box\":[2.277453,0.5,2.277453],\"position\":[-2.028701413,-0.153215773,"
    "0.960910899],\"euler\":[0,0,0],\"motion\":{\"keys\":[{\"t\":0.5,\"position\":[-2.028701413,-0.153215773,"
    "0.960910899],\"euler\":[0,0,0]},{\"t\":1,\"position\":[-2.028701413,1.461281161,0.960910899],"
    "\"euler\":[13.526810116,0,6.763405058]},{\"t\":1.1,\"position\":[-2.028701413,1.461281161,0.960910899],"
    "\"euler\":[13.526810116,0,6.763405058]},{\"t\":1.6,\"position\":[-2.028701413,-0.153215773,0.960910899],"
    "\"euler\":[0,0,0]}],\"ease\":\"smooth\"}},{\"name\":\"mover2\",\"box\":[4.4833,0.147286,4.4833],"
    "\"as\":\"mesh\",\"position\":[-0.109561609,0.073642905,-1.957803572],\"euler\":[0,89.172213717,0],"
    "\"motion\":{\"velocity\":[-0.103493952,0,-0.05309421],\"spin\":[0,0,0]}},{\"name\":\"mover3\","
    "\"box\":[2.019203,1,5.692374],\"position\":[0.244209199,2.779696905,-0.088634601],\"euler\":[0,0,0],"
    "\"motion\":{\"keys\":[{\"t\":0.5,\"position\":[0.244209199,2.779696905,-0.088634601],\"euler\":[0,0,0]},"
    "{\"t\":1.4,\"position\":[0.244209199,1.024989788,-0.088634601],\"euler\":[0,0,0]},{\"t\":2.3,"
    "\"position\":[0.244209199,2.779696905,-0.088634601],\"euler\":[0,0,0]}],\"ease\":\"linear\"}}],"
    "\"characters\":[{\"name\":\"hero\",\"feet\":[-2.727353739,1.447418252,0.31242807],"
    "\"tuning\":{\"max_walk_speed\":2.049497},\"input\":[{\"t\":0,\"move\":[0.960934139,0,0.276777133]},"
    "{\"t\":0.4,\"jump\":true},{\"t\":0.5,\"jump\":false}]}]";

// Promise 7: 1 % of a way of 8.8 m. Before: 27 landings at 1,000 Hz.
static void a_slope_that_falls_away_is_left_once(void **unused)
{
    (void)unused;
    play(sinking, 0.08, (told){.crouches = 1, .lands = 2});
}

static const char held[] =
    "\"level\":[{\"name\":\"floor\",\"box\":[120,1,120],\"position\":[0,-0.5,0]},{\"name\":\"wall\","
    "\"box\":[1,3,6],\"position\":[1.5,1.5,0]},{\"name\":\"mover0\",\"box\":[3.432763,1,4.01958],"
    "\"position\":[2.472738429,3.749115024,-0.397824219],\"euler\":[0,0,0],\"motion\":{\"keys\":[{\"t\":0.5,"
    "\"position\":[2.472738429,3.749115024,-0.397824219],\"euler\":[0,0,0]},{\"t\":6.4,"
    "\"position\":[2.472738429,1.270662851,-0.397824219],\"euler\":[0,0,0]}],\"ease\":\"linear\"}},"
    "{\"name\":\"mover1\",\"box\":[5.929375,0.221268,5.929375],\"as\":\"mesh\",\"position\":[-1.715233837,"
    "0.11063418,-0.102825399],\"euler\":[0,30.642499514,0],\"motion\":{\"velocity\":[0.019607172,0,"
    "0.401636892],\"spin\":[0,-19.266680625,0]}},{\"name\":\"mover2\",\"hull\":[[0,-1,0],[7.726581,-1,0],[0,"
    "1,0],[7.726581,1,0],[0,-1,0.381657],[7.726581,-1,0.381657],[0,1,0.381657],[7.726581,1,0.381657]],"
    "\"position\":[-0.496151802,1,0.201596278],\"euler\":[0,157.073018586,0],\"motion\":{\"velocity\":[0,0,"
    "0],\"spin\":[0,178.684092326,0]}},{\"name\":\"mover3\",\"box\":[1,3,1.935074],\"as\":\"mesh\","
    "\"position\":[-1.753349659,1.5,1.630812402],\"euler\":[0,0,0],\"motion\":{\"keys\":[{\"t\":0.6,"
    "\"position\":[-1.753349659,1.5,1.630812402],\"euler\":[0,0,0]},{\"t\":7.5,\"position\":[-0.726847332,"
    "1.5,1.630812402],\"euler\":[0,0,0]}],\"ease\":\"smooth\"}}],\"characters\":[{\"name\":\"hero\","
    "\"feet\":[-1.978277318,1.097152996,-0.002995751],\"tuning\":{\"max_walk_speed\":1.997987},"
    "\"input\":[{\"t\":0,\"move\":[-0.094975095,0,0.995479649]},{\"t\":2.1,\"move\":[0,0,0]}]}]";

// Promise 7. Before: 79 cm, let go a second early at 240 Hz and above.
static void what_has_crushed_it_is_not_lost_sight_of(void **unused)
{
    (void)unused;
    play(held, 0.01, (told){.crushes = 3, .lands = 1});
}

static const char leaving[] =
    "\"level\":[{\"name\":\"floor\",\"box\":[120,1,120],\"position\":[0,-0.5,0]},{\"name\":\"mover0\","
    "\"box\":[0.897923,2,1.858751],\"position\":[-0.011509433,1,-1.081515443],\"euler\":[0,19.968430594,0],"
    "\"motion\":{\"keys\":[{\"t\":0.1,\"position\":[-0.011509433,1,-1.081515443],\"euler\":[0,19.968430594,"
    "0]},{\"t\":15.2,\"position\":[0.548904403,1,2.152428127],\"euler\":[0,19.968430594,0]}],"
    "\"ease\":\"smooth\"}}],\"characters\":[{\"name\":\"hero\",\"feet\":[-1.894555018,0,1.777980415],"
    "\"tuning\":{\"max_walk_speed\":4.180899},\"input\":[{\"t\":0,\"move\":[0.238616822,0,-0.9711138]},"
    "{\"t\":1.3,\"move\":[0,0,0]}]}]";

// Promise 7. Before: 10 cm at 20 Hz.
static void a_corner_that_goes_away_is_left_as_it_begins_to(void **unused)
{
    (void)unused;
    play(leaving, 0.01, (told){0});
}

static const char coming[] =
    "\"level\":[{\"name\":\"floor\",\"box\":[120,1,120],\"position\":[0,-0.5,0]},{\"name\":\"mover0\","
    "\"hull\":[[-0.749268,-1,0.497799],[-0.723976,1,0.480995],[-0.056473,-1,-0.897785],[-0.054566,1,"
    "-0.867479],[0.805741,-1,0.399986],[0.778542,1,0.386484]],\"as\":\"mesh\",\"position\":[-0.177399528,1,"
    "2.099415046],\"euler\":[0,4.171393443,0],\"motion\":{\"keys\":[{\"t\":0.3,\"position\":[-0.177399528,1,"
    "2.099415046],\"euler\":[0,4.171393443,0]},{\"t\":6.9,\"position\":[0.246573395,1,-2.918045497],"
    "\"euler\":[0,-70.468024257,0]}],\"ease\":\"linear\"}}],\"characters\":[{\"name\":\"hero\",\"feet\":[0,0,"
    "0],\"tuning\":{\"max_walk_speed\":3.386088},\"input\":[{\"t\":0,\"move\":[0.012077964,0,0.999927059]},"
    "{\"t\":0.8,\"jump\":true},{\"t\":0.9,\"jump\":false},{\"t\":2.5,\"move\":[0,0,0]}]}]";

// Promise 7. Before: 31 cm at 30 Hz.
static void a_corner_that_comes_and_turns_is_kept_to(void **unused)
{
    (void)unused;
    play(coming, 0.01, (told){.lands = 1});
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_corner_that_swings_away_is_met_by_the_way),
        cmocka_unit_test(a_ceiling_that_comes_down_lets_a_walker_duck),
        cmocka_unit_test(between_walls_it_comes_out_at_the_nearest_place),
        cmocka_unit_test(a_guarded_ledge_lets_go_at_the_rim),
        cmocka_unit_test(a_jump_off_what_begins_to_move_takes_nothing_along),
        cmocka_unit_test(a_gap_narrower_than_a_slice_is_not_walked_over),
        cmocka_unit_test(a_steep_side_below_a_rim_is_not_walked_past),
        cmocka_unit_test(of_two_bodies_at_one_height_the_first_is_the_floor),
        cmocka_unit_test(a_wedge_that_closes_lets_it_out_at_any_rate),
        cmocka_unit_test(an_edge_that_comes_along_the_ground_pushes_along_it),
        cmocka_unit_test(a_character_pressed_onto_a_rim_steps_up_straight),
        cmocka_unit_test(a_slope_that_falls_away_is_left_once),
        cmocka_unit_test(what_has_crushed_it_is_not_lost_sight_of),
        cmocka_unit_test(a_corner_that_goes_away_is_left_as_it_begins_to),
        cmocka_unit_test(a_corner_that_comes_and_turns_is_kept_to),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
