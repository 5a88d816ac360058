#include "viewer/world/body_view.h"

#include <math.h>

#include "math/vec.h"
#include "viewer/world/world.h"

int rb_contact_shown(const rb_snapshot *s) {
    int best = 0;
    for (int i = 1; i < s->contact_count && i < RB_CONTACTS_MAX; i++) {
        const rb_contact_state *a = &s->contact[best];
        const rb_contact_state *b = &s->contact[i];
        bool both = a->touching == b->touching;
        bool neither = both && !b->touching;
        if (neither ? b->gap < a->gap : both ? b->N > a->N : b->touching) {
            best = i;
        }
    }
    return best;
}

int rb_contact_chosen(const rb_snapshot *s, int choice) {
    return choice >= 0 && choice < s->contact_count ? choice : rb_contact_shown(s);
}

rb_spin rb_spin_for(const rb_body_kind *body, const rb_snapshot *s, rb_vec3 omega) {
    const rb_mat3 turn = rb_quat_matrix(s->q);
    const bool top = rb_body_has(body, RB_TRAIT_INVERTS);
    const rb_vec3 up = rb_v3(0.0, 0.0, 1.0);
    const rb_vec3 axis = top ? up : rb_v3(turn.m[0][2], turn.m[1][2], turn.m[2][2]);
    return (rb_spin){.value = !rb_body_has(body, RB_TRAIT_SPINS) ? (double)NAN
                              : top                              ? rb_dot(rb_mul(&turn, omega), up)
                                                                 : omega.z,
                     .axis = axis,
                     .symbol = top ? "ωₙ" : "ω₃"};
}

double rb_spin_value(const rb_body_kind *body, const rb_snapshot *s) {
    return !rb_body_has(body, RB_TRAIT_SPINS)    ? (double)NAN
           : rb_body_has(body, RB_TRAIT_INVERTS) ? s->omega_n
                                                 : s->omega.z;
}

rb_spin rb_spin_of(const rb_body_kind *body, const rb_snapshot *s) {
    return rb_spin_for(body, s, s->omega);
}

const rb_body_look *rb_run_look(const rb_world_run *run, rb_body_look *room) {
    if (run->look != NULL) {
        return run->look;
    }
    rb_scene_look(run->scene, room);
    return room;
}

double rb_look_weight(const rb_body_look *look, const rb_scene *scene) {
    const double weight = look->mass * scene->values[RB_SECTION_WORLD][RB_WORLD_G];
    const double force = look->force > 0.0 ? look->force : weight;
    return isfinite(force) ? fmax(force, 1e-12) : 1.0;
}

double rb_scene_weight(const rb_scene *scene) {
    rb_body_look look;
    rb_scene_look(scene, &look);
    return rb_look_weight(&look, scene);
}

double rb_scene_torque(const rb_scene *scene, double weight) {
    const double a = scene->values[RB_SECTION_CONTACT][RB_CONTACT_A];
    return fmax(0.3 * weight * (isfinite(a) ? a : 0.0), 1e-15);
}
