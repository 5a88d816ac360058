/* Actions of the Workshop. */
#include <math.h>
#include <string.h>

#include "base/file.h"
#include "viewer/actions/groups.h"

static rb_status expect(const rb_args *args, bool good, const char *usage, rb_error *err) {
    char given[200];
    rb_arg_rest(args, 1, given, sizeof given);
    return good ? RB_OK
                : rb_fail(err, RB_ERR_INPUT, "workshop %s: expected %s, got \"%s\"", rb_arg(args, 0), usage,
                          given);
}

static rb_status do_template(rb_app *app, const rb_args *args, rb_error *err) {
    rb_stone_design design;
    bool pebble = strcmp(rb_arg(args, 1), "pebble") == 0;
    rb_status status =
        expect(args, args->count == (pebble ? 3 : 2) && rb_stone_template(rb_arg(args, 1), &design),
               "half-ellipsoid, spoon, bent-bar, boat, or pebble FILE", err);
    if (status == RB_OK && pebble) {
        snprintf(design.mesh, sizeof design.mesh, "%.500s", rb_arg(args, 2));
        status = rb_stone_fit_mesh(&design, err);
    }
    if (status == RB_OK) {
        rb_workshop_use(&app->workshop, &design);
    }
    return status;
}

/* All values or none. */
static rb_status do_set(rb_app *app, const rb_args *args, rb_error *err) {
    rb_stone_design design = app->workshop.design;
    rb_status status = expect(args, args->count > 1, "NAME=VALUE ...", err);
    for (int i = 1; status == RB_OK && i < args->count; i++) {
        char name[64];
        const char *word = rb_arg(args, i), *value = strchr(word, '=');
        status = expect(args, value != NULL, "NAME=VALUE ...", err);
        if (status == RB_OK) {
            snprintf(name, sizeof name, "%.*s", (int)(value - word), word);
            status = rb_stone_set(&design, name, value + 1, err);
        }
    }
    if (status == RB_OK) {
        rb_workshop_use(&app->workshop, &design);
    }
    return status;
}

static rb_status read_place(const rb_args *args, int first, double place[2], rb_error *err) {
    for (int i = 0; i < 2; i++) {
        if (rb_arg_number(args, first + i, -0.5, 0.5, &place[i], err) != RB_OK) {
            return RB_ERR_INPUT;
        }
    }
    return RB_OK;
}

static rb_status do_weight(rb_app *app, const rb_args *args, rb_error *err) {
    double place[2];
    rb_status status = expect(args, args->count == 3, "X Y in m", err);
    status = status == RB_OK ? read_place(args, 1, place, err) : status;
    return status == RB_OK ? rb_workshop_add_weight(&app->workshop, place[0], place[1], err) : status;
}

static rb_status read_weight(const rb_app *app, const rb_args *args, int *index, rb_error *err) {
    int count = app->workshop.design.weight_count;
    if (count == 0) {
        return rb_fail(err, RB_ERR_INPUT, "workshop %s: there is no weight", rb_arg(args, 0));
    }
    rb_status status = rb_arg_whole(args, 1, 1, count, index, err);
    (*index)--;
    return status;
}

static rb_status do_move(rb_app *app, const rb_args *args, rb_error *err) {
    double place[2];
    int index = 0;
    rb_status status = expect(args, args->count == 4, "NUMBER X Y in m", err);
    status = status == RB_OK ? read_weight(app, args, &index, err) : status;
    status = status == RB_OK ? read_place(args, 2, place, err) : status;
    if (status == RB_OK) {
        rb_workshop_remember(&app->workshop);
        rb_workshop_move_weight(&app->workshop, index, place[0], place[1], true);
    }
    return status;
}

static rb_status do_remove(rb_app *app, const rb_args *args, rb_error *err) {
    int index = 0;
    rb_status status = read_weight(app, args, &index, err);
    return status == RB_OK ? rb_workshop_remove_weight(&app->workshop, index, err) : status;
}

static rb_status do_select(rb_app *app, const rb_args *args, rb_error *err) {
    int index = 0;
    rb_status status = read_weight(app, args, &index, err);
    app->workshop.selected = status == RB_OK ? index : app->workshop.selected;
    return status;
}

