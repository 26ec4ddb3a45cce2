// json_syntax.c - opens a JSON file: reads it, blanks comments, checks the syntax and hands it to cJSON.
//
// cJSON says only that it stopped near some byte, so a small checker of our own walks the text first: it knows in which list or
// object it is and so can say what would have been right there. Read next: json.c, which reads the values.
#include "json_syntax.h"

#include "read_file.h"

#include <cjson/cJSON.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEEPEST 200
#define LARGEST_FILE 268435456 // bytes; a scenario of more is a mistake

typedef struct scanner {
    const char *text;
    size_t length, at, where;
    char *what;
    size_t what_size;
    unsigned depth;
} scanner;

static bool check_value(scanner *s);

void lope_json_strip_comments(char *text, size_t length)
{
    bool in_text = false;
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\n') {
            in_text = false;
        } else if (in_text) {
            if (text[i] == '\\' && i + 1 < length && text[i + 1] != '\n')
                i++;
            else if (text[i] == '"')
                in_text = false;
        } else if (text[i] == '"') {
            in_text = true;
        } else if (text[i] == '/' && i + 1 < length && text[i + 1] == '/') {
            while (i < length && text[i] != '\n' && text[i] != '\r') text[i++] = ' ';
            i--;
        }
    }
}

static void skip_space(scanner *s)
{
    while (s->at < s->length && strchr(" \t\r\n", s->text[s->at]) != NULL && s->text[s->at] != 0) s->at++;
}

static bool is_at(const scanner *s, char c) { return s->at < s->length && s->text[s->at] == c; }
static bool is_digit_at(const scanner *s) { return s->at < s->length && s->text[s->at] >= '0' && s->text[s->at] <= '9'; }

// "found TOKEN, expected ..." at the current place.
static bool syntax_fault(scanner *s, const char *expected)
{
    s->where = s->at;
    if (s->at >= s->length) {
        snprintf(s->what, s->what_size, "the file ends here, expected %s", expected);
        return false;
    }
    const char *start = s->text + s->at;
    size_t count = 1, left = s->length - s->at;
    if (strchr("{}[],:", *start) == NULL) {
        while (count < left && count < 24 && (unsigned char)start[count] > 32 && strchr("{}[],:", start[count]) == NULL) count++;
    }
    if (left >= 2 && start[0] == '/' && start[1] == '*') {
        snprintf(s->what, s->what_size, "found /*, expected // in front of a comment");
    } else if ((unsigned char)*start < 32) {
        snprintf(s->what, s->what_size,
                 *start == '\n' || *start == '\r' ? "the line ends here, expected %s" : "found a control character, expected %s",
                 expected);
    } else {
        snprintf(s->what, s->what_size, "found %.*s, expected %s", (int)count, start, expected);
    }
    return false;
}

