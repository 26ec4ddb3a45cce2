// bodies.c - see bodies.h.
#include "bodies.h"

lope_point page_place(const page_bodies *bodies, lope_point world)
{
    return lope_point_sub(lope_scene_player_to_file(bodies->player, world), bodies->origin);
}

int32_t page_body_number(const page_bodies *bodies, uint64_t id)
{
    if (id == LOPE_BODY_NONE) return -1;
    uint32_t low = 0, count = lope_scene_player_body_count(bodies->player), high = count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (lope_scene_player_body_at(bodies->player, middle)->id < id)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < count && lope_scene_player_body_at(bodies->player, low)->id == id) return (int32_t)low;
    uint32_t actors = lope_scene_player_actor_count(bodies->player);
    for (uint32_t i = 0; i < actors; i++) {
        if (lope_character_state(lope_scene_player_actor(bodies->player, i)->handle)->own_body == id) return (int32_t)(count + i);
    }
    return -1;
}

static const lope_scene_piece *piece_of(const page_bodies *bodies, uint32_t number)
{
    const lope_scene_body *body = lope_scene_player_body_at(bodies->player, number);
    return &lope_scene_player_scenario(bodies->player)->pieces[body->piece];
}

bool page_body_moves(const page_bodies *bodies, uint32_t number)
{
    return number < lope_scene_player_body_count(bodies->player) && piece_of(bodies, number)->motion.kind != LOPE_SCENE_STILL;
}

static void describe_piece(const page_bodies *bodies, uint32_t number, page_bytes *head)
{
    static const char *const rules[] = {"by angle", "always", "never", "own angle"};
    const lope_scene_body *body = lope_scene_player_body_at(bodies->player, number);
    const lope_surface *surface = &piece_of(bodies, number)->surface;
    page_bytes_print(head, "%s\n{\"name\": ", number > 0 ? "," : "");
    page_bytes_text(head, lope_scene_player_body_name(bodies->player, body->id));
    page_bytes_print(head, ", \"id\": \"%llu\", \"moving\": %s, \"material\": %u", (unsigned long long)body->id,
                     page_body_moves(bodies, number) ? "true" : "false", (unsigned)surface->material);
    if (surface->walkable != LOPE_WALKABLE_BY_ANGLE && (unsigned)surface->walkable < 4)
        page_bytes_print(head, ", \"walkable\": \"%s\", \"angle\": %.6g", rules[surface->walkable],
                         (double)surface->walkable_angle);
    const lope_scene_piece *piece = piece_of(bodies, number);
    if (piece->is_volume) page_bytes_print(head, ", \"volume\": \"%s\"", piece->volume.water ? "water" : "other");
    if (surface->no_step_up) page_bytes_print(head, ", \"no_step_up\": true");
    if (surface->one_way) page_bytes_print(head, ", \"one_way\": true");
    if (surface->no_base) page_bytes_print(head, ", \"no_base\": true");
    page_bytes_print(head, "}");
}

void page_bodies_describe(const page_bodies *bodies, page_bytes *head)
{
    uint32_t count = lope_scene_player_body_count(bodies->player), actors = lope_scene_player_actor_count(bodies->player);
    page_bytes_print(head, "[");
    for (uint32_t i = 0; i < count; i++) describe_piece(bodies, i, head);
    for (uint32_t i = 0; i < actors; i++) {
        page_bytes_print(head, "%s\n{\"name\": ", count + i > 0 ? "," : "");
        page_bytes_text(head, lope_scene_player_actor(bodies->player, i)->name);
        page_bytes_print(head, ", \"character\": %u}", (unsigned)i);
    }
    page_bytes_print(head, "]");
}
