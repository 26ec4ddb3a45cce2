// base.h - what every other header stands on: the export mark, result codes with a text each, errors that name a
// field, allocator and log hooks, and the version.
//
// Thread rules of the whole library: it has no globals. Functions on different objects may run at the same time;
// functions that take a `const` object may run at the same time on the same object.
#ifndef LOPE_BASE_H
#define LOPE_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LOPE_VERSION_MAJOR 0
#define LOPE_VERSION_MINOR 1
#define LOPE_VERSION_PATCH 0

#if defined(LOPE_SHARED) && defined(_WIN32)
#if defined(LOPE_BUILDING)
#define LOPE_API __declspec(dllexport)
#else
#define LOPE_API __declspec(dllimport)
#endif
#elif defined(LOPE_SHARED) && defined(__GNUC__)
#define LOPE_API __attribute__((visibility("default")))
#else
#define LOPE_API
#endif

#if defined(__FAST_MATH__)
#error "lope gives the same bits on every machine; compile without -ffast-math (and -Ofast)"
#endif

#if defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0 && __FLT_EVAL_METHOD__ != 16
#error "lope needs floats that are computed as floats: use SSE2 on 32-bit x86, -fexcess-precision=fast with gcc on s390x"
#endif

#ifdef __cplusplus
extern "C" {
#endif

// What a call came to. 0 is success, everything else is a refusal, after which nothing was changed.
typedef enum lope_result {
    LOPE_OK = 0,
    LOPE_ERROR_NULL,         // a required pointer is NULL
    LOPE_ERROR_NOT_FINITE,   // a number is NaN or infinite
    LOPE_ERROR_RANGE,        // a number is outside its range
    LOPE_ERROR_EMPTY,        // a mesh, hull or list without content
    LOPE_ERROR_INDEX,        // an index points outside its array
    LOPE_ERROR_HANDLE,       // a handle of something removed, of another world, or never made
    LOPE_ERROR_DUPLICATE,    // an id that is already taken
    LOPE_ERROR_MEMORY,       // the allocator returned NULL
    LOPE_ERROR_UNKNOWN_NAME, // no field, mode or ability of that name
    LOPE_ERROR_FORMAT,       // data that is not what it says it is, or of another version
    LOPE_ERROR_STATE,        // the call does not fit the object's present state
    LOPE_RESULT_COUNT
} lope_result;

// One sentence, static, never NULL.
LOPE_API const char *lope_result_text(lope_result result);

// Filled on refusal when a definition points to one. `field` names the offending member, e.g. "radius" or "indices[7]".
typedef struct lope_error {
    lope_result code;
    char field[48];
    char text[160]; // what is wrong and what would be right
} lope_error;

// Memory hooks. `allocate` returns memory aligned to `alignment` (a power of two, at most 64) or NULL; `release` gets the
// size that was asked for. Both NULL: malloc and free. They are never called inside a tick once a nearby has grown to
// what its character needs. A nearby that still grows calls them on the thread that moves its character: the hooks of a world
// with more than one thread, and of objects that are used on several threads, must bear calls from any thread at any time.
typedef struct lope_allocator {
    void *(*allocate)(void *context, size_t size, size_t alignment);
    void (*release)(void *context, void *memory, size_t size);
    void *context;
} lope_allocator;

// The hooks where none are given, for hooks of a game's own that count or name what goes through them. Blocks of 2 MiB and more, as a
// level's triangles and the characters of a world are, come in large pages where the system has them for the asking (Linux):
// hooks of a game's own do well to see to that, too. From any thread.
LOPE_API lope_allocator lope_allocator_default(void);

// Where the library says something a developer should read, e.g. how many triangles of a mesh were dropped.
// It never prints by itself. `text` lives only during the call.
typedef struct lope_log {
    void (*write)(void *context, const char *text);
    void *context;
} lope_log;

// The linked library's version, "0.1.0".
LOPE_API const char *lope_version(void);

#ifdef __cplusplus
}
#endif
#endif
