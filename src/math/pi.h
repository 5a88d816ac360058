/* C17 has no M_PI. */
#ifndef RB_MATH_PI_H
#define RB_MATH_PI_H

#define RB_PI 3.14159265358979323846

#endif