static rb_status do_mirror(rb_app *app, const rb_args *args, rb_error *err) {
    (void)args, (void)err;
    rb_stone_design design = app->workshop.design;
    rb_stone_mirror(&design);
    rb_workshop_use(&app->workshop, &design);
    return RB_OK;
}

static rb_status do_undo(rb_app *app, const rb_args *args, rb_error *err) {
    (void)args;
    return rb_workshop_undo(&app->workshop)
               ? RB_OK
               : rb_fail(err, RB_ERR_INPUT, "workshop undo: there is nothing to undo");
}

static rb_status do_redo(rb_app *app, const rb_args *args, rb_error *err) {
    (void)args;
    return rb_workshop_redo(&app->workshop)
               ? RB_OK
               : rb_fail(err, RB_ERR_INPUT, "workshop redo: there is nothing to redo");
}

/* What follows from the design, if it is possible. */
static const rb_workshop_facts *valid_facts(rb_app *app, rb_error *err) {
    const rb_workshop_facts *facts = rb_workshop_now(&app->workshop);
    if (facts->problem.text[0] == '\0') {
        return facts;
    }
    rb_fail(err, RB_ERR_INPUT, "%s", facts->problem.text);
    return NULL;
}

static rb_status do_spin(rb_app *app, const rb_args *args, rb_error *err) {
    double spin = 10;
    rb_status status = args->count > 1 ? rb_arg_number(args, 1, -100, 100, &spin, err) : RB_OK;
    const rb_workshop_facts *facts = status == RB_OK ? valid_facts(app, err) : NULL;
    if (facts == NULL) {
        return RB_ERR_INPUT;
    }
    rb_scene scene = facts->scene;
    int index = rb_param_find(rb_scene_table(&scene, RB_SECTION_START), "omega3");
    scene.values[RB_SECTION_START][index] = spin;
    status = rb_scene_check(&scene, "workshop", err);
    if (status == RB_OK) {
        rb_app_open(app, &scene);
    }
    return status;
}

/* ---------------------------------------------------------------- asking for a behaviour */

/* "within=2", in s, per cent, mm and g as on the page. */
static rb_status read_wish(const rb_args *args, int index, rb_stone_ask *ask, rb_error *err) {
    const struct {
        const char *name;
        double *value;
        double factor, min, max;
    } fields[] = {{"within", &ask->within, 1, 0.1, 60},
                  {"spread", &ask->spread, 0.01, 0, 90},
                  {"longest", &ask->longest, 1e-3, 0, 1e3},
                  {"heaviest", &ask->heaviest, 1e-3, 0, 1e4},
                  {"tolerance", &ask->tolerance, 1e-3, 0, 10}};
    const char *word = rb_arg(args, index);
    for (int i = 0; i < 5; i++) {
        size_t length = strlen(fields[i].name);
        if (strncmp(word, fields[i].name, length) == 0 && word[length] == '=') {
            rb_args number = *args;
            number.at[index] += (int)length + 1;
            if (rb_arg_number(&number, index, fields[i].min, fields[i].max, fields[i].value, NULL) != RB_OK) {
                return rb_fail(err, RB_ERR_INPUT,
                               "workshop ask: %s: expected a number from %g to %g, got \"%s\"",
                               fields[i].name, fields[i].min, fields[i].max, word + length + 1);
            }
            *fields[i].value *= fields[i].factor;
            return RB_OK;
        }
    }
    for (int i = 0; i < RB_GOALS; i++) {
        if (strcmp(word, rb_stone_goal_ids[i]) == 0) {
            ask->goal = (rb_stone_goal)i;
            return RB_OK;
        }
    }
    return rb_arg_refuse(
        args, index, "within, most, both, within=S, spread=PERCENT, longest=MM, heaviest=G or tolerance=MM",
        err);
}

static rb_status do_ask(rb_app *app, const rb_args *args, rb_error *err) {
    rb_workshop *w = &app->workshop;
    rb_stone_ask ask = w->ask;
    rb_status status = RB_OK;
    for (int i = 1; i < args->count && status == RB_OK; i++) {
        status = read_wish(args, i, &ask, err);
    }
    if (status != RB_OK || valid_facts(app, err) == NULL) {
        return RB_ERR_INPUT;
    }
    rb_asking *a = rb_asking_begin(&w->design, &w->table, &ask, app->studies.threaded, err);
    if (a == NULL) {
        return RB_ERR_INPUT;
    }
    w->ask = ask;
    rb_asking_free(app->studies.asking);
    app->studies.asking = a;
    return RB_OK;
}

