/** @file
   Friction laws: pure functions from the motion of a contact patch to the direction averages of
   Coulomb friction over it.

   Patch axes x, y in the contact plane, n up into the body. On the body act

       F = -mu N (T_x e_x + T_y e_y),    torque about n = -mu N a M

   A law does not depend on bodies, on mu or on N. Every law is one row of the one table. */
#ifndef RATTLEBACK_FRICTION_H
#define RATTLEBACK_FRICTION_H

#include <math.h>
#include <stddef.h>

#include "rattleback/param.h"

RB_BEGIN_DECLS

/** The contact patch: an ellipse with semi-axes a (along x) and a b (along y). */
typedef struct rb_patch {
    double a; /**< major semi-axis, m */
    double b; /**< minor / major, 0 < b <= 1 */
} rb_patch;

/** The motion of the patch, in units of the patch: a patch point (x, y) (in units of a) slides with
   (u_x - omega y, u_y + omega x). */
typedef struct rb_slip {
    double u_x, u_y; /**< sliding velocity of the patch centre / a, rad/s */
    double omega;    /**< drilling velocity about n, rad/s */
    double d_c, d_s; /**< distortion of the pressure by rolling: 1 + d_c x + d_s y / b */
    double r_c, r_s; /**< share that softening near rest removed: K11 (9) softens the force only, so the
                        torque of circular laws uses d + r */
} rb_slip;

/** Result of a law. */
typedef struct rb_traction {
    double T_x, T_y; /**< force / (-mu N) */
    double M;        /**< torque about n / (-mu N a) */
} rb_traction;

/** Exact partial derivatives: rows T_x, T_y, M; columns u_x, u_y, omega, d_c, d_s, r_c,
   r_s. */
typedef struct rb_traction_jacobian {
    double d[3][7]; /**< the matrix */
} rb_traction_jacobian;

/** Source of the patch size. */
typedef enum rb_patch_size {
    RB_PATCH_SIZE_CONSTANT,    /**< given */
    RB_PATCH_SIZE_HERTZ,       /**< from N and the curvatures */
    RB_PATCH_SIZE_PENETRATION, /**< a = sqrt(R delta); compliant contacts only */
    RB_PATCH_SIZE_HERTZ_K15,   /**< as HERTZ, with b by the approximation K15 (47) */
} rb_patch_size;

/** The parameters of the constraint `no-slip`: a viscous torque -c_v omega, N m s; may the floor pull? */
enum { RB_NO_SLIP_C_V, RB_NO_SLIP_TWO_SIDED };

/** The pressure over the patch that a law is made for. */
typedef enum rb_pressure { RB_PRESSURE_POINT, RB_PRESSURE_HERTZ, RB_PRESSURE_UNIFORM } rb_pressure;
/** The shape of the patch that a law is made for. */
typedef enum rb_patch_shape { RB_PATCH_POINT, RB_PATCH_CIRCLE, RB_PATCH_ELLIPSE } rb_patch_shape;

#define RB_FRICTION_COEFFS 16 /**< numbers that a law may precompute */

struct rb_friction;
struct rb_elliptic;

/** A friction law: one row of the table. */
typedef struct rb_friction_law {
    const char *id;           /**< "k11-tanh" */
    const char *name;         /**< for people: "tanh (Kudra & Awrejcewicz 2011)" */
    const char *source;       /**< "K11 (7), (12)" */
    const char *help;         /**< one sentence: what it is and what it leaves out */
    rb_pressure pressure;     /**< the pressure it assumes */
    rb_patch_shape shape;     /**< the patch it assumes */
    bool couples_rolling;     /**< d_c, d_s change T and M */
    bool any_patch;           /**< has its own lengths instead of a patch: fits every patch */
    bool scale_free;          /**< does not depend on patch.a */
    bool no_slip;             /**< not a law but a constraint: v_A = 0; evaluate is NULL */
    bool unbounded;           /**< grows with the velocity (viscous); all others saturate */
    double b_min;             /**< smallest b for which it is accurate; 0: any */
    rb_param_table params;    /**< its parameters */
    const rb_param_set *sets; /**< published parameter sets, ended by a NULL name; may be NULL */

    /** Fills f->coeffs from f->params and f->patch.b, once per patch shape; may be NULL. */
    void (*prepare)(struct rb_friction *f);
    /** The same where the elliptic integrals of b are available; NULL: prepare does. For built-in laws. */
    void (*prepare_by)(struct rb_friction *f, const struct rb_elliptic *e);

    /** T_x, T_y, M and, unless jac is NULL, their derivatives. Call it by rb_friction_eval, which
       zeroes jac and keeps the velocities in the range where squares and cubes stay finite. */
    void (*evaluate)(const struct rb_friction *f, const rb_slip *slip, rb_traction *out,
                     rb_traction_jacobian *jac);

    /** If the printed law is T = u/sqrt(u² + k omega²) and M = m omega/sqrt(u² + k omega²): the constants
       k and m; else zeros. Its limit curve is an ellipse, for which closed forms are used. */
    double root[2];

    /** The law as printed, for lists and the law view: lines "T = ...", "M = ..." in the notation of
       docs/laws.md#formulas; NULL: not shown. */
    const char *formula;
    /** Where it holds: patch, pressure, parameters; NULL: nothing is said. */
    const char *range;
} rb_friction_law;

