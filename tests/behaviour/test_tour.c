// test_tour.c - the gym's tour, played by the command-line tool: what must happen at each station, and twice
// the same hash.
//
// Where and when a station is stands in levels/gym/stations.csv, written by make_gym.py beside the scenario;
// what must happen there stands here. LOPE_TOOL is the program, LOPE_GYM_DIR the folder.
#include "check.h"

#include <stdbool.h>

#ifndef LOPE_TOOL
#define LOPE_TOOL "lope"
#endif
#ifndef LOPE_GYM_DIR
#define LOPE_GYM_DIR "levels/gym"
#endif

#define ROWS 20000
#define EVENTS 4000
#define STATIONS 64

typedef struct row {
    double time, p[3], v[3], acceleration;
    int walking;
} row;

typedef struct event {
    double time, value;
    char kind[16];
} event;

typedef struct station {
    char name[32];
    double start, end, box[6];
} station;

static row rows[ROWS];
static event events[EVENTS];
static station stations[STATIONS];
static int row_count, event_count, station_count;
static char hashes[2][32];

static FILE *open_or_fail(const char *path)
{
    FILE *f = fopen(path, "r");
    if (!f) fail_msg("cannot open %s", path);
    return f;
}

static void read_stations(void)
{
    FILE *f = open_or_fail(LOPE_GYM_DIR "/stations.csv");
    char line[256];
    assert_non_null(fgets(line, sizeof line, f));
    while (fgets(line, sizeof line, f) && station_count < STATIONS) {
        station *s = &stations[station_count];
        int n = sscanf(line, "%31[^,],%lf,%lf,%lf,%lf,%lf,%lf,%lf,%lf", s->name, &s->start, &s->end, &s->box[0], &s->box[1],
                       &s->box[2], &s->box[3], &s->box[4], &s->box[5]);
        assert_int_equal(n, 9);
        station_count++;
    }
    fclose(f);
    assert_true(station_count > 20);
}

// Columns: tick, time, name, mode, x, y, z, vx, vy, vz, yaw, height, walkable, floor_distance, floor_x, _y, _z, base, ability,
// acceleration, hash. Some may be empty.
static void read_trace(const char *path)
{
    FILE *f = open_or_fail(path);
    char line[1024];
    assert_non_null(fgets(line, sizeof line, f));
    assert_string_equal(line,
                        "tick,time,name,mode,x,y,z,vx,vy,vz,yaw,height,walkable,floor_distance,floor_x,floor_y,floor_z,base,"
                        "ability,acceleration,hash\n");
    row_count = 0;
    while (fgets(line, sizeof line, f) && row_count < ROWS) {
        row *r = &rows[row_count++];
        char *field = line;
        for (int column = 0; field; column++) {
            char *comma = strchr(field, ',');
            if (comma) *comma = 0;
            double value = atof(field);
            if (column == 1) r->time = value;
            if (column == 3) r->walking = strcmp(field, "walking") == 0;
            if (column >= 4 && column <= 6) r->p[column - 4] = value;
            if (column >= 7 && column <= 9) r->v[column - 7] = value;
            if (column == 19) r->acceleration = value;
            field = comma ? comma + 1 : NULL;
        }
    }
    fclose(f);
}

static double number_after(const char *line, const char *key)
{
    const char *at = strstr(line, key);
    if (!at) return 0;
    at += strlen(key);
    while (*at == ' ' || *at == ':' || *at == '"') at++;
    return atof(at);
}

static void read_events(const char *path)
{
    FILE *f = open_or_fail(path);
    char line[1024];
    event_count = 0;
    while (fgets(line, sizeof line, f) && event_count < EVENTS) {
        event *e = &events[event_count];
        const char *at = strstr(line, "\"event\"");
        if (!at) fail_msg("an event line without event: %s", line);
        at += strlen("\"event\"");
        while (*at == ' ' || *at == ':' || *at == '"') at++;
        size_t n = strcspn(at, "\"");
        assert_true(n < sizeof e->kind);
        memcpy(e->kind, at, n);
        e->kind[n] = 0;
        e->time = number_after(line, "\"time\"");
        e->value = strstr(line, "\"speed\"") ? number_after(line, "\"speed\"") : number_after(line, "\"height\"");
        event_count++;
    }
    fclose(f);
}

static void play(int run)
{
    char command[1024], line[512];
    snprintf(command, sizeof command, "\"%s\" run \"%s/tour.json\" --trace tour_%d.csv --events tour_%d.ndjson > tour_%d.txt",
             LOPE_TOOL, LOPE_GYM_DIR, run, run, run);
    int status = system(command);
    if (status != 0) fail_msg("%s: status %d", command, status);
    snprintf(line, sizeof line, "tour_%d.txt", run);
    FILE *f = open_or_fail(line);
    while (fgets(line, sizeof line, f))
        if (strncmp(line, "hash ", 5) == 0) snprintf(hashes[run], sizeof hashes[run], "%.16s", line + 5);
    fclose(f);
    assert_int_equal(strlen(hashes[run]), 16);
}

