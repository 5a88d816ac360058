/* The one visible table of signals: CSV columns, plots and the timeline walk it. */
#include <string.h>

#include "rattleback/snapshot.h"

#define AT(field) offsetof(rb_snapshot, field)
#define TOP "tippe-top"

static const rb_signal signals[] = {
    {"t", "t", "s", "time", AT(t), NULL},
    {"omega1", "ω₁", "rad/s", "angular velocity about body axis 1", AT(omega.x), NULL},
    {"omega2", "ω₂", "rad/s", "angular velocity about body axis 2", AT(omega.y), NULL},
    {"omega3", "ω₃", "rad/s", "angular velocity about body axis 3 (spin)", AT(omega.z), NULL},
    {"omega_n", "ωₙ", "rad/s", "angular velocity about the vertical (drilling)", AT(omega_n), NULL},
    {"n1", "n₁", "", "vertical, component along body axis 1", AT(n.x), NULL},
    {"n2", "n₂", "", "vertical, component along body axis 2", AT(n.y), NULL},
    {"n3", "n₃", "", "vertical, component along body axis 3", AT(n.z), NULL},
    {"theta", "θ", "rad", "Cardan angle about axis 1; top: inclination of the axis", AT(theta),
     NULL},
    {"phi", "φ", "rad", "Cardan angle about axis 2; top: turn about the axis", AT(phi), NULL},
    {"psi", "ψ", "rad", "Cardan angle about axis 3 (heading); top: precession", AT(psi), NULL},
    {"tilt", "ϑ", "rad", "angle between body axis 3 and the vertical", AT(tilt), NULL},
    {"N", "N", "N", "normal force", AT(contact[0].N), NULL},
    {"E", "E", "J", "mechanical energy", AT(E), NULL},
    {"E_kin", "E_kin", "J", "kinetic energy", AT(E_kin), NULL},
    {"E_pot", "E_pot", "J", "potential energy", AT(E_pot), NULL},
    {"E_elastic", "E_el", "J", "elastic energy of compliant contacts", AT(E_elastic), NULL},
    {"E_kin_trans", "E_v", "J", "kinetic energy of translation", AT(E_kin_trans), NULL},
    {"E_kin_spin", "E_s", "J", "kinetic energy of spin about the vertical", AT(E_kin_spin), NULL},
    {"E_kin_wobble", "E_w", "J", "remaining kinetic energy: rocking", AT(E_kin_wobble), NULL},
    {"W_slide", "W_s", "J", "dissipated by sliding", AT(W_slide), NULL},
    {"W_drill", "W_d", "J", "dissipated by drilling", AT(W_drill), NULL},
    {"W_roll", "W_r", "J", "dissipated by rolling resistance", AT(W_roll), NULL},
    {"W_damp", "W_n", "J", "dissipated by normal damping", AT(W_damp), NULL},
    {"balance", "ΔE", "J", "energy lost by integration: E(0) − E − W", AT(balance), NULL},
    {"v_slip", "|v_A|", "m/s", "sliding speed of the contact", AT(contact[0].slip_speed), NULL},
    {"F1", "F_x", "N", "friction force, world x", AT(contact[0].F.x), NULL},
    {"F2", "F_y", "N", "friction force, world y", AT(contact[0].F.y), NULL},
    {"M_drill", "Mₙ", "N m", "drilling torque about the vertical", AT(contact[0].M_drill.z), NULL},
    {"T_x", "T_x", "", "friction, share of μN along the patch's x", AT(contact[0].traction.T_x),
     NULL},
    {"T_y", "T_y", "", "friction, share of μN along the patch's y", AT(contact[0].traction.T_y),
     NULL},
    {"M", "M", "", "drilling torque, share of μNa", AT(contact[0].traction.M), NULL},
    {"a", "a", "m", "patch semi-axis", AT(contact[0].patch.a), NULL},
    {"x_C", "x_C", "m", "mass centre, world x", AT(r_C.x), NULL},
    {"y_C", "y_C", "m", "mass centre, world y", AT(r_C.y), NULL},
    {"z_C", "z_C", "m", "mass centre, height", AT(r_C.z), NULL},
    {"x_A", "x_A", "m", "contact point, world x", AT(contact[0].point.x), NULL},
    {"y_A", "y_A", "m", "contact point, world y", AT(contact[0].point.y), NULL},
    {"gap", "gap", "m", "height of the contact point over the floor", AT(contact[0].gap), NULL},
    {"L_n", "L_n", "kg m2/s", "angular momentum about the vertical through C", AT(L.z), NULL},
    {"gap_large", "gap_R", "m", "height of the large sphere over the floor", AT(contact[0].gap),
     TOP},
    {"gap_small", "gap_r", "m", "height of the small sphere over the floor", AT(contact[1].gap),
     TOP},
    {"N_large", "N_R", "N", "normal force on the large sphere", AT(contact[0].N), TOP},
    {"N_small", "N_r", "N", "normal force on the small sphere", AT(contact[1].N), TOP},
    {"v_slip_small", "|v_r|", "m/s", "sliding speed of the small sphere", AT(contact[1].slip_speed),
     TOP},
    {"jellett", "λ", "kg m3/s", "Jellett's R (L_z − α L₃), of the sphere that carries", AT(jellett),
     TOP},
    {"jellett_balance", "Δλ", "kg m3/s",
     "Jellett's quantity lost by integration, torques accounted for", AT(jellett_balance), TOP},
    {"error", "err", "", "local error against what keeps 1 %", AT(error_estimate), NULL},
};

int rb_signal_count(void) {
    return (int)(sizeof signals / sizeof signals[0]);
}

const rb_signal *rb_signal_at(int index) {
    return &signals[index];
}

int rb_signal_find(const char *name) {
    for (int i = 0; i < rb_signal_count(); i++) {
        if (strcmp(signals[i].name, name) == 0) {
            return i;
        }
    }
    return -1;
}

bool rb_signal_fits(const rb_signal *signal, const rb_body_kind *body) {
    return signal->body == NULL || strcmp(signal->body, body->id) == 0;
}