static bool is_hex(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

// The character after a backslash.
static bool check_escape(scanner *s)
{
    if (s->at >= s->length || strchr("\"\\/bfnrtu", s->text[s->at]) == NULL || s->text[s->at] == 0) {
        return syntax_fault(s, "one of \" \\ / b f n r t u after a backslash");
    }
    if (s->text[s->at++] != 'u') return true;
    size_t start = s->at;
    for (int i = 0; i < 4; i++, s->at++) {
        if (s->at >= s->length || !is_hex(s->text[s->at])) return syntax_fault(s, "four hexadecimal digits after \\u");
    }
    if (memcmp(s->text + start, "0000", 4) == 0) {
        s->at = start;
        return syntax_fault(s, "a character other than zero");
    }
    return true;
}

static bool check_text(scanner *s)
{
    s->at++;
    while (s->at < s->length) {
        char c = s->text[s->at];
        if (c == '"') {
            s->at++;
            return true;
        }
        if ((unsigned char)c < 32) return syntax_fault(s, "a closing quote");
        s->at++;
        if (c == '\\' && !check_escape(s)) return false;
    }
    return syntax_fault(s, "a closing quote");
}

static bool check_digits(scanner *s, const char *expected)
{
    if (!is_digit_at(s)) return syntax_fault(s, expected);
    while (is_digit_at(s)) s->at++;
    return true;
}

static bool check_number(scanner *s)
{
    size_t start = s->at;
    if (is_at(s, '-')) s->at++;
    bool zero = is_at(s, '0');
    if (!check_digits(s, "a digit")) return false;
    if (zero && s->at > start + 1 && s->text[s->at - 2] >= '0' && s->text[s->at - 2] <= '9') {
        s->at = start;
        return syntax_fault(s, "a number without a leading zero");
    }
    if (is_at(s, '.')) {
        s->at++;
        if (!check_digits(s, "a digit after the point")) return false;
    }
    if (is_at(s, 'e') || is_at(s, 'E')) {
        s->at++;
        if (is_at(s, '+') || is_at(s, '-')) s->at++;
        if (!check_digits(s, "a digit in the exponent")) return false;
    }
    return true;
}

static bool check_word(scanner *s, const char *word)
{
    size_t length = strlen(word);
    if (s->length - s->at < length || memcmp(s->text + s->at, word, length) != 0) return false;
    char after = s->at + length < s->length ? s->text[s->at + length] : ' ';
    if ((after >= 'a' && after <= 'z') || (after >= 'A' && after <= 'Z') || (after >= '0' && after <= '9') || after == '_')
        return false;
    s->at += length;
    return true;
}

static bool check_list(scanner *s)
{
    s->at++;
    skip_space(s);
    if (is_at(s, ']')) {
        s->at++;
        return true;
    }
    for (;;) {
        skip_space(s);
        if (is_at(s, ']')) return syntax_fault(s, "a value (there is no comma after the last one)");
        if (!check_value(s)) return false;
        skip_space(s);
        if (is_at(s, ']')) break;
        if (!is_at(s, ',')) return syntax_fault(s, "a comma or ]");
        s->at++;
    }
    s->at++;
    return true;
}

static bool check_object(scanner *s)
{
    s->at++;
    skip_space(s);
    if (is_at(s, '}')) {
        s->at++;
        return true;
    }
    for (;;) {
        skip_space(s);
        if (is_at(s, '}')) return syntax_fault(s, "a key (there is no comma after the last value)");
        if (!is_at(s, '"')) return syntax_fault(s, "a key in double quotes");
        if (!check_text(s)) return false;
        skip_space(s);
        if (!is_at(s, ':')) return syntax_fault(s, "a colon after the key");
        s->at++;
        if (!check_value(s)) return false;
        skip_space(s);
        if (is_at(s, '}')) break;
        if (!is_at(s, ',')) return syntax_fault(s, "a comma or }");
        s->at++;
    }
    s->at++;
    return true;
}

static bool check_value(scanner *s)
{
    skip_space(s);
    char c = s->at < s->length ? s->text[s->at] : 0;
    if (c == '{' || c == '[') {
        if (++s->depth > DEEPEST) return syntax_fault(s, "fewer brackets: 200 inside each other are the most");
        bool good = c == '{' ? check_object(s) : check_list(s);
        s->depth--;
        return good;
    }
    if (c == '"') return check_text(s);
    if (c == '-' || is_digit_at(s)) return check_number(s);
    if (check_word(s, "true") || check_word(s, "false") || check_word(s, "null")) return true;
    return syntax_fault(s, "a value: a number, text in double quotes, true, false, a list or an object");
}

bool lope_json_check(const char *text, size_t length, size_t *where, char *what, size_t what_size)
{
    scanner s = {.text = text, .length = length, .what = what, .what_size = what_size};
    bool good = check_value(&s);
    if (good) {
        skip_space(&s);
        if (s.at < s.length) good = syntax_fault(&s, "the end of the file");
    }
    *where = s.where;
    return good;
}

// Columns count characters, not bytes: the continuation bytes of UTF-8 do not count.
static bool fault_at(lope_json_source *source, const char *text, size_t where, const char *what)
{
    unsigned line = 1, column = 1;
    for (size_t i = 0; i < where; i++) {
        if (text[i] == '\n') {
            line++;
            column = 1;
        } else if (((unsigned char)text[i] & 0xC0) != 0x80) {
            column++;
        }
    }
    return lope_scene_fail(source->fault, LOPE_SCENE_BAD_INPUT, "%s:%u:%u: %s", source->file, line, column, what);
}

bool lope_json_parse(lope_json_source *source, char *text, size_t length)
{
    if (length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) {
        text += 3;
        length -= 3;
    }
    lope_json_strip_comments(text, length);
    size_t where = 0;
    char what[200];
    if (!lope_json_check(text, length, &where, what, sizeof what)) return fault_at(source, text, where, what);
    const char *end = NULL;
    source->root = cJSON_ParseWithLengthOpts(text, length, &end, 0);
    return source->root != NULL || fault_at(source, text, end == NULL ? 0 : (size_t)(end - text), "cannot be read as JSON here");
}

bool lope_json_open(lope_json_source *source, const char *file, lope_scene_fault *fault)
{
    *source = (lope_json_source){.file = file, .fault = fault};
    size_t length = 0;
    char *text = lope_scene_read_file(file, LARGEST_FILE, "a scenario file", &length, fault);
    bool good = text != NULL && lope_json_parse(source, text, length);
    free(text);
    return good;
}

void lope_json_close(lope_json_source *source)
{
    cJSON_Delete(source->root);
    source->root = NULL;
}
