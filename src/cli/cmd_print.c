/* rbsim print: files for a 3D printer, of a design or of a stone that behaves as that of a scene. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bodies/ops.h"
#include "cli/cli.h"
#include "cli/output.h"
#include "math/pi.h"
#include "print/print.h"
#include "print/profile.h"
#include "print/search.h"
#include "rattleback/library.h"

/* Options that are not given are NAN: then the design's own values hold, or the defaults. */
typedef struct print_request {
    rb_scene scene;
    rb_stone_design design;
    bool is_file;                                                        /* the design was read from a file */
    double density, shell, infill, clearance, wall;                      /* of the print; mm, per cent */
    double weight_diameter, weight_height, weight_depth, weight_density; /* mm, kg/m3 */
    double along, skew;                                                  /* share of a1; degrees */
    bool most, both;                                                     /* behaviours that are asked for */
    double longest, heaviest, tolerance;                                 /* mm, g, mm; 0: no limit */
    int64_t ensemble;
    const char *trade_off;
    rb_stone_wish wish; /* spread in per cent until `check` */
    int64_t sides;
    rb_stone_lettering lettering; /* depth in mm until `check` */
    const char *text, *profile;
    const char *stl, *mf3, *drawing, *solids, *scene_file, *design_file, *summary;
} print_request;

static const rb_option print_options[] = {
    RB_OPTION("--density", "RHO", "density of the print, kg/m3 (1050)", rb_option_number,
              offsetof(print_request, density), .min = 0, .max = 3e4, .flags = RB_OPTION_ABOVE_MIN),
    RB_OPTION("--shell", "MM", "thickness of solid walls around the infill (0: solid)", rb_option_number,
              offsetof(print_request, shell), .min = 0, .max = 100),
    RB_OPTION("--infill", "PERCENT", "density inside the shell, per cent of --density (100)",
              rb_option_number, offsetof(print_request, infill), .min = 0, .max = 100),
    RB_OPTION("--weight-diameter", "MM", "diameter of the two weights (6); 0: no weights", rb_option_number,
              offsetof(print_request, weight_diameter), .min = 0, .max = 1e3),
    RB_OPTION("--weight-height", "MM", "their height (6)", rb_option_number,
              offsetof(print_request, weight_height), .min = 0, .max = 1e3, .flags = RB_OPTION_ABOVE_MIN),
    RB_OPTION("--depth", "MM", "depth of their holes, from which they may stick out (2)", rb_option_number,
              offsetof(print_request, weight_depth), .min = 0, .max = 1e3, .flags = RB_OPTION_ABOVE_MIN),
    RB_OPTION("--weight-density", "RHO", "their density, kg/m3 (7850: steel)", rb_option_number,
              offsetof(print_request, weight_density), .min = 0, .max = 3e4, .flags = RB_OPTION_ABOVE_MIN),
    RB_OPTION("--along", "SHARE", "place of the weights along the stone, share of a1 (0.6)", rb_option_number,
              offsetof(print_request, along), .min = 0, .max = 1, .flags = RB_OPTION_ABOVE_MIN),
    RB_OPTION("--skew", "DEGREES", "angle between axes of inertia and underside (that of the scene)",
              rb_option_number, offsetof(print_request, skew), .min = -45, .max = 45),
    RB_OPTION("--reverse-within", "S",
              "instead of --skew: the smallest skew with which it reverses within this time",
              rb_option_number, offsetof(print_request, wish.within), .min = 0, .max = 60,
              .flags = RB_OPTION_ABOVE_MIN),
    RB_OPTION("--most-reversals", NULL,
              "instead of --skew: as many reversals as possible, on the worst table", rb_option_flag,
              offsetof(print_request, most)),
    RB_OPTION("--both-directions", NULL,
              "instead of --skew: reverses from both directions, as early as possible", rb_option_flag,
              offsetof(print_request, both)),
    RB_OPTION("--longest", "MM", "limit of the length for these three; the shape is made smaller",
              rb_option_number, offsetof(print_request, longest), .min = 0, .max = 1e3),
    RB_OPTION("--heaviest", "G", "limit of the mass with weights", rb_option_number,
              offsetof(print_request, heaviest), .min = 0, .max = 1e5),
    RB_OPTION("--trade-off", "FILE", "draw reversal time over skew: .svg, .png or .pdf", rb_option_text,
              offsetof(print_request, trade_off), .flags = RB_OPTION_NO_RESULT),
    RB_OPTION("--ensemble", "N",
              "simulate this many printed copies on every table: the band of reversal times", rb_option_whole,
              offsetof(print_request, ensemble), .min = 0, .max = 300),
    RB_OPTION("--tolerance", "MM", "of lengths and places of weights of these copies (0.2)", rb_option_number,
              offsetof(print_request, tolerance), .min = 0, .max = 10),
    RB_OPTION("--friction-spread", "PERCENT",
              "friction of other tables, above and below that of the scene (30)", rb_option_number,
              offsetof(print_request, wish.spread), .min = 0, .max = 90),
    RB_OPTION("--clearance", "MM", "gap between weight and hole (0.1)", rb_option_number,
              offsetof(print_request, clearance), .min = 0, .max = 10),
    RB_OPTION("--wall", "MM", "least thickness around a hole (1)", rb_option_number,
              offsetof(print_request, wall), .min = 0, .max = 1e3),
    RB_OPTION("--sides", "N", "corners around the stone (192)", rb_option_whole,
              offsetof(print_request, sides), .min = 16, .max = 1024),
    RB_OPTION("--stl", "FILE", "write the print as a binary STL, millimetres", rb_option_text,
              offsetof(print_request, stl), .flags = RB_OPTION_NO_RESULT),
    RB_OPTION("--3mf", "FILE", "the same as 3MF", rb_option_text, offsetof(print_request, mf3),
              .flags = RB_OPTION_NO_RESULT),
    RB_OPTION("--text", "TEXT", "write this and an arrow of the preferred direction on the flat top",
              rb_option_text, offsetof(print_request, text)),
    RB_OPTION("--text-depth", "MM", "how deep (0.6); negative: raised", rb_option_number,
              offsetof(print_request, lettering.depth), .min = -5, .max = 5),
    RB_OPTION("--profile", "FILE",
              "write outline and sections for a lathe or a mill: .dxf or .svg, millimetres", rb_option_text,
              offsetof(print_request, profile), .flags = RB_OPTION_NO_RESULT),
    RB_OPTION("--drawing", "FILE",
              "draw it on one page with dimensions and what to expect: .pdf, .svg or .png", rb_option_text,
              offsetof(print_request, drawing), .flags = RB_OPTION_NO_RESULT),
    RB_OPTION("--solids", "FILE", "write print and weights as a list of solids (docs/files.md)",
              rb_option_text, offsetof(print_request, solids), .flags = RB_OPTION_NO_RESULT),
    RB_OPTION("--design", "FILE",
              "write the design as JSON, for the Workshop and for rbsim print (docs/files.md)",
              rb_option_text, offsetof(print_request, design_file), .flags = RB_OPTION_NO_RESULT),
    RB_OPTION("--scene", "FILE", "write a scene with the printed stone", rb_option_text,
              offsetof(print_request, scene_file), .flags = RB_OPTION_NO_RESULT),
    RB_OPTION("--summary", "FILE|-", "write the design and what to expect as JSON", rb_option_text,
              offsetof(print_request, summary), .flags = RB_OPTION_NO_RESULT),
    {0},
};