/** A law with its parameter values and the patch it acts on. */
typedef struct rb_friction {
    const rb_friction_law *law;        /**< the law */
    double params[RB_PARAMS_MAX];      /**< in the order of its table */
    rb_patch patch;                    /**< the patch */
    double coeffs[RB_FRICTION_COEFFS]; /**< precomputed numbers */
    bool by_differences;               /**< evaluate provides no derivatives: uses differences */
} rb_friction;

/** The law table: the built-in rows, then those that the program has added. */
RB_API int rb_friction_law_count(void);
/** Returns the law at index, 0 to rb_friction_law_count() - 1. */
RB_API const rb_friction_law *rb_friction_law_at(int index);
RB_API const rb_friction_law *rb_friction_law_find(const char *id); /**< NULL if there is none */

/** Returns a row for a circular patch under Hertz's pressure with everything else empty. */
RB_API rb_friction_law rb_default_friction_law(void);

#define RB_FRICTION_LAWS_ADDED_MAX 32 /**< laws that a program may add */

/** Adds a user-defined law: scene files, panels, comparisons and rb_run then accept its id. Call it at the
   start of the program, from one thread, before the first scene is read; afterwards the table is
   read-only, which makes it safe for several threads. evaluate must be a pure function of its arguments.
   The row is not copied and must stay valid. If evaluate leaves jac unchanged (all zeros), derivatives
   are computed by central differences; derivatives that it provides are compared with differences here.
   Returns RB_ERR_INPUT for an id that is in use or not of [a-z0-9._-], a missing evaluate, too many
   parameters or wrong derivatives. */
RB_API rb_status rb_friction_law_register(const rb_friction_law *law, rb_error *err);

/** Checks whether the law accepts a patch of this size and shape. */
RB_API rb_status rb_friction_law_check(const rb_friction_law *law, rb_patch patch, rb_error *err);

/** Applies "eps=0.1", or "set=A" for a published set, to values in the order of law->params. */
RB_API rb_status rb_friction_assign(const rb_friction_law *law, double *values, const char *assignment,
                                    rb_error *err);

/** Values may be NULL for the defaults. The patch must satisfy a > 0, 0 < b <= 1. */
RB_API void rb_friction_init(rb_friction *f, const rb_friction_law *law, const double *values,
                             rb_patch patch);

/** Sets the values that soften the law near rest to 0: the law as printed. */
RB_API void rb_friction_as_printed(const rb_friction_law *law, double *values);

/** Changes the patch; prepares again only when b changes. */
RB_API void rb_friction_set_patch(rb_friction *f, rb_patch patch);

/** Evaluates at velocities that are 0, below 1e-60 or above 1e60 rad/s, and derivatives by differences. */
RB_API void rb_friction_eval_extreme(const rb_friction *f, const rb_slip *slip, rb_traction *out,
                                     rb_traction_jacobian *jac);

/** Evaluates the law; jac may be NULL. */
static inline void rb_friction_eval(const rb_friction *f, const rb_slip *slip, rb_traction *out,
                                    rb_traction_jacobian *jac) {
    if (jac != NULL) {
        const rb_traction_jacobian zero = {{{0}}};
        *jac = zero;
    }
    double size = fabs(slip->u_x) + fabs(slip->u_y) + fabs(slip->omega);
    if (size > 1e-60 && size < 1e60 && (jac == NULL || !f->by_differences)) {
        f->law->evaluate(f, slip, out, jac);
    } else {
        rb_friction_eval_extreme(f, slip, out, jac);
    }
}

/** Returns a text of the law at index. key: "id", "name", "source", "help", "formula" or "range";
   NULL for another key or index. */
RB_API const char *rb_friction_law_string(int index, const char *key);

/** Evaluates the law of this id on a patch (a m, b) at count slips. slips: u_x, u_y, omega, d_c, d_s of
   each; tractions: T_x, T_y, M of each. assignments: "eps=0.1", "set=A", ..., ended by NULL, or NULL;
   without any the law is as printed. Returns RB_ERR_INPUT, with the reason in err, for an unknown law,
   assignment or patch. */
RB_API rb_status rb_friction_law_evaluate(const char *id, const char *const *assignments, double a, double b,
                                          size_t count, const double *slips, double *tractions,
                                          rb_error *err);

RB_END_DECLS

#endif
