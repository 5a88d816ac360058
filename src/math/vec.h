/* Vectors, matrices and quaternions of doubles. By value and inline, because right-hand sides use them. */
#ifndef RB_MATH_VEC_H
#define RB_MATH_VEC_H

#include <math.h>

#include "rattleback/vec.h"

/* Makes a vector. */
static inline rb_vec3 rb_v3(double x, double y, double z) {
    const rb_vec3 v = {x, y, z}; /* C++ has no compound literals */
    return v;
}
/* a + b */
static inline rb_vec3 rb_add(rb_vec3 a, rb_vec3 b) {
    return rb_v3(a.x + b.x, a.y + b.y, a.z + b.z);
}
/* a - b */
static inline rb_vec3 rb_sub(rb_vec3 a, rb_vec3 b) {
    return rb_v3(a.x - b.x, a.y - b.y, a.z - b.z);
}
/* s a */
static inline rb_vec3 rb_scale(double s, rb_vec3 a) {
    return rb_v3(s * a.x, s * a.y, s * a.z);
}
/* a + s b */
static inline rb_vec3 rb_add_scaled(rb_vec3 a, double s, rb_vec3 b) {
    return rb_v3(a.x + s * b.x, a.y + s * b.y, a.z + s * b.z);
}
/* Inner product. */
static inline double rb_dot(rb_vec3 a, rb_vec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
/* Cross product. */
static inline rb_vec3 rb_cross(rb_vec3 a, rb_vec3 b) {
    return rb_v3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
/* Length. */
static inline double rb_norm(rb_vec3 a) {
    return sqrt(rb_dot(a, a));
}

/* Matrix times vector. */
static inline rb_vec3 rb_mul(const rb_mat3 *m, rb_vec3 v) {
    return rb_v3(m->m[0][0] * v.x + m->m[0][1] * v.y + m->m[0][2] * v.z,
                 m->m[1][0] * v.x + m->m[1][1] * v.y + m->m[1][2] * v.z,
                 m->m[2][0] * v.x + m->m[2][1] * v.y + m->m[2][2] * v.z);
}
/* Transpose times vector. */
static inline rb_vec3 rb_mul_t(const rb_mat3 *m, rb_vec3 v) {
    return rb_v3(m->m[0][0] * v.x + m->m[1][0] * v.y + m->m[2][0] * v.z,
                 m->m[0][1] * v.x + m->m[1][1] * v.y + m->m[2][1] * v.z,
                 m->m[0][2] * v.x + m->m[1][2] * v.y + m->m[2][2] * v.z);
}

/* A diagonal matrix. */
rb_mat3 rb_mat3_diag(double a, double b, double c);
/* Matrix times matrix. */
rb_mat3 rb_mat3_mul(const rb_mat3 *a, const rb_mat3 *b);
/* The transpose. */
rb_mat3 rb_mat3_transpose(const rb_mat3 *a);
/* The determinant. */
double rb_mat3_det(const rb_mat3 *a);
/* The inverse of a matrix with non-zero determinant. */
rb_mat3 rb_mat3_inverse(const rb_mat3 *a);
/* Eigenvalues of a symmetric matrix in ascending order, eigenvectors as columns of *vectors. */
void rb_mat3_eigen_symmetric(const rb_mat3 *a, double values[3], rb_mat3 *vectors);

/* Rotation matrix of q / |q|: body components -> world components. */
rb_mat3 rb_quat_matrix(rb_quat q);
/* q / |q| */
rb_quat rb_quat_normalize(rb_quat q);
/* The rotation b, then a. */
rb_quat rb_quat_mul(rb_quat a, rb_quat b);
/* The rotation about a unit axis by an angle, rad. */
rb_quat rb_quat_from_axis_angle(rb_vec3 unit_axis, double angle);

#endif
