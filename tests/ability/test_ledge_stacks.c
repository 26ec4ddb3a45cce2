// test_ledge_stacks.c - ledges on walls that are put together of many bodies, or of parts in one mesh: the
// joints between them are no tops, and a narrow top below the ledge is no stair. Read next: yard.h,
// test_ledge_meshes.c.
#include "yard.h"

#define SLAB 0.15  // m, of a stack: joints so near that a look ahead has no room for all of them
#define GAP 0.15   // m, between capsule and wall
#define AIMED 0.02 // m: how far from the height of the top it may come to stand

static stage *open_form(stage_form form, int frame)
{
    stage *s = stage_open_at(form, yard_turn(frame), lope_point_make(100 * frame, -30 * frame, 7));
    stage_box(s, -20, -1, -20, 20, 0, 20);
    return s;
}

// Adds a wall of slabs that lie on each other, from x = 0, up to `top` m.
static void add_stack(stage *s, double top, double thick)
{
    for (double y = 0; y < top - 1e-9; y += SLAB) stage_box(s, 0, y, -4, thick, fmin(y + SLAB, top), 4);
}

// Places the character before the wall, and presses a button for a tick with the stick toward the wall.
static void press_before(stage *s, double x, uint32_t button, float rate)
{
    stage_flush(s);
    yard_place(s, x - (double)0.34f - GAP, 0, 0, true);
    stage_move(s, 1, 0);
    yard_press(s, button);
    stage_tick(s, 1.0f / rate);
    s->input.held = 0;
    stage_move(s, 0, 0);
}

static void mantles(stage *s, uint32_t mantle, double top, float rate)
{
    if (!yard_event(s, LOPE_EVENT_ABILITY, mantle, 0))
        fail_msg("%g m: no mantle: %s", top, lope_refusal_text(yard_refused(s, mantle)));
    yard_until_end(s, mantle, rate, 3);
    assert_true(stage_walking(s));
    check_near("height of the feet", stage_feet(s).y, top, AIMED);
}

static void joints_of_a_stack_are_no_ledges(void **unused)
{
    (void)unused;
    for (int form = 0; form < STAGE_FORM_COUNT; form++)
        for (double top = 0.6; top < 2.45; top += 0.25) {
            const float rate = rates[(int)(top * 4) % RATES];
            stage *s = open_form((stage_form)form, (int)(top * 4) % FRAMES);
            add_stack(s, top, 3);
            const uint32_t mantle = yard_add(s, lope_mantle_ability());
            press_before(s, 0, LOPE_BUTTON_JUMP, rate);
            // of the look ahead: the top alone
            assert_int_equal(s->report.probe.ledge_count, 1);
            mantles(s, mantle, top, rate);
            stage_close(s);
        }
}

static void a_stack_is_vaulted(void **unused)
{
    (void)unused;
    for (int form = 0; form < STAGE_FORM_COUNT; form++) {
        stage *s = open_form((stage_form)form, form);
        add_stack(s, 1.05, 0.4);
        const uint32_t vault = yard_add(s, lope_vault_ability());
        press_before(s, 0, LOPE_BUTTON_VAULT, 60);
        if (!yard_event(s, LOPE_EVENT_ABILITY, vault, 0)) fail_msg("no vault: %s", lope_refusal_text(yard_refused(s, vault)));
        yard_until_end(s, vault, 60, 2);
        check_near("height of the feet", stage_feet(s).y, 0, AIMED);
        assert_true(stage_feet(s).x > 0.4 + (double)0.34f);
        stage_close(s);
    }
}

// Sheets are met from both sides, and brushes overlap: neither hides its own top.
static void open_and_overlapping_tops_are_ledges(void **unused)
{
    (void)unused;
    for (int boxes = 0; boxes < 2; boxes++) {
        stage *s = open_form(boxes ? STAGE_BOXES : STAGE_MESH, boxes);
        if (boxes) {
            stage_box(s, 0, 0, -4, 2, 1.5, 4);
            stage_box(s, 0, 0.5, -3, 3, 1.5, 3);
        } else {
            stage_sheet(s, (brute_point){0, 0, 4}, (brute_point){0, 1.5, 4}, (brute_point){0, 1.5, -4}, (brute_point){0, 0, -4});
            stage_sheet(s, (brute_point){0, 1.5, 4}, (brute_point){3, 1.5, 4}, (brute_point){3, 1.5, -4},
                        (brute_point){0, 1.5, -4});
        }
        const uint32_t mantle = yard_add(s, lope_mantle_ability());
        press_before(s, 0, LOPE_BUTTON_JUMP, 60);
        mantles(s, mantle, 1.5, 60);
        stage_close(s);
    }
}

// A plinth, 6 cm wide, before a wall. Its top is within a step below the ledge, but cannot be walked to.
static void the_top_of_a_plinth_is_no_stair(void **unused)
{
    (void)unused;
    for (int form = 0; form < STAGE_FORM_COUNT; form++)
        for (double top = 1.1; top < 2.3; top += 0.3) {
            const float rate = rates[(int)(top * 4) % RATES];
            stage *s = open_form((stage_form)form, (int)(top * 4) % FRAMES);
            stage_box(s, 0.06, 0, -4, 3, top, 4);
            stage_box(s, 0, 0, -4, 0.06, top - 0.3, 4);
            const uint32_t mantle = yard_add(s, lope_mantle_ability());
            press_before(s, 0, LOPE_BUTTON_JUMP, rate);
            mantles(s, mantle, top, rate);
            stage_close(s);
        }
}

// Stairs of which each tread is a narrow one are walked up all the same, so they are not mantled.
static void narrow_stairs_are_no_ledge(void **unused)
{
    (void)unused;
    for (int form = 0; form < STAGE_FORM_COUNT; form++) {
        stage *s = open_form((stage_form)form, form);
        for (int i = 0; i < 6; i++) stage_box(s, 0.12 * i, 0, -4, 3, 0.3 * (i + 1), 4);
        const uint32_t mantle = yard_add(s, lope_mantle_ability());
        press_before(s, 0, LOPE_BUTTON_JUMP, 60);
        assert_int_equal(yard_refused(s, mantle), LOPE_REFUSAL_STEP);
        stage_close(s);
    }
}

// Two blocks that touch, in one mesh or as bodies. Where the first one ends the obstacle does not.
static void an_obstacle_of_two_blocks_is_as_deep_as_both(void **unused)
{
    (void)unused;
    for (int form = 0; form < STAGE_FORM_COUNT; form++) {
        stage *s = open_form((stage_form)form, form);
        stage_box(s, 0, 0, -4, 0.4, 0.95, 4);
        stage_box(s, 0.4, 0, -4, 3, 0.95, 4);
        const uint32_t vault = yard_add(s, lope_vault_ability());
        press_before(s, 0, LOPE_BUTTON_VAULT, 60);
        assert_int_equal(yard_refused(s, vault), LOPE_REFUSAL_NO_ROOM);
        assert_int_equal(s->report.probe.ledges[0].flags & LOPE_LEDGE_FAR_SIDE, 0);
        stage_close(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(joints_of_a_stack_are_no_ledges),
                                       cmocka_unit_test(a_stack_is_vaulted),
                                       cmocka_unit_test(an_obstacle_of_two_blocks_is_as_deep_as_both),
                                       cmocka_unit_test(open_and_overlapping_tops_are_ledges),
                                       cmocka_unit_test(the_top_of_a_plinth_is_no_stair),
                                       cmocka_unit_test(narrow_stairs_are_no_ledge)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
