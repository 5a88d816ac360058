/** @file
   Contact surfaces of a celt: the underside with which the stone touches the floor. A surface is given by
   its support function or by an implicit function, written once in rb_jet, a number with all its partial
   derivatives up to the third: normals, curvatures and their derivatives are exact. */
#ifndef RATTLEBACK_SURFACE_H
#define RATTLEBACK_SURFACE_H

#include <stddef.h>

#include "rattleback/status.h"

RB_BEGIN_DECLS

/** A number that depends on three variables x, y, z, with its partial derivatives. */
typedef struct rb_jet {
    double v;       /**< value */
    double d[3];    /**< x, y, z */
    double dd[6];   /**< xx, xy, xz, yy, yz, zz */
    double ddd[10]; /**< xxx, xxy, xxz, xyy, xyz, xzz, yyy, yyz, yzz, zzz */
} rb_jet;

/** Returns a constant. */
RB_API rb_jet rb_jet_constant(double value);
/** Returns the variable with this index (0 to 2) at a value. */
RB_API rb_jet rb_jet_variable(double value, int index);
/** Returns a + b. */
RB_API rb_jet rb_jet_add(rb_jet a, rb_jet b);
/** Returns s a. */
RB_API rb_jet rb_jet_scale(double s, rb_jet a);
/** Returns a b. */
RB_API rb_jet rb_jet_mul(rb_jet a, rb_jet b);
/** Returns a^p, a > 0; sqrt is p = 0.5, 1/a is p = -1. */
RB_API rb_jet rb_jet_pow(rb_jet a, double p);
/** Returns f(a) for any function of one variable; f: its value and first three derivatives at a.v. */
RB_API rb_jet rb_jet_compose(rb_jet a, const double f[4]);

/** The parameters of a body that its surface may use. */
typedef struct rb_surface_values {
    double a[3];     /**< a1, a2, a3, m */
    double exponent; /**< of the superellipsoid */
    double rounding; /**< of the superellipsoid */
    double a1_back;  /**< of the two halves, m */
    double joint;    /**< of the two halves */
} rb_surface_values;

/** A kind of surface: one row of the table. Either `support` or `implicit` is set. Its axes are those of
   the ellipsoid: x along a1, z up, origin at the end of k. The variant "mirrored" takes it to be symmetric
   in y. */
typedef struct rb_surface_kind {
    size_t size;      /**< sizeof(rb_surface_kind): the version */
    const char *id;   /**< "paraboloid", of [a-z0-9._-] */
    const char *name; /**< for people */
    const char *help; /**< one line: its equation */
    /** The support function h(d) = max d.x over the body, homogeneous of degree 1 in d: h(s d) = s h(d), s >
       0. It is called with unit vectors d that point down, and must be smooth there. */
    rb_jet (*support)(const rb_surface_values *values, const rb_jet d[3]);
    /** A function that is negative inside, 0 on the surface, positive outside, convex and smooth near the
       underside. The ellipsoid with semi-axes a1, a2, a3 must be a fair approximation of the surface: the
       search for the contact point starts there. */
    rb_jet (*implicit)(const rb_surface_values *values, const rb_jet x[3]);
} rb_surface_kind;

#define RB_SURFACES_MAX 16 /**< kinds, built-in ones included */

/** Returns the number of kinds; the first is the ellipsoid. */
RB_API int rb_surface_count(void);
/** Returns the kind at index, 0 to rb_surface_count() - 1, else NULL. */
RB_API const rb_surface_kind *rb_surface_at(int index);

/** Adds a kind: the parameter body.surface of celts then accepts its id. Call it at the start of the
   program, from one thread, before the first scene is read. The row is not copied and must stay valid. Its
   functions must be pure. Returns RB_ERR_INPUT for an incomplete row, an id in use or a full table. */
RB_API rb_status rb_surface_register(const rb_surface_kind *kind, rb_error *err);

/** The point of a surface with a given outward normal. */
typedef struct rb_surface_point {
    double x[3];      /**< the point, m */
    double radius[2]; /**< principal radii of curvature, the larger first, m */
    double along[3];  /**< direction of the larger radius (the flatter direction), a unit vector */
} rb_surface_point;

/** Computes the point with the outward normal d (of any length), in the axes of the surface. Returns
   RB_ERR_INPUT if there is none or the surface is not strictly convex there. */
RB_API rb_status rb_surface_find_point(const rb_surface_kind *kind, const rb_surface_values *values,
                                       const double d[3], rb_surface_point *out, rb_error *err);

RB_END_DECLS

#endif
