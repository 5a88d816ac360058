/* Places of one size, taken from the system many at a time and kept until the end. A place is known by
   its number, 1 and up; 0 is none. Places do not move. */
#ifndef RB_APP_SESSION_POOL_H
#define RB_APP_SESSION_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct rb_pool {
    size_t size;   /* of a place, bytes */
    int per_chunk; /* places taken from the system at a time */
    char **chunks;
    int chunk_count;
    uint32_t *free; /* numbers; those given back last are on top */
    int free_count;
    int allocations; /* calls of the system's allocator so far */
} rb_pool;

void rb_pool_destroy(rb_pool *pool);

/* Takes room from the system until at least this many places are free; false when out of memory. */
bool rb_pool_reserve(rb_pool *pool, int places);

/* A place, all zero when it is new; 0 when out of memory. */
uint32_t rb_pool_take(rb_pool *pool);
void rb_pool_give(rb_pool *pool, uint32_t place);

static inline void *rb_pool_at(const rb_pool *pool, uint32_t place) {
    uint32_t index = place - 1, per_chunk = (uint32_t)pool->per_chunk;
    return pool->chunks[index / per_chunk] + pool->size * (index % per_chunk);
}

/* Bytes taken from the system. */
size_t rb_pool_room(const rb_pool *pool);

#endif
