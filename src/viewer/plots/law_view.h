/* The law view: the formula of the law; T and M of the chosen laws and of the exact one over the angle
   between sliding and drilling, their differences from the exact one, the limit curve (T, M), and the point
   where the contact is now. */
#ifndef RB_VIEWER_PLOTS_LAW_VIEW_H
#define RB_VIEWER_PLOTS_LAW_VIEW_H

#include <rattleback/rattleback.h>
#include <raylib.h>
#include <stdio.h>

#include "app/session/session.h"

/* Data of the law view: T and M of a law over the angle between sliding and drilling, and the operating
   point of a contact. */

#define RB_LAW_POINTS 61

/* Conditions of a curve besides its law and the angle. Drilling is taken as positive: a contact with
   negative drilling is mirrored in y. */
typedef struct rb_law_conditions {
    double mirror;    /* -1: mirrored, else 1 */
    double direction; /* of sliding against the patch's x, rad */
    double speed;     /* |(u, omega)|, rad/s; used by unbounded laws only */
    double d_c, d_s, r_c, r_s;
    rb_patch patch;
} rb_law_conditions;

/* T is the friction along the direction of sliding. (Distortion by rolling also causes a transverse
   component.) */
typedef struct rb_law_point {
    double angle;              /* degrees: 0 pure drilling, 90 pure sliding */
    double T, M;               /* relative to mu N and mu N a */
    double signed_T, signed_M; /* the same with the signs of patch axis x and the normal */
    bool holds;                /* nothing slides: a point within the limit curve */
} rb_law_point;

typedef struct rb_law_curve {
    rb_law_conditions at;
    bool usable;
    double angle[RB_LAW_POINTS], T[RB_LAW_POINTS], M[RB_LAW_POINTS];
} rb_law_curve;

/* The current conditions of a contact; without sliding it keeps the last direction. */
rb_law_conditions rb_law_conditions_of(const rb_contact_state *contact, double last_direction);
/* Would the curves differ visibly? */
bool rb_law_conditions_differ(const rb_law_conditions *a, const rb_law_conditions *b);

/* The law as published, without softening near rest. values: NULL for defaults. */
void rb_law_curve_make(rb_law_curve *curve, const rb_friction_law *law, const double *values,
                       const rb_law_conditions *at);

/* The law's result at the contact, with softening; false without motion and without sticking. */
bool rb_law_point_of(const rb_contact_state *contact, rb_law_point *point);

#define RB_LAW_CURVES (RB_RUNS_MAX + 1) /* every run's, and the exact one */

/* What the law view shows below the formula. */
typedef enum rb_law_tab { RB_LAW_CURVES_TAB, RB_LAW_LIMIT_TAB, RB_LAW_TABS } rb_law_tab;

typedef struct rb_law_view {
    rb_law_curve curves[RB_LAW_CURVES];
    double low_T, low_M;   /* lowest values so far, in tenths: the axes do not jump */
    double high_T, high_M; /* highest */
    int selected;
    int contact;                  /* as in rb_law_view_draw */
    int curve_count;              /* runs; the exact curve is at RB_RUNS_MAX */
    int since;                    /* frames since the last evaluation */
    rb_scene scenes[RB_RUNS_MAX]; /* what the curves were made from */
    rb_law_tab tab;
    int hovered, hovered_next; /* point of the curves under the mouse; -1: none */
    Rectangle area;            /* of the first plot in the last frame, px */
} rb_law_view;

/* What a click on the law view asks for. */
typedef enum rb_law_request {
    RB_LAW_NOTHING,
    RB_LAW_SHOW_CURVES,
    RB_LAW_SHOW_LIMIT,
    RB_LAW_SAVE_CSV,
    RB_LAW_SAVE_SVG,
    RB_LAW_SAVE_PNG
} rb_law_request;

/* Updates the curves and draws formulas and plots. contact: the index of the one to show, -1: the one with
   the largest load. still: for a picture, without buttons and crosshair. */
rb_law_request rb_law_view_draw(rb_law_view *view, const rb_session *session, int contact, bool still);
/* Recomputes the curves if their scenes or contacts have changed. */
void rb_law_view_update(rb_law_view *view, const rb_session *session, int contact);

/* The difference of a run's curve from the exact one: T, or M if torque. */
void rb_law_errors(const rb_law_view *view, int run, bool torque, double error[RB_LAW_POINTS]);
/* The curves as CSV, and as a picture (SVG or PNG). False when out of memory. */
bool rb_law_view_write(FILE *out, const rb_law_view *view, const rb_session *session);
bool rb_law_view_picture(FILE *out, const rb_law_view *view, const rb_session *session, bool png);

#endif
