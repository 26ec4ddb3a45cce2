// rules.h - the rules of a match with their defaults filled in, checked.
#ifndef LOPE_NET_RULES_H
#define LOPE_NET_RULES_H

#include <lope/net.h>

// Fills in the defaults. On a refusal *error (may be NULL) names the field.
lope_result lope_rules_make(const lope_net_rules *given, lope_net_rules *rules, lope_error *error);

// Makes the input of a tick from a command, by the rules' function or by lope_command_input.
void lope_rules_input(const lope_net_rules *rules, uint32_t player, const lope_command *command, const lope_state *state,
                      lope_input *input);

// True when commands run as they come.
static inline bool lope_rules_on_arrival(const lope_net_rules *rules) { return rules->stepping == LOPE_NET_ON_ARRIVAL; }

// Returns the way up of characters as others meet them: against the rules' gravity.
lope_vec3 lope_rules_up(const lope_net_rules *rules);

// Returns the command that asks for nothing and looks where a state looks: what counts before the first one.
lope_command lope_rules_neutral(const lope_state *state, uint32_t tick);

#endif
