/** @file
   The classical linear theory of the rattleback: small rocking on a steady spin, rolling without
   slip and without loss (Walker, Bondi; docs/physics.md#exact-results). */
#ifndef RATTLEBACK_THEORY_H
#define RATTLEBACK_THEORY_H

#include "rattleback/scene.h"

RB_BEGIN_DECLS

/** The two modes of rocking. */
typedef enum rb_mode { RB_MODE_NONE, RB_MODE_PITCH, RB_MODE_ROLL } rb_mode;
/** "none", "pitch" or "roll". */
RB_API const char *rb_mode_name(rb_mode mode);

/** Results of the theory for a stone. */
typedef struct rb_theory {
    double H;                        /**< height of the mass centre at rest, m */
    double R_x, R_y;                 /**< radii of curvature along and across the stone, m */
    double J_X, J_Y;                 /**< moments of inertia about the contact, X the smaller, kg m2 */
    double xi;                       /**< angle from the ellipsoid's x to X, positive about up, rad */
    double omega_p, omega_r;         /**< pitch and roll frequency without spin, rad/s */
    double K_p, K_r;                 /**< growth rate per spin: pitch -K_p s, roll +K_r s */
    double spin;                     /**< s, the scene's initial spin, rad/s */
    double eigen_re[4], eigen_im[4]; /**< of the linearised motion at this spin, 1/s */
    double pitch_rate, roll_rate;    /**< real parts of the two pairs, 1/s */
    rb_mode growing;                 /**< the mode that this direction of spin drives */
    double E_osc;                    /**< its energy at the start, J */
    double t_reversal;               /**< predicted, s; NAN if there is none */
    double tilt_at_reversal;         /**< predicted pitch or roll, rad */
    double validity; /**< a1 tilt / a3 (roll: a2): the predicted time of reversal is within 2 % up to 0.05,
                        and useless at 0.2 */
} rb_theory;

/** Computes the theory for a scene with a celt that rests on its ellipsoid's axis 3. */
RB_API rb_status rb_theory_of(const rb_scene *scene, rb_theory *out, rb_error *err);

RB_END_DECLS

#endif
