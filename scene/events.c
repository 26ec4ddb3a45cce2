// events.c - what happened, as one JSON object a line.
//
// Every line has tick, time, name and event; the rest depends on the event. A base or piece that is none is null.
// Read next: table.c.
#include "events.h"

#include <lope/follow.h>

static void write_text(const char *text, FILE *out)
{
    fputc('"', out);
    for (; *text != 0; text++) {
        if (*text == '"' || *text == '\\') fputc('\\', out);
        if ((unsigned char)*text < 32)
            fprintf(out, "\\u%04x", (unsigned)(unsigned char)*text);
        else
            fputc(*text, out);
    }
    fputc('"', out);
}

static void write_body(const lope_scene_player *player, const char *key, uint64_t body, FILE *out)
{
    fprintf(out, ", \"%s\": ", key);
    if (body == LOPE_BODY_NONE)
        fputs("null", out);
    else
        write_text(lope_scene_player_body_name(player, body), out);
}

static void write_number(const char *key, double value, FILE *out) { fprintf(out, ", \"%s\": %.9g", key, value + 0.0); }

static void write_vector(const char *key, lope_point p, FILE *out)
{
    fprintf(out, ", \"%s\": [%.9g, %.9g, %.9g]", key, p.x + 0.0, p.y + 0.0, p.z + 0.0);
}

static void write_hit(const lope_scene_player *player, const lope_event *event, FILE *out)
{
    write_body(player, "piece", event->body, out);
    write_vector("point", lope_scene_player_to_file(player, event->point), out);
    write_vector("normal", lope_scene_player_vector_to_file(player, event->normal), out);
    fprintf(out, ", \"walkable\": %s", event->walkable != 0 ? "true" : "false");
}

// A volume with its tags, another character, or a piece; and which of the character's sensors.
static void write_overlap(const lope_scene_player *player, uint32_t actor, const lope_event *event, FILE *out)
{
    const lope_scene_piece *piece = lope_scene_player_piece(player, event->body);
    write_body(player, piece == NULL ? "other" : piece->is_volume ? "volume" : "piece", event->body, out);
    if (event->from > 0) {
        const lope_moveset *moveset = &lope_scene_player_actor(player, actor)->from->moveset;
        const char *name = event->from <= moveset->sensor_count ? moveset->sensors[event->from - 1].name : NULL;
        fputs(", \"sensor\": ", out);
        if (name != NULL)
            write_text(name, out);
        else
            fprintf(out, "%u", (unsigned)event->from - 1);
    }
    if (piece == NULL || piece->tag_count == 0) return;
    fputs(", \"tags\": [", out);
    for (uint32_t i = 0; i < piece->tag_count; i++) {
        if (i > 0) fputs(", ", out);
        write_text(piece->tags[i], out);
    }
    fputc(']', out);
}

static void write_modes(const lope_moveset *moveset, const lope_event *event, FILE *out)
{
    fputs(", \"from\": ", out);
    write_text(lope_moveset_mode_name(moveset, event->from), out);
    fputs(", \"to\": ", out);
    write_text(lope_moveset_mode_name(moveset, event->to), out);
}

// Refusals of abilities, told with their starts and ends.
static bool is_of_ability(const lope_event *event)
{
    bool refused = event->kind == LOPE_EVENT_REFUSE && event->from >= LOPE_ASKED_ABILITY && event->from < LOPE_ASKED_GAME;
    return refused || event->kind == LOPE_EVENT_ABILITY || event->kind == LOPE_EVENT_ABILITY_END ||
           event->kind == LOPE_EVENT_ABILITY_PHASE;
}

// Why something was refused, in words; what an ability blocks comes with that ability's name.
static void write_why(const lope_scene_player *player, uint32_t actor, const char *key, const lope_event *event, FILE *out)
{
    const lope_moveset *moveset = &lope_scene_player_actor(player, actor)->from->moveset;
    const lope_report *report = lope_character_report(lope_scene_player_actor(player, actor)->handle);
    uint32_t by = 0;
    for (uint32_t i = 0; i < report->refused_count && event->to == LOPE_REFUSAL_BLOCKED; i++)
        if (report->refused[i].asked == event->from) by = report->refused[i].blocked_by;
    fprintf(out, ", \"%s\": \"", key);
    if (event->to >= LOPE_REFUSAL_GAME)
        fprintf(out, "reason %u of the game\"", (unsigned)(event->to - LOPE_REFUSAL_GAME));
    else if (by > 0)
        fprintf(out, "%s by %s\"", lope_refusal_text(event->to), lope_moveset_ability_name(moveset, by - 1));
    else
        fprintf(out, "%s\"", lope_refusal_text(event->to));
}

// Where the query of an ability that was refused met something.
static void write_place(const lope_scene_player *player, uint32_t actor, uint32_t asked, FILE *out)
{
    const lope_report *report = lope_character_report(lope_scene_player_actor(player, actor)->handle);
    for (uint32_t i = 0; i < report->refused_count; i++) {
        const lope_refused *refused = &report->refused[i];
        if (refused->asked == asked && refused->query > 0)
            write_vector("at", lope_scene_player_to_file(player, refused->point), out);
    }
}

