/* Appearance of the disk on the belt. */
#include <math.h>

#include "app/appearance/looks.h"
#include "app/language/language.h"
#include "bodies/disk.h"
#include "math/elementary.h"
#include "math/pi.h"

#define LONG 0.28    /* half the distance of the rollers */
#define MIDDLE 0.07  /* of the belt: sticking carries the disk to the right */
#define WIDE 0.09    /* half width of the belt */
#define ROLLER 0.009 /* radius of the rollers */
#define POST 0.30    /* distance of the post of the springs from the middle */
#define STRIPES 7    /* across the belt, to show its motion */

static rb_quat about(rb_vec3 axis, double angle) {
    rb_vec3 v = rb_scale(rb_sin(angle / 2), axis);
    return (rb_quat){rb_cos(angle / 2), v.x, v.y, v.z};
}

/* A flat cylinder with quarters on its face. */
static void look(const rb_scene *scene, rb_body_look *out) {
    const double *body = scene->values[RB_SECTION_BODY];
    const double h = RB_DISK_THICK / 2;
    const rb_profile_point profile[] = {{-h, 0, -1, 0},
                                        {-h, 0.98 * RB_DISK_RADIUS, -1, 0},
                                        {-0.8 * h, RB_DISK_RADIUS, 0, 1},
                                        {0.8 * h, RB_DISK_RADIUS, 0, 1},
                                        {h, 0.98 * RB_DISK_RADIUS, 1, 0},
                                        {h, 0, 1, 0}};
    for (size_t i = 0; i < sizeof profile / sizeof profile[0]; i++) {
        out->profile[out->profile_count++] = profile[i];
    }
    rb_look_add(
        out,
        (rb_part){.form = RB_FORM_TURNED, .turn = {1, 0, 0, 0}, .first = 0, .count = out->profile_count});
    out->solid = (rb_part){.form = RB_FORM_ELLIPSOID,
                           .turn = {1, 0, 0, 0},
                           .size = {RB_DISK_RADIUS, RB_DISK_RADIUS, RB_DISK_THICK}};
    out->size = 3 * RB_DISK_RADIUS;
    out->setup = LONG + MIDDLE;
    out->tip = rb_v3(RB_DISK_RADIUS, 0, h);
    out->mass = 0; /* mu contains the weight */
    out->force = isfinite(body[RB_DISK_MU0]) ? body[RB_DISK_MU0] : 0;
    out->omega = isfinite(body[RB_DISK_V_B]) ? body[RB_DISK_V_B] : 0;
}

static rb_part box(rb_tone tone, rb_vec3 at, rb_vec3 half) {
    return (rb_part){.form = RB_FORM_BOX, .tone = tone, .at = at, .turn = {1, 0, 0, 0}, .size = half};
}

/* A spring along x between two positions. */
static rb_part spring(double from, double to, double y, double z) {
    double length = to - from, thin = 0.009;
    return (rb_part){.form = RB_FORM_SPRING,
                     .tone = RB_TONE_DARK,
                     .at = {from, y, z},
                     .turn = about(rb_v3(0, 1, 0), length < 0 ? -RB_PI / 2 : RB_PI / 2),
                     .size = {thin, thin, fmax(fabs(length), 1e-3)}};
}

/* A straight piece of cord along x. */
static rb_part cord(double from, double to, double y, double z) {
    rb_part part = spring(from, to, y, z);
    part.form = RB_FORM_ROD;
    part.tone = RB_TONE_LIGHT;
    part.size.x = part.size.y = 0.0015;
    return part;
}

