// xml.c - walks through a text once, with the open elements on a stack.
#include "xml.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define DEEPEST 32

typedef struct walker {
    const char *text, *at;
    const char *open[DEEPEST]; // where the names of the open elements stand
    size_t open_length[DEEPEST];
    int depth;
} walker;

static void fault(const walker *w, const char *what)
{
    fail_msg("XML, byte %zu: %s: %.60s", (size_t)(w->at - w->text), what, w->at);
}

static size_t name_length(const char *at)
{
    return strspn(at, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_:");
}

static void take_entity(walker *w)
{
    static const char *const known[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strncmp(w->at, known[i], strlen(known[i])) != 0) continue;
        w->at += strlen(known[i]);
        return;
    }
    fault(w, "a bare &");
}

// One character of UTF-8 that may stand in XML.
static void take_character(walker *w)
{
    const unsigned char *c = (const unsigned char *)w->at;
    if (*c == '&') {
        take_entity(w);
        return;
    }
    if (*c < 32 && *c != '\n') fault(w, "a control character");
    size_t more = *c < 0x80 ? 0 : *c >= 0xC2 && *c < 0xE0 ? 1 : *c >= 0xE0 && *c < 0xF0 ? 2 : *c >= 0xF0 && *c < 0xF5 ? 3 : 9;
    if (more == 9) fault(w, "no beginning of a character");
    for (size_t i = 1; i <= more; i++)
        if ((c[i] & 0xC0) != 0x80) fault(w, "a character that is cut off");
    if (c[0] == 0xED && c[1] >= 0xA0) fault(w, "half of a surrogate");
    w->at += more + 1;
}

static void take_attribute(walker *w)
{
    size_t length = name_length(w->at);
    if (length == 0 || w->at[length] != '=' || w->at[length + 1] != '"') fault(w, "an attribute without quotes");
    for (w->at += length + 2; *w->at != '"';) {
        if (*w->at == 0 || *w->at == '<') fault(w, "an attribute without an end");
        take_character(w);
    }
    w->at++;
}

static void take_end(walker *w)
{
    size_t length = name_length(w->at += 2);
    if (w->depth == 0) fault(w, "nothing is open here");
    w->depth--;
    if (length != w->open_length[w->depth] || memcmp(w->at, w->open[w->depth], length) != 0) fault(w, "another one is open");
    w->at += length;
    if (*w->at++ != '>') fault(w, "an end tag without >");
}

static void take_tag(walker *w)
{
    if (w->at[1] == '/') {
        take_end(w);
        return;
    }
    size_t length = name_length(++w->at);
    if (length == 0 || w->depth == DEEPEST) fault(w, "no name");
    w->open[w->depth] = w->at;
    w->open_length[w->depth++] = length;
    for (w->at += length; *w->at == ' ' || *w->at == '\n';) {
        w->at++;
        if (*w->at != '/' && *w->at != '>') take_attribute(w);
    }
    if (*w->at == '/') {
        w->at++;
        w->depth--;
    }
    if (*w->at++ != '>') fault(w, "a tag without >");
}

void xml_check(const char *text)
{
    walker w = {.text = text, .at = text};
    if (*text != '<') fault(&w, "no element");
    while (*w.at != 0) {
        if (*w.at == '<')
            take_tag(&w);
        else if (w.depth == 0 && *w.at != '\n')
            fault(&w, "text outside of the root");
        else
            take_character(&w);
    }
    if (w.depth != 0) fault(&w, "the text ends inside an element");
}
