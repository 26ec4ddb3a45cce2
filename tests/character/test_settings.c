// test_settings.c - settings of modes and abilities in a moveset: by names, in its hash, checked, kept, and
// changed between ticks.
#include <lope/lope.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct dash_settings {
    float speed, unused; // the second has no row: it is not taken over
    uint32_t style, air;
} dash_settings;

static const char *const styles[] = {"plain", "spin", NULL};
static const lope_field dash_fields[] = {
    {.name = "speed",
     .unit = "m/s",
     .kind = LOPE_FIELD_FLOAT,
     .low = 1,
     .high = 20,
     .initial = 9,
     .offset = offsetof(dash_settings, speed)},
    {.name = "style", .kind = LOPE_FIELD_ENUM, .choices = styles, .initial = 1, .offset = offsetof(dash_settings, style)},
    {.name = "air", .kind = LOPE_FIELD_BOOL, .offset = offsetof(dash_settings, air)},
};
static double rest(lope_tick *tick, double seconds)
{
    (void)tick;
    (void)seconds;
    return 0;
}
static const lope_mode glide = {
    .name = "glide", .run = rest, .version = 3, .fields = dash_fields, .field_count = 3, .settings_size = sizeof(dash_settings)};
static const lope_ability dash = {.name = "dash",
                                  .button = LOPE_BUTTON_GAME,
                                  .fields = dash_fields,
                                  .field_count = 3,
                                  .settings_size = sizeof(dash_settings),
                                  .conditions = {.cooldown = 0.5f}};

static void make(lope_moveset *moveset)
{
    lope_tuning tuning = lope_tuning_default();
    assert_int_equal(lope_moveset_make(moveset, &tuning, NULL), LOPE_OK);
}

static void make_with_both(lope_moveset *moveset)
{
    make(moveset);
    assert_int_equal(lope_moveset_add_mode(moveset, &glide, NULL, NULL), LOPE_OK);
    assert_int_equal(lope_moveset_add_ability(moveset, &dash, NULL, NULL, NULL), LOPE_OK);
}

static double get(const lope_moveset *moveset, const char *owner, const char *field)
{
    double value = -99;
    assert_int_equal(lope_moveset_get(moveset, owner, field, &value), LOPE_OK);
    return value;
}

static void set(lope_moveset *moveset, const char *owner, const char *field, double value)
{
    lope_error error = {0};
    if (lope_moveset_set(moveset, owner, field, value, &error) != LOPE_OK) fail_msg("%s: %s", error.field, error.text);
}

static void settings_are_what_the_fields_are_initially(void **unused)
{
    (void)unused;
    lope_moveset m;
    make_with_both(&m);
    const char *const owners[] = {"glide", "dash"};
    for (int i = 0; i < 2; i++) {
        assert_true(get(&m, owners[i], "speed") == 9);
        assert_true(get(&m, owners[i], "style") == 1);
        assert_true(get(&m, owners[i], "air") == 0);
    }
    assert_true(get(&m, "dash", "cooldown") == 0.5);
    assert_true(get(&m, "stamina", "most") == 100);
}

static void settings_given_are_copied_by_their_rows(void **unused)
{
    (void)unused;
    lope_moveset a, b;
    dash_settings given = {.speed = 4, .unused = 7, .style = 0, .air = 1}, other = given;
    other.unused = 8;
    make(&a);
    make(&b);
    assert_int_equal(lope_moveset_add_ability(&a, &dash, &given, NULL, NULL), LOPE_OK);
    assert_int_equal(lope_moveset_add_ability(&b, &dash, &other, NULL, NULL), LOPE_OK);
    given.speed = 5; // the moveset has its own
    assert_true(get(&a, "dash", "speed") == 4);
    assert_true(get(&a, "dash", "air") == 1);
    assert_memory_equal(&a, &b, sizeof a); // what has no row is zero: it is in no hash either
}

static void set_of_one_leaves_the_others(void **unused)
{
    (void)unused;
    lope_moveset m, copy;
    make_with_both(&m);
    set(&m, "dash", "speed", 12.5);
    copy = m; // a moveset may be copied: it does not point into itself
    set(&copy, "glide", "style", 0);
    assert_true(get(&copy, "dash", "speed") == 12.5 && get(&copy, "glide", "speed") == 9);
    assert_true(get(&m, "glide", "style") == 1);
}

