/* Controls of the Studies page that choose outcomes and laws (study_pickers.c). */
#ifndef RB_VIEWER_PANELS_STUDY_PICKERS_H
#define RB_VIEWER_PANELS_STUDY_PICKERS_H

#include "app/session/study_form.h"

/* A label in a column, and room for a control behind it. */
void rb_study_labelled(const char *name);
void rb_study_value_picker(rb_study_form *form);
/* Return adds the expression to the outcomes. */
void rb_study_expression_field(rb_study_form *form, const rb_scene *scene);
void rb_study_law_picker(rb_study_form *form, const rb_scene *scene);

#endif
