/* Gauss-Legendre rules for integrals over tau in [-pi/2, pi/2], with sin and cos of the nodes. */
#ifndef RB_MATH_GAUSS_H
#define RB_MATH_GAUSS_H

/* A node tau > 0; -tau has the same weight. */
typedef struct rb_gauss_node {
    double sin, cos, weight;
} rb_gauss_node;

typedef struct rb_gauss_rule {
    int half; /* number of nodes with tau > 0; the rule has twice as many */
    const rb_gauss_node *nodes;
} rb_gauss_rule;

enum { RB_GAUSS_RULES = 8 }; /* of 12, 16, 24, 32, 48, 64, 96, 128 nodes */

const rb_gauss_rule *rb_gauss(int index);

#endif
