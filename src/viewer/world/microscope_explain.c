/* Explanations of the marks in the microscope: a sentence with the current value. */
#include <math.h>
#include <raylib.h>
#include <raymath.h>
#include <stdio.h>

#include "app/language/language.h"
#include "viewer/world/microscope.h"

static float distance_to(Vector2 a, Vector2 b, Vector2 p) {
    const Vector2 way = Vector2Subtract(b, a);
    const float length = Vector2DotProduct(way, way);
    const float share =
        length > 0.0f ? Clamp(Vector2DotProduct(Vector2Subtract(p, a), way) / length, 0.0f, 1.0f) : 0.0f;
    return Vector2Distance(p, Vector2Add(a, Vector2Scale(way, share)));
}

static bool on_arc(const rb_2d_arc *arc, Vector2 p, float reach) {
    const Vector2 d = Vector2Subtract(p, arc->centre);
    if (fabsf(Vector2Length(d) - arc->radius) > reach) {
        return false;
    }
    const float from_middle = atan2f(d.y, d.x) - (arc->start + 0.5f * arc->sweep);
    return fabsf(remainderf(from_middle, 2.0f * PI)) < 0.5f * fabsf(arc->sweep) + 0.1f;
}

static bool on_patch(const rb_picture *p, const rb_patch_facts *f, Vector2 at) {
    const float x = (at.x - p->centre.x) / p->scale, y = (at.y - p->centre.y) / p->scale;
    return hypotf(x, y / (float)f->b) < 1.0f;
}

/* Small marks first, then arrows, then the background. */
rb_patch_mark rb_microscope_mark_at(const rb_microscope_layout *layout, const rb_patch_facts *f, Vector2 at) {
    const rb_picture *p = &layout->picture;
    const float u = p->unit;
    const bool point = f->pressure == RB_PRESSURE_POINT;
    Vector2 a, b;
    rb_2d_arc arc;
    if (!rb_patch_loaded(f)) {
        return RB_MARK_NONE;
    }
    if (layout->roomy && !point && CheckCollisionPointRec(at, layout->bar)) {
        return RB_MARK_BAR;
    }
    if (!CheckCollisionPointRec(at, p->area)) {
        return RB_MARK_NONE;
    }
    if (!point && rb_picture_pole(p, f, &a, &b) && distance_to(a, b, at) < 11.0f * u) {
        return RB_MARK_P;
    }
    if (rb_picture_pressure(p, f, &a) && Vector2Distance(a, at) < 8.0f * u) {
        return RB_MARK_S;
    }
    if (Vector2Distance(p->centre, at) < 6.0f * u) {
        return RB_MARK_A;
    }
    if (rb_picture_force(p, f, &a) && distance_to(p->centre, a, at) < 7.0f * u) {
        return RB_MARK_F;
    }
    if (rb_picture_roll(p, f, &a) && distance_to(p->centre, a, at) < 7.0f * u) {
        return RB_MARK_ROLL;
    }
    if (rb_picture_drill(p, f, &arc) && on_arc(&arc, at, 10.0f * u)) {
        return RB_MARK_DRILL;
    }
    return !point && on_patch(p, f, at) ? RB_MARK_FIELD : RB_MARK_NONE;
}

const char *rb_patch_mark_name(rb_patch_mark mark) {
    static const char *const names[RB_MARK_COUNT] = {
        [RB_MARK_P] = RB_N("P  centre of rotation"),   [RB_MARK_S] = RB_N("S  centre of pressure"),
        [RB_MARK_A] = RB_N("A  centre of the patch"),  [RB_MARK_F] = RB_N("F  friction force"),
        [RB_MARK_DRILL] = RB_N("Mₙ  drilling torque"), [RB_MARK_ROLL] = RB_N("Mᵣ  rolling resistance"),
        [RB_MARK_FIELD] = RB_N("→  sliding velocity"), [RB_MARK_BAR] = RB_N("colour: pressure"),
    };
    return (unsigned)mark < RB_MARK_COUNT && names[mark] != NULL ? rb_tr(names[mark]) : NULL;
}