static int play_and_read(void **unused)
{
    (void)unused;
    read_stations();
    play(0);
    read_trace("tour_0.csv");
    read_events("tour_0.ndjson");
    printf("  %d rows, %d events, hash %s\n", row_count, event_count, hashes[0]);
    return row_count > 1000 ? 0 : -1;
}

static const station *find(const char *name)
{
    for (int i = 0; i < station_count; i++)
        if (strcmp(stations[i].name, name) == 0) return &stations[i];
    fail_msg("no station %s", name);
    return NULL;
}

// From the start on, before the end, where the next station may begin; times are written with 0.1 ms.
static bool during(const station *s, double time) { return time >= s->start - 1e-4 && time < s->end - 1e-4; }

static int count(const station *s, const char *kind)
{
    int n = 0;
    for (int i = 0; i < event_count; i++) n += strcmp(events[i].kind, kind) == 0 && during(s, events[i].time);
    return n;
}

static double value(const station *s, const char *kind)
{
    for (int i = 0; i < event_count; i++)
        if (strcmp(events[i].kind, kind) == 0 && during(s, events[i].time)) return events[i].value;
    fail_msg("%s: no %s event", s->name, kind);
    return 0;
}

static bool in(const station *s, int i) { return rows[i].time >= s->start && rows[i].time <= s->end; }

static double highest(const station *s)
{
    double y = -1e9;
    for (int i = 0; i < row_count; i++)
        if (in(s, i) && rows[i].p[1] > y) y = rows[i].p[1];
    return y;
}

static const row *last_of(const station *s)
{
    const row *last = NULL;
    for (int i = 0; i < row_count; i++)
        if (in(s, i)) last = &rows[i];
    assert_non_null(last);
    return last;
}

static void expect_walking(const station *s)
{
    for (int i = 0; i < row_count; i++)
        if (in(s, i) && !rows[i].walking)
            fail_msg("%s: in the air at %.3f s, x %g y %g", s->name, rows[i].time, rows[i].p[0], rows[i].p[1]);
}

// Less than 0.1 mm a tick over the station's last 0.3 s: it stands against something, and does not tremble.
static void expect_still(const station *s)
{
    for (int i = 1; i < row_count; i++) {
        if (!in(s, i) || rows[i - 1].time < s->end - 0.3) continue;
        double d = 0;
        for (int k = 0; k < 3; k++) d += (rows[i].p[k] - rows[i - 1].p[k]) * (rows[i].p[k] - rows[i - 1].p[k]);
        if (sqrt(d) > 1e-4) fail_msg("%s: moves %g mm at %.3f s", s->name, sqrt(d) * 1e3, rows[i].time);
    }
}

static void every_station_is_passed(void **unused)
{
    (void)unused;
    int wrong = 0;
    for (int k = 0; k < station_count; k++) {
        const station *s = &stations[k];
        int outside = -1, seen = 0;
        for (int i = 0; i < row_count; i++) {
            if (!in(s, i)) continue;
            seen++;
            for (int c = 0; c < 3; c++)
                if (outside < 0 && (rows[i].p[c] < s->box[c] || rows[i].p[c] > s->box[c + 3])) outside = i;
        }
        printf("  %-16s %6.2f to %6.2f s: %d rows%s\n", s->name, s->start, s->end, seen, outside < 0 ? "" : ", OUTSIDE");
        if (outside >= 0) {
            printf("    at %.3f s: %g %g %g\n", rows[outside].time, rows[outside].p[0], rows[outside].p[1], rows[outside].p[2]);
            wrong++;
        }
        assert_true(seen > 0);
    }
    assert_int_equal(wrong, 0);
}

static void stairs_and_ramps(void **unused)
{
    (void)unused;
    const station *stairs = find("stairs");
    expect_walking(stairs);
    printf("  stairs: %d steps up, highest %.4f m\n", count(stairs, "step_up"), highest(stairs));
    assert_true(count(stairs, "step_up") >= 24); // eight hills of three steps
    check_near("top of the highest stairs", highest(stairs), 3 * 0.45, 3e-3);
    const station *ramps = find("ramps");
    expect_walking(ramps);
    check_near("top of the ramps", highest(ramps), 1.0, 3e-3);
    double slowest = 1e9;
    for (int i = 0; i < row_count; i++)
        if (in(ramps, i) && rows[i].time > ramps->start + 0.5) {
            double speed = hypot(rows[i].v[0], rows[i].v[2]);
            slowest = speed < slowest ? speed : slowest;
        }
    printf("  ramps: slowest %.4f m/s\n", slowest);
    check_near("slowest on kerbs and ramps", slowest, 6.0, 0.06);
    const char *steep[] = {"ramp_50", "ramp_60", "ramp_70"};
    for (int k = 0; k < 3; k++) {
        const station *s = find(steep[k]);
        expect_walking(s);
        expect_still(s);
        check_below("height gained on a steep ramp", highest(s), 0.01);
    }
}

