// runner_round.c - the rounds of a runner: what the player's input becomes. See lope/runner.h.
//
//   intro --time--> waiting --press--> playing --finish--> finished --reset--> intro
//
// Data: lope_runner_round, the game's. Read next: runner_watch.c, the abilities.
#include <lope/runner.h>
#include <lope/vec.h>

#define STARTS (LOPE_BUTTON_JUMP | LOPE_BUTTON_SLIDE)
#define STILL (LOPE_FORBID_MOVE | LOPE_FORBID_JUMP | LOPE_FORBID_CROUCH | LOPE_FORBID_ABILITIES)

// Goes to another stage.
static void enter(lope_runner_round *round, lope_runner_stage stage)
{
    round->stage = stage;
    round->seconds = 0;
}

// Returns `move` with 1 as its part along the axis.
static lope_vec3 forced(lope_vec3 move, lope_vec3 forward)
{
    const lope_point along = lope_vec3_to_point(forward), asked = lope_vec3_to_point(move);
    return lope_point_to_vec3(lope_point_mad(asked, along, 1.0 - lope_point_dot(asked, along)));
}

// Takes the buttons and the move out of an input.
static void hold_still(lope_input *input)
{
    input->move = (lope_vec3){0, 0, 0};
    input->held = input->pressed = 0;
    input->forbidden |= STILL;
}

lope_input lope_runner_round_input(lope_runner_round *round, const lope_input *player)
{
    lope_input input = *player;
    const uint32_t starts = player->pressed & STARTS;
    if (round->stage == LOPE_RUNNER_WAITING && starts) {
        enter(round, LOPE_RUNNER_PLAYING);
        input.pressed &= ~starts;
        input.held &= ~starts;
    }
    if (round->stage == LOPE_RUNNER_PLAYING)
        input.move = forced(input.move, round->forward);
    else
        hold_still(&input);
    return input;
}

void lope_runner_round_pass(lope_runner_round *round, const lope_state *state, double seconds)
{
    round->seconds += seconds;
    if (round->stage == LOPE_RUNNER_PLAYING) round->time += seconds;
    if (round->stage == LOPE_RUNNER_INTRO && round->seconds >= (double)round->intro) enter(round, LOPE_RUNNER_WAITING);
    if (round->stage == LOPE_RUNNER_PLAYING && round->lands && state->mode != LOPE_MODE_FALLING) {
        round->lands = 0;
        enter(round, LOPE_RUNNER_FINISHED);
    }
}

bool lope_runner_round_finish(lope_runner_round *round, const lope_state *state, bool won)
{
    if (round->stage != LOPE_RUNNER_PLAYING || round->lands) return false;
    round->won = won;
    round->lands = state->mode == LOPE_MODE_FALLING;
    if (!round->lands) enter(round, LOPE_RUNNER_FINISHED);
    return true;
}

void lope_runner_round_reset(lope_runner_round *round)
{
    *round = (lope_runner_round){.forward = round->forward, .intro = round->intro};
}

const char *lope_runner_stage_name(uint32_t stage)
{
    static const char *const names[LOPE_RUNNER_STAGE_COUNT] = {"intro", "waiting", "playing", "finished"};
    return stage < LOPE_RUNNER_STAGE_COUNT ? names[stage] : "?";
}
