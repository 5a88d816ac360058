/* Elementary functions of the physics, so that a run gives the same bits on every machine: those of libm
   differ between CPUs (glibc chooses FMA variants at run time) and between systems. They use only + - x /
   and sqrt, which IEEE 754 rounds the same everywhere, in round-to-nearest and without contraction. The
   sign of a zero is not preserved. tests/math/test_math_elementary.c has the errors against MPFR in units
   of the last place. */
#ifndef RB_MATH_ELEMENTARY_H
#define RB_MATH_ELEMENTARY_H

double rb_exp(double x);
double rb_log(double x);           /* NAN for x < 0 */
double rb_pow(double x, double y); /* x >= 0, else NAN */
double rb_cbrt(double x);
double rb_tanh(double x);

double rb_sin(double x); /* |x| <= 1e5; NAN beyond */
double rb_cos(double x);
double rb_asin(double x); /* |x| <= 1, else NAN */
double rb_acos(double x);
double rb_atan2(double y, double x);
double rb_hypot(double x, double y); /* without overflow */

#endif
