/* Signals of the bearing. */
#include <math.h>
#include <string.h>

#include "bodies/bearing.h"
#include "math/elementary.h"
#include "math/pi.h"

/* ---- a snapshot -------------------------------------------------------------------------------------- */

/* From the axes of the bearing to world axes, z up. */
static rb_vec3 to_world(const rb_model *model, rb_vec3 v) {
    double c = rb_cos(model->own[RB_BEARING_TILT]), s = rb_sin(model->own[RB_BEARING_TILT]);
    return rb_v3(v.x, s * v.y - c * v.z, c * v.y + s * v.z);
}

rb_quat rb_bearing_axes(double tilt) {
    return rb_quat_from_axis_angle(rb_v3(1, 0, 0), RB_PI / 2 - tilt);
}

/* The same for a point. */
static rb_vec3 point_in_world(const rb_model *model, rb_vec3 r) {
    rb_vec3 point = to_world(model, r);
    point.z += rb_bearing_height(model->own[RB_BEARING_PITCH_RADIUS], model->own[RB_BEARING_BALL_RADIUS]);
    return point;
}

static double azimuth_of(rb_vec3 r) {
    double phi = rb_atan2(r.y, r.x);
    return phi < 0 ? phi + 2 * RB_PI : phi;
}

/* The contact of the shown ball with a ring: everything about it, in world axes. */
static void observe_contact(const rb_model *model, int which, rb_vec3 ball, rb_vec3 along,
                            rb_contact_state *c, double *own) {
    rb_vec3 n = rb_cross(c->e_x, c->e_y), across = rb_cross(along, n);
    own[RB_BEARING_OWN_F_ALONG_I + 2 * which] = rb_dot(c->F, along);
    own[RB_BEARING_OWN_F_ACROSS_I + 2 * which] = rb_dot(c->F, across);
    own[RB_BEARING_OWN_ALPHA_I + which] = c->touching ? rb_asin(fmin(fmax(n.z, -1), 1)) : 0;
    own[RB_BEARING_OWN_E2_I + which] = c->touching ? 1 - c->patch.b * c->patch.b : 0;
    c->point = c->S = point_in_world(model, rb_add(ball, c->point_body));
    rb_vec3 *const vectors[] = {&c->point_body, &c->e_x,    &c->e_y,    &c->F,
                                &c->M_drill,    &c->M_roll, &c->v_slip, &c->v_roll};
    for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) {
        *vectors[i] = to_world(model, *vectors[i]);
    }
}

/* Speeds of pure rolling without slip, from the radii of the contacts: the usual formulas. */
static void observe_rolling(const rb_model *model, const double *y, double *own) {
    const double *p = model->own;
    double alpha = (fabs(own[RB_BEARING_OWN_ALPHA_I]) + fabs(own[RB_BEARING_OWN_ALPHA_O])) / 2;
    double gamma = p[RB_BEARING_BALL_RADIUS] * rb_cos(alpha) / p[RB_BEARING_PITCH_RADIUS];
    double inner = y[RB_RING_OMEGA_I], outer = y[RB_RING_OMEGA_O];
    own[RB_BEARING_OWN_OMEGA_C_ROLL] = 0.5 * (inner * (1 - gamma) + outer * (1 + gamma));
    own[RB_BEARING_OWN_SPIN_BALL_ROLL] = 0.5 * fabs(outer - inner) * (1 - gamma * gamma) *
                                         p[RB_BEARING_PITCH_RADIUS] / p[RB_BEARING_BALL_RADIUS];
    double rolled = own[RB_BEARING_OWN_OMEGA_C_ROLL];
    own[RB_BEARING_OWN_SKID] = rolled != 0 ? 1 - own[RB_BEARING_OWN_OMEGA_C] / rolled : 0;
}

