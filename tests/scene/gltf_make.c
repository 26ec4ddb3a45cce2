// gltf_make.c - writes small glTF files for tests.
//
// Read next: test_gltf.c.
#include "gltf_make.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void put(gltf_bytes *bytes, uint32_t value, unsigned size)
{
    assert_true(bytes->size + size <= sizeof bytes->at);
    for (unsigned i = 0; i < size; i++) bytes->at[bytes->size++] = (unsigned char)(value >> (8 * i) & 255u);
}

void gltf_put_floats(gltf_bytes *bytes, const float *values, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        put(bytes, bits, 4);
    }
}

void gltf_put_wholes(gltf_bytes *bytes, const long *values, size_t count, unsigned size)
{
    for (size_t i = 0; i < count; i++) put(bytes, (uint32_t)values[i], size);
}

char *gltf_text(const gltf_bytes *bytes, const char *members)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t room = bytes->size * 2 + strlen(members) + 300;
    char *text = malloc(room);
    assert_non_null(text);
    int written =
        snprintf(text, room, "{\"asset\": {\"version\": \"2.0\"}, \"buffers\": [{\"byteLength\": %u, \"uri\": \"data:;base64,",
                 (unsigned)bytes->size);
    char *at = text + written;
    for (size_t i = 0; i < bytes->size; i += 3) {
        uint32_t bits = 0;
        for (size_t k = 0; k < 3; k++) bits = bits << 8 | (i + k < bytes->size ? bytes->at[i + k] : 0u);
        for (unsigned k = 0; k < 4; k++) *at++ = i + k > bytes->size ? '=' : letters[bits >> (18 - 6 * k) & 63u];
    }
    snprintf(at, room - (size_t)(at - text), "\"}], %s}", members);
    return text;
}

unsigned char *gltf_binary(const gltf_bytes *bytes, const char *members, size_t *size)
{
    gltf_bytes head = {.size = 0};
    char json[4096];
    int written = snprintf(json, sizeof json, "{\"asset\": {\"version\": \"2.0\"}, \"buffers\": [{\"byteLength\": %u}], %s}   ",
                           (unsigned)bytes->size, members);
    assert_true(written > 0 && (size_t)written < sizeof json);
    uint32_t text = (uint32_t)written / 4 * 4, binary = ((uint32_t)bytes->size + 3) / 4 * 4;
    *size = 28 + (size_t)text + binary;
    unsigned char *whole = calloc(*size, 1);
    assert_non_null(whole);
    const long header[5] = {0x46546c67, 2, (long)*size, (long)text, 0x4e4f534a}, chunk[2] = {(long)binary, 0x004e4942};
    gltf_put_wholes(&head, header, 5, 4);
    gltf_put_wholes(&head, chunk, 2, 4);
    memcpy(whole, head.at, 20);
    memcpy(whole + 20, json, text);
    memcpy(whole + 20 + text, head.at + 20, 8);
    memcpy(whole + 28 + text, bytes->at, bytes->size);
    return whole;
}
