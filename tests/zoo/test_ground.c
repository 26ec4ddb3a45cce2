// The zoo's scenarios of the ground itself.
#include "zoo.h"

#include <math.h>

static void stairs_are_walked_up(void **unused)
{
    (void)unused;
    const double rates[] = {20, 60, 360};
    for (int i = 0; i < 3; i++) {
        zoo *z = zoo_open("stairs", rates[i]);
        while (zoo_tick(z)) assert_int_equal(zoo_state(z, "hero")->mode, LOPE_MODE_WALKING);
        const lope_point feet = zoo_feet(z, "hero");
        print_message("  %3.0f Hz: ends %.4f m high, %.4f m on\n", rates[i], feet.y, -feet.z);
        assert_true(fabs(feet.y - 3.0) < 1e-6); // the feet stand on the step, to the rounding of its float
        assert_int_equal(zoo_count(z, "hero", LOPE_EVENT_STEP_UP), 10);
        zoo_close(z);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(stairs_are_walked_up)};
    return cmocka_run_group_tests_name("zoo.ground", tests, NULL, NULL);
}