/* The belt on its two rollers, in a frame of two rails. */
static int conveyor(double run, rb_part *parts) {
    const double thin = 0.0012, pitch = 2 * LONG / STRIPES, rail = WIDE + 0.008;
    int n = 0;
    parts[n++] = box(RB_TONE_DARK, rb_v3(MIDDLE, 0, RB_DISK_BELT - thin), rb_v3(LONG, WIDE, thin));
    for (int i = 0; i < STRIPES; i++) {
        double at = fmod(run + i * pitch, 2 * LONG);
        at += at < 0 ? 2 * LONG : 0;
        parts[n++] =
            box(RB_TONE_LIGHT, rb_v3(MIDDLE + at - LONG, 0, RB_DISK_BELT), rb_v3(0.003, 0.97 * WIDE, 0.0003));
    }
    const double axle = RB_DISK_BELT - thin - ROLLER;
    parts[n++] = box(RB_TONE_DARK, rb_v3(MIDDLE, 0, axle - ROLLER), rb_v3(LONG, WIDE, thin));
    for (int end = -1; end <= 1; end += 2) { /* turned by the belt: quarters show it */
        rb_quat along_y = about(rb_v3(1, 0, 0), -RB_PI / 2);
        parts[n++] = (rb_part){.form = RB_FORM_ROD,
                               .tone = RB_TONE_QUARTERS,
                               .at = {MIDDLE + end * LONG, -rail, axle},
                               .turn = rb_quat_mul(about(rb_v3(0, 1, 0), run / ROLLER), along_y),
                               .size = {ROLLER + thin, ROLLER + thin, 2 * rail}};
        parts[n++] = box(RB_TONE_LIGHT, rb_v3(0.5 * MIDDLE - 0.01, end * rail, 0.5 * axle + 0.003),
                         rb_v3(LONG + 0.06, 0.004, 0.5 * axle + 0.003));
    }
    return n;
}

/* K12 Fig. 1: a spring holds the centre of the disk; a cord around it ends in a spring on either side. A
   rotation of the disk stretches one of them and releases the other. */
static int surroundings(const rb_scene *scene, const rb_snapshot *s, rb_part *parts) {
    const double *body = scene->values[RB_SECTION_BODY];
    double z = RB_DISK_BELT + RB_DISK_THICK / 2, x = s->r_C.x,
           wound = RB_DISK_RADIUS * s->own[RB_DISK_OWN_PHI];
    int n = conveyor(RB_DISK_UNIT * body[RB_DISK_V_B] * s->t, parts);
    /* A rim around its base shows whether the disk sticks. */
    parts[n++] = (rb_part){.form = RB_FORM_ROD,
                           .tone = s->own[RB_DISK_OWN_STICK] > 0.5 ? RB_TONE_HOLDS : RB_TONE_GIVES,
                           .at = {x, 0, RB_DISK_BELT},
                           .turn = {1, 0, 0, 0},
                           .size = {1.12 * RB_DISK_RADIUS, 1.12 * RB_DISK_RADIUS, 0.003}};
    for (int end = -1; end <= 1; end += 2) { /* a gate at whose crossbar the springs end */
        parts[n++] = box(RB_TONE_LIGHT, rb_v3(-POST, end * WIDE, z), rb_v3(0.007, 0.007, z));
    }
    parts[n++] = box(RB_TONE_LIGHT, rb_v3(-POST, 0, z), rb_v3(0.006, WIDE, 0.006));
    /* Half of the wound length comes from each end of the cord; springs are never shorter than 1 cm. */
    double reach = 0.12, most = POST - RB_DISK_RADIUS - 0.02;
    double left = fmin(fmax(reach + wound / 4, 0.01), most);
    double right = fmin(fmax(reach - wound / 4, 0.01), most);
    parts[n++] = spring(-POST, x - RB_DISK_RADIUS, 0, z);
    parts[n++] = spring(-POST, -POST + left, RB_DISK_RADIUS, z);
    parts[n++] = cord(-POST + left, x, RB_DISK_RADIUS, z);
    parts[n++] = spring(-POST, -POST + right, -RB_DISK_RADIUS, z);
    parts[n++] = cord(-POST + right, x, -RB_DISK_RADIUS, z);
    return n;
}

const rb_appearance rb_appearance_disk = {
    .body = "disk",
    .look = look,
    .surroundings = surroundings,
    .plots = {{"x", "phi"}, {"T", "M"}},
    .pace = 10,
    .lanes = {{RB_N("sticks"), "stick", RB_N("while the disk sticks to the belt")}},
};
