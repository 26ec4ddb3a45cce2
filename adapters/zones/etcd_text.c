// etcd_text.c - base64, and fields of JSON. Read first: etcd_text.h.
#include "etcd_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

bool etcd_base64(const char *text, char *out, size_t size)
{
    const size_t length = strlen(text);
    if ((length + 2) / 3 * 4 >= size) return false;
    for (size_t i = 0; i < length; i += 3) {
        uint32_t three = (uint32_t)(unsigned char)text[i] << 16;
        if (i + 1 < length) three |= (uint32_t)(unsigned char)text[i + 1] << 8;
        if (i + 2 < length) three |= (uint32_t)(unsigned char)text[i + 2];
        *out++ = digits[three >> 18];
        *out++ = digits[three >> 12 & 63u];
        *out++ = i + 1 < length ? digits[three >> 6 & 63u] : '=';
        *out++ = i + 2 < length ? digits[three & 63u] : '=';
    }
    *out = '\0';
    return true;
}

bool etcd_from_base64(etcd_piece from, char *out, size_t size)
{
    uint32_t bits = 0, count = 0;
    size_t written = 0;
    for (; from.at != NULL && from.at != from.end && *from.at != '='; from.at++) {
        const char *digit = *from.at != '\0' ? strchr(digits, *from.at) : NULL;
        if (digit == NULL) return false;
        bits = bits << 6 | (uint32_t)(digit - digits);
        count += 6;
        if (count < 8) continue;
        count -= 8;
        if (written + 1 >= size) return false;
        out[written++] = (char)(bits >> count & 0xffu);
    }
    out[written] = '\0';
    return from.at != NULL;
}

// Returns where a text stands in a piece; NULL: nowhere.
static const char *find(etcd_piece in, const char *text)
{
    const size_t length = strlen(text);
    for (const char *at = in.at; at != NULL && (size_t)(in.end - at) >= length; at++)
        if (memcmp(at, text, length) == 0) return at;
    return NULL;
}

etcd_piece etcd_field(etcd_piece in, const char *name)
{
    char start[40];
    snprintf(start, sizeof start, "\"%s\":\"", name);
    const char *at = find(in, start);
    if (at == NULL) return (etcd_piece){NULL, NULL};
    at += strlen(start);
    const char *end = memchr(at, '"', (size_t)(in.end - at));
    return end != NULL ? (etcd_piece){at, end} : (etcd_piece){NULL, NULL};
}

uint64_t etcd_number(etcd_piece in, const char *name)
{
    const etcd_piece text = etcd_field(in, name);
    return text.at != NULL ? strtoull(text.at, NULL, 10) : 0; // it ends at the quote
}

bool etcd_true(etcd_piece in, const char *name)
{
    char text[40];
    snprintf(text, sizeof text, "\"%s\":true", name);
    return find(in, text) != NULL;
}

etcd_piece etcd_list(etcd_piece in)
{
    static const char start[] = "\"kvs\":[";
    const char *at = find(in, start);
    return at != NULL ? (etcd_piece){at + sizeof start - 1, in.end} : (etcd_piece){NULL, NULL};
}

bool etcd_next(etcd_piece *list, etcd_piece *one)
{
    const char *at = list->at, *end;
    if (at != NULL && at != list->end && *at == ',') at++;
    if (at == NULL || at == list->end || *at != '{') return false;
    end = memchr(at, '}', (size_t)(list->end - at));
    if (end == NULL) return false;
    *one = (etcd_piece){at, end};
    list->at = end + 1;
    return true;
}
