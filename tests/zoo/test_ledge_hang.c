// test_ledge_hang.c - hanging on ledges as levels/zoo/ledge_hang.json shows it.
#include "zoo.h"

#include <math.h>

static const double rates[] = {20, 60, 240};

// Fails unless a character's feet are there. 2 mm: the capsule rests within the floor's skin.
static void stands(const zoo *z, const char *name, double y)
{
    const double off = zoo_feet(z, name).y - y;
    if (!(fabs(off) < 2e-3)) fail_msg("%s is %.9g m off its height", name, off);
}

static void ledge_hang_scene_shows_each_outcome(void **unused)
{
    (void)unused;
    for (int r = 0; r < 3; r++) {
        zoo *z = zoo_open("ledge_hang", rates[r]);
        zoo_play(z, 2.9);
        stands(z, "on the moving one", 2.4 - 1.76);
        // it goes along with the ledge: 0.5 m/s since the catch, at about 0.4 s
        const double along = zoo_feet(z, "on the moving one").z + 8;
        assert_true(along > 1.1 && along < 1.4);
        stands(z, "lets itself down", 3 - 1.76);
        // 1 m: the deck's side; 0.3928: radius and gap
        assert_true(fabs(zoo_feet(z, "lets itself down").x - (1 - 0.3928)) < 1e-3);
        stands(z, "no room", 2.4 - 1.76);
        zoo_play(z, 5.9);
        stands(z, "round the corner", 2.4);
        stands(z, "on the moving one", 2.4);
        stands(z, "jumps off", 0);
        assert_true(zoo_feet(z, "jumps off").x < -1);
        assert_int_equal(zoo_event_of(z, "no room", LOPE_EVENT_REFUSE, 0)->event.to, LOPE_REFUSAL_NO_ROOM);
        stands(z, "no room", 0);
        zoo_close(z);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(ledge_hang_scene_shows_each_outcome)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
