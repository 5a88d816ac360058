/* A pool of slots of one size, allocated in chunks and freed at the end. A slot is identified by its number,
   from 1; 0 means none. Slots do not move. */
#ifndef RB_APP_SESSION_POOL_H
#define RB_APP_SESSION_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct rb_pool {
    size_t size;   /* of a slot, bytes */
    int per_chunk; /* slots per allocation */
    char **chunks;
    int chunk_count;
    uint32_t *free; /* numbers of free slots; the last one returned is taken first */
    int free_count;
    int allocations; /* number of allocations so far */
} rb_pool;

void rb_pool_destroy(rb_pool *pool);

/* Allocates until at least this many slots are free; false if out of memory. */
bool rb_pool_reserve(rb_pool *pool, int places);

/* Takes a slot, zeroed when it is new; 0 if out of memory. */
uint32_t rb_pool_take(rb_pool *pool);
void rb_pool_give(rb_pool *pool, uint32_t place);

static inline void *rb_pool_at(const rb_pool *pool, uint32_t place) {
    uint32_t index = place - 1, per_chunk = (uint32_t)pool->per_chunk;
    return pool->chunks[index / per_chunk] + pool->size * (index % per_chunk);
}

/* Bytes allocated. */
size_t rb_pool_room(const rb_pool *pool);

#endif