static double body_value(const rb_scene *scene, const char *name) {
    int index = rb_param_find(rb_scene_table(scene, RB_SECTION_BODY), name);
    return index >= 0 ? scene->values[RB_SECTION_BODY][index] : NAN;
}

static rb_status set_defaults(const rb_command_line *line, void *request, rb_error *err) {
    (void)line, (void)err;
    print_request *q = request;
    double *const options[] = {&q->density,        &q->shell,           &q->infill,        &q->clearance,
                               &q->wall,           &q->weight_diameter, &q->weight_height, &q->weight_depth,
                               &q->weight_density, &q->along,           &q->skew,          &q->wish.within};
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++) {
        *options[i] = NAN;
    }
    q->wish.spread = 30;
    q->lettering.depth = 0.6;
    q->tolerance = 0.2;
    q->sides = 192;
    return RB_OK;
}

/* The operand: a design, whose scene is opened, or a scene. */
static rb_status open_operand(const char *operand, void *request, rb_error *err) {
    print_request *q = request;
    q->is_file = rb_stone_is_file(operand);
    if (!q->is_file) {
        return rb_library_open(operand, &q->scene, err);
    }
    rb_status status = rb_stone_read_file(operand, &q->design, err);
    return status == RB_OK ? rb_stone_open_scene(&q->design, &q->scene, err) : status;
}