static void terrain_and_wedge(void **unused)
{
    (void)unused;
    const station *terrain = find("terrain");
    expect_walking(terrain);
    assert_true(highest(terrain) > 0.3);
    assert_int_equal(count(find("wedge_enter"), "land"), 1);
    const station *stand = find("wedge_stand");
    expect_walking(stand);
    expect_still(stand);
    assert_int_equal(count(stand, "mode"), 0);
    const station *leave = find("wedge_leave");
    assert_int_equal(count(leave, "jump"), 1);
    assert_true(count(leave, "land") >= 1);
    assert_true(last_of(leave)->p[0] > 20);
}

static void ceilings_and_pillars(void **unused)
{
    (void)unused;
    const station *bump = find("ceiling_bump");
    assert_int_equal(count(bump, "jump"), 1);
    assert_true(count(bump, "hit") >= 1);
    check_near("height under the ceiling", highest(bump), 1.9 - 1.76, 2e-3);
    expect_still(find("ceiling_bar"));
    expect_still(find("ceiling_falling"));
    const station *pillars = find("pillars");
    expect_walking(pillars);
    assert_true(last_of(pillars)->p[0] < -23.6);
    double least = 1e9, most = -1e9;
    for (int i = 0; i < row_count; i++)
        if (in(pillars, i)) {
            least = rows[i].p[2] < least ? rows[i].p[2] : least;
            most = rows[i].p[2] > most ? rows[i].p[2] : most;
        }
    printf("  pillars: pushed aside by %.3f m\n", most - least);
    assert_true(most - least > 0.3);
}

static void ledges_and_gap(void **unused)
{
    (void)unused;
    expect_still(find("ledge_refused"));
    const station *up = find("ledge_jumped");
    assert_int_equal(count(up, "jump"), 1);
    check_near("on the platform", last_of(up)->p[1], 1.5, 2e-3);
    const station *gap = find("gap");
    assert_int_equal(count(gap, "jump"), 1);
    assert_int_equal(count(gap, "land"), 1);
    check_near("apex", value(gap, "apex"), 0.9, 1e-3);
    check_near("across the gap", last_of(gap)->p[1], 1.5, 2e-3);
    const station *fall = find("ledge_fall");
    assert_int_equal(count(fall, "walk_off"), 1);
    check_near("landing speed", value(fall, "land"), sqrt(2 * 9.8 * 1.5), 0.15);
    const station *slide = find("slide_wall");
    expect_walking(slide);
    assert_true(last_of(slide)->p[0] > 23.6 && last_of(slide)->p[2] < -11);
}

static void corners(void **unused)
{
    (void)unused;
    const char *names[] = {"corner_150", "corner_120", "corner_90", "corner_60", "corner_30", "corner_1",
                           "corner_2",   "corner_3",   "corner_4",  "corner_5",  "rest"};
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        expect_walking(find(names[k]));
        expect_still(find(names[k]));
    }
}

static bool same_files(const char *a, const char *b)
{
    FILE *f = open_or_fail(a), *g = open_or_fail(b);
    int c, d;
    do {
        c = fgetc(f);
        d = fgetc(g);
    } while (c == d && c != EOF);
    fclose(f);
    fclose(g);
    return c == d;
}

static void twice_the_same(void **unused)
{
    (void)unused;
    play(1);
    assert_string_equal(hashes[0], hashes[1]);
    assert_true(same_files("tour_0.csv", "tour_1.csv"));
    assert_true(same_files("tour_0.ndjson", "tour_1.ndjson"));
}

int main(void)
{
    FILE *tool = fopen(LOPE_TOOL, "rb");
    if (!tool) {
        printf("skipped: %s is not built (it needs cJSON and assimp)\n", LOPE_TOOL);
        return 0;
    }
    fclose(tool);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_station_is_passed), cmocka_unit_test(stairs_and_ramps), cmocka_unit_test(terrain_and_wedge),
        cmocka_unit_test(ceilings_and_pillars),    cmocka_unit_test(ledges_and_gap),   cmocka_unit_test(corners),
        cmocka_unit_test(twice_the_same),
    };
    return cmocka_run_group_tests(tests, play_and_read, NULL);
}
