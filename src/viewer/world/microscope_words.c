/* The state of the contact as finite numbers and as text. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/language/language.h"
#include "math/pi.h"
#include "math/vec.h"
#include "viewer/world/body_view.h"
#include "viewer/world/microscope.h"

static double safe(double v) {
    return isfinite(v) ? v : 0.0;
}

/* The coefficient at that time: the scene may have been edited since. */
static double mu_of(const rb_scene *scene, const rb_contact_state *c) {
    const double share = c->N * hypot(c->traction.T_x, c->traction.T_y);
    const double mu = rb_norm(c->F) / share; /* F = -mu N T */
    return safe(share > 0.0 ? mu : scene->values[RB_SECTION_CONTACT][RB_CONTACT_MU]);
}

static void typical_patch(const rb_scene *scene, rb_patch_facts *f) {
    f->torque = rb_scene_torque(scene, f->weight);
    /* Hertz: a grows with the cube root of N. A patch of constant size is typical itself. */
    const bool hertz =
        scene->values[RB_SECTION_CONTACT][RB_CONTACT_SIZE] > 0.5 || (scene->normal && !scene->normal->rigid);
    f->a_typical = f->a;
    if (hertz && f->N > 1e-3 * f->weight) {
        f->a_typical = f->a * cbrt(f->weight / f->N);
    }
    const double peak = f->pressure == RB_PRESSURE_UNIFORM ? 1.0 : 1.5;
    f->p_typical = peak * (f->pure ? f->N : f->weight) / (RB_PI * f->b * f->a_typical * f->a_typical);
}

rb_patch_facts rb_patch_facts_of(const rb_scene *scene, const rb_snapshot *s, int contact) {
    return rb_patch_facts_with(scene, s, contact, scene ? rb_scene_weight(scene) : 0.0);
}

rb_patch_facts rb_patch_facts_with(const rb_scene *scene, const rb_snapshot *s, int contact, double weight) {
    rb_patch_facts f = {.pressure = RB_PRESSURE_HERTZ, .a = 1e-3, .b = 1.0};
    if (!scene || !s) {
        return f;
    }
    f.phase = s->phase;
    f.pure = rb_body_has(scene->body, RB_TRAIT_DIMENSIONLESS);
    f.sticks = rb_body_has(scene->body, RB_TRAIT_STICKS);
    if (scene->friction) {
        f.pressure = scene->friction->pressure;
    }
    f.no_slip = scene->friction && scene->friction->no_slip;
    f.mu = safe(scene->values[RB_SECTION_CONTACT][RB_CONTACT_MU]);
    if (contact >= 0 && contact < s->contact_count && contact < RB_CONTACTS_MAX) {
        const rb_contact_state *c = &s->contact[contact];
        f.contact = s->contact_count > 1 ? scene->body->contacts[contact] : NULL;
        for (int i = 0; i < s->contact_count && i < RB_CONTACTS_MAX; i++) {
            f.others |= i != contact && s->contact[i].touching;
        }
        const rb_vec3 to_S = rb_sub(c->S, c->point);
        f.touching = c->touching && s->phase != RB_PHASE_LIFTED_OFF;
        f.a = c->patch.a > 1e-9 && c->patch.a < 1e3 ? c->patch.a : 1e-3;
        f.b = c->patch.b > 1e-3 && c->patch.b <= 1.0 ? c->patch.b : 1.0;
        f.N = fmax(safe(c->N), 0.0);
        f.u_x = safe(rb_dot(c->v_slip, c->e_x) / f.a);
        f.u_y = safe(rb_dot(c->v_slip, c->e_y) / f.a);
        f.omega = safe(c->omega_n);
        f.d_c = safe(c->slip.d_c);
        f.d_s = safe(c->slip.d_s);
        f.S_x = safe(rb_dot(to_S, c->e_x) / f.a);
        f.S_y = safe(rb_dot(to_S, c->e_y) / f.a);
        f.F_x = safe(rb_dot(c->F, c->e_x));
        f.F_y = safe(rb_dot(c->F, c->e_y));
        f.M_drill = safe(c->M_drill.z);
        f.M_x = safe(rb_dot(c->M_roll, c->e_x));
        f.M_y = safe(rb_dot(c->M_roll, c->e_y));
        f.v_roll = safe(rb_norm(c->v_roll));
        f.vr_x = safe(rb_dot(c->v_roll, c->e_x) / f.a);
        f.vr_y = safe(rb_dot(c->v_roll, c->e_y) / f.a);
        const rb_mat3 turn = rb_quat_matrix(s->q);
        const rb_vec3 omega = rb_mul(&turn, s->omega);
        f.w_x = safe(rb_dot(omega, c->e_x));
        f.w_y = safe(rb_dot(omega, c->e_y));
        f.mu = mu_of(scene, c);
        if (!f.touching) {
            f.N = f.F_x = f.F_y = f.M_drill = f.M_x = f.M_y = 0.0;
        }
    }
    f.weight = weight;
    typical_patch(scene, &f);
    return f;
}