static void explain_pole(const rb_patch_facts *f, char *out, size_t size) {
    double x = 0.0, y = 0.0;
    char distance[48];
    if (!rb_patch_pole(f, &x, &y)) {
        snprintf(out, size,
                 rb_tr("P, the centre of rotation, is too far away to be shown: all points slide in the "
                       "same direction."));
        return;
    }
    rb_format_value(distance, sizeof distance, f->a * hypot(x, y), 0.0, "m");
    snprintf(out, size,
             rb_tr("P is the centre of rotation, %s from A: the point that does not slide. The patch "
                   "turns around it. %s"),
             distance,
             hypot(x, y / f->b) <= 1.0 ? rb_tr("It is inside the patch: spinning friction dominates.")
                                       : rb_tr("It is outside the patch: sliding friction dominates."));
}

/* The force and its maximum. */
static void explain_force(const rb_patch_facts *f, const char *value, char *out, size_t size) {
    const double force = hypot(f->F_x, f->F_y);
    if (f->no_slip) {
        snprintf(out, size,
                 rb_tr("F is the friction force, %s, that prevents slip. It needs μ of at least %.2f."),
                 value, fmin(force / f->N, 99.99));
    } else {
        snprintf(out, size,
                 rb_tr("F is the friction force on the body, %s: %.0f %% of its maximum μN. It acts "
                       "against the sliding."),
                 value, f->mu > 0.0 && f->N > 0.0 ? 100.0 * force / (f->mu * f->N) : 0.0);
    }
}

void rb_patch_explain(const rb_patch_facts *f, rb_patch_mark mark, char *out, size_t size) {
    char value[48], other[48];
    const double roll = hypot(f->M_x, f->M_y), force = hypot(f->F_x, f->F_y);
    out[0] = '\0';
    switch (mark) {
    case RB_MARK_P: explain_pole(f, out, size); break;
    case RB_MARK_S:
        rb_format_value(value, sizeof value, f->N, f->weight, "N");
        rb_format_value(other, sizeof other, f->a * hypot(f->S_x, f->S_y), 0.0, "m");
        snprintf(out, size,
                 rb_tr("S is the centre of pressure, where the normal force N = %s acts: %s from A, "
                       "because the pressure is higher in front of a rolling body."),
                 value, other);
        break;
    case RB_MARK_A:
        rb_format_value(value, sizeof value, f->a * hypot(f->u_x, f->u_y), 0.0, "m/s");
        rb_format_value(other, sizeof other, f->v_roll, 0.0, "m/s");
        snprintf(out, size,
                 rb_tr("A is the centre of the patch. There the body slides at %s, and the patch itself "
                       "moves over the floor at %s."),
                 value, other);
        break;
    case RB_MARK_F:
        rb_format_value(value, sizeof value, force, f->weight, "N");
        explain_force(f, value, out, size);
        break;
    case RB_MARK_DRILL:
        rb_format_value(value, sizeof value, f->M_drill, f->torque, "N m");
        snprintf(out, size,
                 rb_tr("Mₙ is the drilling torque, %s: friction against spinning about the vertical."),
                 value);
        break;
    case RB_MARK_ROLL:
        rb_format_value(value, sizeof value, roll, f->torque, "N m");
        snprintf(out, size,
                 rb_tr("Mᵣ is the rolling resistance, %s, a torque drawn as a vector in the floor: N "
                       "acts at S instead of A and slows the rolling."),
                 value);
        break;
    case RB_MARK_FIELD:
        rb_format_value(value, sizeof value, rb_patch_fastest(f), 0.0, "m/s");
        snprintf(out, size,
                 rb_tr("The white arrows show how each point of the patch slides over the floor, at most "
                       "at %s."),
                 value);
        break;
    case RB_MARK_BAR:
        rb_format_value(value, sizeof value, rb_patch_peak(f), f->p_typical, "Pa");
        snprintf(out, size,
                 rb_tr("The colours show the pressure between body and floor, at most %s now. The scale "
                       "ends a little above twice the pressure under the weight alone."),
                 value);
        break;
    case RB_MARK_NONE:
    case RB_MARK_COUNT: break;
    }
}
