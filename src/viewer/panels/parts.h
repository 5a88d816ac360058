/* Parts that panels share. */
#ifndef RB_VIEWER_PANELS_PARTS_H
#define RB_VIEWER_PANELS_PARTS_H

#include "viewer/panels/panels.h"

/* One parameter as a row; true when it was changed. */
bool rb_param_row(rb_ui *ui, rb_session *session, int run, rb_section section, int index);
/* Clamped into the table's range; the excluded end is left by a hair. */
double rb_param_into_range(const rb_param *param, double value);
/* The laws as a list inside an open combo or menu; the chosen one or NULL. */
const rb_friction_law *rb_law_list(const rb_scene *scene);
/* The view section of the left panel. */
void rb_show_panel_draw(rb_ui *ui, const rb_session *session, const rb_look *look);

#endif
