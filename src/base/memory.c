// memory.c - allocation through the game's hooks, or through malloc and free when the game gave none.
//
// C has no aligned allocation that every platform offers (Windows lacks aligned_alloc). So the default hooks
// take a little more from malloc, round the address up, and keep malloc's own pointer just before the block.
//
// A block as large as a large page is placed in large pages, where the system has them. A tick of a crowd
// touches so many pages of 4 KiB that the processor's address cache (TLB) overflows. Looking the addresses up
// again took a twelfth of the tick for 10,000 characters.
#if defined(__linux__)
#define _DEFAULT_SOURCE // madvise
#endif
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>
#if defined(__linux__)
#include <sys/mman.h>
#endif

// A cache line, which is wide enough for every vector unit too.
#define LOPE_BLOCK_ALIGNMENT 64

#if defined(__linux__) && defined(MADV_HUGEPAGE)
#define LARGE_PAGE ((size_t)1 << 21) // of x86-64, and of AArch64 with pages of 4 KiB
// Asks the system for large pages for a block that begins with one. No result depends on the answer.
static void ask_large(void *block, size_t size) { (void)madvise(block, size / LARGE_PAGE * LARGE_PAGE, MADV_HUGEPAGE); }
#else
#define LARGE_PAGE ((size_t)0) // the system has none
static void ask_large(void *block, size_t size) { (void)block, (void)size; }
#endif

// The allocate hook over malloc.
static void *default_allocate(void *context, size_t size, size_t alignment)
{
    (void)context;
    bool large = LARGE_PAGE > 0 && size >= LARGE_PAGE;
    if (large) alignment = LARGE_PAGE;
    size_t extra = alignment + sizeof(void *);
    if (size > SIZE_MAX - extra) return NULL;
    char *start = malloc(size + extra);
    if (start == NULL) return NULL;
    char *block = start + sizeof(void *);
    block += (alignment - (size_t)((uintptr_t)block % alignment)) % alignment;
    memcpy(block - sizeof(void *), &start, sizeof(void *));
    if (large) ask_large(block, size);
    return block;
}

// The release hook over free.
static void default_release(void *context, void *memory, size_t size)
{
    (void)context;
    (void)size;
    void *start;
    memcpy(&start, (char *)memory - sizeof(void *), sizeof(void *));
    free(start);
}

lope_allocator lope_allocator_default(void)
{
    lope_allocator standard = {default_allocate, default_release, NULL};
    return standard;
}

lope_allocator lope_allocator_or_default(const lope_allocator *allocator)
{
    // Half an allocator counts as none: memory of one may not be released by the other.
    bool whole = allocator != NULL && allocator->allocate != NULL && allocator->release != NULL;
    return whole ? *allocator : lope_allocator_default();
}

void *lope_allocate(const lope_allocator *allocator, size_t size)
{
    if (size == 0) return NULL;
    return allocator->allocate(allocator->context, size, LOPE_BLOCK_ALIGNMENT);
}

void *lope_allocate_zero(const lope_allocator *allocator, size_t size)
{
    void *memory = lope_allocate(allocator, size);
    if (memory != NULL) memset(memory, 0, size);
    return memory;
}

void lope_release(const lope_allocator *allocator, void *memory, size_t size)
{
    if (memory != NULL) allocator->release(allocator->context, memory, size);
}

// Returns how many elements to make room for: at least 1.5 times as many as before, so that n additions cost
// O(n) copies. Returns 0 when that is too many for any memory.
static size_t grown_capacity(size_t capacity, size_t needed, size_t element)
{
    size_t limit = SIZE_MAX / element;
    if (needed > limit) return 0;
    size_t half = capacity / 2 + 1;
    size_t grown = capacity > limit - half ? limit : capacity + half;
    size_t minimum = 8; // spares short arrays their first few moves
    if (grown < minimum && minimum <= limit) grown = minimum;
    return grown < needed ? needed : grown;
}

bool lope_grow(const lope_allocator *allocator, void **array, size_t *capacity, size_t needed, size_t element)
{
    if (needed <= *capacity) return true;
    size_t grown = grown_capacity(*capacity, needed, element);
    if (grown == 0) return false;
    void *larger = lope_allocate(allocator, grown * element);
    if (larger == NULL) return false;
    if (*capacity != 0) memcpy(larger, *array, *capacity * element);
    lope_release(allocator, *array, *capacity * element);
    *array = larger;
    *capacity = grown;
    return true;
}
