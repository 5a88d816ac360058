#include "app/session/pool.h"

#include <stdlib.h>

void rb_pool_destroy(rb_pool *pool) {
    for (int i = 0; i < pool->chunk_count; i++) {
        free(pool->chunks[i]);
    }
    free(pool->chunks);
    free(pool->free);
    *pool = (rb_pool){0};
}

static bool add_chunk(rb_pool *pool) {
    size_t chunks = (size_t)pool->chunk_count + 1, per_chunk = (size_t)pool->per_chunk;
    pool->allocations += 3;
    char **table = realloc(pool->chunks, chunks * sizeof *table);
    if (table == NULL) {
        return false;
    }
    pool->chunks = table;
    uint32_t *numbers = realloc(pool->free, chunks * per_chunk * sizeof *numbers);
    if (numbers == NULL) {
        return false;
    }
    pool->free = numbers;
    char *chunk = calloc(per_chunk, pool->size);
    if (chunk == NULL) {
        return false;
    }
    pool->chunks[pool->chunk_count++] = chunk;
    for (int i = 0; i < pool->per_chunk; i++) { /* the first one is taken first */
        pool->free[pool->free_count++] = (uint32_t)(pool->chunk_count * pool->per_chunk - i);
    }
    return true;
}

bool rb_pool_reserve(rb_pool *pool, int places) {
    while (pool->free_count < places) {
        if (!add_chunk(pool)) {
            return false;
        }
    }
    return true;
}

uint32_t rb_pool_take(rb_pool *pool) {
    return rb_pool_reserve(pool, 1) ? pool->free[--pool->free_count] : 0;
}

void rb_pool_give(rb_pool *pool, uint32_t place) {
    pool->free[pool->free_count++] = place;
}

size_t rb_pool_room(const rb_pool *pool) {
    size_t places = (size_t)pool->chunk_count * (size_t)pool->per_chunk;
    return places * (pool->size + sizeof *pool->free) + (size_t)pool->chunk_count * sizeof *pool->chunks;
}
