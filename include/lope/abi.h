// abi.h - what a binding checks at run time about the library that is linked: its version, the sizes of the
// public structs, and the values of constants that the headers give as macros.
//
// A binding in another language declares the structs of these headers itself. Let it compare lope_abi_size of
// each struct with its own when it starts, so that a library of another version is noticed at once:
//
//     if (lope_abi_size("lope_state") != sizeof(lope_state)) refuse_to_start();
//
// The tables are static and never change. From any thread. Read first: base.h for the types of members.
#ifndef LOPE_ABI_H
#define LOPE_ABI_H

#include <lope/base.h>

#ifdef __cplusplus
extern "C" {
#endif

// A public struct.
typedef struct lope_abi_struct {
    const char *name;         // "lope_state"
    uint32_t size, alignment; // bytes
} lope_abi_struct;

// A constant that is a macro in the headers.
typedef struct lope_abi_constant {
    const char *name; // "LOPE_BUTTON_JUMP"
    uint64_t value;   // of a whole number; 0 of one that is not
    double number;    // the same as a double: for LOPE_PI, LOPE_HOLE and LOPE_TIME_SCALE_MOST
} lope_abi_constant;

// What the library was built with.
typedef struct lope_abi_info {
    uint32_t size;                // of this struct: members are only ever added at its end
    uint32_t major, minor, patch; // the version
    uint32_t struct_count, constant_count;
    const lope_abi_struct *structs;     // in order of name
    const lope_abi_constant *constants; // in order of name
} lope_abi_info;

// Returns what the linked library was built with. Static, never NULL.
LOPE_API const lope_abi_info *lope_abi(void);

// Returns the size of a public struct in bytes, by its name; 0 when there is none of that name, or for NULL.
LOPE_API uint32_t lope_abi_size(const char *struct_name);

// Finds a constant by its name. Returns its row, or NULL when there is none of that name.
LOPE_API const lope_abi_constant *lope_abi_constant_find(const char *name);

#ifdef __cplusplus
}
#endif
#endif