static rb_status do_take(rb_app *app, const rb_args *args, rb_error *err) {
    (void)args;
    rb_stone_design design;
    if (app->studies.asking == NULL || !rb_asking_design(app->studies.asking, &design)) {
        return rb_fail(err, RB_ERR_INPUT, "workshop take: no stone was found; workshop ask begins a search");
    }
    rb_workshop_use(&app->workshop, &design);
    return RB_OK;
}

static rb_status do_cancel(rb_app *app, const rb_args *args, rb_error *err) {
    (void)args, (void)err;
    if (app->studies.asking != NULL) {
        rb_asking_cancel(app->studies.asking);
    }
    return RB_OK;
}

static rb_status do_wait(rb_app *app, const rb_args *args, rb_error *err) {
    (void)args, (void)err;
    app->studies.waiting = rb_studies_run(&app->studies);
    return RB_OK;
}

static bool write_chart(FILE *out, const rb_app *app, rb_picture_format format) {
    const rb_asking *a = app->studies.asking;
    return rb_stone_draw_trade_off(out, format, &a->search, a->rows, a->best);
}

static bool write_chart_svg(FILE *out, const rb_app *app) {
    return write_chart(out, app, RB_PICTURE_SVG);
}

static bool write_chart_png(FILE *out, const rb_app *app) {
    return write_chart(out, app, RB_PICTURE_PNG);
}

/* Does the text end so? */
static bool ends(const char *text, const char *ending) {
    size_t length = strlen(text), own = strlen(ending);
    return length >= own && strcmp(text + length - own, ending) == 0;
}

static rb_status do_chart(rb_app *app, const rb_args *args, rb_error *err) {
    const char *path = args->count > 1 ? rb_arg(args, 1) : NULL;
    bool png = path != NULL && ends(path, ".png");
    if (app->studies.asking == NULL) {
        return rb_fail(err, RB_ERR_INPUT, "workshop chart: there is no search; workshop ask begins one");
    }
    return rb_write_named(app, path, "rattleback-stone", png ? ".png" : ".svg",
                          png ? write_chart_png : write_chart_svg, err);
}

/* ---------------------------------------------------------------- files */

static rb_status do_open(rb_app *app, const rb_args *args, rb_error *err) {
    rb_stone_design design;
    rb_status status = expect(args, args->count == 2, "FILE", err);
    status = status == RB_OK ? rb_stone_read_file(rb_arg(args, 1), &design, err) : status;
    if (status == RB_OK) {
        rb_workshop_use(&app->workshop, &design);
        rb_recent_add(app->ui.recent, rb_arg(args, 1));
    }
    return status;
}

static bool write_design(FILE *out, const rb_app *app) {
    return rb_stone_write(&app->workshop.design, out);
}

static rb_status do_save(rb_app *app, const rb_args *args, rb_error *err) {
    return rb_write_named(app, args->count > 1 ? rb_arg(args, 1) : NULL, "rattleback-stone", ".json",
                          write_design, err);
}

enum { SIDES = 192 }; /* corners of a mesh around the stone */

/* The mesh with the text of the page. */
static rb_status make_mesh(const rb_app *app, rb_mesh *mesh, rb_error *err) {
    const rb_workshop *w = &app->workshop;
    rb_stone_lettering lettering = {.depth = 6e-4, .arrow = w->facts.prefers};
    memcpy(lettering.text, w->text, sizeof lettering.text);
    return rb_stone_mesh_with(&w->design, &lettering, SIDES, mesh, err);
}

static bool write_stl(FILE *out, const rb_app *app) {
    rb_mesh mesh;
    bool made = make_mesh(app, &mesh, NULL) == RB_OK;
    rb_mesh_write_stl(&mesh, app->workshop.design.name, out);
    rb_mesh_free(&mesh);
    return made;
}