static void set_is_refused_with_field_range_and_remedy(void **unused)
{
    (void)unused;
    static const struct {
        const char *owner, *field;
        double value;
        lope_result code;
        const char *error_field, *text;
    } cases[] = {
        {"dash", "speed", 21, LOPE_ERROR_RANGE, "speed", "speed is 21; it takes a number from 1 to 20 m/s"},
        {"glide", "speed", 0.5, LOPE_ERROR_RANGE, "speed", "from 1 to 20"},
        {"dash", "style", 2, LOPE_ERROR_RANGE, "style", "a whole number from 0 to 1"},
        {"dash", "air", 0.5, LOPE_ERROR_RANGE, "air", "a whole number from 0 to 1"},
        {"dash", "cooldown", -1, LOPE_ERROR_RANGE, "cooldown", "from 0 to 3600 s"},
        {"dash", "charges", 256, LOPE_ERROR_RANGE, "charges", "from 0 to 255"},
        {"dash", "speed", (double)NAN, LOPE_ERROR_NOT_FINITE, "speed", "NaN or infinite"},
        {"dash", "sped", 2, LOPE_ERROR_UNKNOWN_NAME, "field", "dash has no setting sped"},
        {"dive", "speed", 2, LOPE_ERROR_UNKNOWN_NAME, "owner", "no mode or ability \"dive\"; add it first"},
        {"walking", "speed", 2, LOPE_ERROR_UNKNOWN_NAME, "field", "it has none"},
        {"stamina", "mist", 2, LOPE_ERROR_UNKNOWN_NAME, "field", "one that it has is most"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lope_moveset m, before;
        lope_error error = {0};
        make_with_both(&m);
        before = m;
        assert_int_equal(lope_moveset_set(&m, cases[i].owner, cases[i].field, cases[i].value, &error), cases[i].code);
        assert_int_equal(error.code, cases[i].code);
        assert_string_equal(error.field, cases[i].error_field);
        if (!strstr(error.text, cases[i].text)) fail_msg("%s: %s", cases[i].field, error.text);
        assert_memory_equal(&m, &before, sizeof m);
    }
    assert_int_equal(lope_moveset_set(NULL, "dash", "speed", 1, NULL), LOPE_ERROR_NULL);
    double value;
    assert_int_equal(lope_moveset_get(NULL, "dash", "speed", &value), LOPE_ERROR_NULL);
}

// A limit is a float: whole numbers beyond int32_t round to it.
static void whole_numbers_beyond_int32_are_refused(void **unused)
{
    (void)unused;
    static const lope_field masks[] = {{.name = "mask", .kind = LOPE_FIELD_INT, .low = -2147483648.0f, .high = 2147483648.0f}};
    static const lope_mode masked = {.name = "masked", .run = rest, .fields = masks, .field_count = 1, .settings_size = 4};
    const double bad[] = {-2147483649.0, -2147483690.0, 2147483648.0, 2147483690.0}, good[] = {-2147483648.0, 2147483647.0};
    lope_moveset m;
    make(&m);
    assert_int_equal(lope_moveset_add_mode(&m, &masked, NULL, NULL), LOPE_OK);
    for (int i = 0; i < 4; i++) assert_int_equal(lope_moveset_set(&m, "masked", "mask", bad[i], NULL), LOPE_ERROR_RANGE);
    for (int i = 0; i < 2; i++) {
        set(&m, "masked", "mask", good[i]);
        assert_true(get(&m, "masked", "mask") == good[i]);
    }
}

static void hash_differs_with_each_field_and_with_the_version(void **unused)
{
    (void)unused;
    lope_moveset first, m;
    make_with_both(&first);
    static const struct {
        const char *owner, *field;
        double value;
    } changes[] = {{"dash", "speed", 9.5},  {"dash", "style", 0},    {"dash", "air", 1},     {"dash", "cooldown", 0.6},
                   {"dash", "charges", 2},  {"dash", "buffer", 0.1}, {"dash", "stamina", 1}, {"dash", "uses_in_air", 1},
                   {"glide", "speed", 9.5}, {"stamina", "most", 50}, {"stamina", "delay", 2}};
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        make_with_both(&m);
        assert_true(m.hash == first.hash);
        double was = get(&m, changes[i].owner, changes[i].field);
        set(&m, changes[i].owner, changes[i].field, changes[i].value);
        assert_true(m.hash != first.hash);
        set(&m, changes[i].owner, changes[i].field, was);
        assert_true(m.hash == first.hash);
    }
    lope_mode later = glide;
    lope_ability newer = dash;
    later.version++;
    newer.version++;
    make(&m);
    assert_int_equal(lope_moveset_add_mode(&m, &later, NULL, NULL), LOPE_OK);
    assert_int_equal(lope_moveset_add_ability(&m, &dash, NULL, NULL, NULL), LOPE_OK);
    assert_true(m.hash != first.hash);
    make(&m);
    assert_int_equal(lope_moveset_add_mode(&m, &glide, NULL, NULL), LOPE_OK);
    assert_int_equal(lope_moveset_add_ability(&m, &newer, NULL, NULL, NULL), LOPE_OK);
    assert_true(m.hash != first.hash);
}

