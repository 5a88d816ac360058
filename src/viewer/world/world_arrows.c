#include "app/language/language.h"
#include "viewer/world/world_parts.h"

#include <math.h>
#include <raymath.h>
#include <stdio.h>
#include <string.h>

#include "math/vec.h"
#include "viewer/world/body_view.h"

/* Reference values of arrow lengths: each kind of vector has one that follows from the scene, so that
   lengths compare between runs and times. */
typedef struct references {
    double size;     /* half the body, m */
    double reach;    /* length of an arrow of reference size, m */
    double force;    /* weight, N */
    double friction; /* unit of friction forces, N */
    double bend;     /* radius of bent arrows, m */
    double torque;   /* of order 0.3 a m g, N m */
    double omega;    /* start, rad/s */
    double L;
    double speed;   /* m/s */
    double axes[3]; /* lengths of the body axes, longer than the body */
} references;

typedef struct context {
    rb_arrows *arrows;
    rb_labels *labels;
    const rb_view *view;
    const rb_world_style *style;
    const rb_snapshot *s;
    const rb_snapshot *numbers; /* values of the labels */
    const rb_snapshot *forces;  /* mean contact forces; NULL: those of the instant */
    references ref;
    const rb_body_kind *body;
    bool heavy;   /* the body has weight */
    bool mounted; /* contacts lie anywhere, with any normal; their normal forces are loads */
    int key_base;
    double now;
} context;

static references references_of(const rb_world_run *run) {
    const rb_scene *scene = run->scene;
    const rb_snapshot *s = run->snapshot;
    rb_body_look room;
    const rb_body_look *look = rb_run_look(run, &room);
    references r = {.size = look->size, .force = 1.0, .torque = 1e-4, .omega = 10.0};
    r.speed = 0.1 * sqrt(9.81 * r.size);
    r.L = fmax(rb_norm(s->L), 1e-12);
    r.reach = 0.62 * r.size;
    if (!scene || !scene->body) {
        return r;
    }
    r.force = rb_look_weight(look, scene);
    r.friction = look->friction > 0.0 ? look->friction : r.force;
    r.bend = (look->stands > 0.0 ? 0.3 : 1.0) * r.size;
    r.torque = rb_scene_torque(scene, r.force);
    if (look->tall) {
        r.reach = 1.1 * r.size; /* long enough to leave a tall body */
    }
    if (look->stands > 0.0) {
        r.reach = 0.42 * r.size; /* loads in the bore of a bearing do not cross */
    }
    for (int i = 0; i < 3; i++) {
        r.axes[i] = (i == 0 || look->tall ? 1.25 : 0.6) * r.size;
    }
    r.omega = look->omega > 1e-3 && isfinite(look->omega) ? look->omega : 10.0;
    const double B3 = look->inertia.m[2][2];
    if (B3 > 0.0 && isfinite(B3)) {
        r.L = B3 * r.omega;
    }
    return r;
}

/* Fraction of the reference length for a value relative to its reference. */
static double stretched(const context *c, double x) {
    if (!(x > 0.0) || !isfinite(x)) {
        return 0.0;
    }
    const double share = c->style->arrow_log ? 0.5 * log10(1.0 + 99.0 * x) : x;
    return fmin(share, 3.0) * fmax(c->style->arrow_scale, 0.0f);
}

/* A label's value. */
typedef struct quantity {
    const char *symbol;
    double value, typical;
    const char *unit;
    bool beside; /* beside the tip, not beyond it: fast arrows sweep over the space beyond */
    bool mean;   /* of a rocking period */
} quantity;

static bool is_mean(const context *c, rb_show bit) {
    return c->forces != NULL &&
           (bit & (RB_SHOW_NORMAL | RB_SHOW_FRICTION | RB_SHOW_DRILL | RB_SHOW_ROLL | RB_SHOW_SLIDING));
}

static void label(const context *c, int item, quantity q, rb_vec3 from, rb_vec3 tip, Color color) {
    Vector2 a, b;
    if (!(c->style->show & RB_SHOW_LABELS) || !rb_view_project(c->view, from, &a) ||
        !rb_view_project(c->view, tip, &b)) {
        return;
    }
    Vector2 away = Vector2Subtract(b, a);
    away = Vector2Length(away) > 2.0f ? Vector2Normalize(away) : (Vector2){0.8f, -0.6f};
    if (q.beside) { /* always to the right of or below it, wherever it turns */
        away = (Vector2){-away.y, away.x};
        away = away.x + away.y < 0.0f ? Vector2Negate(away) : away;
    }
    char symbol[32];
    snprintf(symbol, sizeof symbol, q.mean ? rb_tr("mean %s") : "%s", q.symbol);
    const rb_label_spec spec = {
        c->key_base + item, symbol, q.value, q.typical, rb_body_unit(c->body, q.unit), b, away, color};
    rb_label_add(c->labels, &spec, c->now, c->s->t);
}

