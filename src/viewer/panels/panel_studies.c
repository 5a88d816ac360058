/* The page of studies: definition, progress and results. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/actions/grammar.h"
#include "app/session/units.h"
#include "viewer/gui/gui.h"
#include "viewer/panels/parts.h"

/* ---------------------------------------------------------------- pickers */

static void param_item(rb_axis *axis, const rb_scene *scene, rb_section section, int index) {
    const rb_param *row = &rb_scene_table(scene, section).rows[index];
    char label[128];
    bool same = strcmp(row->symbol, row->name) == 0;
    snprintf(label, sizeof label, "%s%s%s##%d.%d", same ? "" : row->symbol, same ? "" : "  ", row->name,
             (int)section, index);
    if (rb_choice(label, strcmp(axis->name, row->name) == 0)) {
        rb_axis_suggest(axis, scene, section, index);
    }
    rb_tooltip("%s\n%s", row->help, row->source);
}

static void param_picker(rb_axis *axis, const rb_scene *scene) {
    static const rb_section order[] = {RB_SECTION_START,   RB_SECTION_CONTACT, RB_SECTION_FRICTION,
                                       RB_SECTION_ROLLING, RB_SECTION_BODY,    RB_SECTION_NORMAL,
                                       RB_SECTION_WORLD};
    igSetNextItemWidth(-1);
    if (!igBeginCombo("##param", axis->name, ImGuiComboFlags_HeightLarge)) {
        rb_tooltip("The parameter that is varied; choosing one suggests a range around its value");
        return;
    }
    for (size_t k = 0; k < sizeof order / sizeof order[0]; k++) {
        rb_param_table table = rb_scene_table(scene, order[k]);
        if (table.count > 0) {
            igTextDisabled("%s", rb_section_name(order[k]));
        }
        for (int i = 0; i < table.count; i++) {
            if (rb_param_can_vary(&table.rows[i])) {
                param_item(axis, scene, order[k], i);
            }
        }
    }
    rb_imgui_allow_finger_scroll();
    igEndCombo();
}

static void number(const char *id, double *value, double factor, const char *tip) {
    double shown = factor * *value;
    igSetNextItemWidth(-1);
    if (igInputDouble(id, &shown, 0, 0, "%.4g", 0) && isfinite(shown)) {
        *value = shown / factor;
    }
    rb_tooltip("%s", tip);
}

/* A row of the table: name, range, how many. */
static void axis_row(const char *name, rb_axis *axis, const rb_scene *scene) {
    rb_section section = RB_SECTION_START;
    int index = 0;
    const rb_param *row = rb_scene_find(scene, axis->name, &section, &index, NULL) == RB_OK
                              ? &rb_scene_table(scene, section).rows[index]
                              : NULL;
    rb_ui_unit unit = rb_ui_unit_of(row != NULL ? row->unit : "");
    char tip[160];
    igPushID_Str(name);
    igTableNextRow(0, 0);
    igTableNextColumn();
    igAlignTextToFramePadding();
    igTextUnformatted(name, NULL);
    igTableNextColumn();
    param_picker(axis, scene);
    igTableNextColumn();
    snprintf(tip, sizeof tip, "First value%s%s", unit.name[0] != '\0' ? ", in " : "", unit.name);
    number("##from", &axis->from, unit.factor, tip);
    igTableNextColumn();
    snprintf(tip, sizeof tip, "Last value%s%s", unit.name[0] != '\0' ? ", in " : "", unit.name);
    number("##to", &axis->to, unit.factor, tip);
    igTableNextColumn();
    igSetNextItemWidth(-1);
    igInputInt("##count", &axis->count, 0, 0, 0);
    axis->count = (int)fmin(fmax(axis->count, 2), RB_SURVEY_SIDE);
    rb_tooltip("How many values, 2 to %d", RB_SURVEY_SIDE);
    igTableNextColumn();
    igCheckbox("##log", &axis->logarithmic);
    rb_tooltip("Even steps of the logarithm; both ends must be above 0");
    igPopID();
}