/* One ball: its forces, its energy and its share of the angular momentum about the axis. */
static void observe_ball(const rb_model *model, const double *y, int k, rb_snapshot *out) {
    const double *p = model->own, *ball = y + rb_bearing_ball(k);
    double *own = out->own, n = p[RB_BEARING_N];
    rb_vec3 r = rb_v3_at(ball + RB_BALL_R), v = rb_v3_at(ball + RB_BALL_V),
            w = rb_v3_at(ball + RB_BALL_OMEGA);
    double rho2 = r.x * r.x + r.y * r.y, turning = r.x * v.y - r.y * v.x;
    bool shown = k == (int)p[RB_BEARING_SHOWN] - 1, loaded = false;
    own[RB_BEARING_OWN_AZIMUTH + k] = azimuth_of(r);
    own[RB_BEARING_OWN_OMEGA_C] += turning / rho2 / n;
    own[RB_BEARING_OWN_SPIN_BALL] += rb_norm(rb_sub(w, rb_v3(0, 0, turning / rho2))) / n;
    own[RB_BEARING_OWN_L_AXIAL] += p[RB_BEARING_M_BALL] * turning + p[RB_BEARING_I_BALL] * w.z;
    out->E_kin_trans += 0.5 * p[RB_BEARING_M_BALL] * rb_dot(v, v);
    out->E_kin_spin += 0.5 * p[RB_BEARING_I_BALL] * rb_dot(w, w);
    for (int which = 0; which < 2; which++) {
        rb_bearing_motion motion = rb_bearing_motion_of(y, ball, which);
        rb_bearing_forces forces;
        rb_contact_state contact = {.patch = {1e-9, 1}};
        rb_bearing_contact(model, which, &motion, &forces, &contact, NULL);
        own[(which == 0 ? RB_BEARING_OWN_N_I : RB_BEARING_OWN_N_O) + k] = contact.N;
        own[RB_BEARING_OWN_Q_MAX] = fmax(own[RB_BEARING_OWN_Q_MAX], which == 0 ? contact.N : 0);
        loaded = loaded || (which == 0 && contact.N > 0);
        if (shown) {
            double rho = sqrt(rho2);
            observe_contact(model, which, r, rb_v3(-r.y / rho, r.x / rho, 0), &contact, own);
            out->contact[which] = contact;
        }
    }
    own[RB_BEARING_OWN_LOADED] += loaded;
}

static void observe_energy(const rb_model *model, const double *y, rb_snapshot *out) {
    const double *p = model->own, *follow = y + rb_bearing_follow(model);
    rb_vec3 ring = rb_v3_at(y + RB_RING_R), v = rb_v3_at(y + RB_RING_V);
    double inner = y[RB_RING_OMEGA_I], outer = y[RB_RING_OMEGA_O];
    rb_vec3 up = rb_v3(0, model->g * rb_cos(p[RB_BEARING_TILT]), model->g * rb_sin(p[RB_BEARING_TILT]));
    out->E_pot = p[RB_BEARING_M_I] * rb_dot(up, ring) + p[RB_BEARING_F_RADIAL] * ring.y -
                 p[RB_BEARING_F_AXIAL] * ring.z;
    for (int k = 0; k < rb_bearing_balls(model); k++) {
        out->E_pot += p[RB_BEARING_M_BALL] * rb_dot(up, rb_v3_at(y + rb_bearing_ball(k)));
    }
    out->E_kin_trans += 0.5 * p[RB_BEARING_M_I] * rb_dot(v, v);
    out->E_kin_spin += 0.5 * (p[RB_BEARING_I_I] * inner * inner + p[RB_BEARING_I_O] * outer * outer);
    out->E_kin = out->E_kin_trans + out->E_kin_spin;
    out->E_elastic = rb_bearing_elastic(model, y);
    out->E = out->E_kin + out->E_pot + out->E_elastic;
    out->W_slide = follow[RB_FOLLOW_SLIDE];
    out->W_drill = follow[RB_FOLLOW_DRILL];
    out->W_roll = follow[RB_FOLLOW_ROLL];
    out->W_damp = follow[RB_FOLLOW_PRESS] - out->E_elastic;
    out->own[RB_BEARING_OWN_W_DRIVE] = follow[RB_FOLLOW_DRIVE];
}