/* Is the last added arrow long enough to be labelled? */
static bool can_be_seen(const context *c) {
    return rb_arrow_pixels(c->arrows, c->view, &c->arrows->list[c->arrows->count - 1]) > 7.0;
}

static bool outside(Rectangle r, Vector2 p) {
    return !CheckCollisionPointRec(p, r);
}

/* The length at which a straight arrow stays in the picture and ends before covered areas such as the
   caption, unless it begins in one. */
static double fitted(const context *c, rb_vec3 from, rb_vec3 v, double length) {
    const float margin = 0.03f * c->view->area.height;
    const Rectangle a = c->view->area;
    const Rectangle inner = {a.x + margin, a.y + margin, a.width - 2.0f * margin, a.height - 2.0f * margin};
    const double size = rb_norm(v);
    Vector2 tail, tip;
    if (!(size > 0.0) || !rb_view_project(c->view, from, &tail) || outside(inner, tail)) {
        return length;
    }
    for (int cut = 0; cut < 24; cut++, length *= 0.9) {
        bool fits =
            rb_view_project(c->view, rb_add_scaled(from, length / size, v), &tip) && !outside(inner, tip);
        for (int i = 0; i < RB_KEEP_CLEAR && fits; i++) {
            fits = outside(c->style->keep_clear[i], tip) || !outside(c->style->keep_clear[i], tail);
        }
        if (fits) {
            break;
        }
    }
    return length;
}

/* A straight arrow for v, scaled by reference; its label shows the length of `said`. */
static void vector(const context *c, rb_show bit, rb_vec3 from, rb_vec3 v, rb_vec3 said, double reference,
                   float weight, const char *unit) {
    if (!(c->style->show & bit) || !rb_finite3(v)) {
        return;
    }
    int item = 0;
    while (item < rb_show_item_count() && rb_show_item_at(item)->bit != bit) {
        item++;
    }
    const rb_show_item *row = rb_show_item_at(item);
    const double length = c->ref.reach * stretched(c, rb_norm(v) / reference);
    const rb_arrow arrow = {.origin = from,
                            .direction = v,
                            .length = fitted(c, from, v, length),
                            .weight = weight,
                            .color = rb_color(row->color)};
    rb_vec3 tip;
    if (rb_arrow_add(c->arrows, &arrow, &tip) && can_be_seen(c)) {
        label(c, item + 1, (quantity){row->symbol, rb_norm(said), reference, unit, true, is_mean(c, bit)},
              from, tip, arrow.color);
    }
}

/* A bent arrow for the torque M; its label shows value. */
static void torque(const context *c, rb_show bit, int item, rb_vec3 centre, rb_vec3 M, double radius,
                   rb_vec3 towards, double value) {
    if (!(c->style->show & bit) || !rb_finite3(M)) {
        return;
    }
    const rb_show_item *row = rb_show_item_at(item);
    const rb_arrow arrow = {.origin = centre,
                            .direction = M,
                            .length = fmin(2.2 * stretched(c, rb_norm(M) / c->ref.torque), 5.2),
                            .bend = radius,
                            .towards = towards,
                            .weight = 0.9f,
                            .color = rb_color(row->color)};
    rb_vec3 tip;
    if (rb_arrow_add(c->arrows, &arrow, &tip) && can_be_seen(c)) {
        label(c, item + 1, (quantity){row->symbol, value, c->ref.torque, "N m", false, is_mean(c, bit)},
              centre, tip, arrow.color);
    }
}

static void contact_arrows(const context *c, int which) {
    /* Position of the instant; forces and their numbers of the mean, if there is one. */
    const rb_contact_state *k = &c->s->contact[which];
    const rb_contact_state *f = c->forces ? &c->forces->contact[which] : k;
    const rb_contact_state *said = c->forces ? f : &c->numbers->contact[which];
    context mine = *c;
    mine.key_base += 64 * which;
    if (!k->touching || !rb_finite3(k->point)) {
        return;
    }
    const float *r = c->view->right, *ahead = c->view->forward;
    const rb_vec3 at_viewer = rb_v3(-0.75 * ahead[0] + 0.65 * r[0], -0.75 * ahead[1] + 0.65 * r[1], 0.0);
    const double floor = fmax(k->point.z, 0.0); /* or the belt it lies on */
    const rb_vec3 S = rb_finite3(k->S) ? rb_v3(k->S.x, k->S.y, floor) : k->point;
    const rb_vec3 A = rb_v3(k->point.x, k->point.y, floor);
    const double raised = floor + 0.012 * c->ref.size;
    if (c->heavy && !c->mounted) {
        vector(&mine, RB_SHOW_NORMAL, S, rb_v3(0.0, 0.0, f->N), rb_v3(0.0, 0.0, said->N), c->ref.force, 1.0f,
               "N");
    }
    vector(&mine, RB_SHOW_FRICTION, A, f->F, said->F, c->ref.friction, 1.0f, "N");
    vector(&mine, RB_SHOW_SLIDING, A, f->v_slip, said->v_slip, c->ref.speed, 0.5f, "m/s");
    vector(&mine, RB_SHOW_ROLLING, A, k->v_roll, c->numbers->contact[which].v_roll, 12.0 * c->ref.speed, 0.5f,
           "m/s");
    torque(&mine, RB_SHOW_DRILL, 3, rb_v3(A.x, A.y, raised), f->M_drill, 0.40 * c->ref.bend, at_viewer,
           c->mounted ? rb_norm(said->M_drill) : said->M_drill.z);
    torque(&mine, RB_SHOW_ROLL, 4, A, f->M_roll, 0.30 * c->ref.bend, rb_v3(0.0, 0.0, 1.0),
           rb_norm(said->M_roll));
}

