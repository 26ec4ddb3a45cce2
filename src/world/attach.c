// attach.c - characters that something else moves, and what characters are going to do: hand-over and
// foresight.
//
// What moves a character is asked before each tick, in order of id, and told to it as a request of its input.
// So a tick stays a function of state and input, and recordings and rollback need to know nothing of it. Read
// next: character/move/attached.c.
#include "world/attach.h"

#include "base/error.h"
#include "character/state/mode_exists.h"
#include "world/input.h"

// s: in slow motion a second ahead would be thousands of ticks
#define LEAST_AHEAD (1.0f / 240.0f)
#define FOLLOW (LOPE_REQUEST_FOLLOW | LOPE_REQUEST_TELEPORT)

static bool is_body(lope_body body) { return body.index != 0 || body.generation != 0; }

lope_result lope_character_attach(lope_character *character, const lope_attachment *attachment)
{
    if (attachment == NULL) return LOPE_ERROR_NULL;
    const lope_result good = lope_character_check(character);
    if (good != LOPE_OK) return good;
    const lope_level *level = character->world->level;
    const bool body = is_body(attachment->body);
    if (!body && attachment->pose == NULL) return LOPE_ERROR_NULL;
    if (body && (level == NULL || !lope_level_valid(level, attachment->body))) return LOPE_ERROR_HANDLE;
    const lope_point feet = attachment->feet;
    if (!lope_finite_point(feet)) return LOPE_ERROR_NOT_FINITE;
    // a tick, which says where the feet come to, must not ask for memory
    if (lope_lane_requests(character->block, character->lane) == NULL) return LOPE_ERROR_MEMORY;
    if (!character->attached) character->world->attached_count++;
    character->attached = true;
    character->attachment = *attachment;
    return LOPE_OK;
}

bool lope_character_attached(const lope_character *character) { return character != NULL && character->attached; }

void lope_attachment_end(lope_character *character)
{
    if (!character->attached) return;
    character->attached = false;
    character->world->attached_count--;
}

lope_result lope_character_detach(lope_character *character, uint32_t mode, const lope_vec3 *velocity)
{
    const lope_result good = lope_character_check(character);
    if (good != LOPE_OK) return good;
    if (!character->attached) return LOPE_ERROR_STATE;
    if (!lope_mode_exists(character->block->lanes[character->lane].moveset, mode)) return LOPE_ERROR_RANGE;
    const lope_vec3 v = velocity != NULL ? *velocity : lope_character_slot(character)->velocity;
    if (!lope_finite_vec3(v)) return LOPE_ERROR_NOT_FINITE;
    lope_attachment_end(character);
    // The memory is there since the character was attached.
    lope_requests *requests = lope_lane_requests(character->block, character->lane);
    requests->asked &= ~FOLLOW;
    requests->asked |= LOPE_REQUEST_MODE;
    requests->mode = mode != LOPE_MODE_NONE ? mode : LOPE_MODE_FALLING;
    // as a change of velocity: a launch would end the mode
    const lope_vec3 now = lope_character_slot(character)->velocity;
    const lope_vec3 change = lope_vec3_sub(v, now);
    requests->impulse = change;
    requests->impulse_is_velocity = true;
    return LOPE_OK;
}

// Returns where an attached character's feet are to be (m); where they are when its attachment does not say.
static lope_point place_of(lope_character *character)
{
    const lope_attachment *to = &character->attachment;
    lope_transform pose;
    const bool known =
        is_body(to->body) ? lope_level_pose(character->world->level, to->body, &pose) == LOPE_OK : to->pose(to->context, &pose);
    if (!known) return lope_character_slot(character)->feet;
    return lope_transform_apply(&pose, to->feet);
}

void lope_attachments_follow(lope_world *world)
{
    for (uint32_t i = 0; world->attached_count > 0 && i < world->order_count; i++) {
        lope_character *character = lope_seat_character(&world->order[i]);
        if (!character->attached) continue;
        lope_requests *requests = lope_lane_requests(character->block, character->lane);
        requests->teleport_feet = place_of(character);
        requests->asked = (requests->asked & ~LOPE_REQUEST_TELEPORT) | LOPE_REQUEST_FOLLOW;
    }
}

// Returns the length of the character's next ticks by the world's rate, s; of real time where time stands
// still.
static float own_tick(const lope_character *character)
{
    const lope_world *world = character->world;
    const float scale = character->block->lanes[character->lane].time_scale;
    const float seconds = (float)(world->period * (world->time_scale > 0 ? world->time_scale : 1)) * (scale > 0 ? scale : 1);
    return seconds > 0 && seconds <= 1 ? seconds : (float)world->period;
}

lope_result lope_character_predict(const lope_character *character, lope_nearby *nearby, const lope_input *input, uint32_t ticks,
                                   const uint32_t *stop, lope_predicted *list, uint32_t capacity, uint32_t *count)
{
    if (character == NULL || nearby == NULL || list == NULL || count == NULL) return LOPE_ERROR_NULL;
    *count = 0;
    if (!character->alive) return LOPE_ERROR_HANDLE;
    const lope_block *block = character->block;
    const uint32_t lane = character->lane;
    lope_predict_def def = {.state = &block->states[lane],
                            .moveset = block->lanes[lane].moveset,
                            .surroundings = lope_lane_surroundings(character->world, block, lane),
                            .nearby = nearby,
                            .input = input != NULL ? *input : block->inputs[lane],
                            .seconds = own_tick(character),
                            .ticks = ticks};
    for (uint32_t i = 0; stop != NULL && stop[i] != 0; i++) {
        if (i == LOPE_PREDICT_STOPS) return LOPE_ERROR_RANGE;
        def.stop[i] = stop[i];
    }
    return lope_predict(&def, list, capacity, count);
}

lope_result lope_character_animation(const lope_character *character, lope_nearby *nearby,
                                     const lope_animation_settings *settings, const lope_animation_state *memory,
                                     lope_animation_report *report)
{
    if (character == NULL || nearby == NULL || report == NULL) return LOPE_ERROR_NULL;
    *report = (lope_animation_report){.speed = 0};
    if (!character->alive) return LOPE_ERROR_HANDLE;
    const lope_block *block = character->block;
    const uint32_t lane = character->lane;
    const float seconds = own_tick(character);
    const lope_animation_def def = {.state = &block->states[lane],
                                    .memory = memory,
                                    .settings = settings,
                                    .moveset = block->lanes[lane].moveset,
                                    .surroundings = lope_lane_surroundings(character->world, block, lane),
                                    .nearby = nearby,
                                    .input = block->inputs[lane],
                                    .seconds = seconds > LEAST_AHEAD ? seconds : LEAST_AHEAD};
    return lope_animation_report_make(&def, report);
}
