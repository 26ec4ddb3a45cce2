// trace.c - the trace: a table of comma-separated values, one row a character a tick.
//
// Numbers print with %.9g, which gives a float back to the bit; minus zero prints as zero, as the hash has it, so equal hashes
// mean equal rows. Read next: events.c.
#include "trace.h"
#include "csv_name.h"

#include <string.h>

void lope_scene_trace_header(FILE *out)
{
    fputs("tick,time,name,mode,x,y,z,vx,vy,vz,yaw,height,walkable,floor_distance,floor_x,floor_y,floor_z,base,ability,"
          "acceleration,hash\n",
          out);
}

static void write_point(lope_point p, FILE *out) { fprintf(out, ",%.9g,%.9g,%.9g", p.x + 0.0, p.y + 0.0, p.z + 0.0); }

// Degrees in (-180, 180], rounded to a float as the radians are, so that a quarter turn prints as 90. Half a turn in radians
// is as a float a little more than half a turn, so the ends are met by hand.
static double yaw_degrees(float radians)
{
    double degrees = (double)(float)((double)radians / LOPE_SCENE_RADIANS);
    return degrees <= -180.0 || degrees > 180.0 ? 180.0 : degrees + 0.0;
}

static void write_floor(const lope_scene_player *player, const lope_floor *floor, bool stands, FILE *out)
{
    if (floor->body == LOPE_BODY_NONE) {
        fputs(",0,,,,,", out);
        return;
    }
    fprintf(out, ",%d,%.9g", floor->walkable != 0 ? 1 : 0, floor->distance + 0.0);
    write_point(lope_scene_player_vector_to_file(player, floor->normal), out);
    fputc(',', out);
    if (stands) lope_scene_write_name(lope_scene_player_body_name(player, floor->body), out);
}

// Names of the abilities at work, joined by +.
static void write_abilities(const lope_moveset *moveset, const lope_state *state, FILE *out)
{
    fputc(',', out);
    if ((state->pages & LOPE_PAGE_ABILITY) == 0) return;
    for (uint32_t i = 0; i < LOPE_ACTIVE_ABILITIES && state->abilities[i].id != 0; i++) {
        if (i > 0) fputc('+', out);
        lope_scene_write_name(lope_moveset_ability_name(moveset, state->abilities[i].id - 1u), out);
    }
}

static void write_row(const lope_scene_player *player, const lope_scene_actor *actor, FILE *out)
{
    const lope_state *state = lope_character_state(actor->handle);
    fprintf(out, "%llu,%.9g,", (unsigned long long)lope_scene_player_ticks(player), lope_scene_player_time(player));
    lope_scene_write_name(actor->name, out);
    fputc(',', out);
    lope_scene_write_name(lope_moveset_mode_name(&actor->from->moveset, state->mode), out);
    write_point(lope_scene_player_to_file(player, state->feet), out);
    write_point(lope_scene_player_vector_to_file(player, state->velocity), out);
    fprintf(out, ",%.9g,%.9g", yaw_degrees(state->yaw), (double)state->height);
    write_floor(player, lope_scene_player_floor(player, actor), state->mode == LOPE_MODE_WALKING, out);
    write_abilities(&actor->from->moveset, state, out);
    fprintf(out, ",%.9g,%016llx\n", (double)state->acceleration + 0.0, (unsigned long long)lope_state_hash(state));
}

void lope_scene_trace_rows(const lope_scene_player *player, FILE *out)
{
    uint32_t count = lope_scene_player_actor_count(player);
    for (uint32_t i = 0; i < count; i++) write_row(player, lope_scene_player_actor(player, i), out);
}
