/* The page of studies: definition, progress and results. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "app/actions/grammar.h"
#include "app/language/language.h"
#include "app/session/session.h"
#include "app/session/units.h"
#include "viewer/gui/gui.h"
#include "viewer/panels/parts.h"
#include "viewer/panels/study_pickers.h"

/* ---------------------------------------------------------------- pickers */

/* "μ  friction coefficient": what people call it, not its name in files. */
static void param_label(const rb_param *row, char *text, size_t size) {
    const char *unit = rb_ui_unit_of(row->unit).name;
    snprintf(text, size, "%s%s%s%s", row->symbol[0] != '\0' ? row->symbol : row->name,
             unit[0] != '\0' ? "  (" : "", unit, unit[0] != '\0' ? ")" : "");
}

static void param_item(rb_axis *axis, const rb_scene *scene, rb_section section, int index) {
    const rb_param *row = &rb_scene_table(scene, section).rows[index];
    char label[160], symbol[64];
    param_label(row, symbol, sizeof symbol);
    snprintf(label, sizeof label, "%s##%d.%d", symbol, (int)section, index);
    if (rb_choice(label, axis->section == section && axis->index == index)) {
        rb_axis_suggest(axis, scene, section, index);
    }
    rb_tooltip("%s: %s\n%s", row->name, rb_tr(row->help), row->source);
}

