/* rbsim print: a stone to print that behaves as a scene's stone, with weights in holes. */
#include <math.h>
#include <string.h>

#include "bodies/ops.h"
#include "cli/cli.h"
#include "cli/output.h"
#include "math/pi.h"
#include "print/print.h"

typedef struct print_request {
    rb_scene scene;
    rb_stone_design design; /* lengths of the options are in mm until `check` */
    double along, skew;     /* share of a1; degrees, NAN: that of the scene */
    rb_stone_wish wish;     /* within NAN: none; spread in per cent until `check` */
    int64_t sides;
    const char *stl, *mf3, *drawing, *solids, *scene_file, *summary;
} print_request;

static const rb_option print_options[] = {
    RB_OPTION("--density", "RHO", "density of the print with its infill, kg/m3 (1050)", rb_option_number,
              offsetof(print_request, design.density), .min = 0, .max = 3e4, .flags = RB_OPTION_ABOVE_MIN),
    RB_OPTION("--weight-diameter", "MM", "diameter of the two weights (6); 0: no weights", rb_option_number,
              offsetof(print_request, design.weight_radius), .min = 0, .max = 1e3),
    RB_OPTION("--weight-height", "MM", "their height (6)", rb_option_number,
              offsetof(print_request, design.weight_height), .min = 0, .max = 1e3,
              .flags = RB_OPTION_ABOVE_MIN),
    RB_OPTION("--depth", "MM", "depth of their holes, from which they may stick out (2)", rb_option_number,
              offsetof(print_request, design.depth), .min = 0, .max = 1e3, .flags = RB_OPTION_ABOVE_MIN),
    RB_OPTION("--weight-density", "RHO", "their density, kg/m3 (7850: steel)", rb_option_number,
              offsetof(print_request, design.weight_density), .min = 0, .max = 3e4,
              .flags = RB_OPTION_ABOVE_MIN),
    RB_OPTION("--along", "SHARE", "place of the weights along the stone, share of a1 (0.6)", rb_option_number,
              offsetof(print_request, along), .min = 0, .max = 1, .flags = RB_OPTION_ABOVE_MIN),
    RB_OPTION("--skew", "DEGREES", "angle between axes of inertia and underside (that of the scene)",
              rb_option_number, offsetof(print_request, skew), .min = -45, .max = 45),
    RB_OPTION("--reverse-within", "S",
              "instead of --skew: the smallest skew with which it reverses within this time",
              rb_option_number, offsetof(print_request, wish.within), .min = 0, .max = 60,
              .flags = RB_OPTION_ABOVE_MIN),
    RB_OPTION("--friction-spread", "PERCENT",
              "friction of other tables, above and below that of the scene (30)", rb_option_number,
              offsetof(print_request, wish.spread), .min = 0, .max = 90),
    RB_OPTION("--clearance", "MM", "gap between weight and hole (0.1)", rb_option_number,
              offsetof(print_request, design.clearance), .min = 0, .max = 10),
    RB_OPTION("--wall", "MM", "least thickness around a hole (1)", rb_option_number,
              offsetof(print_request, design.wall), .min = 0, .max = 1e3),
    RB_OPTION("--sides", "N", "corners around the stone (192)", rb_option_whole,
              offsetof(print_request, sides), .min = 16, .max = 1024),
    RB_OPTION("--stl", "FILE", "write the print as a binary STL, millimetres", rb_option_text,
              offsetof(print_request, stl), .flags = RB_OPTION_NO_RESULT),
    RB_OPTION("--3mf", "FILE", "the same as 3MF", rb_option_text, offsetof(print_request, mf3),
              .flags = RB_OPTION_NO_RESULT),
    RB_OPTION("--drawing", "FILE",
              "draw it on one page with dimensions and what to expect: .pdf, .svg or .png", rb_option_text,
              offsetof(print_request, drawing), .flags = RB_OPTION_NO_RESULT),
    RB_OPTION("--solids", "FILE", "write print and weights as a list of solids (docs/files.md)",
              rb_option_text, offsetof(print_request, solids), .flags = RB_OPTION_NO_RESULT),
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
    (void)line;
    (void)err;
    print_request *q = request;
    q->design = (rb_stone_design){.density = 1050,
                                  .weight_radius = 6,
                                  .weight_height = 6,
                                  .depth = 2,
                                  .weight_density = 7850,
                                  .clearance = 0.1,
                                  .wall = 1};
    q->along = 0.6;
    q->skew = NAN;
    q->wish = (rb_stone_wish){.within = NAN, .spread = 30};
    q->sides = 192;
    return RB_OK;
}

/* The format of a drawing by the ending of its file. Returns false if there is none of these. */
static bool format_of(const char *path, rb_picture_format *format) {
    static const char *const endings[] = {".svg", ".png", ".pdf"}; /* in the order of rb_picture_format */
    for (int i = 0; i < 3; i++) {
        size_t length = strlen(path), ending = strlen(endings[i]);
        if (length > ending && strcmp(path + length - ending, endings[i]) == 0) {
            *format = (rb_picture_format)i;
            return true;
        }
    }
    return false;
}

static rb_status fulfil(print_request *q, double sign, rb_error *err) {
    if (!isnan(q->skew)) {
        return rb_fail(err, RB_ERR_INPUT, "--skew: expected either --skew or --reverse-within, got both");
    }
    if (q->design.weight_radius == 0) {
        return rb_fail(err, RB_ERR_INPUT,
                       "--reverse-within: expected weights; without them nothing can be moved");
    }
    return rb_stone_fulfil(&q->design, &q->scene, sign, &q->wish, err);
}

