/* Other physics engines on the tippe-top of KA09: when does its stem touch the floor? */
#ifndef RB_TESTS_BENCH_RIVALS_ENGINES_H
#define RB_TESTS_BENCH_RIVALS_ENGINES_H

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The numbers of the scene, SI. */
typedef struct top {
    double m, I1, I3;                 /* about the mass centre */
    double radius[2], a[2];           /* spheres on the axis, above the mass centre */
    double g, mu, delta, E_star, chi; /* delta: sliding velocity where friction is full */
    double theta, omega3;             /* start, the mass centre at rest, the large sphere touching */
} top;

/* knob: step or tolerance. Returns false if it does not touch within t_most or the engine failed; else
 *touch is the time, s. */
typedef bool engine_run(const top *t, int variant, double knob, double t_most, double *touch);

engine_run run_simbody; /* variant 0: Runge-Kutta-Merson, 1: Runge-Kutta-Feldberg, 2: CPodes */
engine_run run_bullet;
engine_run run_ode;
engine_run run_mujoco; /* variant 0: semi-implicit Euler, 1: Runge-Kutta 4 */

#ifdef __cplusplus
}
#endif

#endif
