#include "rattleback/vec.h"
#include "math/elementary.h"
#include "math/num_inline.h"

rb_mat3 rb_mat3_diag(double a, double b, double c) {
    return (rb_mat3){{{a, 0, 0}, {0, b, 0}, {0, 0, c}}};
}

rb_mat3 rb_mat3_mul(const rb_mat3 *a, const rb_mat3 *b) {
    rb_mat3 c;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            c.m[i][j] = a->m[i][0] * b->m[0][j] + a->m[i][1] * b->m[1][j] + a->m[i][2] * b->m[2][j];
        }
    }
    return c;
}

rb_mat3 rb_mat3_transpose(const rb_mat3 *a) {
    rb_mat3 t;
    for (int i = 0; i < 3; i++) {
        for (int j = 0; j < 3; j++) {
            t.m[i][j] = a->m[j][i];
        }
    }
    return t;
}

double rb_mat3_det(const rb_mat3 *a) {
    return num33_det(a);
}

rb_mat3 rb_mat3_inverse(const rb_mat3 *a) {
    return num33_inverse(a);
}

/* One Jacobi rotation that zeroes element (p, q). */
static void jacobi_rotate(rb_mat3 *a, rb_mat3 *v, int p, int q) {
    if (a->m[p][q] == 0) {
        return;
    }
    double tau = (a->m[q][q] - a->m[p][p]) / (2 * a->m[p][q]);
    double t = (tau >= 0 ? 1 : -1) / (fabs(tau) + sqrt(1 + tau * tau));
    double c = 1 / sqrt(1 + t * t);
    double s = t * c;
    for (int k = 0; k < 3; k++) {
        double kp = a->m[k][p], kq = a->m[k][q];
        a->m[k][p] = c * kp - s * kq;
        a->m[k][q] = s * kp + c * kq;
    }
    for (int k = 0; k < 3; k++) {
        double pk = a->m[p][k], qk = a->m[q][k];
        a->m[p][k] = c * pk - s * qk;
        a->m[q][k] = s * pk + c * qk;
        double vp = v->m[k][p], vq = v->m[k][q];
        v->m[k][p] = c * vp - s * vq;
        v->m[k][q] = s * vp + c * vq;
    }
}

static void swap_columns(double values[3], rb_mat3 *v, int i, int j) {
    double value = values[i];
    values[i] = values[j];
    values[j] = value;
    for (int k = 0; k < 3; k++) {
        double x = v->m[k][i];
        v->m[k][i] = v->m[k][j];
        v->m[k][j] = x;
    }
}

void rb_mat3_eigen_symmetric(const rb_mat3 *a, double values[3], rb_mat3 *vectors) {
    rb_mat3 work = *a;
    *vectors = rb_mat3_diag(1, 1, 1);
    /* Convergence is quadratic: eight sweeps are more than a 3x3 matrix needs. */
    for (int sweep = 0; sweep < 8; sweep++) {
        jacobi_rotate(&work, vectors, 0, 1);
        jacobi_rotate(&work, vectors, 0, 2);
        jacobi_rotate(&work, vectors, 1, 2);
    }
    for (int i = 0; i < 3; i++) {
        values[i] = work.m[i][i];
    }
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < 2; i++) {
            if (values[i] > values[i + 1]) {
                swap_columns(values, vectors, i, i + 1);
            }
        }
    }
}

rb_mat3 rb_quat_matrix(rb_quat q) {
    double s = 2 / (q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    double xx = s * q.x * q.x, yy = s * q.y * q.y, zz = s * q.z * q.z;
    double xy = s * q.x * q.y, xz = s * q.x * q.z, yz = s * q.y * q.z;
    double wx = s * q.w * q.x, wy = s * q.w * q.y, wz = s * q.w * q.z;
    return (rb_mat3){
        {{1 - yy - zz, xy - wz, xz + wy}, {xy + wz, 1 - xx - zz, yz - wx}, {xz - wy, yz + wx, 1 - xx - yy}}};
}

rb_quat rb_quat_normalize(rb_quat q) {
    double s = 1 / sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    return (rb_quat){s * q.w, s * q.x, s * q.y, s * q.z};
}

rb_quat rb_quat_mul(rb_quat a, rb_quat b) {
    return (rb_quat){
        a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
        a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}

rb_quat rb_quat_from_axis_angle(rb_vec3 unit_axis, double angle) {
    double s = rb_sin(angle / 2);
    return (rb_quat){rb_cos(angle / 2), s * unit_axis.x, s * unit_axis.y, s * unit_axis.z};
}
