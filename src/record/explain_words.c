// explain_words.c - the words that lope_explain uses in several places.
#include "record/explain_words.h"

void lope_put_speed(const lope_facts *f, double speed)
{
    lope_line_number(f->line, speed, 2);
    lope_put(f, " m/s");
}

void lope_put_body(const lope_facts *f, uint64_t body)
{
    const char *name = f->def->body_name && body != LOPE_BODY_NONE ? f->def->body_name(f->def->context, body) : NULL;
    if (name && name[0] != 0) {
        lope_line_name(f->line, name);
    } else if (body == LOPE_BODY_NONE) {
        lope_put(f, "nothing");
    } else {
        lope_put(f, "body ");
        lope_line_whole(f->line, body);
    }
}