/* Where rings and balls are, for drawing: the pose of a snapshot is that of the inner ring. */
static void observe_places(const rb_model *model, const double *y, rb_snapshot *out) {
    const double *follow = y + rb_bearing_follow(model);
    double *own = out->own;
    rb_quat axes = rb_bearing_axes(model->own[RB_BEARING_TILT]);
    memcpy(own + RB_BEARING_OWN_ANGLE_I, follow + RB_FOLLOW_ANGLE_I, 2 * sizeof *y);
    out->r_C = point_in_world(model, rb_v3_at(y + RB_RING_R));
    out->v_C = to_world(model, rb_v3_at(y + RB_RING_V));
    out->omega = rb_v3(0, 0, y[RB_RING_OMEGA_I]);
    out->L = to_world(model, rb_v3(0, 0, own[RB_BEARING_OWN_L_AXIAL]));
    out->q = rb_quat_mul(axes, rb_quat_from_axis_angle(rb_v3(0, 0, 1), follow[RB_FOLLOW_ANGLE_I]));
    for (int k = 0; k < rb_bearing_balls(model); k++) {
        const double *ball = y + rb_bearing_ball(k), *q = ball + RB_BALL_Q;
        rb_vec3 r = point_in_world(model, rb_v3_at(ball + RB_BALL_R));
        rb_quat turn = rb_quat_mul(axes, (rb_quat){q[0], q[1], q[2], q[3]});
        double place[RB_BEARING_PLACE] = {r.x, r.y, r.z, turn.w, turn.x, turn.y, turn.z};
        memcpy(own + RB_BEARING_OWN_PLACE + RB_BEARING_PLACE * k, place, sizeof place);
    }
}

void rb_bearing_observe(const rb_model *model, const double *y, rb_snapshot *out) {
    const double *p = model->own;
    double *own = out->own;
    out->contact_count = 2;
    memcpy(own + RB_BEARING_OWN_X, y + RB_RING_R, 3 * sizeof *y);
    memcpy(own + RB_BEARING_OWN_OMEGA_I, y + RB_RING_OMEGA_I, 2 * sizeof *y);
    own[RB_BEARING_OWN_L_AXIAL] = p[RB_BEARING_I_I] * y[RB_RING_OMEGA_I] +
                                  p[RB_BEARING_I_O] * y[RB_RING_OMEGA_O] +
                                  p[RB_BEARING_M_I] * (y[0] * y[RB_RING_V + 1] - y[1] * y[RB_RING_V]);
    for (int k = 0; k < rb_bearing_balls(model); k++) {
        observe_ball(model, y, k, out);
    }
    for (int which = 0; which < 2; which++) {
        own[RB_BEARING_OWN_TORQUE_I + which] = rb_bearing_drive_torque(model, y, which);
    }
    observe_rolling(model, y, own);
    observe_energy(model, y, out);
    observe_places(model, y, out);
}

/* ---- signals ----------------------------------------------------------------------------------------- */

#define AT(field) offsetof(rb_snapshot, field)
#define OWN(which) (AT(own) + RB_BEARING_OWN_##which * sizeof(double))

