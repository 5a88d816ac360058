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