static void value_picker(rb_study_form *form) {
    const rb_outcome **value = &form->spec.sweep.values[0];
    char head[96] = "";
    igAlignTextToFramePadding();
    igTextUnformatted("shows", NULL);
    igSameLine(0, -1);
    igSetNextItemWidth(-1);
    if (*value != NULL) {
        snprintf(head, sizeof head, "%s  %s", (*value)->symbol, (*value)->name);
    }
    if (!igBeginCombo("##value", head, ImGuiComboFlags_HeightLarge)) {
        rb_tooltip("%s", *value != NULL ? (*value)->help : "");
        return;
    }
    for (int i = 0; i < rb_outcome_count(); i++) {
        const rb_outcome *o = rb_outcome_at(i);
        if (!rb_outcome_can_map(o, form->body)) {
            continue;
        }
        snprintf(head, sizeof head, "%s  %s", o->symbol, o->name);
        if (rb_choice(head, o == *value)) {
            *value = o;
        }
        rb_tooltip("%s", o->help);
    }
    rb_imgui_allow_finger_scroll();
    igEndCombo();
}

/* ---------------------------------------------------------------- forms */

static const char *const kinds[RB_STUDY_KINDS] = {
    "Map: an outcome over two parameters", "Curve: an outcome over one parameter",
    "Bifurcation diagram over one parameter", "Fit: parameters from measured data",
    "Uncertainty: a band in the plots"};

static void survey_form(rb_study_form *form, const rb_scene *scene) {
    if (igBeginTable("axes", 6, ImGuiTableFlags_SizingStretchProp, rb_im2(0, 0), 0)) {
        static const char *const heads[] = {"", "parameter", "from", "to", "values", "log"};
        static const float widths[] = {0.9f, 6, 3.2f, 3.2f, 2.8f, 1.6f};
        for (int i = 0; i < 6; i++) {
            bool fixed = i == 0 || i == 5;
            igTableSetupColumn(heads[i],
                               fixed ? ImGuiTableColumnFlags_WidthFixed : ImGuiTableColumnFlags_WidthStretch,
                               fixed ? rb_em(widths[i]) : widths[i], 0);
        }
        igTableHeadersRow();
        axis_row("x", &form->spec.sweep.axes[0], scene);
        if (form->kind == RB_STUDY_MAP) {
            axis_row("y", &form->spec.sweep.axes[1], scene);
        }
        igEndTable();
    }
    if (form->kind != RB_STUDY_DIAGRAM) {
        value_picker(form);
        return;
    }
    igSetNextItemWidth(rb_em(5));
    igInputInt("points skipped##transient", &form->spec.transient, 0, 0, 0);
    rb_tooltip("Points of each column to skip until the motion has settled, 0 to 100000");
    igSameLine(0, rb_em(1));
    igSetNextItemWidth(rb_em(5));
    igInputInt("points##points", &form->spec.points, 0, 0, 0);
    rb_tooltip("Points of each column that are drawn, 1 to 2000");
    form->spec.transient = (int)fmin(fmax(form->spec.transient, 0), 100000);
    form->spec.points = (int)fmin(fmax(form->spec.points, 1), 2000);
}

static void text_row(const char *name, char *text, size_t size, const char *hint, const char *tip) {
    igAlignTextToFramePadding();
    igTextUnformatted(name, NULL);
    igSameLine(rb_em(6), 0);
    igSetNextItemWidth(-1);
    igPushID_Str(name);
    igInputTextWithHint("##text", hint, text, size, 0, NULL, NULL);
    rb_imgui_field_takes_words();
    rb_tooltip("%s", tip);
    igPopID();
}

static void fit_form(rb_study_form *form) {
    text_row("data", form->data, sizeof form->data, "run1.csv@1 run2.csv@2",
             "CSV files separated by spaces, with columns t and x1, y1, x2, y2 … of tracked points "
             "in m, or t and signals such as omega3. @ followed by a number or name selects the "
             "start of that series");
    text_row("free", form->free, sizeof form->free, "mu,a",
             "Parameters to fit, separated by commas; “contact” stands for all parameters of "
             "friction, patch and rolling");
    text_row("free start", form->free_start, sizeof form->free_start, "omega2,omega3,psi,x0,y0",
             "Initial values to fit for each series; x0, y0: initial position in the camera's frame");
}

static void ensemble_form(rb_study_form *form) {
    text_row("vary", form->vary, sizeof form->vary, "mu=5% omega2=0.05",
             "Parameters with their uncertainties, separated by spaces: in percent or as an amount");
    igSetNextItemWidth(rb_em(5));
    igInputInt("runs", &form->runs, 0, 0, 0);
    form->runs = (int)fmin(fmax(form->runs, 2), RB_BAND_RUNS);
    rb_tooltip("2 to %d", RB_BAND_RUNS);
}