// The hashes that movesets had before there were settings and abilities: they stand in recordings.
static void hash_without_settings_is_the_old_one(void **unused)
{
    (void)unused;
    lope_moveset m;
    lope_mode plain = {.name = "climb", .run = rest};
    make(&m);
    printf("  default %016llx\n", (unsigned long long)m.hash);
    assert_true(m.hash == UINT64_C(0x76fc205ef0ab1e38));
    assert_int_equal(lope_moveset_add_mode(&m, &plain, NULL, NULL), LOPE_OK);
    printf("  with climb %016llx\n", (unsigned long long)m.hash);
    assert_true(m.hash == UINT64_C(0xfc5ef51924a5e816));
}

static void retune_keeps_settings_and_abilities(void **unused)
{
    (void)unused;
    lope_moveset m;
    make_with_both(&m);
    set(&m, "dash", "speed", 5);
    lope_tuning tuning = m.tuning;
    tuning.max_walk_speed = 3;
    uint64_t before = m.hash;
    assert_int_equal(lope_moveset_retune(&m, &tuning, NULL), LOPE_OK);
    assert_true(get(&m, "dash", "speed") == 5);
    assert_int_equal(m.ability_count, 1);
    assert_true(m.hash != before);
}

static void settings_are_listed_once_each(void **unused)
{
    (void)unused;
    lope_moveset m;
    lope_setting setting;
    make(&m);
    assert_int_equal(lope_moveset_setting_count(&m), 0);
    assert_false(lope_moveset_setting_at(&m, 0, &setting));
    make_with_both(&m);
    static const char *const listed[] = {"glide speed",      "glide style",  "glide air",    "dash cooldown",    "dash charges",
                                         "dash uses_in_air", "dash stamina", "dash buffer",  "dash trigger",     "dash speed",
                                         "dash style",       "dash air",     "stamina most", "stamina recovery", "stamina delay"};
    uint32_t count = lope_moveset_setting_count(&m);
    assert_int_equal(count, sizeof listed / sizeof *listed);
    for (uint32_t i = 0; i < count; i++) {
        char text[80];
        double value;
        assert_true(lope_moveset_setting_at(&m, i, &setting));
        snprintf(text, sizeof text, "%s %s", setting.owner, setting.field->name);
        assert_string_equal(text, listed[i]);
        assert_int_equal(lope_moveset_get(&m, setting.owner, setting.field->name, &value), LOPE_OK);
        assert_int_equal(lope_moveset_set(&m, setting.owner, setting.field->name, value, NULL), LOPE_OK);
    }
    assert_false(lope_moveset_setting_at(&m, count, &setting));
}

static void check_add(lope_moveset *m, const lope_ability *ability, const void *settings, lope_result code, const char *field)
{
    lope_error error = {0};
    lope_moveset before = *m;
    assert_int_equal(lope_moveset_add_ability(m, ability, settings, NULL, &error), code);
    assert_string_equal(error.field, field);
    assert_memory_equal(m, &before, sizeof before);
}

