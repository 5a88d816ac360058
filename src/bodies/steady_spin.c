/* Small motions about steady spin. */
#include <string.h>

#include "bodies/rigid_body.h"

void rb_rigid_body_near_spin(const rb_model *model, double s, double A[4][4]) {
    double y[RB_ODE_MAX] = {0}, J[RB_ODE_MAX * RB_ODE_MAX];
    int n = model->ops->state_count;
    y[RB_Y_Q] = 1;
    y[RB_Y_OMEGA + 2] = s;
    rb_rigid_body_start_rolling(model, y);
    rb_rigid_body_place(model, y);
    rb_rigid_body_jacobian(model, y, J);
    memset(A, 0, 16 * sizeof(double));
    A[0][1] = s;
    A[0][3] = -1;
    A[1][0] = -s;
    A[1][2] = 1;
    for (int i = 0; i < 2; i++) {
        const double *row = J + (RB_Y_OMEGA + i) * n;
        A[2 + i][0] = -row[RB_Y_Q + 2] / 2;
        A[2 + i][1] = row[RB_Y_Q + 1] / 2;
        A[2 + i][2] = row[RB_Y_OMEGA];
        A[2 + i][3] = row[RB_Y_OMEGA + 1];
    }
}

/* Adds the complex number re + i im at (row, column) of a complex matrix, stored as a real one of twice the
   size. */
static void add(double A[RB_ODE_MAX][RB_ODE_MAX], int row, int column, double re, double im) {
    A[2 * row][2 * column] += re;
    A[2 * row][2 * column + 1] -= im;
    A[2 * row + 1][2 * column] += im;
    A[2 * row + 1][2 * column + 1] += re;
}

/* z: horizontal part of the axis, w = z', v: horizontal velocity of the mass centre, as complex numbers; R:
   radius of the sphere, whose centre is a above the mass centre. The slip u = v + i n R z - (R - a) w causes
   the friction F = -c u: I1 w' = i I3 n w - m g a z - (R - a) F,   m v' = F. */
void rb_spheres_near_spin(const rb_model *model, bool inverted, double n, double A[RB_ODE_MAX][RB_ODE_MAX]) {
    int contact = inverted && model->shape.contact_count > 1 ? 1 : 0;
    double R = model->shape.radius[contact], k = model->shape.k[contact].z, a = inverted ? -k : k;
    double I1 = model->B.m[0][0], I3 = model->B.m[2][2], m = model->m, arm = R - a;
    double c = model->mu * m * model->g * rb_spheres_creep(model, contact, n);
    add(A, 0, 1, 1, 0);
    add(A, 1, 0, -m * model->g * a / I1, c * arm * n * R / I1);
    add(A, 1, 1, -c * arm * arm / I1, I3 * n / I1);
    add(A, 1, 2, c * arm / I1, 0);
    add(A, 2, 0, 0, -c * n * R / m);
    add(A, 2, 1, c * arm / m, 0);
    add(A, 2, 2, -c / m, 0);
}
