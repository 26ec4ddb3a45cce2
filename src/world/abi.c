// abi.c - see lope/abi.h. The tables stand in abi_tables.h, which scripts/abi_tables.py makes of the headers.
#include "world/abi_tables.h"

#include <string.h>

#define ALIGNMENT(type) ((uint32_t) _Alignof(type))
#define STRUCT(name) {#name, (uint32_t)sizeof(name), ALIGNMENT(name)},
#define WHOLE(name) {#name, (uint64_t)(name), (double)(name)},
#define FRACTION(name) {#name, 0, (double)(name)},

static const lope_abi_struct structs[] = {LOPE_ABI_STRUCTS(STRUCT)};
static const lope_abi_constant constants[] = {LOPE_ABI_CONSTANTS(WHOLE, FRACTION)};

#define COUNT(list) ((uint32_t)(sizeof(list) / sizeof *(list)))

// The rules that base.h states about the types of members.
_Static_assert(sizeof(bool) == 1, "a yes or no is one byte");
_Static_assert(sizeof(lope_result) == sizeof(uint32_t), "a result stands in structs as itself, in 4 bytes");

static const lope_abi_info info = {.size = sizeof info,
                                   .major = LOPE_VERSION_MAJOR,
                                   .minor = LOPE_VERSION_MINOR,
                                   .patch = LOPE_VERSION_PATCH,
                                   .struct_count = COUNT(structs),
                                   .constant_count = COUNT(constants),
                                   .structs = structs,
                                   .constants = constants};

const lope_abi_info *lope_abi(void) { return &info; }

uint32_t lope_abi_size(const char *struct_name)
{
    for (uint32_t i = 0; struct_name && i < COUNT(structs); i++)
        if (strcmp(structs[i].name, struct_name) == 0) return structs[i].size;
    return 0;
}

const lope_abi_constant *lope_abi_constant_find(const char *name)
{
    for (uint32_t i = 0; name && i < COUNT(constants); i++)
        if (strcmp(constants[i].name, name) == 0) return &constants[i];
    return NULL;
}
