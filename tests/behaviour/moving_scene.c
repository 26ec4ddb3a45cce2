// moving_scene.c - see moving_scene.h. All times of keys and inputs are whole tenths of a second: there a tick of
// every rate ends.
#include "moving_scene.h"

#include "draw.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define PI 3.14159265358979

const char *const moving_kind_names[MOVING_KINDS] = {"push", "door", "lift", "steps", "press", "carry", "gap", "yard"};

static double sign(void) { return pick(2) ? 1 : -1; }
static double whole_time(double low, double high) { return floor(draw(low, high) * 10 + 0.5) / 10; }
static double draw_speed(double low, double high) { return exp(draw(log(low), log(high))); }
// Returns how long (s) a way takes, in whole tenths.
static double time_for(double way, double speed) { return fmax(0.1, ceil(fabs(way) / speed * 10) / 10); }

static mover *add_mover(moving_scene *s)
{
    mover *m = &s->movers[s->mover_count++];
    memset(m, 0, sizeof *m);
    return m;
}

static void set(double to[3], double x, double y, double z) { to[0] = x, to[1] = y, to[2] = z; }

static void add_key(mover *m, double t, double x, double y, double z, double pitch, double yaw, double roll)
{
    mover_key *key = &m->keys[m->key_count++];
    key->t = t;
    set(key->at, x, y, z);
    set(key->euler, pitch, yaw, roll);
}

static void box_form(mover *m, double x, double y, double z)
{
    snprintf(m->form, sizeof m->form, "\"box\":[%.6f,%.6f,%.6f]%s", x, y, z, pick(3) ? "" : ",\"as\":\"mesh\"");
}

// A hull of points on a lying round, as wide as `half` and 2 m high or less.
static void hull_form(mover *m, double half, bool as_mesh)
{
    int n = snprintf(m->form, sizeof m->form, "\"hull\":[");
    const uint32_t corners = 3 + pick(5);
    const double narrow = draw(0.5, 1), from = draw(0, 2 * PI);
    for (uint32_t i = 0; i < corners; i++) {
        const double angle = from + 2 * PI * i / corners, x = half * cos(angle), z = half * sin(angle);
        n += snprintf(m->form + n, sizeof m->form - (size_t)n, "%s[%.6f,-1,%.6f],[%.6f,1,%.6f]", i ? "," : "", x, z, narrow * x,
                      narrow * z);
    }
    snprintf(m->form + n, sizeof m->form - (size_t)n, "]%s", as_mesh ? ",\"as\":\"mesh\"" : "");
}

// Draws a form to be shoved by. *middle: m, over the floor. Returns half of its width (m).
static double draw_form(mover *m, double *middle)
{
    double r = draw(0.15, 1.2);
    *middle = 1;
    switch (pick(7)) {
    case 0:
        r = fmax(r, 0.6); // a smaller one would be stepped upon
        *middle = r;
        snprintf(m->form, sizeof m->form, "\"sphere\":%.6f", r);
        return r;
    case 1:
        snprintf(m->form, sizeof m->form, "\"capsule\":[%.6f,%.6f]", r, 2 * r + 2);
        *middle = r + 1;
        return r;
    case 2:
        snprintf(m->form, sizeof m->form, "\"cylinder\":[%.6f,2.2]", r);
        return r;
    case 3:
        hull_form(m, r, false);
        return r;
    case 4:
        hull_form(m, r, true);
        return r;
    default:
        box_form(m, 2 * r, 2, draw(0.2, 3));
        return r;
    }
}

// Lets a mover go straight: steadily, or from rest to rest.
static void go(mover *m, double heading, double speed, double way)
{
    const double dx = cos(heading), dz = sin(heading);
    if (pick(3)) {
        set(m->velocity, speed * dx, 0, speed * dz);
        if (pick(3) == 0) m->spin = sign() * draw(5, 90);
        return;
    }
    const double begins = whole_time(0.1, 0.8), ends = begins + time_for(way, speed);
    add_key(m, begins, m->at[0], m->at[1], m->at[2], 0, m->euler[1], 0);
    add_key(m, ends, m->at[0] + way * dx, m->at[1], m->at[2] + way * dz, 0, m->euler[1] + (pick(3) ? 0 : draw(-90, 90)), 0);
    m->smooth = pick(2);
}