/* ---------------------------------------------------------------- buttons */

static void file_popup(const rb_ui *ui, char *path, size_t size) {
    if (!igBeginPopup("load study", 0)) {
        return;
    }
    igTextUnformatted("A result (CSV) or a definition (JSON) of rbsim or saved here.", NULL);
    igSetNextItemWidth(rb_em(22));
    bool entered = igInputTextWithHint("##file", "map.csv", path, size, ImGuiInputTextFlags_EnterReturnsTrue,
                                       NULL, NULL);
    rb_imgui_field_takes_words();
    igSameLine(0, -1);
    if ((igButton("Load", rb_im2(0, 0)) || entered) && path[0] != '\0') {
        rb_ui_run_on(ui, "study load", path);
        igCloseCurrentPopup();
    }
    rb_imgui_allow_finger_scroll();
    igEndPopup();
}

/* Stays in the row if a button with this name fits into the panel. */
static void same_row(const char *name) {
    ImVec2 end, at, room;
    igGetItemRectMax(&end);
    igGetCursorScreenPos(&at);
    igGetContentRegionAvail(&room);
    float width = rb_text_width(name) + 2 * igGetStyle()->FramePadding.x;
    if (end.x + igGetStyle()->ItemSpacing.x + width <= at.x + room.x) {
        igSameLine(0, -1);
    }
}

static void button(const rb_ui *ui, const char *name, bool enabled, const char *line, const char *tip) {
    same_row(name);
    igBeginDisabled(!enabled);
    if (igButton(name, rb_im2(0, 0))) {
        rb_ui_run(ui, "%s", line);
    }
    igEndDisabled();
    rb_tooltip("%s", tip);
}

static void buttons(rb_ui *ui, rb_studies *studies) {
    rb_study_form *form = &studies->form;
    const rb_survey *survey = studies->survey;
    bool busy = rb_studies_run(studies);
    if (igButton(form->kind == RB_STUDY_FIT ? "Fit" : "Compute", rb_im2(0, 0))) {
        char line[RB_LINE_MAX] = "study compute";
        if (form->kind == RB_STUDY_FIT || form->kind == RB_STUDY_ENSEMBLE) {
            rb_study_form_line(form, line, sizeof line);
        }
        rb_ui_run(ui, "%s", line);
    }
    rb_tooltip("Computes in the background on idle cores; the runs continue");
    button(ui, "Cancel", busy, "study cancel", "Stop computing; results so far are kept");
    if (form->kind == RB_STUDY_FIT) {
        const rb_fitting *f = studies->fitting;
        button(ui, "Apply", f != NULL && isfinite(f->best.F), "study take",
               "Run the scene with the best parameters so far");
        return;
    }
    if (form->kind == RB_STUDY_ENSEMBLE) {
        button(ui, "Remove", studies->band != NULL, "ensemble off", "Remove the band");
        return;
    }
    button(ui, "Back", survey != NULL && survey->before != NULL, "study back",
           "Go back to the previous study");
    button(ui, "CSV", survey != NULL, "study csv", "Save the numbers as CSV, in rbsim's format");
    button(ui, "PNG", survey != NULL, "study png", "Save the picture");
    button(ui, "Save", true, "study save", "Save the definition as JSON; rbsim study and Load … open it");
    same_row("Load …");
    if (igButton("Load …", rb_im2(0, 0))) {
        igOpenPopup_Str("load study", 0);
    }
    rb_tooltip("Open a result (CSV) or a definition (JSON) of rbsim sweep, map or bifurcation. You can also "
               "drop a result on the window");
    file_popup(ui, form->data, sizeof form->data);
}

/* ---------------------------------------------------------------- results */

static void progress(const rb_ui *ui, const rb_task *task) {
    char words[64];
    rb_task_words(task, ui->still, words, sizeof words);
    double share = task->total > 0 ? (double)task->done / (double)task->total : 0;
    igProgressBar((float)share, rb_im2(-1, 0), words);
}

