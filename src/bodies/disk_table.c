/* The disk on the belt as a row of the table of bodies: its parameters and signals. */
#include "bodies/disk.h"
#include "math/elementary.h"
#include "math/pi.h"

static const rb_param params[] = {
    {"m", "m", "", 0, 1e6, 90, "inertia of turning over that of moving", "K12 (4)",
     RB_PARAM_ABOVE | RB_PARAM_LOG, NULL},
    {"k12", "k₁₂", "", -1, 1, 0.85, "stiffness that couples displacement and angle", "K12 (4)", 0, NULL},
    {"c", "c", "", 0, 100, 1e-5, "damping of either motion", "K12 (4)", RB_PARAM_LOG, NULL},
    {"c12", "c₁₂", "", -100, 100, 0, "damping that couples displacement and angle", "K12 (4)", 0, NULL},
    {"v_b", "v_b", "", 0, 1e3, 0.15, "velocity of the belt", "K12 (4), (34)", 0, NULL},
    {"mu0", "μ₀", "", 0, 1e3, 24.9, "friction that holds the disk, at most; contact.mu brakes it", "K12 (37)",
     RB_PARAM_ABOVE, NULL},
    {"eps_lambda", "ε_λ", "", 0, 1, 1e-7, "speed over the belt below which the disk sticks", "K12 (39)",
     RB_PARAM_ABOVE | RB_PARAM_LOG, NULL},
    {"F_amplitude", "F", "", -1e3, 1e3, 0, "size of the force along the belt, which comes and goes",
     "K12 (3)", 0, NULL},
    {"F_frequency", "Ω", "", 0, 1e3, 1, "its frequency, rad a unit of time", "ours", 0, NULL},
    {"F_phase", "ψ", "rad", -RB_PI, RB_PI, 0, "its phase at the start", "ours", 0, NULL},
};

static const rb_param start_params[] = {
    {"x", "x", "", -1e3, 1e3, 0, "initial displacement", "ours", RB_PARAM_RESTART, NULL},
    {"phi", "φ", "rad", -1e3, 1e3, 0, "initial angle", "ours", RB_PARAM_RESTART, NULL},
    {"v_slip", "x' − v_b", "", -1e3, 1e3, 0,
     "initial velocity over the belt; the disk sticks if this and phi_dot are below eps_lambda", "ours",
     RB_PARAM_RESTART, NULL},
    {"phi_dot", "φ'", "rad", -1e3, 1e3, 0, "initial angular velocity", "ours", RB_PARAM_RESTART, NULL},
};

#define AT(field) offsetof(rb_snapshot, field)
#define OWN(name) AT(own[RB_DISK_OWN_##name])

static const rb_signal rows[] = {
    {"x", "x", "", "displacement along the belt", OWN(X)},
    {"x_dot", "x'", "", "velocity along the belt", OWN(X_DOT)},
    {"phi", "φ", "rad", "angle", OWN(PHI)},
    {"phi_dot", "φ'", "rad", "angular velocity", OWN(PHI_DOT)},
    {"T", "T", "", "force of friction, as in the equations", OWN(T)},
    {"M", "M", "", "torque of friction, as in the equations", OWN(M)},
    {"lambda", "λ", "", "speed over the belt, turning included", OWN(LAMBDA)},
    {"stick", "stick", "", "1 while the disk sticks to the belt, 0 while it slips", OWN(STICK)},
    {"xi", "ξ", "", "friction as a share of the most there can be; 1 while slipping", OWN(XI)},
    {"E", "E", "", "mechanical energy", AT(E)},
    {"E_kin", "E_kin", "", "energy of the motion", AT(E_kin)},
    {"E_pot", "E_pot", "", "energy of the springs", AT(E_pot)},
    {"W_belt", "W_b", "", "work that the belt has done", OWN(W_BELT)},
    {"W_slide", "W_s", "", "dissipated by sliding", AT(W_slide)},
    {"W_drill", "W_d", "", "dissipated by turning on the belt", AT(W_drill)},
    {"W_damp", "W_c", "", "dissipated by the dampers", AT(W_damp)},
    {"W_force", "W_F", "", "work that the force has done", OWN(W_FORCE)},
    {"x_stick", "x_st", "", "displacement at which it stuck last", OWN(X_AT)},
    {"phi_stick", "φ_st", "rad", "angle at which it stuck last", OWN(PHI_AT)},
};
static const rb_signal_table signals = {rows, sizeof rows / sizeof rows[0]};
static const rb_signal_table *const tables[] = {&signals, NULL};

