// server_places.c - places of connections. Read first: server_places.h.
#include "server_places.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

// ---- coming and going -------------------------------------------------------------------------------------

void web_place_cut(web_place *place, uint32_t why)
{
    if (place->why == 0) place->why = why;
    if (place->wsi == NULL) return;
    ((web_session *)lws_wsi_user(place->wsi))->place = 0;
    lws_set_timeout(place->wsi, PENDING_TIMEOUT_KILLED_BY_PARENT, LWS_TO_KILL_ASYNC);
    place->wsi = NULL;
}

void web_place_free(web_server *server, web_place *place)
{
    if (place->number != WEB_NO_PLACE) server->numbers[place->number] = 0;
    free(place->line);
    *place = (web_place){.number = WEB_NO_PLACE};
}

// Finds a free place. Returns NULL when connections without a token have all that are theirs; *oldest: the one of
// them that came first.
static web_place *find_free(web_server *server, web_place **oldest)
{
    web_place *found = NULL;
    uint32_t half_open = 0;
    *oldest = NULL;
    for (uint32_t i = 0; i < server->count; i++) {
        web_place *at = &server->places[i];
        if (at->line == NULL) {
            found = at;
        } else if (at->number == WEB_NO_PLACE) {
            half_open++;
            if (*oldest == NULL || at->begun < (*oldest)->begun) *oldest = at;
        }
    }
    return half_open < WEB_HALF_OPEN ? found : NULL;
}

bool web_place_come(web_server *server, struct lws *wsi, web_session *session)
{
    web_place *oldest, *place = find_free(server, &oldest);
    if (place == NULL) {
        server->stats.given_up++;
        web_place_cut(oldest, LOPE_TRANSPORT_NO_HANDSHAKE);
        web_place_free(server, oldest);
        place = oldest;
    }
    web_line *line = calloc(1, sizeof *line);
    if (line == NULL) return false;
    *place = (web_place){.line = line,
                         .wsi = wsi,
                         .number = WEB_NO_PLACE,
                         .begun = server->now,
                         .heard = server->now,
                         .may = lope_rate_limit_begin(server->now)};
    *session = (web_session){.place = (uint32_t)(place - server->places) + 1};
    web_line_begin(wsi);
    return true;
}

// ---- tokens -----------------------------------------------------------------------------------------------

static uint32_t free_number(const web_server *server)
{
    uint32_t number = 0;
    while (number < server->peers && server->numbers[number] != 0) number++;
    return number < server->peers ? number : WEB_NO_PLACE;
}

// Compares keys in a time that does not tell how far they are equal.
static bool is_equal(const uint8_t *a, const uint8_t *b)
{
    uint8_t differs = 0;
    for (size_t i = 0; i < LOPE_TOKEN_KEY; i++) differs |= (uint8_t)(a[i] ^ b[i]);
    return differs == 0;
}

uint32_t web_place_let_in(web_server *server, web_place *place, const uint8_t *bytes, size_t size)
{
    char text[LOPE_TOKEN_TEXT];
    lope_token token;
    lope_token_claim claim;
    uint8_t key[LOPE_TOKEN_KEY];
    if (size != sizeof text - 1) return LOPE_TRANSPORT_TOKEN_MALFORMED;
    memcpy(text, bytes, size);
    text[size] = '\0';
    if (lope_token_read(text, &token) != LOPE_OK) return LOPE_TRANSPORT_TOKEN_MALFORMED;
    const uint64_t seconds = (uint64_t)time(NULL);
    const uint32_t why = lope_token_check(server->master, token.identity, server->server, seconds, &claim, key);
    if (why != 0) return why;
    if (!is_equal(key, token.key)) return LOPE_TRANSPORT_TOKEN_FORGED;
    if (used_tokens_has(server->used, &claim)) return LOPE_TRANSPORT_TOKEN_USED;
    const uint32_t number = free_number(server);
    if (number == WEB_NO_PLACE || !used_tokens_add(server->used, &claim, seconds)) return LOPE_TRANSPORT_FULL;
    server->numbers[number] = (uint32_t)(place - server->places) + 1;
    place->number = number;
    place->player = claim.player;
    server->stats.opened++;
    return 0;
}
