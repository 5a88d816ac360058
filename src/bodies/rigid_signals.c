/* Signals of all rigid bodies. */
#include "bodies/rigid_body.h"

#define AT(field) offsetof(rb_snapshot, field)

static const rb_signal signals[] = {
    {"omega1", "ω₁", "rad/s", "angular velocity about body axis 1", AT(omega.x)},
    {"omega2", "ω₂", "rad/s", "angular velocity about body axis 2", AT(omega.y)},
    {"omega3", "ω₃", "rad/s", "angular velocity about body axis 3 (spin)", AT(omega.z)},
    {"omega_n", "ωₙ", "rad/s", "angular velocity about the vertical (drilling)", AT(omega_n)},
    {"n1", "n₁", "", "vertical, component along body axis 1", AT(n.x)},
    {"n2", "n₂", "", "vertical, component along body axis 2", AT(n.y)},
    {"n3", "n₃", "", "vertical, component along body axis 3", AT(n.z)},
    {"theta", "θ", "rad", "Cardan angle about axis 1; top: inclination of the axis", AT(theta)},
    {"phi", "φ", "rad", "Cardan angle about axis 2; top: turn about the axis", AT(phi)},
    {"psi", "ψ", "rad", "Cardan angle about axis 3 (heading); top: precession", AT(psi)},
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
    {"balance", "ΔE", "J", "energy lost by integration: E(0) − E − W", AT(balance)},
    {"v_slip", "|v_A|", "m/s", "sliding speed of the contact", AT(contact[0].slip_speed)},
    {"F1", "F_x", "N", "friction force, world x", AT(contact[0].F.x)},
    {"F2", "F_y", "N", "friction force, world y", AT(contact[0].F.y)},
    {"M_drill", "Mₙ", "N m", "drilling torque about the vertical", AT(contact[0].M_drill.z)},
    {"T_x", "T_x", "", "friction, share of μN along the patch's x", AT(contact[0].traction.T_x)},
    {"T_y", "T_y", "", "friction, share of μN along the patch's y", AT(contact[0].traction.T_y)},
    {"M", "M", "", "drilling torque, share of μNa", AT(contact[0].traction.M)},
    {"a", "a", "m", "patch semi-axis", AT(contact[0].patch.a)},
    {"x_C", "x_C", "m", "mass centre, world x", AT(r_C.x)},
    {"y_C", "y_C", "m", "mass centre, world y", AT(r_C.y)},
    {"z_C", "z_C", "m", "mass centre, height", AT(r_C.z)},
    {"x_A", "x_A", "m", "contact point, world x", AT(contact[0].point.x)},
    {"y_A", "y_A", "m", "contact point, world y", AT(contact[0].point.y)},
    {"gap", "gap", "m", "height of the contact point over the floor", AT(contact[0].gap)},
    {"L_n", "Lₙ", "kg m2/s", "angular momentum about the vertical through C", AT(L.z)},
};

const rb_signal_table rb_rigid_body_signals = {signals, sizeof signals / sizeof signals[0]};

/* Stored energies first, then the losses. */
const rb_energy_part rb_rigid_body_energy[RB_RIGID_ENERGY] = {
    {.signal = "E_pot", .name = "height", .offset = AT(E_pot)},
    {.signal = "E_elastic", .name = "elastic", .offset = AT(E_elastic)},
    {.signal = "E_kin_trans", .name = "moving", .offset = AT(E_kin_trans)},
    {.signal = "E_kin_wobble", .name = "rocking", .offset = AT(E_kin_wobble)},
    {.signal = "E_kin_spin", .name = "spin", .offset = AT(E_kin_spin)},
    {.signal = "W_slide", .name = "sliding", .lost = true, .offset = AT(W_slide)},
    {.signal = "W_drill", .name = "drilling", .lost = true, .offset = AT(W_drill), .shares = true},
    {.signal = "W_roll", .name = "rolling", .lost = true, .offset = AT(W_roll)},
    {.signal = "W_damp", .name = "damping", .lost = true, .offset = AT(W_damp)},
};
