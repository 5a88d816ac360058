#include "sim/channels.h"

#include <stdlib.h>
#include <string.h>

#define FRESH 4u

bool rb_ring_init(rb_ring *ring, size_t item_size, unsigned capacity) {
    ring->items = malloc(item_size * capacity);
    ring->item_size = item_size;
    ring->capacity = capacity;
    atomic_init(&ring->written, 0);
    atomic_init(&ring->taken, 0);
    return ring->items != NULL;
}

void rb_ring_free(rb_ring *ring) {
    free(ring->items);
    ring->items = NULL;
}

static unsigned char *slot(const rb_ring *ring, unsigned count) {
    return ring->items + (size_t)(count & (ring->capacity - 1)) * ring->item_size;
}

bool rb_ring_full(const rb_ring *ring) {
    return atomic_load_explicit(&ring->written, memory_order_relaxed) -
               atomic_load_explicit(&ring->taken, memory_order_acquire) ==
           ring->capacity;
}

bool rb_ring_put(rb_ring *ring, const void *item) {
    unsigned written = atomic_load_explicit(&ring->written, memory_order_relaxed);
    if (rb_ring_full(ring)) {
        return false;
    }
    memcpy(slot(ring, written), item, ring->item_size);
    atomic_store_explicit(&ring->written, written + 1, memory_order_release);
    return true;
}

bool rb_ring_take(rb_ring *ring, void *item) {
    unsigned taken = atomic_load_explicit(&ring->taken, memory_order_relaxed);
    unsigned written = atomic_load_explicit(&ring->written, memory_order_acquire);
    if (written == taken) {
        return false;
    }
    memcpy(item, slot(ring, taken), ring->item_size);
    atomic_store_explicit(&ring->taken, taken + 1, memory_order_release);
    return true;
}

void rb_triple_init(rb_triple *triple) {
    triple->back = 0;
    triple->front = 1;
    atomic_init(&triple->middle, 2);
}

void rb_triple_publish(rb_triple *triple) {
    unsigned old = atomic_exchange_explicit(&triple->middle, triple->back | FRESH, memory_order_acq_rel);
    triple->back = old & ~FRESH;
}

unsigned rb_triple_newest(rb_triple *triple) {
    if (atomic_load_explicit(&triple->middle, memory_order_relaxed) & FRESH) {
        unsigned old = atomic_exchange_explicit(&triple->middle, triple->front, memory_order_acq_rel);
        triple->front = old & ~FRESH;
    }
    return triple->front;
}
