// nav_agent.c - the properties of a character that a navigation mesh is built for. See lope/nav_agent.h.
#include <lope/ladder.h>
#include <lope/mantle.h>
#include <lope/nav_agent.h>

#define SCALE_HEIGHT 1.76f // m: of the character that the mantle's lengths are for
#define DROP 10.0f         // m that it may fall

static bool has_ability(const lope_moveset *moveset, const lope_ability *ability, uint32_t *id)
{
    for (uint32_t i = 0; i < moveset->ability_count; i++)
        if (moveset->abilities[i] == ability) {
            *id = i;
            return true;
        }
    return false;
}

static void mantle_of(const lope_state *state, const lope_moveset *moveset, lope_nav_agent *agent)
{
    uint32_t id = 0;
    if (!has_ability(moveset, lope_mantle_ability(), &id)) return;
    const lope_mantle_settings *settings = lope_moveset_ability_settings(moveset, id);
    float scale = state->standing_height / SCALE_HEIGHT;
    agent->can_mantle = 1;
    agent->mantle_least = scale * settings->ledge_height_least;
    agent->mantle_most = scale * settings->ledge_height_most;
    agent->mantle_reach = scale * settings->reach;
}

float lope_nav_agent_jump_distance(const lope_nav_agent *agent, float height, float speed)
{
    float fall = agent->jump_height - height;
    if (!(fall >= 0) || !(agent->gravity > 0) || !(agent->jump_height > 0)) return -1;
    // A held jump rises evenly before gravity acts; its rest is ballistic.
    float free_rise = agent->jump_speed * agent->jump_speed / (2 * agent->gravity), held = agent->jump_height - free_rise;
    float seconds = held / agent->jump_speed + agent->jump_speed / agent->gravity + sqrtf(2 * fall / agent->gravity);
    return seconds * speed;
}

void lope_nav_agent_of(const lope_state *state, const lope_moveset *moveset, lope_nav_agent *agent)
{
    const lope_tuning *tuning = &moveset->tuning;
    uint32_t id = 0;
    *agent = (lope_nav_agent){.radius = state->radius,
                              .height = state->standing_height,
                              .crouched_height = tuning->can_crouch ? tuning->crouched_height : state->standing_height,
                              .step_height = tuning->max_step_height,
                              .slope = tuning->walkable_floor_angle,
                              .speed = tuning->max_walk_speed,
                              .drop_height = DROP * tuning->units_per_metre,
                              .can_walk = tuning->max_walk_speed > 0,
                              .can_jump = tuning->jump_speed > 0 && tuning->jump_max_count > 0,
                              .can_crouch = tuning->can_crouch,
                              .can_swim = tuning->max_swim_speed > 0,
                              .can_fly = tuning->max_fly_speed > 0,
                              .can_climb_ladders = has_ability(moveset, lope_ladder_ability(), &id),
                              .gravity = lope_vec3_length(state->gravity) * tuning->gravity_scale};
    mantle_of(state, moveset, agent);
    if (!agent->can_jump || !(agent->gravity > 0)) return;
    agent->jump_speed = tuning->jump_speed;
    agent->jump_height =
        tuning->jump_speed * tuning->jump_max_hold_time + tuning->jump_speed * tuning->jump_speed / (2 * agent->gravity);
    for (int i = 0; i < LOPE_NAV_REACHES; i++) {
        float share = (float)i / (float)(LOPE_NAV_REACHES - 1);
        float height = agent->jump_height - share * (agent->jump_height + agent->drop_height);
        agent->jump[i] = (lope_nav_reach){height, lope_nav_agent_jump_distance(agent, height, agent->speed)};
    }
}