static const rb_energy_part energy[] = {
    {.signal = "E_pot", .name = "springs", .offset = AT(E_pot)},
    {.signal = "E_kin", .name = "moving", .offset = AT(E_kin)},
    {.signal = "W_slide", .name = "sliding", .lost = true, .offset = AT(W_slide)},
    {.signal = "W_drill", .name = "drilling", .lost = true, .offset = AT(W_drill), .shares = true},
    {.signal = "W_damp", .name = "damping", .lost = true, .offset = AT(W_damp)},
    {.signal = "W_belt", .name = "belt", .given = true, .offset = OWN(W_BELT)},
    {.signal = "W_force", .name = "force", .given = true, .offset = OWN(W_FORCE)},
};

#define READS(name, which)                                                                                   \
    static double read_##name(const rb_summary *s) {                                                         \
        return s->own[RB_DISK_OWN_##which];                                                                  \
    }
READS(stick_count, STICKS)
READS(zero_sticks, ZEROS)
READS(time_stuck, TIME_STUCK)
READS(time_slipping, TIME_SLIPPING)
READS(slipping_for, SLIPPING_FOR)
READS(W_belt, W_BELT)
READS(W_force, W_FORCE)

#define COMPARED RB_OUTCOME_COMPARED
#define WHOLE (RB_OUTCOME_COMPARED | RB_OUTCOME_WHOLE)

static const rb_outcome outcomes[] = {
    {"stick_count", "sticks", "n", "", "how often the disk stuck to the belt", 0, WHOLE, 0, read_stick_count},
    {"zero_sticks", "for no time", "n_0", "", "how often it stuck and slipped at once", 0, WHOLE, 0,
     read_zero_sticks},
    {"time_stuck", "stuck", "t_st", "", "time that it stuck", 3, COMPARED, 0, read_time_stuck},
    {"time_slipping", "slipping", "t_sl", "", "time that it slipped", 3, COMPARED, 0, read_time_slipping},
    {"slipping_for", "since", "t_s", "", "how long it has been slipping at the end", 3, 0, 0,
     read_slipping_for},
    {"W_belt", "W belt", "W_b", "", "work that the belt did", 4, 0, 0, read_W_belt},
    {"W_force", "W force", "W_F", "", "work that the force did", 4, 0, 0, read_W_force},
};

void rb_disk_place(const double *body, rb_snapshot *out) {
    (void)body;
    double x = RB_DISK_UNIT * out->own[RB_DISK_OWN_X];
    out->r_C = rb_v3(x, 0, RB_DISK_BELT + RB_DISK_THICK / 2);
    out->v_C = rb_v3(RB_DISK_UNIT * out->own[RB_DISK_OWN_X_DOT], 0, 0);
    double half = out->own[RB_DISK_OWN_PHI] / 2, s = rb_sin(half);
    out->q = (rb_quat){rb_cos(half), 0 * s, 0 * s, s};
    out->omega = rb_v3(0, 0, out->own[RB_DISK_OWN_PHI_DOT]);
    out->omega_n = out->omega.z;
    out->contact[0].point = out->contact[0].S = rb_v3(x, 0, RB_DISK_BELT);
    out->contact[0].point_body = rb_v3(0, 0, -RB_DISK_THICK / 2);
}

/* Mirrors in a plane along the belt: all rotations change sign. */
void rb_disk_mirror(double *body, double *start) {
    if (body != NULL) {
        body[RB_DISK_K12] = 0 - body[RB_DISK_K12];
        body[RB_DISK_C12] = 0 - body[RB_DISK_C12];
    }
    if (start != NULL) {
        start[RB_DISK_START_PHI] = 0 - start[RB_DISK_START_PHI];
        start[RB_DISK_START_OMEGA] = 0 - start[RB_DISK_START_OMEGA];
    }
}

const rb_body_kind rb_body_disk = {
    .id = "disk",
    .name = "Disk on a belt",
    .help = "a disk held by springs on a running belt, which sticks and slips in turn; its numbers "
            "have no dimension, and laws act as printed",
    .params = RB_PARAM_TABLE(params),
    .start = RB_PARAM_TABLE(start_params),
    .traits = RB_TRAIT_SLIDES | RB_TRAIT_DIMENSIONLESS | RB_TRAIT_STICKS,
    .signals = tables,
    .energy = energy,
    .energy_count = sizeof energy / sizeof energy[0],
    .outcomes = outcomes,
    .outcome_count = sizeof outcomes / sizeof outcomes[0],
    .measure = "x",
    .phase = {"x", "x_dot"},
    .section = "sticks",
    .map = {"x", "phi"},
    .last_point = {"x_stick", "phi_stick"},
    .ops = &rb_disk_ops,
};