static bool write_3mf(FILE *out, const rb_app *app) {
    rb_mesh mesh;
    bool made = make_mesh(app, &mesh, NULL) == RB_OK && rb_mesh_write_3mf(&mesh, out);
    rb_mesh_free(&mesh);
    return made;
}

static rb_status do_print(rb_app *app, const rb_args *args, rb_error *err) {
    const char *path = rb_arg(args, 1);
    bool stl = ends(path, ".stl");
    rb_status status =
        expect(args, args->count == 2 && (stl || ends(path, ".3mf")), "FILE.3mf or FILE.stl", err);
    rb_mesh mesh = {0};
    status = status == RB_OK && valid_facts(app, err) != NULL ? make_mesh(app, &mesh, err) : RB_ERR_INPUT;
    rb_mesh_free(&mesh);
    if (status != RB_OK) {
        return status; /* a text that does not fit, for example */
    }
    bool named = path[0] != '.' || strlen(path) > 4;
    return rb_write_named(app, named ? path : NULL, "rattleback-stone", stl ? ".stl" : ".3mf",
                          stl ? write_stl : write_3mf, err);
}

static bool write_drawing(FILE *out, const rb_app *app, rb_picture_format format) {
    const rb_workshop *w = &app->workshop;
    const rb_asking *a = app->studies.asking;
    rb_stone_design found;
    /* The band belongs to the stone that was found. */
    bool same = a != NULL && rb_asking_design(a, &found) && rb_stone_same(&found, &w->design);
    const rb_stone_band *band = same ? &a->band : NULL;
    rb_stone_prediction prediction;
    rb_scene table;
    double until = 15; /* s */
    return rb_stone_open_scene(&w->design, &table, NULL) == RB_OK &&
           rb_stone_predict(&w->design, &table, until, 0.3, false, &prediction, NULL) == RB_OK &&
           rb_stone_draw(out, format, w->design.name, &w->design, &w->facts.mass, &prediction, band);
}

static bool write_pdf(FILE *out, const rb_app *app) {
    return write_drawing(out, app, RB_PICTURE_PDF);
}

static bool write_svg(FILE *out, const rb_app *app) {
    return write_drawing(out, app, RB_PICTURE_SVG);
}

static rb_status do_drawing(rb_app *app, const rb_args *args, rb_error *err) {
    const char *path = args->count > 1 ? rb_arg(args, 1) : NULL;
    bool svg = path != NULL && ends(path, ".svg"), pdf = path == NULL || ends(path, ".pdf");
    rb_status status = expect(args, args->count <= 2 && (svg || pdf), "[FILE.pdf or FILE.svg]", err);
    if (status != RB_OK || valid_facts(app, err) == NULL) {
        return RB_ERR_INPUT;
    }
    return rb_write_named(app, path, "rattleback-stone", svg ? ".svg" : ".pdf", svg ? write_svg : write_pdf,
                          err);
}

static rb_status do_scene(rb_app *app, const rb_args *args, rb_error *err) {
    char name[RB_PATH_MAX];
    const rb_workshop_facts *facts = valid_facts(app, err);
    if (facts == NULL) {
        return RB_ERR_INPUT;
    }
    if (args->count > 1) {
        snprintf(name, sizeof name, "%s", rb_arg(args, 1));
    } else {
        rb_path_new(name, sizeof name, "rattleback-stone-scene", ".json");
    }
    rb_status status = rb_scene_write_file(&facts->scene, name, err);
    if (status == RB_OK) {
        rb_show_message(app, "Saved %s", name);
        rb_files_offer_download(name);
    }
    return status;
}

rb_status rb_do_workshop(rb_app *app, const rb_args *args, rb_error *err) {
    /* In the order of the usage. */
    static rb_status (*const handlers[])(rb_app *, const rb_args *, rb_error *) = {
        do_template, do_set,  do_weight, do_move,  do_remove,  do_select, do_mirror,
        do_undo,     do_redo, do_spin,   do_ask,   do_take,    do_cancel, do_wait,
        do_chart,    do_open, do_save,   do_print, do_drawing, do_scene};
    rb_status status = handlers[args->choice[0]](app, args, err);
    if (status == RB_OK) {
        rb_ui_show_right(&app->ui, true);
        app->ui.hidden = false;
        app->plots.page = RB_PAGE_WORKSHOP;
    }
    return status;
}
