// etcd_text.h - the texts of etcd's gateway: base64 in, fields of its JSON out. Read next: etcd_text.c.
//
// etcd writes its JSON without blanks, and each number as a text. No text that is looked for holds a quote.
#ifndef LOPE_ZONES_ETCD_TEXT_H
#define LOPE_ZONES_ETCD_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A piece of a text.
typedef struct etcd_piece {
    const char *at, *end;
} etcd_piece;

// Writes a text as base64, with the end. Returns false when there is no room.
bool etcd_base64(const char *text, char *out, size_t size);
// Reads base64 as a text. Returns false when it is none, or there is no room.
bool etcd_from_base64(etcd_piece from, char *out, size_t size);
// Returns the text of a field in a piece: "name":"text"; at NULL: it is not there.
etcd_piece etcd_field(etcd_piece in, const char *name);
// Returns a field that is a number, or 0.
uint64_t etcd_number(etcd_piece in, const char *name);
// Returns whether a field is there and true.
bool etcd_true(etcd_piece in, const char *name);
// Finds the next { } of a list "kvs":[...]; *list: what is left of it. Returns false at its end.
bool etcd_next(etcd_piece *list, etcd_piece *one);
// Returns what stands behind "kvs":[, or an empty piece.
etcd_piece etcd_list(etcd_piece in);

#endif
