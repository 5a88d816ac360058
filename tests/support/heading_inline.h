/* The rotation of a stone over the floor, seen from above. */
#ifndef RB_TESTS_SUPPORT_HEADING_INLINE_H
#define RB_TESTS_SUPPORT_HEADING_INLINE_H

#include <stdbool.h>

#include <rattleback/snapshot.h>

/* The heading: the integral of omega_n, by the trapezium rule over ticks of 1 ms. */
typedef struct heading {
    double angle, rate, t;
    int sense;              /* of the present turn */
    double extreme, moment; /* of the heading within it, and when */
} heading;

/* Returns true when a turning point is certain: the heading has come back by half a radian. */
static inline bool heading_turned(heading *h, const rb_snapshot *now) {
    h->angle += (h->rate + now->omega_n) / 2 * (now->t - h->t);
    h->rate = now->omega_n;
    h->t = now->t;
    if (h->sense * (h->angle - h->extreme) > 0) {
        h->extreme = h->angle;
        h->moment = h->t;
    }
    return h->sense * (h->extreme - h->angle) > 0.5;
}

#endif