static const rb_signal rows[] = {
    {"x_i", "x_i", "m", "inner ring, horizontal displacement", OWN(X)},
    {"y_i", "y_i", "m", "inner ring, displacement up (axis horizontal)", OWN(Y)},
    {"z_i", "z_i", "m", "inner ring, axial displacement", OWN(Z)},
    {"omega_i", "ω_i", "rad/s", "speed of the inner ring", OWN(OMEGA_I)},
    {"omega_o", "ω_o", "rad/s", "speed of the outer ring", OWN(OMEGA_O)},
    {"omega_c", "ω_c", "rad/s", "orbital speed of the balls, their mean", OWN(OMEGA_C)},
    {"omega_c_roll", "ω_c,r", "rad/s", "the same for pure rolling", OWN(OMEGA_C_ROLL)},
    {"skid", "s", "", "skidding: 1 - omega_c / omega_c_roll", OWN(SKID)},
    {"spin_ball", "ω_b", "rad/s",
     "spin of the balls about their own axes in the frame of the cage, their mean", OWN(SPIN_BALL)},
    {"spin_ball_roll", "ω_b,r", "rad/s", "the same for pure rolling", OWN(SPIN_BALL_ROLL)},
    {"torque_i", "M_i", "N m", "torque that drives the inner ring", OWN(TORQUE_I)},
    {"torque_o", "M_o", "N m", "torque that drives or holds the outer ring", OWN(TORQUE_O)},
    {"alpha_i", "α_i", "rad", "contact angle of the shown ball, inner ring", OWN(ALPHA_I)},
    {"alpha_o", "α_o", "rad", "contact angle of the shown ball, outer ring", OWN(ALPHA_O)},
    {"e2_i", "e²_i", "", "squared eccentricity of its inner patch", OWN(E2_I)},
    {"e2_o", "e²_o", "", "squared eccentricity of its outer patch", OWN(E2_O)},
    {"loaded", "n_l", "", "balls that the inner ring presses", OWN(LOADED)},
    {"N_max", "N_max", "N", "largest force of a ball on the inner ring", OWN(Q_MAX)},
    {"N_i", "N_i", "N", "normal force of the shown ball, inner ring", AT(contact[0].N)},
    {"N_o", "N_o", "N", "normal force of the shown ball, outer ring", AT(contact[1].N)},
    {"F_along_i", "F_t,i", "N", "friction on the shown ball at the inner ring, along its orbit",
     OWN(F_ALONG_I)},
    {"F_across_i", "F_n,i", "N", "the same across the groove", OWN(F_ACROSS_I)},
    {"F_along_o", "F_t,o", "N", "friction on the shown ball at the outer ring, along its orbit",
     OWN(F_ALONG_O)},
    {"F_across_o", "F_n,o", "N", "the same across the groove", OWN(F_ACROSS_O)},
    {"v_slip_i", "v_i", "m/s", "sliding speed of the shown ball, inner ring", AT(contact[0].slip_speed)},
    {"v_slip_o", "v_o", "m/s", "sliding speed of the shown ball, outer ring", AT(contact[1].slip_speed)},
    {"omega_n_i", "ωₙ_i", "rad/s", "drilling velocity of the shown ball, inner ring", AT(contact[0].omega_n)},
    {"omega_n_o", "ωₙ_o", "rad/s", "drilling velocity of the shown ball, outer ring", AT(contact[1].omega_n)},
    {"a_i", "a_i", "m", "semi-axis of its inner patch", AT(contact[0].patch.a)},
    {"a_o", "a_o", "m", "semi-axis of its outer patch", AT(contact[1].patch.a)},
    {"E", "E", "J", "mechanical energy", AT(E)},
    {"E_kin", "E_kin", "J", "kinetic energy", AT(E_kin)},
    {"E_pot", "E_pot", "J", "potential energy of weights and loads", AT(E_pot)},
    {"E_elastic", "E_el", "J", "elastic energy of contacts and cage", AT(E_elastic)},
    {"E_kin_trans", "E_v", "J", "kinetic energy of translation", AT(E_kin_trans)},
    {"E_kin_spin", "E_s", "J", "kinetic energy of rotation", AT(E_kin_spin)},
    {"W_slide", "W_s", "J", "dissipated by sliding", AT(W_slide)},
    {"W_drill", "W_d", "J", "dissipated by drilling", AT(W_drill)},
    {"W_roll", "W_r", "J", "dissipated by rolling resistance", AT(W_roll)},
    {"W_damp", "W_n", "J", "dissipated by damping of contacts and cage", AT(W_damp)},
    {"W_drive", "W_M", "J", "work of the drives", OWN(W_DRIVE)},
    {"balance", "ΔE", "J", "energy lost by integration", AT(balance)},
    {"L_axial", "L_z", "kg m2/s", "angular momentum about the axis", OWN(L_AXIAL)},
};

/* The same for every ball. */
#define BALL(k)                                                                                              \
    {"azimuth_" #k, "φ" #k, "rad", "azimuth of ball " #k, OWN(AZIMUTH) + ((k)-1) * sizeof(double)},          \
        {"N_i_" #k, "N_i" #k, "N", "normal force of ball " #k ", inner ring",                                \
         OWN(N_I) + ((k)-1) * sizeof(double)},                                                               \
    {                                                                                                        \
        "N_o_" #k, "N_o" #k, "N", "normal force of ball " #k ", outer ring",                                 \
            OWN(N_O) + ((k)-1) * sizeof(double)                                                              \
    }

static const rb_signal ball_rows[] = {BALL(1),  BALL(2),  BALL(3),  BALL(4),  BALL(5),  BALL(6),
                                      BALL(7),  BALL(8),  BALL(9),  BALL(10), BALL(11), BALL(12),
                                      BALL(13), BALL(14), BALL(15), BALL(16)};

static const rb_signal_table signals = {rows, sizeof rows / sizeof rows[0]};
static const rb_signal_table ball_signals = {ball_rows, sizeof ball_rows / sizeof ball_rows[0]};
const rb_signal_table *const rb_bearing_signals[] = {&signals, &ball_signals, NULL};
