/* The three channels between the physics thread and its owner, each with one producer and one
   consumer and without locks: commands in, newest frame out, samples out. */
#ifndef RB_SIM_CHANNELS_H
#define RB_SIM_CHANNELS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/* A bounded ring of equal items. */
typedef struct rb_ring {
    unsigned char *items;
    size_t item_size;
    unsigned capacity;   /* a power of two */
    atomic_uint written; /* total items written; only the producer changes it */
    atomic_uint taken;   /* total items taken; only the consumer changes it */
} rb_ring;

bool rb_ring_init(rb_ring *ring, size_t item_size, unsigned capacity);
void rb_ring_free(rb_ring *ring);
bool rb_ring_full(const rb_ring *ring);            /* for the producer */
bool rb_ring_put(rb_ring *ring, const void *item); /* false when full */
bool rb_ring_take(rb_ring *ring, void *item);      /* false when empty */

/* A triple buffer: the producer always has a buffer to write, and the consumer always has the newest one
   to read. They swap with the third buffer by one atomic exchange. */
typedef struct rb_triple {
    atomic_uint middle; /* index, plus FRESH if it was written after the last read */
    unsigned back;      /* the producer's */
    unsigned front;     /* the consumer's */
} rb_triple;

void rb_triple_init(rb_triple *triple);
void rb_triple_publish(rb_triple *triple);    /* publishes the back buffer */
unsigned rb_triple_newest(rb_triple *triple); /* returns the index that the consumer may read */

#endif