// The player stands, walks or runs some way, about as `toward` says, and perhaps jumps or crouches.
static void draw_input(moving_scene *s, double toward)
{
    s->heading = toward + draw(-0.6, 0.6);
    s->press = pick(4) == 0 ? 0 : pick(3) ? 1 : draw(0.2, 0.9);
    s->walk_speed = draw(1, 6);
    s->stops = pick(2) ? whole_time(0.5, 2.9) : 0;
    s->jumps = pick(4) ? 0 : whole_time(0.2, 1.5);
    s->crouches = pick(8) ? 0 : whole_time(0.2, 1.5);
}

static void draw_push(moving_scene *s)
{
    mover *m = add_mover(s);
    double middle;
    const double half = draw_form(m, &middle), heading = draw(-PI, PI), speed = draw_speed(0.05, 10);
    const double off = pick(4) ? sign() * draw(0, half + 0.4) : 0, back = half + 0.5 + speed * draw(0.1, 1);
    set(m->at, -back * cos(heading) - off * sin(heading), middle, -back * sin(heading) + off * cos(heading));
    m->euler[1] = draw(0, 90);
    go(m, heading, speed, back + draw(0, 3));
    draw_input(s, heading + PI);
}

static void draw_door(moving_scene *s)
{
    mover *m = add_mover(s);
    const double length = draw(1, 8), thick = draw(0.1, 0.4), x = draw(-2, 2), z = draw(-2, 2);
    const bool hinged = pick(2);
    if (hinged)
        snprintf(m->form, sizeof m->form,
                 "\"hull\":[[0,-1,0],[%.6f,-1,0],[0,1,0],[%.6f,1,0],[0,-1,%.6f],[%.6f,-1,%.6f],[0,1,%.6f],[%.6f,1,%.6f]]%s",
                 length, length, thick, length, thick, thick, length, thick, pick(2) ? "" : ",\"as\":\"mesh\"");
    else
        box_form(m, length, 2, thick);
    set(m->at, x, 1, z);
    m->euler[1] = draw(0, 360);
    if (pick(3) == 0) {
        m->axis[1] = 1;
        m->amplitude = draw(20, 90);
        m->period = draw(2, 6);
        m->turns = true;
    } else {
        m->spin = sign() * draw_speed(3, 180);
    }
    const double reach = (hinged ? length : 0.5 * length) + 0.6, angle = draw(-PI, PI), away = draw(0.3, reach);
    set(s->feet, x + away * cos(angle), 0, z + away * sin(angle));
    draw_input(s, atan2(z - s->feet[2], x - s->feet[0]));
}

static void draw_lift(moving_scene *s)
{
    mover *m = add_mover(s);
    const double speed = draw_speed(0.05, 5), size = draw(1, 4), from = draw(-0.6, 0.3), to = from + draw(0.3, 2.5) * sign();
    const double tilt = pick(3) ? 0 : draw(-15, 15), x = draw(-2.5, 2.5), z = draw(-2.5, 2.5), yaw = pick(2) ? 0 : draw(0, 90);
    const double begins = whole_time(0.1, 0.6), takes = time_for(to - from, speed);
    box_form(m, size, 0.5, size);
    set(m->at, x, from - 0.25, z);
    m->euler[1] = yaw;
    add_key(m, begins, x, from - 0.25, z, 0, yaw, 0);
    add_key(m, begins + takes, x, to - 0.25, z, tilt, yaw, 0.5 * tilt);
    if (pick(2)) { // and back
        const double again = begins + takes + whole_time(0, 0.5);
        add_key(m, again + 0.1, x, to - 0.25, z, tilt, yaw, 0.5 * tilt);
        add_key(m, again + 0.1 + takes, x, from - 0.25, z, 0, yaw, 0);
    }
    m->smooth = pick(3) == 0;
    if (from > 0 && fabs(x) < 0.71 * size + 0.4 && fabs(z) < 0.71 * size + 0.4) s->feet[1] = from + 0.01;
    draw_input(s, atan2(z, x));
}