/* The normal forces of a body with many contacts; the chosen ones have labels. */
static void load_arrows(const context *c, const rb_scene *scene) {
    rb_load loads[RB_LOADS_MAX], said[RB_LOADS_MAX];
    const int count = rb_scene_loads(scene, c->s, loads);
    rb_scene_loads(scene, c->numbers, said);
    for (int i = 0; i < count; i++) {
        context mine = *c;
        rb_world_style quiet = *c->style;
        mine.key_base += 128 + i;
        mine.style = &quiet;
        quiet.show &= loads[i].marked ? ~0u : ~(unsigned)RB_SHOW_LABELS;
        vector(&mine, RB_SHOW_NORMAL, loads[i].at, loads[i].force, said[i].force, c->ref.force,
               loads[i].marked ? 1.0f : 0.7f, "N");
    }
}

static void body_axes(const context *c, const rb_mat3 *turn) {
    static const char *const names[] = {"e₁", "e₂", "e₃"};
    if (!(c->style->show & RB_SHOW_BODY_AXES)) {
        return;
    }
    for (int i = 0; i < 3; i++) {
        const rb_vec3 e = rb_v3(turn->m[0][i], turn->m[1][i], turn->m[2][i]);
        const rb_arrow arrow = {.origin = c->s->r_C,
                                .direction = e,
                                .length = c->ref.axes[i],
                                .weight = 0.5f,
                                .color = rb_color(RB_COLOR_INK_SOFT)};
        rb_vec3 tip;
        if (rb_arrow_add(c->arrows, &arrow, &tip)) {
            label(c, 40 + i, (quantity){names[i], NAN, 0.0, "", false, false}, c->s->r_C, tip, arrow.color);
        }
    }
}

void rb_world_arrows(rb_arrows *arrows, rb_labels *labels, const rb_view *view, const rb_world_run *run,
                     const rb_world_style *style, int key_base, double now) {
    const rb_snapshot *s = run->snapshot;
    const rb_snapshot *said = run->numbers ? run->numbers : s;
    const rb_body_kind *body = run->scene->body;
    rb_body_look room;
    const bool mounted = rb_run_look(run, &room)->stands > 0.0;
    const context c = {arrows,      labels,
                       view,        style,
                       s,           said,
                       run->forces, references_of(run),
                       body,        !rb_body_has(body, RB_TRAIT_DIMENSIONLESS),
                       mounted,     key_base,
                       now};
    const rb_mat3 turn = rb_quat_matrix(s->q);
    load_arrows(&c, run->scene);
    for (int i = 0; i < s->contact_count && i < RB_CONTACTS_MAX; i++) {
        contact_arrows(&c, i);
    }
    /* E_pot = m g z_C gives the weight at that time; the scene may have been edited since. */
    const double weight = s->r_C.z > 0.0 ? s->E_pot / s->r_C.z : c.ref.force;
    if (c.heavy && !mounted) {
        vector(&c, RB_SHOW_WEIGHT, s->r_C, rb_v3(0.0, 0.0, -weight), rb_v3(0.0, 0.0, -weight), c.ref.force,
               1.0f, "N");
    }
    vector(&c, RB_SHOW_OMEGA, s->r_C, rb_mul(&turn, s->omega), said->omega, c.ref.omega, 0.8f, "rad/s");
    vector(&c, RB_SHOW_MOMENTUM, s->r_C, s->L, said->L, c.ref.L, 0.8f, "J s");
    body_axes(&c, &turn);
}

void rb_world_reserve_labels(rb_label_ground *ground, const rb_arrows *arrows, const rb_view *view,
                             const rb_world_style *style) {
    *ground = (rb_label_ground){.area = view->area};
    for (int i = 0; i < RB_KEEP_CLEAR; i++) {
        rb_labels_keep_clear(ground, style->keep_clear[i]);
    }
    for (int i = 0; i < arrows->count; i++) {
        Rectangle head;
        Vector2 points[RB_ARROW_POINTS];
        if (rb_arrow_head(arrows, view, &arrows->list[i], &head)) {
            rb_labels_keep_clear(ground, head);
        }
        const int count = rb_arrow_line(arrows, view, &arrows->list[i], points);
        for (int k = 0; k + 1 < count; k++) {
            rb_labels_avoid_line(ground, points[k], points[k + 1]);
        }
    }
}