static bool ends(const char *path, const char *ending) {
    size_t length = strlen(path), own = strlen(ending);
    return length > own && strcmp(path + length - own, ending) == 0;
}

/* The format of a drawing by the ending of its file. Returns false if there is none of these. */
static bool format_of(const char *path, rb_picture_format *format) {
    static const char *const endings[] = {".svg", ".png", ".pdf"}; /* in the order of rb_picture_format */
    for (int i = 0; i < 3; i++) {
        if (ends(path, endings[i])) {
            *format = (rb_picture_format)i;
            return true;
        }
    }
    return false;
}

/* Two weights in a half ellipsoid with the underside of the scene. */
static rb_status design_of_scene(print_request *q, rb_error *err) {
    static const char *const axes[] = {"a1", "a2", "a3"};
    rb_stone_design *d = &q->design;
    if (strcmp(q->scene.body->id, "celt") != 0 || body_value(&q->scene, "surface") > 0 ||
        body_value(&q->scene, "ends") > 0) {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected a celt with an ellipsoid as its underside",
                       q->scene.id);
    }
    rb_stone_template("half-ellipsoid", d);
    snprintf(d->name, sizeof d->name, "%.60s", q->scene.id);
    snprintf(d->scene, sizeof d->scene, "%.60s", q->scene.id);
    for (int i = 0; i < 3; i++) {
        d->v[RB_STONE_A1 + i] = body_value(&q->scene, axes[i]);
    }
    q->along = isnan(q->along) ? 0.6 : q->along;
    return RB_OK;
}

static void override(double *value, double option, double factor) {
    *value = isnan(option) ? *value : factor * option;
}

static void take_options(print_request *q) {
    rb_stone_design *d = &q->design;
    override(&d->v[RB_STONE_DENSITY], q->density, 1);
    override(&d->v[RB_STONE_SHELL], q->shell, 1e-3);
    override(&d->v[RB_STONE_INFILL], q->infill, 0.01);
    override(&d->v[RB_STONE_CLEARANCE], q->clearance, 1e-3);
    override(&d->v[RB_STONE_WALL], q->wall, 1e-3);
    d->weight_count = q->weight_diameter == 0 ? 0 : d->weight_count;
    for (int i = 0; i < d->weight_count; i++) {
        double *v = d->weights[i].v;
        override(&v[RB_WEIGHT_RADIUS], q->weight_diameter, 0.5e-3);
        override(&v[RB_WEIGHT_HEIGHT], q->weight_height, 1e-3);
        override(&v[RB_WEIGHT_DEPTH], q->weight_depth, 1e-3);
        override(&v[RB_WEIGHT_DENSITY], q->weight_density, 1);
        override(&v[RB_WEIGHT_X], q->along, copysign(d->v[RB_STONE_A1], v[RB_WEIGHT_X]));
    }
}

/* How many behaviours are asked for. */
static int wish_count(const print_request *q) {
    return !isnan(q->wish.within) + q->most + q->both;
}

static rb_status draw_trade_off(const print_request *q, const rb_stone_study *study,
                                const rb_stone_candidate *rows, int best, rb_error *err) {
    rb_output out;
    rb_picture_format format = RB_PICTURE_SVG;
    format_of(q->trade_off, &format);
    if (!rb_output_begin(&out, q->trade_off, err)) {
        return RB_ERR_IO;
    }
    if (!rb_stone_draw_trade_off(out.stream, format, study, rows, best)) {
        rb_output_drop(&out);
        return rb_fail(err, RB_ERR_MEMORY, "print: out of memory");
    }
    return rb_output_end(&out, err) ? RB_OK : RB_ERR_IO;
}

/* What is asked for. Without a time the runs are as long as those of the scene. */
static rb_stone_ask ask_of(const print_request *q) {
    double until = q->scene.values[RB_SECTION_SOLVER][RB_SOLVER_T_END];
    return (rb_stone_ask){.goal = q->most   ? RB_GOAL_MOST
                                  : q->both ? RB_GOAL_BOTH
                                            : RB_GOAL_WITHIN,
                          .within = isnan(q->wish.within) ? until / 1.5 : q->wish.within,
                          .spread = q->wish.spread,
                          .until = until,
                          .longest = 1e-3 * q->longest,
                          .heaviest = 1e-3 * q->heaviest,
                          .tolerance = 1e-3 * q->tolerance,
                          .ensemble = (int)q->ensemble};
}

