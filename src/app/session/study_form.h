/* The form of the Studies page: the study that it is about to compute, filled in for the scene that is open
   and changed by hand. */
#ifndef RB_APP_SESSION_STUDY_FORM_H
#define RB_APP_SESSION_STUDY_FORM_H

#include <rattleback/study_spec.h>

typedef enum rb_study_kind {
    RB_STUDY_MAP,
    RB_STUDY_SWEEP,
    RB_STUDY_DIAGRAM,
    RB_STUDY_BASINS,
    RB_STUDY_FIT,
    RB_STUDY_ENSEMBLE,
    RB_STUDY_KINDS
} rb_study_kind;

typedef struct rb_study_form {
    const rb_body_kind *body; /* that it was filled in for */
    rb_study_kind kind;
    /* Of a map, curves or a diagram. The axes are x and y; y and values that a kind does not use are kept for
       the others. The scene is filled in when the study is made. */
    rb_study_spec spec;
    rb_axis laws;                               /* a curve for each; count 0: the scene's law only */
    double until;                               /* s, end of the runs; 0: the scene's */
    char data[512], free[512], free_start[256]; /* of a fit */
    char vary[160];                             /* of an ensemble */
    int runs;
    char file[512];       /* to be opened */
    char expression[160]; /* an outcome to be added */
    rb_error refusal;     /* why it was not; "": it was */
} rb_study_form;

/* Resets the form to defaults when the scene's body has changed. */
void rb_study_form_use(rb_study_form *form, const rb_scene *scene);
/* Chooses a kind. Basins are over start values: other parameters are replaced. */
void rb_study_form_choose(rb_study_form *form, rb_study_kind kind, const rb_scene *scene);
/* Shows a study: its ranges, outcome and numbers. */
void rb_study_form_show(rb_study_form *form, const rb_study_spec *spec);
/* The study of this scene that the form defines; not of a fit or an ensemble. */
rb_status rb_study_form_make(const rb_study_form *form, const rb_scene *scene, rb_study_spec *spec,
                             rb_error *err);
/* A range around the value that the parameter has. */
void rb_axis_suggest(rb_axis *axis, const rb_scene *scene, rb_section section, int index);
/* Is there a curve for this law (by its index)? Adds it or takes it out; false: no room for more. */
bool rb_study_form_has_law(const rb_study_form *form, int law);
bool rb_study_form_toggle_law(rb_study_form *form, int law);
/* The same for an outcome; the last one stays. */
bool rb_study_form_has_value(const rb_study_form *form, const rb_outcome *value);
bool rb_study_form_toggle_value(rb_study_form *form, const rb_outcome *value);
/* Adds the form's expression, such as "max(abs(omega3)) / E_initial", to the outcomes. False: it is none, or
   there is no room. */
bool rb_study_form_add_expression(rb_study_form *form, const rb_scene *scene, rb_error *err);
/* Can a study vary it? */
bool rb_param_can_vary(const rb_param *row);
/* Can a study show it? */
bool rb_outcome_can_map(const rb_outcome *outcome, const rb_body_kind *body);
/* The fit or ensemble as an action line: "study fit free=mu run1.csv". */
void rb_study_form_line(const rb_study_form *form, char *line, size_t size);

#endif
