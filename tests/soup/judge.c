// judge.c - see judge.h. What each bound is made of stands where it is checked.
#include "judge.h"

#include "../behaviour/clean_state.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define SAY(...) (snprintf(fault->text, sizeof fault->text, __VA_ARGS__), false)

static double length3(lope_vec3 v) { return lope_point_length(lope_vec3_to_point(v)); }

void judge_core(const lope_state *state, brute_point core[2])
{
    double r = (double)state->radius, h = (double)state->height;
    lope_point up = lope_vec3_to_point(state->up);
    lope_point a = lope_point_mad(state->feet, up, r), b = lope_point_mad(state->feet, up, h - r);
    core[0] = brute_make(a.x, a.y, a.z);
    core[1] = brute_make(b.x, b.y, b.z);
}

static bool is_mode(const lope_moveset *moveset, uint32_t mode)
{
    return mode < LOPE_MODE_COUNT || (moveset && mode < LOPE_MODES && moveset->modes[mode]);
}

bool judge_state(const lope_state *s, const lope_moveset *moveset, judge_fault *fault)
{
    const float numbers[] = {s->radius,         s->height,          s->yaw,           s->pitch,
                             s->jump_hold_time, s->jump_force_left, s->coyote_left,   s->jump_buffer_left,
                             s->step_debt,      s->acceleration,    s->velocity.x,    s->velocity.y,
                             s->velocity.z,     s->gravity.x,       s->gravity.y,     s->gravity.z,
                             s->floor.normal.x, s->floor.normal.y,  s->floor.normal.z};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!isfinite(numbers[i])) return SAY("number %d of the state is not finite", (int)i);
    if (!isfinite(s->feet.x) || !isfinite(s->feet.y) || !isfinite(s->feet.z)) return SAY("feet that are not finite");
    if (!isfinite(s->jump_start) || !isfinite(s->distance_walked) || !isfinite(s->floor.distance))
        return SAY("jump_start, distance_walked or floor.distance is not finite");
    char text[160];
    if (!clean_state(s, text)) return SAY("%s", text);
    if (fabs(length3(s->up) - 1) > 1e-6) return SAY("up is not unit");
    if (!is_mode(moveset, s->mode)) return SAY("mode %u", (unsigned)s->mode);
    // (-pi, pi] of floats
    if (fabsf(s->yaw) > 3.1415930f || fabsf(s->pitch) > 3.1415930f)
        return SAY("yaw %g pitch %g", (double)s->yaw, (double)s->pitch);
    bool floored = s->floor.kind != LOPE_FLOOR_NONE;
    if (floored != (s->floor.body != LOPE_BODY_NONE)) return SAY("a floor of kind %u without its body", (unsigned)s->floor.kind);
    if (s->floor.kind > LOPE_FLOOR_WEDGE) return SAY("a floor of kind %u", (unsigned)s->floor.kind);
    if (floored && fabs(length3(s->floor.normal) - 1) > 1e-4) return SAY("a floor's normal is not unit");
    if ((s->stuck_ticks > 0) != (s->stuck_body != LOPE_BODY_NONE)) return SAY("stuck_ticks without stuck_body, or the other way");
    if (s->jump_hold_time < 0 || s->jump_force_left < 0 || s->coyote_left < 0 || s->jump_buffer_left < 0 || s->step_debt < 0)
        return SAY("a timer or the step debt is below 0");
    return true;
}

static bool was_in(const judge_tick *tick, uint32_t mode)
{
    bool was = tick->before->mode == mode || tick->after->mode == mode;
    for (uint32_t i = 0; i < tick->report->event_count; i++)
        was = was || (tick->report->events[i].kind == LOPE_EVENT_MODE && tick->report->events[i].to == mode);
    return was;
}

// The speed that a tick can bring about at most: what it had, and all that input, gravity and jumps can add.
static double most_speed(const judge_tick *tick)
{
    const lope_tuning *t = &tick->moveset->tuning;
    const lope_requests none = {0}, *requests = tick->input->requests ? tick->input->requests : &none;
    double mass = (double)t->mass, dt = (double)tick->dt;
    double force = length3(requests->force) / (requests->force_is_acceleration ? 1 : mass);
    double share = fmax(1, (double)t->air_control);
    double speed = fmax(1, tick->factor) * length3(tick->before->velocity);
    speed += length3(requests->impulse) / (requests->impulse_is_velocity ? 1 : mass);
    if (requests->asked & LOPE_REQUEST_LAUNCH) speed += length3(requests->launch_velocity);
    // Acceleration of the input, plus gravity and forces, over the tick. Friction turns the velocity but makes it no faster. By Unreal's
    // rule a fall takes a sub-step's acceleration before it meets the ground, and what is left of the sub-step once more as a walk.
    if (t->integrator == LOPE_INTEGRATOR_UNREAL) dt *= 2;
    speed += dt * (force + length3(tick->before->gravity) * (double)t->gravity_scale + (double)t->max_acceleration * share);
    speed += tick->more_speed + dt * tick->more_acceleration;
    double top = fmax((double)t->max_walk_speed, (double)t->max_walk_speed_crouched);
    if (t->turn_instantly) speed += fmax(top, (double)t->min_analog_walk_speed);
    // The leap out of the water takes the place of the speed up. A tick may lead into water and out of it.
    if (tick->before->water || tick->after->water || tick->before->immersion > 0 || tick->after->immersion > 0 ||
        was_in(tick, LOPE_MODE_SWIMMING))
        speed += (double)t->out_of_water_speed + (double)t->max_swim_speed;
    bool jumps = tick->report->events_dropped > 0;
    for (uint32_t i = 0; i < tick->report->event_count; i++) {
        if (tick->report->events[i].kind == LOPE_EVENT_JUMP) speed += (double)t->jump_speed;
    }
    if (jumps) speed += 100 * (double)t->jump_speed;
    return speed + 2 * tick->fastest_body;
}