static void survey_result(rb_ui *ui, rb_studies *studies, rb_study_view *view, const rb_scene *present) {
    const rb_survey *survey = studies->survey;
    char title[240];
    if (survey == NULL) {
        igTextWrapped("Choose what is varied and what is shown, then press Compute. The picture "
                      "fills in as results arrive.");
        return;
    }
    if (rb_task_runs(&survey->task)) {
        progress(ui, &survey->task);
    }
    rb_study_view_title(survey, title, sizeof title);
    igTextWrapped("%s", title);
    rb_tooltip("%s\n%s", survey->scene.name, survey->title);
    if (survey->diverged > 0) {
        igTextDisabled("%lld of the runs diverged", (long long)survey->diverged);
    }
    rb_study_request wish = rb_study_view_draw(view, survey, present, ui->still);
    bool map = survey->kind == RB_SURVEY_MAP;
    if (wish.kind == RB_REQUEST_START) {
        rb_ui_run(ui, map ? "study start %.9g %.9g" : "study start %.9g", wish.x0, wish.y0);
    } else if (wish.kind == RB_REQUEST_REFINE) {
        rb_ui_run(ui, map ? "study finer %.9g %.9g %.9g %.9g" : "study finer %.9g %.9g", wish.x0, wish.x1,
                  wish.y0, wish.y1);
    }
}

static void fit_result(const rb_ui *ui, const rb_fitting *f) {
    if (f == NULL) {
        return;
    }
    double unit = f->points ? 1e6 : 1;
    if (rb_fitting_runs(f)) {
        igTextWrapped("Fitting the first %.0f %% of the time series: %d evaluations", 100 * f->now.share,
                      f->now.evaluations);
    } else {
        igTextWrapped("%s after %d evaluations", f->task.cancelled ? "Cancelled" : "Done",
                      f->now.evaluations);
    }
    (void)ui;
    if (isfinite(f->best.F)) {
        igTextWrapped("Mean squared difference %.3g%s", unit * f->best.F, f->points ? " mm²" : "");
    }
    rb_study_view_fit(f, rb_em(11));
    if (!isfinite(f->best.F) ||
        !igBeginTable("found", 3, ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchProp, rb_im2(0, 0),
                      0)) {
        return;
    }
    igTableSetupColumn("parameter", 0, 0, 0);
    igTableSetupColumn("found", 0, 0, 0);
    igTableSetupColumn("95 %", 0, 0, 0);
    igTableHeadersRow();
    for (int i = 0; i < rb_fit_count(&f->models.fits[0]); i++) {
        char name[200];
        rb_fit_name(&f->models.fits[0], i, name, sizeof name);
        igTableNextRow(0, 0);
        igTableNextColumn();
        igTextUnformatted(name, NULL);
        igTableNextColumn();
        igText("%.5g", f->best.values[i]);
        igTableNextColumn();
        if (!rb_fitting_runs(f) && !f->task.cancelled && isfinite(f->best.low[i])) {
            igText("%.5g … %.5g", f->best.low[i], f->best.high[i]);
        }
    }
    igEndTable();
}

static void band_result(const rb_ui *ui, const rb_band_study *band) {
    if (band == NULL) {
        igTextWrapped("Runs the scene many times with these parameters varied within their uncertainty. The "
                      "plots then show the median and the range that contains 5 to 95 %% of the runs.");
        return;
    }
    if (rb_task_runs(&band->task)) {
        progress(ui, &band->task);
    }
    igTextWrapped("%lld runs of %s, %s: a band in the plots", (long long)band->done_count, band->scene.name,
                  band->text);
}

void rb_studies_draw(rb_ui *ui, rb_session *session, rb_plots *plots, rb_studies *studies) {
    const rb_scene *scene = &session->runs[session->selected].scene;
    rb_study_form *form = &studies->form;
    rb_study_form_use(form, scene);
    igSetNextItemWidth(-1);
    if (igBeginCombo("##kind", kinds[form->kind], 0)) {
        for (int i = 0; i < RB_STUDY_KINDS; i++) {
            if (rb_choice(kinds[i], (int)form->kind == i)) {
                form->kind = (rb_study_kind)i;
            }
        }
        rb_imgui_allow_finger_scroll();
        igEndCombo();
    }
    if (form->kind == RB_STUDY_FIT) {
        fit_form(form);
    } else if (form->kind == RB_STUDY_ENSEMBLE) {
        ensemble_form(form);
    } else {
        survey_form(form, scene);
    }
    buttons(ui, studies);
    if (form->kind == RB_STUDY_FIT) {
        fit_result(ui, studies->fitting);
    } else if (form->kind == RB_STUDY_ENSEMBLE) {
        band_result(ui, studies->band);
    } else {
        survey_result(ui, studies, &plots->study, scene);
    }
}