static void draw_steps(moving_scene *s)
{
    const double speed = draw_speed(0.1, 5), rise = draw(0.05, 0.44), tread = draw(0.3, 1), first = draw(-0.5, 1),
                 wide = draw(1, 4);
    const double begins = whole_time(0.1, 0.6), each = whole_time(0, 0.4);
    for (int i = 0; i < 4; i++) {
        mover *m = add_mover(s);
        const double x = first + i * tread, top = (i + 1) * rise, begin = begins + i * each;
        snprintf(m->form, sizeof m->form, "\"box\":[%.6f,2,%.6f]", tread, wide);
        set(m->at, x, -1.001, 0);
        add_key(m, begin, x, -1.001, 0, 0, 0, 0);
        add_key(m, begin + time_for(top, speed), x, top - 1, 0, 0, 0, 0);
        m->smooth = i > 0 && s->movers[0].smooth;
        if (i == 0) m->smooth = pick(2);
    }
    draw_input(s, 0);
}

static void draw_press(moving_scene *s)
{
    mover *m = add_mover(s);
    const double speed = draw_speed(0.1, 6), gap = draw(0.1, 2.4), begins = whole_time(0.1, 0.6), x = draw(-1, 3),
                 z = draw(-0.5, 0.5);
    draw_input(s, draw(0, 1) < 0.7 ? 0 : PI / 2);
    if (pick(3)) { // from above
        const double from = draw(2.2, 3.5), takes = time_for(from - gap, speed), thick = draw(0.1, 4);
        if (pick(4) == 0)
            snprintf(m->form, sizeof m->form, "\"cylinder\":[%.6f,1]", 0.5 * thick);
        else
            box_form(m, thick, 1, draw(1, 6));
        m->euler[1] = pick(2) ? 0 : draw(-40, 40);
        set(m->at, x, from + 0.5, z);
        add_key(m, begins, x, from + 0.5, z, 0, m->euler[1], 0);
        add_key(m, begins + takes, x, gap + 0.5, z, 0, m->euler[1], 0);
        if (pick(2)) add_key(m, begins + 2 * takes, x, from + 0.5, z, 0, m->euler[1], 0);
    } else { // from the side, toward a wall that stands
        const double takes = time_for(3 - gap, speed);
        snprintf(s->still, sizeof s->still, ",{\"name\":\"wall\",\"box\":[1,3,6],\"position\":[1.5,1.5,0]}");
        box_form(m, 1, 3, draw(0.5, 6));
        set(m->at, -2.5, 1.5, z);
        add_key(m, begins, -2.5, 1.5, z, 0, 0, 0);
        add_key(m, begins + takes, 0.5 - gap, 1.5, z, 0, 0, 0);
        s->feet[0] = draw(-1.5, 0.5);
    }
    m->smooth = pick(3) == 0;
}

static void draw_carry(moving_scene *s)
{
    mover *m = add_mover(s);
    const double heading = draw(-PI, PI), speed = draw_speed(0.1, 10), top = draw(0.02, 0.44), size = draw(1.5, 6);
    const bool aboard = pick(2);
    const double back = aboard ? 0 : speed * draw(0.3, 1) + 0.5 * size + 0.5;
    box_form(m, size, top, size);
    set(m->at, -back * cos(heading), 0.5 * top, -back * sin(heading));
    m->euler[1] = draw(0, 90);
    if (pick(4) == 0) {
        set(m->axis, cos(heading), 0, sin(heading));
        m->amplitude = draw(0.3, 2);
        m->period = draw(2, 5);
    } else {
        go(m, heading, speed, speed * draw(0.5, 2));
    }
    if (pick(3) == 0) snprintf(s->still, sizeof s->still, ",{\"name\":\"post\",\"box\":[0.4,3,0.4],\"position\":[2.2,1.5,0.3]}");
    s->feet[1] = back < 0.8 * size + 0.5 ? top + 0.01 : 0;
    draw_input(s, heading + PI);
}