// A layer gives what velocity it is told to, and where it is told to: nothing is too fast.
static bool is_layered(const judge_tick *tick)
{
    const uint32_t asks = LOPE_REQUEST_LAYER | LOPE_REQUEST_END_LAYERS;
    const lope_requests *requests = tick->input->requests;
    return tick->before->layer_count > 0 || (requests && (requests->has_root_motion || requests->asked & asks)) ||
           length3(tick->before->layer_velocity) > 0;
}

static double length_of_turn(const judge_tick *tick)
{
    return lope_point_length(lope_point_sub(lope_vec3_to_point(tick->after->up), lope_vec3_to_point(tick->before->up)));
}

bool judge_speed_and_way(const judge_tick *tick, judge_fault *fault)
{
    if (is_layered(tick)) return true;
    const lope_report *r = tick->report;
    const double parts[] = {r->moved_by_step, r->moved_by_snap,   r->moved_by_depenetration,
                            r->moved_by_base, r->moved_by_crouch, r->moved_by_teleport,
                            r->depth,         r->time_unused};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (!isfinite(parts[i]) || parts[i] < 0) return SAY("length %d of the report is %g", (int)i, parts[i]);
    double speed = length3(tick->after->velocity), most = most_speed(tick), dt = (double)tick->dt;
    // Float velocities and their sums: a few parts in 10^6.
    double slack = 1e-5 * most + 1e-3 * (double)tick->moveset->tuning.units_per_metre;
    if (speed > most + slack)
        return SAY("speed %.6g, at most %.6g was possible (%.6g before)", speed, most, length3(tick->before->velocity));
    lope_point way = lope_point_sub(tick->after->feet, tick->before->feet);
    lope_point told = lope_point_sub(way, r->moved);
    double moved = lope_point_length(way), size = lope_point_length(tick->before->feet) + lope_point_length(tick->after->feet);
    double rounding = 1e-9 + 4e-15 * size;
    if (!(lope_point_length(told) <= rounding)) return SAY("report.moved is off by %g", lope_point_length(told));
    double accounted = r->moved_by_step + r->moved_by_snap + r->moved_by_depenetration + r->moved_by_base + r->moved_by_crouch +
                       r->moved_by_teleport;
    // Where gravity turns, the capsule turns with it about its middle.
    const double height = (double)fmaxf(tick->before->height, tick->after->height);
    double turned = 0.5 * height * length_of_turn(tick);
    // A new character turns about its feet first. Where that brings its middle under another gravity, it turns once more, about
    // its middle, by up to half a turn.
    if (tick->before->ticks == 0) turned = height;
    double allowed = (most + slack) * dt + accounted + slack + rounding + 1e-9 * accounted + turned + tick->more_way;
    if (moved > allowed)
        return SAY("moved %.6g, accounted for %.6g: %.6g by speed, step %.6g snap %.6g out %.6g base %.6g teleport %.6g", moved,
                   allowed, most * dt, r->moved_by_step, r->moved_by_snap, r->moved_by_depenetration, r->moved_by_base,
                   r->moved_by_teleport);
    if (r->time_unused > dt * (1 + 1e-6)) return SAY("%g s unused of %g", r->time_unused, dt);
    return true;
}

bool judge_work(const judge_tick *tick, uint32_t shapes, judge_fault *fault)
{
    const lope_report *r = tick->report;
    if (r->iterations > JUDGE_ITERATIONS) return SAY("%u iterations in a tick", (unsigned)r->iterations);
    // Those of escapes besides: standing and crouched, where the tick begins and where a mode ends.
    uint32_t sweeps = JUDGE_SWEEPS_PER_ITERATION * (r->iterations + 4) + tick->more_sweeps;
    if (r->sweeps > sweeps) return SAY("%u sweeps in %u iterations", (unsigned)r->sweeps, (unsigned)r->iterations);
    // Every query may look at every shape; besides sweeps there are proximity queries, at most as many, and those of
    // escapes: 28 of each, standing and crouched, where the tick begins and where it leaves a navigation surface. A tick of
    // a character that is stuck runs in parts of 1/240 s, and each of them looks for a way out.
    const bool stuck = tick->before->stuck_ticks > 0 || tick->after->stuck_ticks > 0;
    const uint32_t parts = stuck ? 1 + (uint32_t)(240 * (double)tick->dt) : 1;
    uint32_t queries = 2 * r->sweeps + parts * (4 * 28 + 16);
    double triangles = queries * (shapes + 1.0);
    if (r->triangles > triangles)
        return SAY("%u exact tests in %u sweeps among %u shapes", (unsigned)r->triangles, (unsigned)r->sweeps, (unsigned)shapes);
    // Each part of a tick gathers anew: what moves, and what is static for a search and back.
    if (r->gathers > 2 * queries + JUDGE_GATHERS_PER_PART * JUDGE_PARTS)
        return SAY("%u gathers in %u sweeps", (unsigned)r->gathers, (unsigned)r->sweeps);
    if (r->event_count > LOPE_REPORT_EVENTS) return SAY("%u events", (unsigned)r->event_count);
    return true;
}