/* Searches among candidates of other skews, places of the weights and, under limits, sizes. */
static rb_status search(print_request *q, rb_error *err) {
    rb_stone_study study;
    rb_stone_candidate *rows = NULL;
    int count = 0;
    const rb_stone_ask ask = ask_of(q);
    rb_status status = rb_stone_study_begin(&study, &q->design, &q->scene, &ask, false, err);
    status = status == RB_OK ? rb_stone_study_run(&study, &rows, &count, err) : status;
    int best = status == RB_OK ? rb_stone_study_best(&study, rows, count) : -1;
    if (status == RB_OK && q->trade_off != NULL) {
        status = draw_trade_off(q, &study, rows, best, err);
    }
    if (status == RB_OK && best < 0) {
        status = rb_stone_study_refuse(&study, err);
    } else if (status == RB_OK && wish_count(q) > 0) {
        rb_stone_study_design(&study, best, &q->design);
    }
    free(rows);
    return status;
}

/* Places the weights for the wanted behaviour or skew. A design in a file keeps its places otherwise. */
static rb_status place_weights(print_request *q, rb_error *err) {
    rb_stone_design *d = &q->design;
    rb_mass target;
    bool skewed = !isnan(q->skew), limited = q->longest > 0 || q->heaviest > 0;
    if (wish_count(q) + skewed > 1) {
        return rb_fail(err, RB_ERR_INPUT,
                       "--skew: expected either --skew or --reverse-within or --most-reversals or "
                       "--both-directions, got "
                       "two of them");
    }
    if (limited && wish_count(q) == 0) {
        return rb_fail(err, RB_ERR_INPUT,
                       "--longest, --heaviest: expected a behaviour, such as --reverse-within");
    }
    rb_status status =
        q->is_file ? rb_stone_mass(d, &target, err) : rb_mass_of_scene(&q->scene, &target, err);
    if (status == RB_OK && !isnan(q->wish.within) && !limited) {
        status = rb_stone_fulfil(d, &q->scene, target.skew, &q->wish, err);
    } else if (status == RB_OK && d->weight_count > 0 && (skewed || !q->is_file)) {
        status = rb_stone_find_place(d, skewed ? q->skew * RB_PI / 180 : target.skew, err);
    }
    bool searched = q->most || q->both || limited || q->trade_off != NULL;
    status = status == RB_OK ? rb_stone_check(d, err) : status;
    return status == RB_OK && searched ? search(q, err) : status;
}

static rb_status check(void *request, rb_error *err) {
    print_request *q = request;
    rb_picture_format format;
    const char *const pictures[][2] = {{"--drawing", q->drawing}, {"--trade-off", q->trade_off}};
    for (int i = 0; i < 2; i++) {
        if (pictures[i][1] != NULL && !format_of(pictures[i][1], &format)) {
            return rb_fail(err, RB_ERR_INPUT, "%s: expected a file ending in .pdf, .svg or .png, got \"%s\"",
                           pictures[i][0], pictures[i][1]);
        }
    }
    if (q->profile != NULL && !ends(q->profile, ".dxf") && !ends(q->profile, ".svg")) {
        return rb_fail(err, RB_ERR_INPUT, "--profile: expected a file ending in .dxf or .svg, got \"%s\"",
                       q->profile);
    }
    if (q->text != NULL && strlen(q->text) >= sizeof q->lettering.text) {
        return rb_fail(err, RB_ERR_INPUT, "--text: expected at most %zu bytes", sizeof q->lettering.text - 1);
    }
    rb_status status = q->is_file ? RB_OK : design_of_scene(q, err);
    snprintf(q->lettering.text, sizeof q->lettering.text, "%s", q->text != NULL ? q->text : "");
    q->lettering.depth *= 1e-3;
    q->wish.spread /= 100;
    if (status == RB_OK) {
        take_options(q);
        status = place_weights(q, err);
    }
    return status;
}

/* ---------------------------------------------------------------- results */

typedef struct print_result {
    rb_mass mass;
    rb_mesh mesh;
    rb_scene scene;
    rb_run_result run;
    rb_stone_prediction prediction;
    rb_stone_band band; /* count 0: no ensemble */
} print_result;

static void put_weights(rb_json *json, const rb_stone_design *d) {
    rb_json_begin_list(json, "weights");
    for (int i = 0; i < d->weight_count; i++) {
        const rb_stone_weight *w = &d->weights[i];
        rb_json_begin_object(json, NULL);
        rb_json_number(json, "x", w->v[RB_WEIGHT_X]);
        rb_json_number(json, "y", w->v[RB_WEIGHT_Y]);
        rb_json_number(json, "mass", rb_weight_volume(w) * w->v[RB_WEIGHT_DENSITY]);
        rb_json_end(json);
    }
    rb_json_end(json);
}