bool rb_patch_loaded(const rb_patch_facts *f) {
    return f->touching && f->N > 1e-6 * f->weight;
}

bool rb_patch_pole(const rb_patch_facts *f, double *x, double *y) {
    const double u = hypot(f->u_x, f->u_y);
    if (fabs(f->omega) * f->a < 1e-7 || u > 200.0 * fabs(f->omega)) {
        return false;
    }
    /* (u_x - omega y, u_y + omega x) = 0 */
    *x = -f->u_y / f->omega;
    *y = f->u_x / f->omega;
    return true;
}

double rb_patch_peak(const rb_patch_facts *f) {
    const double mean = f->N / (RB_PI * f->b * f->a * f->a), d = hypot(f->d_c, f->d_s);
    if (f->pressure == RB_PRESSURE_UNIFORM) {
        return mean * (1.0 + d);
    }
    /* sqrt(1 - r^2) (1 + d r) towards the distortion is highest where 2 d r^2 + r = d. */
    const double r = 2.0 * d / (1.0 + sqrt(1.0 + 8.0 * d * d));
    return 1.5 * mean * sqrt(1.0 - r * r) * (1.0 + d * r);
}

double rb_patch_fastest(const rb_patch_facts *f) {
    double fastest = 0.0;
    for (int i = 0; i < 48; i++) { /* on the rim: the speed is convex */
        const double t = 2.0 * RB_PI * i / 48.0, x = cos(t), y = f->b * sin(t);
        fastest = fmax(fastest, hypot(f->u_x - f->omega * y, f->u_y + f->omega * x));
    }
    return fastest * f->a;
}

/* The kind of motion: "Sliding with spin", "Rolling", … */
static const char *motion_name(const rb_patch_facts *f, bool *spin) {
    const double v = f->a * hypot(f->u_x, f->u_y), turning = f->a * fabs(f->omega);
    const bool rolling = f->v_roll > 1e-3 && f->v_roll > 20.0 * v;
    *spin = turning > 1e-6 && turning > 0.03 * v;
    if (v + turning < (f->sticks ? 1e-12 : 2e-6) && f->v_roll < 1e-4) {
        return RB_N("Sticking");
    }
    if (f->no_slip) {
        return RB_N("Rolling without slip");
    }
    /* Slip that uses almost all of the friction counts, however slow it is beside the rolling. */
    if (rolling && hypot(f->F_x, f->F_y) > 0.9 * f->mu * f->N) {
        return RB_N("Rolling and slipping");
    }
    if (rolling) {
        return *spin ? RB_N("Rolling with spin") : RB_N("Rolling");
    }
    if (v < 0.02 * turning) {
        return RB_N("Spinning on the spot");
    }
    if (v < 0.3 * turning) {
        return RB_N("Spinning, hardly sliding");
    }
    return *spin ? RB_N("Sliding with spin") : RB_N("Sliding");
}

void rb_patch_contact_text(const rb_patch_facts *f, char *out, size_t size) {
    if (f->contact) {
        snprintf(out, size, f->touching ? rb_tr("On the %s%s") : rb_tr("Under the %s%s"), rb_tr(f->contact),
                 f->touching && f->others ? rb_tr("; both touch") : "");
    } else {
        snprintf(out, size, "%s", "");
    }
}