static void draw_gap(moving_scene *s)
{
    const double top = draw(0.5, 1.5), gap = draw(0, 1), size = draw(1.5, 4), high = pick(2) ? 0 : draw(-0.3, 0.3);
    for (int i = 0; i < 2; i++) {
        mover *m = add_mover(s);
        const double heading = pick(2) ? pick(2) * PI : draw(-PI, PI);
        box_form(m, size, 0.3, 4);
        set(m->at, i * (size + gap), top - 0.15 + i * high, 0);
        if (i == 0 && pick(2))
            set(m->velocity, 0, 0, 0.001);
        else
            go(m, heading, draw_speed(0.1, 5), draw(0.5, 4));
        m->spin *= 0.3;
    }
    set(s->feet, draw(-0.3, 0.3) * size, top + 0.01, draw(-1, 1));
    draw_input(s, 0);
    if (pick(2)) s->jumps = whole_time(0.3, 1.5);
}

static void draw_yard(moving_scene *s)
{
    static void (*const parts[])(moving_scene *) = {draw_push, draw_push, draw_door, draw_lift, draw_press, draw_carry};
    const uint32_t count = 2 + pick(3);
    double feet[3] = {0};
    for (uint32_t i = 0; i < count; i++) {
        s->still[0] = 0;
        parts[pick(6)](s);
        // the first one says where the character starts; the others go their way elsewhere
        if (i == 0) memcpy(feet, s->feet, sizeof feet);
        mover *m = &s->movers[s->mover_count - 1];
        const double dx = i ? draw(-2, 2) : 0, dz = i ? draw(-2, 2) : 0;
        m->at[0] += dx;
        m->at[2] += dz;
        for (int k = 0; k < m->key_count; k++) m->keys[k].at[0] += dx, m->keys[k].at[2] += dz;
    }
    memcpy(s->feet, feet, sizeof feet);
}

static void draw_turn(moving_scene *s)
{
    static const double turns[][4] = {{0, 0, 0, 1},
                                      {0, 0, 0, 1},
                                      {0.5, 0.5, 0.5, 0.5},
                                      {1, 0, 0, 0},
                                      {0.2, -0.4, 0.1, 0.888819442},
                                      {0, 0, 0.70710678118655, 0.70710678118655}};
    memcpy(s->turn, turns[pick(6)], sizeof s->turn);
}

moving_scene moving_scene_draw(uint64_t *state)
{
    static void (*const draws[MOVING_KINDS])(moving_scene *) = {draw_push,  draw_door,  draw_lift, draw_steps,
                                                                draw_press, draw_carry, draw_gap,  draw_yard};
    moving_scene s;
    memset(&s, 0, sizeof s);
    seed = *state;
    s.kind = (moving_kind)pick(MOVING_KINDS);
    draw_turn(&s);
    draws[s.kind](&s);
    *state = seed;
    return s;
}

void moving_scene_place_again(moving_scene *s, uint64_t *state)
{
    seed = *state;
    set(s->feet, draw(-3, 3), pick(2) ? 0 : draw(0, 1.5), draw(-3, 3));
    *state = seed;
}

typedef struct writer {
    char *text;
    size_t room, at;
} writer;