static void put_summary(rb_json *json, const print_request *q, const print_result *r) {
    const rb_summary *s = &r->run.summary;
    double weights = 0;
    for (int i = 0; i < q->design.weight_count; i++) {
        weights += rb_weight_volume(&q->design.weights[i]) * q->design.weights[i].v[RB_WEIGHT_DENSITY];
    }
    rb_json_begin_object(json, NULL);
    rb_json_number(json, "mass", r->mass.mass);
    rb_json_number(json, "printed_mass", r->mass.mass - weights);
    rb_json_number(json, "mesh_volume", rb_mesh_moments(&r->mesh).mass);
    put_weights(json, &q->design);
    rb_json_number(json, "skew", r->mass.skew);
    rb_json_number(json, "triangles", (double)r->mesh.triangle_count);
    rb_json_number(json, "reversals", s->reversal_count);
    rb_json_number(json, "first_reversal_time", s->reversal_count > 0 ? s->first_reversal_time : NAN);
    rb_json_begin_list(json, "tables");
    for (int i = 0; i < RB_STONE_TABLES; i++) {
        rb_json_begin_object(json, NULL);
        rb_json_number(json, "mu", r->prediction.mu[i]);
        rb_json_number(json, "first_reversal_time", r->prediction.reversal[i]); /* null: none */
        rb_json_end(json);
    }
    rb_json_end(json);
    if (r->band.count > 0) {
        rb_json_begin_object(json, "copies");
        rb_json_number(json, "runs", r->band.count);
        rb_json_number(json, "reversing", r->band.share);
        rb_json_number(json, "low", r->band.low);
        rb_json_number(json, "median", r->band.median);
        rb_json_number(json, "high", r->band.high);
        rb_json_end(json);
    }
    rb_json_end(json);
}

static void print_table(const print_request *q, const print_result *r) {
    const rb_stone_design *d = &q->design;
    const rb_summary *s = &r->run.summary;
    printf("stone      %s, underside %.4g x %.4g x %.4g mm, %.4g g with its weights\n",
           rb_stone_body_ids[(int)d->v[RB_STONE_BODY]], 2e3 * d->v[RB_STONE_A1], 2e3 * d->v[RB_STONE_A2],
           1e3 * d->v[RB_STONE_A3], 1e3 * r->mass.mass);
    for (int i = 0; i < d->weight_count; i++) {
        const rb_stone_weight *w = &d->weights[i];
        printf("weight %d   %.4g g at (%.4g, %.4g) mm, %.4g mm deep in the top\n", i + 1,
               1e3 * rb_weight_volume(w) * w->v[RB_WEIGHT_DENSITY], 1e3 * w->v[RB_WEIGHT_X],
               1e3 * w->v[RB_WEIGHT_Y], 1e3 * w->v[RB_WEIGHT_DEPTH]);
    }
    printf("skew       %.4g degrees\n", r->mass.skew * 180 / RB_PI);
    if (s->reversal_count > 0) {
        printf("expected   %d reversal(s), the first after %.3g s, with the start and table of %s\n",
               s->reversal_count, s->first_reversal_time, q->scene.id);
    } else {
        printf("expected   no reversal with the start and table of %s\n", q->scene.id);
    }
    for (int i = 0; i < RB_STONE_TABLES; i += 2) {
        printf(isfinite(r->prediction.reversal[i]) ? "           with mu = %.3g: after %.3g s\n"
                                                   : "           with mu = %.3g: no reversal\n",
               r->prediction.mu[i], r->prediction.reversal[i]);
    }
    if (r->band.count > 0) {
        printf("copies     %.0f %% of %d runs reverse; 5 to 95 %% of them after %.3g to %.3g s\n",
               100 * r->band.share, r->band.count, r->band.low, r->band.high);
    }
}

static rb_status need_memory(bool done, rb_error *err) {
    return done ? RB_OK : rb_fail(err, RB_ERR_MEMORY, "print: out of memory");
}

