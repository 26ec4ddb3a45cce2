// scouts.c - see scouts.h.
#include "world/scouts.h"

bool lope_scouts_make(lope_scouts *scouts, const lope_allocator *allocator, uint32_t threads)
{
    const uint32_t wanted = threads > 1 ? threads : 1;
    while (scouts->count < wanted) {
        lope_nearby *scout = lope_nearby_create(allocator);
        if (scout == NULL) return false;
        scouts->slots[scouts->count++] = scout;
    }
    return true;
}

void lope_scouts_release(lope_scouts *scouts)
{
    for (uint32_t i = 0; i < scouts->count; i++) lope_nearby_destroy(scouts->slots[i]);
    scouts->count = 0;
}

#ifdef __STDC_NO_ATOMICS__
lope_nearby *lope_scouts_take(lope_scouts *scouts) { return (void)scouts, NULL; }
void lope_scouts_give_back(lope_scouts *scouts, lope_nearby *scout) { (void)scouts, (void)scout; }
#else
lope_nearby *lope_scouts_take(lope_scouts *scouts)
{
    for (uint32_t i = 0; i < scouts->count; i++) {
        lope_nearby *scout = atomic_exchange_explicit(&scouts->slots[i], NULL, memory_order_acquire);
        if (scout != NULL) return scout;
    }
    return NULL;
}

void lope_scouts_give_back(lope_scouts *scouts, lope_nearby *scout)
{
    for (uint32_t i = 0; i < scouts->count && scout != NULL; i++) {
        lope_nearby *none = NULL;
        if (atomic_compare_exchange_strong_explicit(&scouts->slots[i], &none, scout, memory_order_release, memory_order_relaxed))
            return;
    }
}
#endif
