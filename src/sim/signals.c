/* The one visible table of signals: CSV columns, plots and the timeline walk it. */
#include <string.h>

#include "rattleback/snapshot.h"

#define AT(field) offsetof(rb_snapshot, field)

static const rb_signal signals[] = {
    {"t", "t", "s", "time", AT(t)},
    {"omega1", "ω₁", "rad/s", "angular velocity about body axis 1", AT(omega.x)},
    {"omega2", "ω₂", "rad/s", "angular velocity about body axis 2", AT(omega.y)},
    {"omega3", "ω₃", "rad/s", "angular velocity about body axis 3 (spin)", AT(omega.z)},
    {"omega_n", "ω_n", "rad/s", "angular velocity about the vertical (drilling)", AT(omega_n)},
    {"n1", "n₁", "", "vertical, component along body axis 1", AT(n.x)},
    {"n2", "n₂", "", "vertical, component along body axis 2", AT(n.y)},
    {"n3", "n₃", "", "vertical, component along body axis 3", AT(n.z)},
    {"theta", "θ", "rad", "Cardan angle about axis 1", AT(theta)},
    {"phi", "φ", "rad", "Cardan angle about axis 2", AT(phi)},
    {"psi", "ψ", "rad", "Cardan angle about axis 3 (heading)", AT(psi)},
    {"tilt", "ϑ", "rad", "angle between body axis 3 and the vertical", AT(tilt)},
    {"N", "N", "N", "normal force", AT(contact[0].N)},
    {"E", "E", "J", "mechanical energy", AT(E)},
    {"E_kin", "E_kin", "J", "kinetic energy", AT(E_kin)},
    {"E_pot", "E_pot", "J", "potential energy", AT(E_pot)},
    {"E_elastic", "E_el", "J", "elastic energy of compliant contacts", AT(E_elastic)},
    {"E_kin_trans", "E_v", "J", "kinetic energy of translation", AT(E_kin_trans)},
    {"E_kin_spin", "E_s", "J", "kinetic energy of spin about the vertical", AT(E_kin_spin)},
    {"E_kin_wobble", "E_w", "J", "remaining kinetic energy: rocking", AT(E_kin_wobble)},
    {"W_slide", "W_s", "J", "dissipated by sliding", AT(W_slide)},
    {"W_drill", "W_d", "J", "dissipated by drilling", AT(W_drill)},
    {"W_roll", "W_r", "J", "dissipated by rolling resistance", AT(W_roll)},
    {"W_damp", "W_n", "J", "dissipated by normal damping", AT(W_damp)},
    {"balance", "ΔE", "J", "energy lost by integration: E(0) - E - W", AT(balance)},
    {"v_slip", "|v_A|", "m/s", "sliding speed of the contact", AT(contact[0].slip_speed)},
    {"F1", "F_x", "N", "friction force, world x", AT(contact[0].F.x)},
    {"F2", "F_y", "N", "friction force, world y", AT(contact[0].F.y)},
    {"M_drill", "M_t", "N m", "drilling torque about the vertical", AT(contact[0].M_drill.z)},
    {"T_x", "T_x", "", "friction, share of mu N along the patch's x", AT(contact[0].traction.T_x)},
    {"T_y", "T_y", "", "friction, share of mu N along the patch's y", AT(contact[0].traction.T_y)},
    {"M", "M", "", "drilling torque, share of mu N a", AT(contact[0].traction.M)},
    {"a", "a", "m", "patch semi-axis", AT(contact[0].patch.a)},
    {"x_C", "x_C", "m", "mass centre, world x", AT(r_C.x)},
    {"y_C", "y_C", "m", "mass centre, world y", AT(r_C.y)},
    {"z_C", "z_C", "m", "mass centre, height", AT(r_C.z)},
    {"x_A", "x_A", "m", "contact point, world x", AT(contact[0].point.x)},
    {"y_A", "y_A", "m", "contact point, world y", AT(contact[0].point.y)},
    {"gap", "gap", "m", "height of the contact point over the floor", AT(contact[0].gap)},
    {"L_n", "L_n", "kg m2/s", "angular momentum about the vertical through C", AT(L.z)},
    {"error", "err", "", "local error against what keeps 1 %", AT(error_estimate)},
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
