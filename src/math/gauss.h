/* Gauss-Legendre rules on [-1, 1]. */
#ifndef RB_MATH_GAUSS_H
#define RB_MATH_GAUSS_H

/* A node x > 0; -x has the same weight. */
typedef struct rb_gauss_node {
    double x, weight;
} rb_gauss_node;

typedef struct rb_gauss_rule {
    int half; /* number of nodes with x > 0, even; the rule has twice as many */
    const rb_gauss_node *nodes;
} rb_gauss_rule;

enum { RB_GAUSS_RULES = 11, RB_GAUSS_MAX = 128 }; /* of 8, 12, 16, 20, 24, 32, 40, 48, 64, 96, 128 nodes */

/* Returns the smallest rule with at least this many nodes, or the one of RB_GAUSS_MAX nodes. */
const rb_gauss_rule *rb_gauss(int nodes);

#endif