const char *rb_patch_longest_text(const rb_patch_facts *f) {
    if (f->no_slip) {
        return rb_tr("Rolling without slip; needs\u00a0μ\u00a0≥\u00a099.99");
    }
    return f->pressure == RB_PRESSURE_POINT
               ? rb_tr("Spinning, hardly sliding; point-contact law; friction "
                       "<\u00a01\u00a0%\u00a0of\u00a0μN")
               : rb_tr("Spinning, hardly sliding; centre of rotation outside the patch; friction "
                       "<\u00a01\u00a0%\u00a0of\u00a0μN");
}

/* Symbol of the maximum friction: static friction may exceed the kinetic one. */
static const char *maximum_symbol(const rb_patch_facts *f, const char *motion) {
    if (!f->sticks) {
        return "μN";
    }
    return strcmp(motion, "Sticking") == 0 ? "μ₀" : "μ";
}

void rb_patch_text(const rb_patch_facts *f, char *out, size_t size) {
    static const char *const ends[] = {
        [RB_PHASE_RUNNING] = NULL,
        [RB_PHASE_AT_REST] = RB_N("At rest"),
        [RB_PHASE_LIFTED_OFF] = RB_N("No contact: lifted off"),
        [RB_PHASE_DIVERGED] = RB_N("Stopped: the run diverged"),
    };
    const char *end = (unsigned)f->phase <= RB_PHASE_DIVERGED ? ends[f->phase] : NULL;
    if (end || !f->touching) {
        snprintf(out, size, "%s", rb_tr(end ? end : RB_N("No contact")));
        return;
    }
    if (!rb_patch_loaded(f)) {
        snprintf(out, size, "%s", rb_tr("Touching without load"));
        return;
    }
    bool spin;
    double x, y;
    char share[80] = "";
    const char *motion = motion_name(f, &spin), *where = "";
    const double force = hypot(f->F_x, f->F_y);
    if (f->no_slip) {
        snprintf(share, sizeof share, rb_tr("; needs\u00a0μ\u00a0≥\u00a0%.2f"), fmin(force / f->N, 99.99));
    } else if (f->mu > 0.0 && f->N > 0.0) {
        const double percent = 100.0 * force / (f->mu * f->N);
        snprintf(share, sizeof share, rb_tr("; friction %s%.0f\u00a0%%\u00a0of\u00a0%s"),
                 percent < 0.5 ? "<\u00a0" : "", fmax(percent, 1.0), maximum_symbol(f, motion));
    }
    if (spin && rb_patch_pole(f, &x, &y)) {
        where = hypot(x, y / f->b) <= 1.0 ? rb_tr("; centre of rotation inside the patch")
                                          : rb_tr("; centre of rotation outside the patch");
    }
    if (f->pressure == RB_PRESSURE_POINT) {
        where = f->no_slip ? "" : rb_tr("; point-contact law");
    }
    snprintf(out, size, "%s%s%s", rb_tr(motion), where, share);
}

void rb_patch_numbers(const rb_patch_facts *f, rb_patch_readout out) {
    double x = 0.0, y = 0.0;
    const bool loaded = rb_patch_loaded(f);
    const bool pole = loaded && rb_patch_pole(f, &x, &y);
    const bool pure = f->pure;
    struct {
        const char *symbol;
        double value, typical;
        const char *unit;
    } rows[RB_PATCH_NUMBERS] = {
        {"N", f->N, f->weight, "N"},
        {"F", hypot(f->F_x, f->F_y), f->weight, "N"},
        {"Mₙ", f->M_drill, f->torque, "N m"},
        {"Mᵣ", hypot(f->M_x, f->M_y), f->torque, "N m"},
        {rb_tr("slip ≤"), loaded ? rb_patch_fastest(f) : (double)NAN, 0.0, "m/s"},
        {"A–P", pole ? f->a * hypot(x, y) : (double)NAN, 0.0, "m"},
    };
    if (pure) { /* dimensionless bodies: slip speed and distance of the pole */
        rows[0].symbol = "λ";
        rows[0].value = f->a * hypot(hypot(f->u_x, f->u_y), f->omega);
        rows[3] = rows[5];
    }
    for (int i = 0; i < RB_PATCH_NUMBERS; i++) {
        char value[48];
        rb_format_value(value, sizeof value, rows[i].value, rows[i].typical, pure ? "" : rows[i].unit);
        snprintf(out[i], sizeof out[i], "%s  %s", rows[i].symbol, value);
    }
}