/* From the options in mm to a design in m with the weights in their places. */
static rb_status check(void *request, rb_error *err) {
    print_request *q = request;
    rb_stone_design *d = &q->design;
    double surface = body_value(&q->scene, "surface");
    rb_mass target;
    rb_picture_format format;
    if (q->drawing != NULL && !format_of(q->drawing, &format)) {
        return rb_fail(err, RB_ERR_INPUT,
                       "--drawing: expected a file ending in .pdf, .svg or .png, got \"%s\"", q->drawing);
    }
    if (strcmp(q->scene.body->id, "celt") != 0 || surface > 0 || body_value(&q->scene, "ends") > 0) {
        return rb_fail(err, RB_ERR_INPUT, "%s: expected a celt with one ellipsoid as its underside",
                       q->scene.id);
    }
    rb_status status = rb_mass_of_scene(&q->scene, &target, err);
    if (status != RB_OK) {
        return status;
    }
    d->a1 = body_value(&q->scene, "a1");
    d->a2 = body_value(&q->scene, "a2");
    d->a3 = body_value(&q->scene, "a3");
    d->weight_radius *= 0.5e-3;
    d->weight_height *= 1e-3;
    d->depth *= 1e-3;
    d->clearance *= 1e-3;
    d->wall *= 1e-3;
    d->x = q->along * d->a1;
    q->wish.spread /= 100;
    if (!isnan(q->wish.within)) {
        return fulfil(q, target.skew, err);
    }
    q->skew = isnan(q->skew) ? target.skew : q->skew * RB_PI / 180;
    return d->weight_radius > 0 ? rb_stone_find_place(d, q->skew, err) : RB_OK;
}

/* ---------------------------------------------------------------- results */

typedef struct print_result {
    rb_mass mass;
    rb_mesh mesh;
    rb_scene scene;
    rb_run_result run;
    rb_stone_prediction prediction;
} print_result;

static void put_summary(rb_json *json, const print_request *q, const print_result *r) {
    const rb_stone_design *d = &q->design;
    const rb_summary *s = &r->run.summary;
    rb_moments printed = rb_mesh_moments(&r->mesh);
    rb_json_begin_object(json, NULL);
    rb_json_number(json, "mass", r->mass.mass);
    rb_json_number(json, "printed_mass", d->density * printed.mass);
    rb_json_number(json, "weight_mass",
                   RB_PI * d->weight_radius * d->weight_radius * d->weight_height * d->weight_density);
    rb_json_number(json, "skew", r->mass.skew);
    rb_json_begin_list(json, "weight_place");
    rb_json_number(json, NULL, d->x);
    rb_json_number(json, NULL, d->y);
    rb_json_end(json);
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
    rb_json_end(json);
}

static void print_table(const print_request *q, const print_result *r) {
    const rb_stone_design *d = &q->design;
    const rb_summary *s = &r->run.summary;
    printf("stone      %.4g x %.4g x %.4g mm, %.4g g with its weights\n", 2e3 * d->a1, 2e3 * d->a2,
           1e3 * d->a3, 1e3 * r->mass.mass);
    if (d->weight_radius > 0) {
        printf(
            "weights    two of %.4g x %.4g mm at (%.4g, %.4g) and (%.4g, %.4g) mm, %.4g mm deep in the top\n",
            2e3 * d->weight_radius, 1e3 * d->weight_height, 1e3 * d->x, 1e3 * d->y, -1e3 * d->x, -1e3 * d->y,
            1e3 * d->depth);
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
}

static bool write_file(const char *path, const print_request *q, const print_result *r, rb_error *err) {
    rb_output out;
    if (path == NULL) {
        return true;
    }
    if (!rb_output_begin(&out, path, err)) {
        return false;
    }
    char text[2000];
    bool ok = true;
    if (path == q->stl) {
        rb_mesh_write_stl(&r->mesh, q->scene.id, out.stream);
    } else if (path == q->mf3) {
        ok = rb_mesh_write_3mf(&r->mesh, out.stream);
    } else if (path == q->drawing) {
        rb_picture_format format = RB_PICTURE_SVG;
        format_of(path, &format);
        ok = rb_stone_draw(out.stream, format, q->scene.name, &q->design, &r->mass, &r->prediction);
    } else {
        ok = rb_stone_solids(&q->design, text, sizeof text);
        fputs(ok ? text : "", out.stream);
    }
    if (!ok) {
        rb_output_drop(&out);
        rb_fail(err, RB_ERR_MEMORY, "print: out of memory");
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
               ? rb_stone_predict(&q->design, &q->scene, until, q->wish.spread, &r->prediction, err)
               : status;
}

static int print_stone(const rb_command_line *line, void *request) {
    (void)line;
    const print_request *q = request;
    rb_error err;
    print_result r = {0};
    rb_status status = rb_stone_mass(&q->design, &r.mass, &err);
    status = status == RB_OK ? rb_stone_mesh(&q->design, (int)q->sides, &r.mesh, &err) : status;
    status = status == RB_OK ? simulate(q, &r, &err) : status;
    bool written = status == RB_OK && write_file(q->stl, q, &r, &err) && write_file(q->mf3, q, &r, &err) &&
                   write_file(q->drawing, q, &r, &err) && write_file(q->solids, q, &r, &err) &&
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
    .operands = "SCENE",
    .operands_min = 1,
    .operands_max = 1,
    .summary = "Design a stone with the shape and skew of a scene's, as files for a 3D printer",
    .details =
        "The stone is a half ellipsoid with a flat top. Two weights in holes in the top turn its axes of "
        "inertia; their places are found from the wanted skew. docs/film.md describes how to film it.",
    .options = print_options,
    .groups = {RB_SCENE_OPTIONS(offsetof(print_request, scene))},
    RB_SCENE_REQUEST(print_request, scene),
    .init = set_defaults,
    .check = check,
    .run = print_stone,
};