static bool write_file(const char *path, const print_request *q, const print_result *r, rb_error *err) {
    rb_output out;
    if (path == NULL) {
        return true;
    }
    if (!rb_output_begin(&out, path, err)) {
        return false;
    }
    rb_status status = RB_OK;
    if (path == q->stl) {
        rb_mesh_write_stl(&r->mesh, q->scene.id, out.stream);
    } else if (path == q->mf3) {
        status = need_memory(rb_mesh_write_3mf(&r->mesh, out.stream), err);
    } else if (path == q->drawing) {
        rb_picture_format format = RB_PICTURE_SVG;
        format_of(path, &format);
        bool drawn = rb_stone_draw(out.stream, format, q->is_file ? q->design.name : q->scene.name,
                                   &q->design, &r->mass, &r->prediction, &r->band);
        status = need_memory(drawn, err);
    } else if (path == q->profile) {
        status = rb_stone_write_profile(&q->design, ends(path, ".dxf") ? RB_PROFILE_DXF : RB_PROFILE_SVG,
                                        out.stream, err);
    } else if (path == q->design_file) {
        status = need_memory(rb_stone_write(&q->design, out.stream), err);
    } else {
        status = rb_stone_write_solids(&q->design, out.stream, err);
    }
    if (status != RB_OK) {
        rb_output_drop(&out);
        return false;
    }
    return rb_output_end(&out, err);
}

static bool write_summary(const print_request *q, const print_result *r, rb_error *err) {
    rb_json json = {0};
    put_summary(&json, q, r);
    return rb_write_json_file(&json, q->summary, "print", err);
}

/* The scene with the printed stone, its run, and what it does on other tables. */
static rb_status simulate(const print_request *q, print_result *r, rb_error *err) {
    rb_status status = rb_stone_scene(&q->design, &q->scene, &r->scene, err);
    snprintf(r->scene.id, sizeof r->scene.id, "%.40s-print", q->scene.id);
    double until = r->scene.values[RB_SECTION_SOLVER][RB_SOLVER_T_END];
    status = status == RB_OK ? rb_run(&r->scene, until, NULL, &r->run, err) : status;
    return status == RB_OK
               ? rb_stone_predict(&q->design, &q->scene, until, q->wish.spread, false, &r->prediction, err)
               : status;
}

static int print_stone(const rb_command_line *line, void *request) {
    (void)line;
    const print_request *q = request;
    rb_error err;
    print_result r = {0};
    rb_status status = rb_stone_mass(&q->design, &r.mass, &err);
    status = status == RB_OK ? simulate(q, &r, &err) : status;
    if (status == RB_OK) {
        rb_stone_lettering lettering = q->lettering;
        const rb_stone_ask ask = ask_of(q);
        lettering.arrow = rb_stone_prefers(&r.scene);
        status = q->ensemble > 0 ? rb_stone_copies(&q->design, &q->scene, &ask, &r.band, &err) : RB_OK;
        status = status != RB_OK ? status
                                 : rb_stone_mesh_with(&q->design, &lettering, (int)q->sides, &r.mesh, &err);
    }
    bool written = status == RB_OK && write_file(q->stl, q, &r, &err) && write_file(q->mf3, q, &r, &err) &&
                   write_file(q->drawing, q, &r, &err) && write_file(q->profile, q, &r, &err) &&
                   write_file(q->solids, q, &r, &err) && write_file(q->design_file, q, &r, &err) &&
                   (q->scene_file == NULL || rb_scene_write_file(&r.scene, q->scene_file, &err) == RB_OK);
    if (written && q->summary == NULL) {
        print_table(q, &r);
    } else if (written) {
        written = write_summary(q, &r, &err);
    }
    rb_mesh_free(&r.mesh);
    return written ? RB_EXIT_OK : rb_complain(&err, RB_EXIT_FAILED);
}

const rb_cli_command rb_cli_print = {
    .name = "print",
    .operands = "SCENE|DESIGN",
    .operands_min = 1,
    .operands_max = 1,
    .summary = "Files for a 3D printer: of a design, or of a stone with the shape and skew of a scene's",
    .details =
        "DESIGN is a file of the Workshop (docs/files.md). From a SCENE, the stone is a half ellipsoid with "
        "a "
        "flat top. Two weights in holes in the top turn its axes of inertia; their places are found from the "
        "wanted skew. docs/film.md describes how to film it.",
    .options = print_options,
    .groups = {RB_SCENE_OPTIONS(offsetof(print_request, scene))},
    RB_SCENE_REQUEST(print_request, scene),
    .open = open_operand,
    .init = set_defaults,
    .check = check,
    .run = print_stone,
};