static void put(writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(writer *w, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    const int n = vsnprintf(w->text + w->at, w->room - w->at, format, values);
    va_end(values);
    if (n > 0) w->at += (size_t)n < w->room - w->at ? (size_t)n : w->room - w->at - 1;
}

static void put_vector(writer *w, const char *name, const double v[3])
{
    put(w, ",\"%s\":[%.9f,%.9f,%.9f]", name, v[0], v[1], v[2]);
}

static void put_motion(writer *w, const mover *m, double late)
{
    if (m->key_count > 0) {
        put(w, "{\"keys\":[");
        for (int i = 0; i < m->key_count; i++) {
            put(w, "%s{\"t\":%.4f", i ? "," : "", m->keys[i].t + late);
            put_vector(w, "position", m->keys[i].at);
            put_vector(w, "euler", m->keys[i].euler);
            put(w, "}");
        }
        put(w, "],\"ease\":\"%s\"}", m->smooth ? "smooth" : "linear");
    } else if (m->period > 0) {
        put(w, "{\"swing\":{\"axis\":[%.9f,%.9f,%.9f],\"amplitude\":%.6f,\"period\":%.6f,\"kind\":\"%s\"}}", m->axis[0],
            m->axis[1], m->axis[2], m->amplitude, m->period, m->turns ? "turn" : "slide");
    } else {
        put(w, "{\"velocity\":[%.9f,%.9f,%.9f],\"spin\":[0,%.9f,0]}", m->velocity[0], m->velocity[1], m->velocity[2], m->spin);
    }
}

// A body that is late stands where it has been that time before. What swings cannot be late.
static void put_mover(writer *w, const mover *m, int number, double late)
{
    const double back = m->key_count > 0 || m->period > 0 ? 0 : late;
    put(w, ",{\"name\":\"mover%d\",%s,\"position\":[%.9f,%.9f,%.9f],\"euler\":[%.9f,%.9f,%.9f],\"motion\":", number, m->form,
        m->at[0] - back * m->velocity[0], m->at[1] - back * m->velocity[1], m->at[2] - back * m->velocity[2], m->euler[0],
        m->euler[1] - back * m->spin, m->euler[2]);
    put_motion(w, m, late);
    put(w, "}");
}

static int add_input(char lines[][100], double times[], int count, double t, const char *format, ...)
    __attribute__((format(printf, 5, 6)));
// Adds an entry where its time puts it. Returns how many there are now.
static int add_input(char lines[][100], double times[], int count, double t, const char *format, ...)
{
    int at = count;
    for (; at > 0 && times[at - 1] > t; at--) {
        times[at] = times[at - 1];
        memcpy(lines[at], lines[at - 1], sizeof lines[0]);
    }
    va_list values;
    va_start(values, format);
    vsnprintf(lines[at], sizeof lines[0], format, values);
    va_end(values);
    times[at] = t;
    return count + 1;
}

static void put_input(writer *w, const moving_scene *s, double late)
{
    char lines[8][100];
    double times[8];
    int n = 0;
    n = add_input(lines, times, n, late > 0 ? late : 0, "\"move\":[%.9f,0,%.9f]", s->press * cos(s->heading),
                  s->press * sin(s->heading));
    if (s->stops > 0) n = add_input(lines, times, n, s->stops + late, "\"move\":[0,0,0]");
    if (s->jumps > 0) n = add_input(lines, times, n, s->jumps + late, "\"jump\":true");
    if (s->jumps > 0) n = add_input(lines, times, n, s->jumps + 0.1 + late, "\"jump\":false");
    if (s->crouches > 0) n = add_input(lines, times, n, s->crouches + late, "\"crouch\":true");
    if (s->crouches > 0) n = add_input(lines, times, n, s->crouches + 0.8 + late, "\"crouch\":false");
    for (int i = 0; i < n; i++) put(w, "%s{\"t\":%.4f,%s}", i ? "," : "", times[i], lines[i]);
}

void moving_scene_write(const moving_scene *s, moving_shift shift, char *text, size_t room)
{
    writer w = {text, room, 0};
    put(&w,
        "{\"lope\":1,\"duration\":%.1f,\"turn\":[%.12f,%.12f,%.12f,%.12f],\"level\":[{\"name\":\"floor\",\"box\":[120,1,120],"
        "\"position\":[0,-0.5,0]}%s",
        MOVING_SECONDS, s->turn[0], s->turn[1], s->turn[2], s->turn[3], s->still);
    for (int i = 0; i < s->mover_count; i++) put_mover(&w, &s->movers[i], i, shift.bodies);
    put(&w, "],\"characters\":[{\"name\":\"hero\",\"feet\":[%.9f,%.9f,%.9f],\"tuning\":{\"max_walk_speed\":%.6f},\"input\":[",
        s->feet[0] + shift.x, s->feet[1], s->feet[2] + shift.z, s->walk_speed);
    put_input(&w, s, shift.input);
    put(&w, "]}]}\n");
}
