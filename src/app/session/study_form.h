/* What the Studies page is about to ask for: filled in for the scene that is open, changed by hand, and
   turned into a line of actions. */
#ifndef RB_APP_SESSION_STUDY_FORM_H
#define RB_APP_SESSION_STUDY_FORM_H

#include <rattleback/sweep.h>

typedef enum rb_study_kind {
    RB_STUDY_MAP,
    RB_STUDY_SWEEP,
    RB_STUDY_DIAGRAM,
    RB_STUDY_FIT,
    RB_STUDY_ENSEMBLE,
    RB_STUDY_KINDS
} rb_study_kind;

/* A parameter and its range, SI. */
typedef struct rb_axis_form {
    char name[64];
    double from, to;
    int count;
    bool logarithmic;
} rb_axis_form;

typedef struct rb_study_form {
    const rb_body_kind *body; /* that it was filled in for */
    int kind;                 /* rb_study_kind */
    rb_axis_form x, y;
    const rb_outcome *value;
    int transient, points;                      /* of a diagram */
    char data[512], free[160], free_start[160]; /* of a fit */
    char vary[160];                             /* of an ensemble */
    int runs;
} rb_study_form;

/* Resets the form to defaults when the scene's body has changed. */
void rb_study_form_use(rb_study_form *form, const rb_scene *scene);
/* The range as a study has it. */
void rb_axis_form_take(rb_axis_form *form, const rb_axis *axis);
/* A range around the value that the parameter has. */
void rb_axis_form_suggest(rb_axis_form *axis, const rb_scene *scene, rb_section section, int index);
/* Can a study vary it? */
bool rb_param_can_vary(const rb_param *row);
/* Can a study show it? */
bool rb_outcome_can_map(const rb_outcome *outcome, const rb_body_kind *body);
/* "study map omega1=-1:1:41 omega2=-1:1:41 omega3_final" */
void rb_study_form_line(const rb_study_form *form, char *line, size_t size);

#endif