static void write_ability(const lope_scene_player *player, uint32_t actor, const lope_event *event, FILE *out)
{
    const lope_moveset *moveset = &lope_scene_player_actor(player, actor)->from->moveset;
    bool refused = event->kind == LOPE_EVENT_REFUSE, end = event->kind == LOPE_EVENT_ABILITY_END;
    bool phase = event->kind == LOPE_EVENT_ABILITY_PHASE;
    fputs(", \"ability\": ", out);
    write_text(lope_moveset_ability_name(moveset, refused ? event->from - LOPE_ASKED_ABILITY : event->from), out);
    fprintf(out, ", \"phase\": \"%s\"", refused ? "refuse" : end ? "end" : phase ? "phase" : "start");
    if (phase) fprintf(out, ", \"number\": %u", (unsigned)event->to);
    if (end) fprintf(out, ", \"reason\": \"%s\"", lope_end_text(event->to));
    if (!refused) return;
    write_why(player, actor, "reason", event, out);
    write_place(player, actor, event->from, out);
}

// A lock on a target that began, or why it ended.
static void write_lock(const lope_scene_player *player, const lope_event *event, FILE *out)
{
    static const char *const ends[] = {NULL, "gone", "far", "hidden", "cleared"};
    write_body(player, "target", event->body, out);
    if (event->from > 0 && event->from < sizeof ends / sizeof *ends) fprintf(out, ", \"lost\": \"%s\"", ends[event->from]);
}

static void write_fields(const lope_scene_player *player, uint32_t actor, const lope_event *event, FILE *out)
{
    switch (event->kind) {
    case LOPE_EVENT_MODE:
        write_modes(&lope_scene_player_actor(player, actor)->from->moveset, event, out);
        break;
    case LOPE_EVENT_ARRIVE:
        write_vector("point", lope_scene_player_to_file(player, event->point), out);
        break;
    case LOPE_EVENT_LINK:
        fprintf(out, ", \"kind\": \"%s\"", lope_link_name(event->to));
        break;
    case LOPE_EVENT_LOCK_ON:
        write_lock(player, event, out);
        break;
    case LOPE_EVENT_JUMP:
        fprintf(out, ", \"count\": %u", (unsigned)event->to);
        break;
    case LOPE_EVENT_APEX:
    case LOPE_EVENT_STEP_UP:
    case LOPE_EVENT_CROUCH:
    case LOPE_EVENT_UNCROUCH:
    case LOPE_EVENT_RESIZE:
        write_number("height", (double)event->value, out);
        break;
    case LOPE_EVENT_LAND:
        write_number("speed", (double)event->value, out);
        write_body(player, "base", event->body, out);
        break;
    case LOPE_EVENT_HIT:
        write_hit(player, event, out);
        break;
    case LOPE_EVENT_BASE:
        write_body(player, "from", event->body_from, out);
        write_body(player, "to", event->body, out);
        break;
    case LOPE_EVENT_TOUCH:
        write_body(player, "other", event->body, out);
        break;
    case LOPE_EVENT_CRUSH:
        write_body(player, "piece", event->body, out);
        break;
    case LOPE_EVENT_FOOTSTEP:
        fprintf(out, ", \"foot\": \"%s\"", event->to == 0 ? "left" : "right");
        write_body(player, "piece", event->body, out);
        fprintf(out, ", \"material\": %u", (unsigned)event->material);
        write_number("speed", (double)event->value, out);
        break;
    case LOPE_EVENT_STUCK:
        write_number("depth", (double)event->value, out);
        break;
    case LOPE_EVENT_ENTER:
    case LOPE_EVENT_LEAVE:
        write_overlap(player, actor, event, out);
        break;
    case LOPE_EVENT_ABILITY:
    case LOPE_EVENT_ABILITY_END:
    case LOPE_EVENT_ABILITY_PHASE:
        write_ability(player, actor, event, out);
        break;
    case LOPE_EVENT_REFUSE:
        if (is_of_ability(event)) {
            write_ability(player, actor, event, out);
            break;
        }
        fprintf(out, ", \"what\": \"%s\"", lope_asked_name(event->from));
        write_why(player, actor, "why", event, out);
        break;
    case LOPE_EVENT_LAYER:
        fprintf(out, ", \"id\": %u, \"phase\": \"%s\"", (unsigned)event->from, event->to != 0 ? "start" : "end");
        break;
    default:
        break; // walk_off, teleport: nothing more to say
    }
}

void lope_scene_event_line(const lope_scene_player *player, uint32_t actor, uint64_t tick, double time, const lope_event *event,
                           FILE *out)
{
    fprintf(out, "{\"tick\": %llu, \"time\": %.9g, \"name\": ", (unsigned long long)tick, time);
    write_text(lope_scene_player_actor(player, actor)->name, out);
    fprintf(out, ", \"event\": \"%s\"", is_of_ability(event) ? "ability" : lope_event_name(event->kind));
    write_fields(player, actor, event, out);
    fputs("}\n", out);
}
