/* Parts that panels share. */
#ifndef RB_VIEWER_PANELS_PARTS_H
#define RB_VIEWER_PANELS_PARTS_H

#include <stdbool.h>

#include "viewer/panels/panels.h"

/* Title and unit of an outcome: "first reversal, s", in the language of the window. */
void rb_outcome_title(const rb_outcome *outcome, char *text, size_t size);
/* Name of a group of parameters in the language of the window. */
const char *rb_section_title(rb_section section);

/* A page centred in the window, limited to its size; always followed by igEnd. */
bool rb_begin_page(const char *title, bool *open, float width, float height);
/* A button of a row of tabs, highlighted if it is the current one. */
bool rb_tab(const char *name, bool on);
/* One parameter as a row; true when it was changed. */
bool rb_param_row(rb_ui *ui, rb_session *session, int run, rb_section section, int index);
/* Clamped to the parameter's range, just inside an excluded end. */
double rb_param_clamp(const rb_param *param, double value);
/* The message for a value outside the range; false if it is inside. */
bool rb_param_out_of_range(const rb_param *param, double value, char *text, size_t size);
/* Parts of the top bar. */
const char *rb_top_language_label(char *text, size_t size);
void rb_top_languages(const rb_ui *ui);
void rb_top_compare_popup(const rb_ui *ui, const rb_session *session);
bool rb_top_appears_to_play(const rb_ui *ui, const rb_session *session);
void rb_top_speed(rb_session *session, float width);
/* The colour in which a word of the glossary is written. */
unsigned rb_term_color(int term);
/* The laws as a list inside an open combo or menu; returns the chosen one or NULL. compared: with a
   check box for each law that a run of this session has; NULL: scrolls to the current law when it opens. */
const rb_friction_law *rb_law_list(const rb_ui *ui, const rb_scene *scene, const rb_session *compared);
/* A combo box of this list for the selected run; `name` is its law's. Returns true while it is open. */
bool rb_law_combo(const rb_ui *ui, rb_session *session, const char *id, const char *name);
/* The start section of the left panel. */
void rb_start_panel_draw(rb_ui *ui, rb_session *session);
/* Below it, for bodies that reverse: the cause, and the mirror image. */
void rb_cause_panel_draw(const rb_ui *ui, const rb_session *session);
/* The view section of the left panel. */
void rb_show_panel_draw(rb_ui *ui, const rb_session *session, const rb_look *look);

/* Small drawings that explain words of the glossary. */

/* Draws the picture of a word with a caption; false if it has none. */
bool rb_term_picture(const char *word);
/* Does the word have a picture? */
bool rb_term_has_picture(const char *word);

#endif
