/* Parts that panels share. */
#ifndef RB_VIEWER_PANELS_PARTS_H
#define RB_VIEWER_PANELS_PARTS_H

#include <stdbool.h>

#include "viewer/panels/panels.h"

/* A page centred in the window, as large as asked and as there is room; always followed by igEnd. */
bool rb_begin_page(const char *title, bool *open, float width, float height);
/* One parameter as a row; true when it was changed. */
bool rb_param_row(rb_ui *ui, rb_session *session, int run, rb_section section, int index);
/* Clamped into the table's range; the excluded end is left by a hair. */
double rb_param_clamp(const rb_param *param, double value);
/* What the window says of a value that is not in it; false if it is. */
bool rb_param_out_of_range(const rb_param *param, double value, char *text, size_t size);
/* Parts of the bar on top. */
void rb_top_compare_popup(const rb_ui *ui, const rb_session *session);
bool rb_top_time_goes_on(const rb_ui *ui, const rb_session *session);
void rb_top_speed(rb_session *session, float width);
/* The colour in which a word of the glossary is written. */
unsigned rb_term_color(int term);
/* The laws as a list inside an open combo or menu; the chosen one or NULL. reveal: a list that opens is
   scrolled to the present one. */
const rb_friction_law *rb_law_list(const rb_scene *scene, bool reveal);
/* Were its numbers fitted to a measured stone? */
bool rb_law_fitted(const rb_friction_law *law);
/* The start section of the left panel. */
void rb_start_panel_draw(rb_ui *ui, rb_session *session);
/* Below it, for bodies that turn back: the cause, and the mirror. */
void rb_cause_panel_draw(const rb_ui *ui, const rb_session *session);
/* The view section of the left panel. */
void rb_show_panel_draw(rb_ui *ui, const rb_session *session, const rb_look *look);

/* Small drawings beside words of the glossary that a sentence alone does not make plain. */

/* Draws the picture of a word below what stands there, with what it shows in a line under it; false where
   it has none. */
bool rb_term_picture(const char *word);
/* Has the word one? */
bool rb_term_has_picture(const char *word);

#endif