static void an_ability_with_a_fault_is_refused(void **unused)
{
    (void)unused;
    lope_moveset m;
    lope_field rows[2] = {dash_fields[0], dash_fields[1]};
    lope_ability a = dash;
    dash_settings bad = {.speed = 100};
    make_with_both(&m);
    check_add(&m, &dash, NULL, LOPE_ERROR_DUPLICATE, "name");
    a.name = "glide";
    check_add(&m, &a, NULL, LOPE_ERROR_DUPLICATE, "name");
    a.name = "stamina";
    check_add(&m, &a, NULL, LOPE_ERROR_DUPLICATE, "name");
    a.name = "";
    check_add(&m, &a, NULL, LOPE_ERROR_NULL, "name");
    a.name = "roll";
    check_add(&m, &a, &bad, LOPE_ERROR_RANGE, "speed");
    a.data_size = LOPE_ABILITY_DATA + 1;
    check_add(&m, &a, NULL, LOPE_ERROR_RANGE, "data_size");
    a.data_size = 0;
    a.conditions.cooldown = -1;
    check_add(&m, &a, NULL, LOPE_ERROR_RANGE, "cooldown");
    a.conditions.cooldown = 0;
    a.fields = rows;
    a.field_count = 2;
    rows[1].name = "speed";
    check_add(&m, &a, NULL, LOPE_ERROR_DUPLICATE, "speed");
    rows[1].name = "cooldown"; // one of the conditions that each ability has
    check_add(&m, &a, NULL, LOPE_ERROR_DUPLICATE, "cooldown");
    rows[1].name = "style";
    rows[1].offset = sizeof(dash_settings) - 2;
    check_add(&m, &a, NULL, LOPE_ERROR_RANGE, "style");
    rows[1].offset = sizeof(dash_settings);
    check_add(&m, &a, NULL, LOPE_ERROR_RANGE, "style");
    a.fields = NULL;
    check_add(&m, &a, NULL, LOPE_ERROR_NULL, "fields");
    lope_mode same = glide;
    same.name = "dash";
    assert_int_equal(lope_moveset_add_mode(&m, &same, NULL, NULL), LOPE_ERROR_DUPLICATE);
}

static void settings_beyond_the_moveset_are_refused(void **unused)
{
    (void)unused;
    lope_moveset m;
    char names[LOPE_ABILITIES][8];
    lope_ability abilities[LOPE_ABILITIES];
    make(&m);
    uint32_t added = 0;
    for (uint32_t i = 0; i < LOPE_ABILITIES; i++) {
        snprintf(names[i], sizeof names[i], "a%u", (unsigned)i);
        abilities[i] = (lope_ability){.name = names[i], .settings_size = 400};
        lope_moveset before = m;
        lope_error error = {0};
        lope_result result = lope_moveset_add_ability(&m, &abilities[i], NULL, NULL, &error);
        if (result == LOPE_OK) {
            added++;
            continue;
        }
        assert_int_equal(result, LOPE_ERROR_RANGE);
        assert_string_equal(error.field, "settings_size");
        assert_memory_equal(&m, &before, sizeof m);
    }
    assert_true(added == 9); // 4,096 / (400 + 40 of conditions)
    lope_mode big = {.name = "big", .settings_size = LOPE_SETTINGS_BYTES};
    assert_int_equal(lope_moveset_add_mode(&m, &big, NULL, NULL), LOPE_ERROR_RANGE);
    make(&m);
    assert_int_equal(lope_moveset_add_mode(&m, &big, NULL, NULL), LOPE_OK); // whole
}

static void a_moveset_holds_24_abilities(void **unused)
{
    (void)unused;
    lope_moveset m;
    char names[LOPE_ABILITIES + 1][8];
    lope_ability abilities[LOPE_ABILITIES + 1];
    make(&m);
    for (uint32_t i = 0; i <= LOPE_ABILITIES; i++) {
        uint32_t id = 99;
        snprintf(names[i], sizeof names[i], "a%u", (unsigned)i);
        abilities[i] = (lope_ability){.name = names[i], .button = LOPE_BUTTON_GAME << i % 3, .settings_size = 128};
        lope_result result = lope_moveset_add_ability(&m, &abilities[i], NULL, &id, NULL);
        assert_int_equal(result, i < LOPE_ABILITIES ? LOPE_OK : LOPE_ERROR_RANGE);
        if (i < LOPE_ABILITIES) assert_int_equal(id, i);
        if (i < LOPE_ABILITIES) assert_string_equal(lope_moveset_ability_name(&m, i), names[i]);
    }
    assert_string_equal(lope_moveset_ability_name(&m, LOPE_ABILITIES), "?");
    assert_int_equal(m.ability_buttons, 7u << 16);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(settings_are_what_the_fields_are_initially),
        cmocka_unit_test(settings_given_are_copied_by_their_rows),
        cmocka_unit_test(set_of_one_leaves_the_others),
        cmocka_unit_test(set_is_refused_with_field_range_and_remedy),
        cmocka_unit_test(whole_numbers_beyond_int32_are_refused),
        cmocka_unit_test(hash_differs_with_each_field_and_with_the_version),
        cmocka_unit_test(hash_without_settings_is_the_old_one),
        cmocka_unit_test(retune_keeps_settings_and_abilities),
        cmocka_unit_test(settings_are_listed_once_each),
        cmocka_unit_test(an_ability_with_a_fault_is_refused),
        cmocka_unit_test(settings_beyond_the_moveset_are_refused),
        cmocka_unit_test(a_moveset_holds_24_abilities),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