static bool is_ghost(const lope_moveset *moveset, uint32_t mode)
{
    return mode < LOPE_MODES && moveset->modes[mode] && moveset->modes[mode]->traits & LOPE_MODE_GHOST;
}

// A mode that goes through what is solid, as an animation does, was at work in the tick or began in it. The tick after it frees it.
static bool went_through(const judge_tick *tick)
{
    bool through = is_ghost(tick->moveset, tick->before->mode) || is_ghost(tick->moveset, tick->after->mode);
    for (uint32_t i = 0; i < tick->report->event_count; i++) {
        const lope_event *e = &tick->report->events[i];
        through = through || (e->kind == LOPE_EVENT_MODE && is_ghost(tick->moveset, e->to));
    }
    return through;
}

bool judge_inside(judge_world *world, const judge_tick *tick, judge_fault *fault)
{
    const lope_state *s = tick->after;
    brute_point core[2];
    judge_core(s, core);
    // A core that is in a solid by less than a hundredth of its radius is at its surface: the rest of the capsule is not.
    int thing = judge_look(world, core[0], core[1], 0.01 * (double)s->radius);
    if (!tick->before || s->stuck_ticks > 0) return true; // told
    // Nav walking that does not sweep goes through what is solid; where that ends the next tick frees it.
    if (tick->before->mode == LOPE_MODE_NAV_WALKING && !tick->moveset->tuning.sweep_while_nav_walking) return true;
    if (went_through(tick)) return true;
    int solid = judge_in_solid(world);
    if (solid >= 0)
        return SAY("its core is in thing %d (a %s), not reported stuck; out %.4g base %.4g step %.4g snap %.4g", solid,
                   judge_kind_name(world->things[solid].kind), tick->report->moved_by_depenetration, tick->report->moved_by_base,
                   tick->report->moved_by_step, tick->report->moved_by_snap);
    // Into a sheet it may have been put.
    if (thing < 0 || (tick->input->requests && tick->input->requests->asked & LOPE_REQUEST_TELEPORT)) return true;
    return SAY("its core has come into thing %d (a %s), not reported stuck; out %.4g base %.4g step %.4g snap %.4g", thing,
               judge_kind_name(world->things[thing].kind), tick->report->moved_by_depenetration, tick->report->moved_by_base,
               tick->report->moved_by_step, tick->report->moved_by_snap);
}

static bool same_report(const lope_report *a, const lope_report *b)
{
    if (a->event_count != b->event_count || a->events_dropped != b->events_dropped) return false;
    for (uint32_t i = 0; i < a->event_count; i++) {
        const lope_event *e = &a->events[i], *f = &b->events[i];
        if (e->kind != f->kind || e->sequence != f->sequence || e->body != f->body || e->value < f->value || e->value > f->value)
            return false;
    }
    const double p[] = {a->moved_by_step, a->moved_by_snap,   a->moved_by_depenetration,
                        a->moved_by_base, a->moved_by_crouch, a->moved_by_teleport,
                        a->depth,         a->time_unused};
    const double q[] = {b->moved_by_step, b->moved_by_snap,   b->moved_by_depenetration,
                        b->moved_by_base, b->moved_by_crouch, b->moved_by_teleport,
                        b->depth,         b->time_unused};
    for (size_t i = 0; i < sizeof p / sizeof *p; i++)
        if (p[i] < q[i] || p[i] > q[i]) return false;
    return a->iterations == b->iterations;
}

bool judge_again(const judge_tick *tick, const lope_surroundings *surroundings, lope_nearby *other, judge_fault *fault)
{
    lope_state again = *tick->before;
    lope_report report;
    lope_nearby_clear(other);
    lope_result result = lope_move(&again, tick->input, tick->moveset, surroundings, other, tick->dt, &report);
    if (result != LOPE_OK) return SAY("the tick run again is refused: %s", lope_result_text(result));
    if (memcmp(&again, tick->after, sizeof again) != 0)
        return SAY("the tick run again ends elsewhere: %.17g %.17g %.17g, was %.17g %.17g %.17g", again.feet.x, again.feet.y,
                   again.feet.z, tick->after->feet.x, tick->after->feet.y, tick->after->feet.z);
    if (!same_report(&report, tick->report)) return SAY("the tick run again reports otherwise");
    return true;
}
