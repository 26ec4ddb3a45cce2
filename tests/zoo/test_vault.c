// test_vault.c - vaults as levels/zoo/vault.json shows them.
#include "zoo.h"

#include <math.h>

static const double rates[] = {20, 60, 240};

// Fails unless the character's one vault took so long, s.
static void took(const zoo *z, const char *name, double wanted)
{
    assert_int_equal(zoo_count(z, name, LOPE_EVENT_ABILITY), 1);
    const double time =
        zoo_event_of(z, name, LOPE_EVENT_ABILITY_END, 0)->time - zoo_event_of(z, name, LOPE_EVENT_ABILITY, 0)->time;
    if (!(fabs(time - wanted) < 1e-4)) fail_msg("%s took %.9g s, wanted %.9g s", name, time, wanted);
    assert_true(zoo_feet(z, name).x > 4.7);
    assert_true(fabs(zoo_feet(z, name).y) < 1e-2);
}

static void vault_scene_shows_each_outcome(void **unused)
{
    (void)unused;
    for (int r = 0; r < 3; r++) {
        zoo *z = zoo_open("vault", rates[r]);
        zoo_play(z, 2.9);
        took(z, "vaults", 0.7);
        took(z, "hurdles", 0.5);
        took(z, "on the moving one", 0.7);
        assert_int_equal(zoo_count(z, "too high", LOPE_EVENT_ABILITY), 0);
        assert_int_equal(zoo_event_of(z, "too high", LOPE_EVENT_REFUSE, 0)->event.to, LOPE_REFUSAL_TOO_HIGH);
        assert_int_equal(zoo_event_of(z, "too deep", LOPE_EVENT_REFUSE, 0)->event.to, LOPE_REFUSAL_NO_ROOM);
        zoo_close(z);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(vault_scene_shows_each_outcome)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
