// json_tree.c - the part of cJSON that the scenario reader uses, where there is no such library: a build for
// wasm. The text has been checked before (scene/json_syntax.c), so this reader expects good JSON.
#include <cjson/cJSON.h>

#include <stdlib.h>
#include <string.h>

typedef struct reader {
    const char *at, *end;
} reader;

static void skip_space(reader *r)
{
    while (r->at < r->end && strchr(" \t\r\n", *r->at) != NULL && *r->at != 0) r->at++;
}

static void put_utf8(char **out, unsigned code)
{
    if (code < 0x80) {
        *(*out)++ = (char)code;
    } else if (code < 0x800) {
        *(*out)++ = (char)(0xc0 | code >> 6);
        *(*out)++ = (char)(0x80 | (code & 63));
    } else {
        *(*out)++ = (char)(0xe0 | code >> 12);
        *(*out)++ = (char)(0x80 | (code >> 6 & 63));
        *(*out)++ = (char)(0x80 | (code & 63));
    }
}

// Reads a text with its quotes; NULL: the text ends first.
static char *read_text(reader *r)
{
    static const char plain[] = "\"\\/bfnrt", means[] = "\"\\/\b\f\n\r\t";
    char *text = malloc((size_t)(r->end - r->at) + 1), *out = text;
    if (text == NULL) return NULL;
    for (r->at++; r->at < r->end && *r->at != '"'; r->at++) {
        if (*r->at != '\\') {
            *out++ = *r->at;
            continue;
        }
        if (++r->at == r->end) break;
        const char *escape = strchr(plain, *r->at);
        if (escape != NULL && *escape != 0) *out++ = means[escape - plain];
        if (*r->at != 'u' || r->end - r->at < 5) continue;
        const char digits[5] = {r->at[1], r->at[2], r->at[3], r->at[4], 0};
        put_utf8(&out, (unsigned)strtoul(digits, NULL, 16));
        r->at += 4;
    }
    *out = 0;
    if (r->at < r->end) r->at++;
    return text;
}

static cJSON *read_value(reader *r);

// Reads the members of an object, or of a list, up to its closing bracket.
static void read_members(reader *r, cJSON *parent, char closing)
{
    cJSON **next = &parent->child, *last = NULL;
    for (r->at++, skip_space(r); r->at < r->end && *r->at != closing; skip_space(r)) {
        char *name = NULL;
        if (*r->at == ',') {
            r->at++;
            continue;
        }
        if (closing == '}') {
            name = read_text(r);
            skip_space(r);
            r->at++; // the colon
        }
        cJSON *child = read_value(r);
        if (child == NULL) {
            free(name);
            return;
        }
        child->string = name;
        child->prev = last;
        *next = last = child;
        next = &child->next;
    }
    if (r->at < r->end) r->at++;
}

static int word_type(reader *r)
{
    static const struct {
        const char *word;
        int type;
    } words[] = {{"true", cJSON_True}, {"false", cJSON_False}, {"null", cJSON_NULL}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const size_t length = strlen(words[i].word);
        if ((size_t)(r->end - r->at) < length || strncmp(r->at, words[i].word, length) != 0) continue;
        r->at += length;
        return words[i].type;
    }
    return cJSON_Invalid;
}

static void read_number(reader *r, cJSON *item)
{
    char digits[64] = "", *rest;
    const size_t left = (size_t)(r->end - r->at), most = left < sizeof digits - 1 ? left : sizeof digits - 1;
    memcpy(digits, r->at, most);
    item->type = cJSON_Number;
    item->valuedouble = strtod(digits, &rest);
    if (rest == digits) item->type = cJSON_Invalid;
    r->at += rest - digits;
}

static cJSON *read_value(reader *r)
{
    cJSON *item = calloc(1, sizeof *item);
    skip_space(r);
    if (item == NULL || r->at == r->end) {
        free(item);
        return NULL;
    }
    switch (*r->at) {
    case '{':
        item->type = cJSON_Object;
        read_members(r, item, '}');
        return item;
    case '[':
        item->type = cJSON_Array;
        read_members(r, item, ']');
        return item;
    case '"':
        item->type = cJSON_String;
        item->valuestring = read_text(r);
        return item;
    default:
        item->type = word_type(r);
        if (item->type == cJSON_Invalid) read_number(r, item);
        if (item->type != cJSON_Invalid) return item;
        free(item);
        return NULL;
    }
}

CJSON_PUBLIC(cJSON *) cJSON_ParseWithLengthOpts(const char *text, size_t length, const char **end, cJSON_bool terminated)
{
    (void)terminated;
    reader r = {text, text + length};
    cJSON *root = read_value(&r);
    if (end != NULL) *end = r.at;
    return root;
}

CJSON_PUBLIC(cJSON *) cJSON_ParseWithLength(const char *text, size_t length)
{
    return cJSON_ParseWithLengthOpts(text, length, NULL, 0);
}

CJSON_PUBLIC(void) cJSON_Delete(cJSON *item)
{
    while (item != NULL) {
        cJSON *next = item->next;
        cJSON_Delete(item->child);
        free(item->valuestring);
        free(item->string);
        free(item);
        item = next;
    }
}

CJSON_PUBLIC(int) cJSON_GetArraySize(const cJSON *array)
{
    int count = 0;
    for (const cJSON *one = array != NULL ? array->child : NULL; one != NULL; one = one->next) count++;
    return count;
}

CJSON_PUBLIC(cJSON *) cJSON_GetObjectItemCaseSensitive(const cJSON *object, const char *name)
{
    cJSON *one = object != NULL ? object->child : NULL;
    while (one != NULL && (one->string == NULL || strcmp(one->string, name) != 0)) one = one->next;
    return one;
}

static cJSON_bool is(const cJSON *item, int types) { return item != NULL && (item->type & types) != 0; }

CJSON_PUBLIC(cJSON_bool) cJSON_IsArray(const cJSON *item) { return is(item, cJSON_Array); }
CJSON_PUBLIC(cJSON_bool) cJSON_IsObject(const cJSON *item) { return is(item, cJSON_Object); }
CJSON_PUBLIC(cJSON_bool) cJSON_IsString(const cJSON *item) { return is(item, cJSON_String); }
CJSON_PUBLIC(cJSON_bool) cJSON_IsNull(const cJSON *item) { return is(item, cJSON_NULL); }
CJSON_PUBLIC(cJSON_bool) cJSON_IsNumber(const cJSON *item) { return is(item, cJSON_Number); }
CJSON_PUBLIC(cJSON_bool) cJSON_IsBool(const cJSON *item) { return is(item, cJSON_True | cJSON_False); }
CJSON_PUBLIC(cJSON_bool) cJSON_IsTrue(const cJSON *item) { return is(item, cJSON_True); }
CJSON_PUBLIC(char *) cJSON_GetStringValue(const cJSON *item) { return cJSON_IsString(item) ? item->valuestring : NULL; }
