// base.h - what every other header stands on: the export mark, result codes, errors that name a field,
// allocator and log hooks, and the version.
//
// Threads, for the whole library: it has no globals. Functions on different objects may run at the same time.
// Functions that take a `const` object may run at the same time on the same object. Comments in the headers
// name exceptions only.
//
// Types of members, the same in every public struct:
//   yes or no  bool, one byte, in what a caller fills in or is told. In plain data that has no padding, since
//              it is hashed, saved or recorded byte by byte (lope_state, lope_tuning, lope_event and what
//              stands in them), it is a uint32_t, 0 or 1.
//   enums      uint32_t; the comment names the enum. Only a lope_result stands as itself, in 4 bytes.
//   seconds    a duration; `time` is an instant. A tick's length is a float, as recordings keep it. Sums of
//              ticks and instants of a world are doubles.
//   channels   bits of what a thing is on, or collides with; overlap_channels: of what it overlaps and tells.
//
// Names of questions: `ray` for a line, `sweep` for a shape of known kind that moves, `cast` for either, as a
// definition says, and `overlap` for what is there without motion.
//
// Lists: the caller gives an array and its `capacity`. The first `capacity` entries are written, and *count
// receives how many there are in all. With the array NULL they are only counted.
//
// Read next: vec.h for vectors and axes, then world.h for a first character.
#ifndef LOPE_BASE_H
#define LOPE_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The version of these headers. lope_version gives the version of the library that is linked.
#define LOPE_VERSION_MAJOR 0
#define LOPE_VERSION_MINOR 1
#define LOPE_VERSION_PATCH 0

// Marks what the library exports. LOPE_SHARED is defined for a shared library, LOPE_BUILDING while it is
// built.
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

// The outcome of a call. 0 is success. Every other value is a refusal, and a refused call has changed
// nothing, unless its comment says otherwise.
typedef enum lope_result {
    LOPE_OK = 0,
    LOPE_ERROR_NULL,         // a required pointer is NULL
    LOPE_ERROR_NOT_FINITE,   // a number is NaN or infinite
    LOPE_ERROR_RANGE,        // a number is outside its range
    LOPE_ERROR_EMPTY,        // a mesh, hull or list without content
    LOPE_ERROR_INDEX,        // an index points outside its array
    LOPE_ERROR_HANDLE,       // a handle of something removed, of another world, or never made
    LOPE_ERROR_DUPLICATE,    // an id or a name that is already taken
    LOPE_ERROR_MEMORY,       // the allocator returned NULL
    LOPE_ERROR_UNKNOWN_NAME, // no field, mode or preset of that name
    LOPE_ERROR_FORMAT,       // bytes that are not what they say they are, or of another version
    LOPE_ERROR_STATE,        // the call does not fit the object's present state
    LOPE_ERROR_CONTRACT,     // a callback of the game answers otherwise than its header asks
    LOPE_RESULT_COUNT
} lope_result;

// Returns one sentence in English about a result code. It is static and never NULL, also for a code that
// there is not.
LOPE_API const char *lope_result_text(lope_result result);

// Why a call was refused. A definition may point to one, which is written on a refusal and left alone on
// success.
typedef struct lope_error {
    lope_result code;
    char field[48]; // the offending member, e.g. "radius" or "indices[7]"
    char text[160]; // what is wrong, and as a rule what would be right
} lope_error;

// Memory hooks. Both functions NULL: malloc and free. Only one of them NULL counts as both NULL;
// lope_level_create refuses it.
// A tick calls them only while the nearby that it works with still grows; see lope_nearby_reserve in move.h.
// A nearby that grows calls them on the thread that moves its character. So the hooks of a world with several
// threads, and of objects used on several threads, must be callable from any thread at any time.
typedef struct lope_allocator {
    // Returns `size` bytes aligned to `alignment` (a power of two, at most 64), or NULL when there is no
    // memory.
    void *(*allocate)(void *context, size_t size, size_t alignment);
    // Takes memory back. `size` is what was asked for when it was allocated. Never called with NULL memory.
    void (*release)(void *context, void *memory, size_t size);
    void *context; // handed to both
} lope_allocator;

// Returns the hooks that are used where none are given: malloc and free. A game's own hooks may call them to
// count or name what goes through. On Linux, blocks of 2 MiB and more ask the system for large pages, which
// makes a crowd faster; a game's own hooks do well to do the same. From any thread.
LOPE_API lope_allocator lope_allocator_default(void);

// Where the library writes what a developer should read, e.g. how many triangles of a mesh were dropped. The
// library never prints by itself; with `write` NULL nothing is written.
typedef struct lope_log {
    void (*write)(void *context, const char *text); // one message; `text` lives only during the call
    void *context;                                  // handed to `write`
} lope_log;

// Returns the version of the linked library, "0.1.0". Static. From any thread.
LOPE_API const char *lope_version(void);

#ifdef __cplusplus
}
#endif
#endif