static void param_picker(rb_axis *axis, const rb_param *now, const rb_scene *scene) {
    static const rb_section order[] = {RB_SECTION_START,   RB_SECTION_CONTACT, RB_SECTION_FRICTION,
                                       RB_SECTION_ROLLING, RB_SECTION_BODY,    RB_SECTION_NORMAL,
                                       RB_SECTION_WORLD};
    char label[64];
    snprintf(label, sizeof label, "%s", axis->name);
    if (now != NULL) {
        param_label(now, label, sizeof label);
    }
    igSetNextItemWidth(-1);
    if (!igBeginCombo("##param", label, ImGuiComboFlags_HeightLarge)) {
        rb_tooltip(rb_tr("%s%sThe parameter that is varied; choosing one suggests a range around its value"),
                   now != NULL ? rb_tr(now->help) : "", now != NULL ? "\n" : "");
        return;
    }
    for (size_t k = 0; k < sizeof order / sizeof order[0]; k++) {
        rb_param_table table = rb_scene_table(scene, order[k]);
        if (table.count > 0) {
            igTextDisabled("%s", rb_section_title(order[k]));
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
    param_picker(axis, row, scene);
    igTableNextColumn();
    snprintf(tip, sizeof tip, "%s%s%s", rb_tr("First value"), unit.name[0] != '\0' ? ", " : "", unit.name);
    number("##from", &axis->from, unit.factor, tip);
    igTableNextColumn();
    snprintf(tip, sizeof tip, "%s%s%s", rb_tr("Last value"), unit.name[0] != '\0' ? ", " : "", unit.name);
    number("##to", &axis->to, unit.factor, tip);
    igTableNextColumn();
    igSetNextItemWidth(-1);
    igInputInt("##count", &axis->count, 0, 0, 0);
    axis->count = (int)fmin(fmax(axis->count, 2), RB_SURVEY_SIDE);
    rb_tooltip(rb_tr("How many values, 2 to %d"), RB_SURVEY_SIDE);
    igTableNextColumn();
    igCheckbox("##log", &axis->logarithmic);
    rb_tooltip(rb_tr("Even steps of the logarithm; both ends must be above 0"));
    igPopID();
}

/* When the runs end; those that come to rest end then. */
static void until_field(rb_study_form *form, const rb_scene *scene) {
    double own = scene->values[RB_SECTION_SOLVER][RB_SOLVER_T_END];
    double until = form->until > 0 ? form->until : own;
    rb_study_labelled(rb_tr("until"));
    igSetNextItemWidth(rb_em(5));
    if (igInputDouble("##until", &until, 0, 0, "%.6g", 0) && until > 0 && isfinite(until)) {
        form->until = until;
    }
    rb_tooltip(rb_tr("End time of every run, s; a run that comes to rest ends earlier. The scene: %.6g s"),
               own);
    igSameLine(0, -1);
    igTextUnformatted(rb_body_has(scene->body, RB_TRAIT_DIMENSIONLESS) ? "" : "s", NULL);
}

/* ---------------------------------------------------------------- forms */

static const char *const kinds[RB_STUDY_KINDS] = {
    RB_N("Map: outcomes over two parameters"),      RB_N("Curves: outcomes over one parameter"),
    RB_N("Bifurcation diagram over one parameter"), RB_N("Basins of attraction over two start values"),
    RB_N("Fit: parameters from measured data"),     RB_N("Uncertainty: a band in the plots")};

static void survey_form(rb_study_form *form, const rb_scene *scene) {
    if (igBeginTable("axes", 6, ImGuiTableFlags_SizingStretchProp, rb_im2(0, 0), 0)) {
        static const char *const heads[] = {"",         RB_N("parameter"), RB_N("from"),
                                            RB_N("to"), RB_N("values"),    RB_N("log")};
        static const float widths[] = {0.9f, 6, 3.2f, 3.2f, 2.8f, 1.6f};
        for (int i = 0; i < 6; i++) {
            bool fixed = i == 0 || i == 5;
            igTableSetupColumn(rb_tr(heads[i]),
                               fixed ? ImGuiTableColumnFlags_WidthFixed : ImGuiTableColumnFlags_WidthStretch,
                               fixed ? rb_em(widths[i]) : widths[i], 0);
        }
        igTableHeadersRow();
        axis_row("x", &form->spec.sweep.axes[0], scene);
        if (form->kind == RB_STUDY_MAP || form->kind == RB_STUDY_BASINS) {
            axis_row("y", &form->spec.sweep.axes[1], scene);
        }
        igEndTable();
    }
    if (form->kind == RB_STUDY_SWEEP) {
        rb_study_law_picker(form, scene);
    }
    if (form->kind != RB_STUDY_DIAGRAM && form->kind != RB_STUDY_BASINS) {
        rb_study_value_picker(form);
        rb_study_expression_field(form, scene);
        until_field(form, scene);
        return;
    }
    char skipped[64], points[64];
    snprintf(skipped, sizeof skipped, "%s##transient", rb_tr("points skipped"));
    snprintf(points, sizeof points, "%s##points", rb_tr("points"));
    until_field(form, scene);
    igSetNextItemWidth(rb_em(5));
    igInputInt(skipped, &form->spec.transient, 0, 0, 0);
    rb_tooltip(rb_tr("Points of each column to skip until the motion has settled, 0 to 100000"));
    igSameLine(0, rb_em(1));
    igSetNextItemWidth(rb_em(5));
    igInputInt(points, &form->spec.points, 0, 0, 0);
    rb_tooltip(rb_tr("Points of each column that are drawn, 1 to 2000"));
    form->spec.transient = (int)fmin(fmax(form->spec.transient, 0), 100000);
    form->spec.points = (int)fmin(fmax(form->spec.points, 1), 2000);
}

static void text_row(const char *name, char *text, size_t size, const char *hint, const char *tip) {
    igAlignTextToFramePadding();
    igTextUnformatted(rb_tr(name), NULL);
    igSameLine(fmaxf(rb_em(6), rb_text_width(rb_tr(name)) + rb_em(0.8f)), 0);
    igSetNextItemWidth(-1);
    igPushID_Str(name);
    igInputTextWithHint("##text", hint, text, size, 0, NULL, NULL);
    rb_imgui_field_takes_words();
    rb_tooltip("%s", rb_tr(tip));
    igPopID();
}

static void fit_form(rb_study_form *form) {
    text_row(RB_N("data"), form->data, sizeof form->data, "run1.csv@1 run2.csv@2",
             RB_N("CSV files separated by spaces, with columns t and x1, y1, x2, y2 … of tracked points "
                  "in m, or t and signals such as omega3. @ followed by a number or name selects the "
                  "start of that series"));
    text_row(RB_N("free"), form->free, sizeof form->free, "mu,a",
             RB_N("Parameters to fit, separated by commas; “contact” stands for all parameters of "
                  "friction, patch and rolling"));
    text_row(RB_N("free start"), form->free_start, sizeof form->free_start, "omega2,omega3,psi,x0,y0",
             RB_N("Initial values to fit for each series; x0, y0: initial position in the camera's frame"));
}

static void ensemble_form(rb_study_form *form) {
    text_row(RB_N("vary"), form->vary, sizeof form->vary, "mu=5% omega2=0.05",
             RB_N("Parameters with their uncertainties, separated by spaces: in percent or as an amount"));
    igSetNextItemWidth(rb_em(5));
    igInputInt(rb_tr("runs"), &form->runs, 0, 0, 0);
    form->runs = (int)fmin(fmax(form->runs, 2), RB_BAND_RUNS);
    rb_tooltip("2 to %d", RB_BAND_RUNS);
}

/* ---------------------------------------------------------------- buttons */

static void file_popup(const rb_ui *ui, char *path, size_t size) {
    if (!igBeginPopup("load study", 0)) {
        return;
    }
    igTextUnformatted(rb_tr("A result (CSV) or a definition (JSON) of rbsim or saved here."), NULL);
    igSetNextItemWidth(rb_em(22));
    bool entered = igInputTextWithHint("##file", "map.csv", path, size, ImGuiInputTextFlags_EnterReturnsTrue,
                                       NULL, NULL);
    rb_imgui_field_takes_words();
    igSameLine(0, -1);
    if ((igButton(rb_tr("Open"), rb_im2(0, 0)) || entered) && path[0] != '\0') {
        rb_ui_run_on(ui, "study load", path);
        igCloseCurrentPopup();
    }
    rb_imgui_allow_finger_scroll();
    igEndPopup();
}

static void button(const rb_ui *ui, const char *name, bool enabled, const char *line, const char *tip) {
    name = rb_tr(name);
    rb_same_row(name);
    igBeginDisabled(!enabled);
    if (igButton(name, rb_im2(0, 0))) {
        rb_ui_run(ui, "%s", line);
    }
    igEndDisabled();
    rb_tooltip("%s", rb_tr(tip));
}

static void buttons(rb_ui *ui, rb_studies *studies) {
    rb_study_form *form = &studies->form;
    const rb_survey *survey = studies->survey;
    bool busy = rb_studies_run(studies);
    if (igButton(form->kind == RB_STUDY_FIT ? rb_tr("Fit") : rb_tr("Compute"), rb_im2(0, 0))) {
        rb_ui_run(ui, "study compute");
    }
    rb_ui_mark(ui, "study.compute");
    rb_tooltip(rb_tr("Computes in the background on idle cores; the runs continue"));
    button(ui, RB_N("Cancel"), busy, "study cancel", RB_N("Stop computing; results so far are kept"));
    if (form->kind == RB_STUDY_FIT) {
        const rb_fitting *f = studies->fitting;
        button(ui, RB_N("Apply"), f != NULL && isfinite(f->best.F), "study take",
               RB_N("Run the scene with the best parameters so far"));
    } else if (form->kind == RB_STUDY_ENSEMBLE) {
        button(ui, RB_N("Remove"), studies->band != NULL, "ensemble off", RB_N("Remove the band"));
    } else {
        button(ui, RB_N("Back"), survey != NULL && survey->before != NULL, "study back",
               RB_N("Go back to the previous study"));
        button(ui, "CSV", survey != NULL, "study csv", RB_N("Save the numbers as CSV, in rbsim's format"));
        button(ui, "SVG", survey != NULL, "study svg", RB_N("Save the picture for print, as rbsim draws it"));
        button(ui, "PNG", survey != NULL, "study png", RB_N("Save the picture as it is here"));
    }
    button(ui, "JSON", true, "study save",
           RB_N("Save the definition as JSON; rbsim study and Open … read it"));
    rb_same_row(rb_tr("Open …"));
    if (igButton(rb_tr("Open …"), rb_im2(0, 0))) {
        igOpenPopup_Str("load study", 0);
    }
    rb_tooltip(rb_tr(
        "Open a result (CSV) or a definition (JSON) of any kind of study. You can also drop a result on "
        "the window"));
    file_popup(ui, form->file, sizeof form->file);
}

/* ---------------------------------------------------------------- results */

static void progress(const rb_ui *ui, const rb_task *task) {
    char words[64];
    rb_task_words(task, ui->still, words, sizeof words);
    double share = task->total > 0 ? (double)task->done / (double)task->total : 0;
    igProgressBar((float)share, rb_im2(-1, 0), words);
}

/* The outcome that a map of several shows. */
static void shown_picker(const rb_ui *ui, const rb_survey *survey) {
    const rb_sweep *sweep = &survey->what.sweep;
    for (int k = 0; k < sweep->value_count; k++) {
        if (k > 0) {
            rb_same_row(rb_tr(sweep->values[k]->title));
        }
        igPushID_Str(sweep->values[k]->name);
        if (igRadioButton_Bool(rb_tr(sweep->values[k]->title), k == survey->shown)) {
            rb_ui_run(ui, "study show %s", sweep->values[k]->name);
        }
        igPopID();
        rb_tooltip("%s", rb_tr(sweep->values[k]->help));
    }
}

static void survey_result(rb_ui *ui, rb_studies *studies, rb_study_view *view, const rb_scene *present) {
    const rb_survey *survey = studies->survey;
    char title[240];
    if (survey == NULL) {
        igTextWrapped(rb_tr("Choose what is varied and what is shown, then press Compute. The picture "
                            "fills in as results arrive."));
        return;
    }
    if (rb_task_runs(&survey->task)) {
        progress(ui, &survey->task);
    }
    rb_study_view_title(survey, title, sizeof title);
    igTextWrapped("%s", title);
    rb_tooltip("%s\n%s", rb_tr(survey->scene.name), survey->title);
    if (survey->kind == RB_SURVEY_MAP && rb_survey_values(survey) > 1) {
        shown_picker(ui, survey);
    }
    if (survey->diverged > 0) {
        igTextDisabled(rb_tr("%lld of the runs diverged"), (long long)survey->diverged);
    }
    rb_study_request wish = rb_study_view_draw(view, survey, present, ui->still);
    bool map = survey->kind == RB_SURVEY_MAP, several = rb_survey_curves(survey) > 1;
    if (wish.kind == RB_REQUEST_START) {
        rb_ui_run(ui, map || several ? "study start %.9g %.9g" : "study start %.9g", wish.x0, wish.y0);
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
        igTextWrapped(rb_tr("Fitting the first %.0f %% of the time series: %d evaluations"),
                      100 * f->now.share, f->now.evaluations);
    } else {
        igTextWrapped(f->task.cancelled ? rb_tr("Cancelled after %d evaluations")
                                        : rb_tr("Done after %d evaluations"),
                      f->now.evaluations);
    }
    (void)ui;
    if (isfinite(f->best.F)) {
        igTextWrapped(rb_tr("Mean squared difference %.3g%s"), unit * f->best.F, f->points ? " mm²" : "");
    }
    rb_study_view_fit(f, rb_em(11));
    if (!isfinite(f->best.F) ||
        !igBeginTable("found", 3, ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchProp, rb_im2(0, 0),
                      0)) {
        return;
    }
    igTableSetupColumn(rb_tr("parameter"), 0, 0, 0);
    igTableSetupColumn(rb_tr("found"), 0, 0, 0);
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
        igTextWrapped(
            rb_tr("Runs the scene many times with these parameters varied within their uncertainty. The "
                  "plots then show the median and the range that contains 5 to 95 %% of the runs."));
        return;
    }
    if (rb_task_runs(&band->task)) {
        progress(ui, &band->task);
    }
    igTextWrapped(rb_tr("%lld runs of %s, %s: a band in the plots"), (long long)band->done_count,
                  rb_tr(band->scene.name), band->text);
}

void rb_studies_draw(rb_ui *ui, rb_session *session, rb_plots *plots, rb_studies *studies) {
    const rb_scene *scene = &session->runs[session->selected].scene;
    rb_study_form *form = &studies->form;
    rb_study_form_use(form, scene);
    igSetNextItemWidth(-1);
    if (igBeginCombo("##kind", rb_tr(kinds[form->kind]), 0)) {
        for (int i = 0; i < RB_STUDY_KINDS; i++) {
            if (rb_choice(rb_tr(kinds[i]), (int)form->kind == i)) {
                rb_study_form_choose(form, (rb_study_kind)i, scene);
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
