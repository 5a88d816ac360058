/* rbsim mass: mass, mass centre and inertia of a scene's body, a list of solids, or a mesh. */
#include <math.h>

#include "cli/cli.h"
#include "cli/output.h"

typedef struct mass_request {
    double density, unit;
    const char *summary;
} mass_request;

static const rb_option mass_options[] = {
    RB_OPTION("--density", "RHO", "density of a mesh, kg/m3 (1000)", rb_option_number,
              offsetof(mass_request, density), .min = 0, .max = 1e6, .flags = RB_OPTION_ABOVE_MIN),
    RB_OPTION("--unit", "M", "length of a mesh file's unit, m (as the file says, else 0.001)",
              rb_option_number, offsetof(mass_request, unit), .min = 0, .max = 1e3,
              .flags = RB_OPTION_ABOVE_MIN),
    RB_OPTION("--summary", "FILE|-", "write the numbers as JSON", rb_option_text,
              offsetof(mass_request, summary), .flags = RB_OPTION_NO_RESULT),
    {0},
};

static void put_list(rb_json *json, const char *name, const double *values) {
    rb_json_begin_list(json, name);
    for (int i = 0; i < 3; i++) {
        rb_json_number(json, NULL, values[i]);
    }
    rb_json_end(json);
}

static bool write_summary(const rb_mass *m, const char *path, rb_error *err) {
    const double centre[3] = {m->centre.x, m->centre.y, m->centre.z};
    rb_json json = {0};
    rb_json_begin_object(&json, NULL);
    rb_json_number(&json, "mass", m->mass);
    put_list(&json, "centre", centre);
    rb_json_begin_list(&json, "inertia");
    for (int i = 0; i < 3; i++) {
        put_list(&json, NULL, m->inertia.m[i]);
    }
    rb_json_end(&json);
    put_list(&json, "principal", m->principal);
    rb_json_number(&json, "skew", m->skew);
    rb_json_end(&json);
    return rb_write_json_file(&json, path, "mass", err);
}

static void print_table(const rb_mass *m) {
    printf("mass       %.12g kg\n", m->mass);
    printf("centre     %.12g  %.12g  %.12g m\n", m->centre.x, m->centre.y, m->centre.z);
    for (int i = 0; i < 3; i++) {
        const double *row = m->inertia.m[i];
        printf("%-10s %.12g  %.12g  %.12g kg m2\n", i == 0 ? "inertia" : "", row[0], row[1], row[2]);
    }
    printf("principal  %.12g  %.12g  %.12g kg m2\n", m->principal[0], m->principal[1], m->principal[2]);
    printf("skew       %.12g rad\n", m->skew);
}

static int show_mass(const rb_command_line *line, void *request) {
    const mass_request *q = request;
    rb_error err;
    rb_mass mass;
    if (rb_mass_open(rb_command_line_operand(line, 0), q->density, q->unit, &mass, &err) != RB_OK) {
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    if (q->summary == NULL) {
        print_table(&mass);
    } else if (!write_summary(&mass, q->summary, &err)) {
        return rb_complain(&err, RB_EXIT_FAILED);
    }
    return RB_EXIT_OK;
}

const rb_cli_command rb_cli_mass = {
    .name = "mass",
    .operands = "SCENE|FILE",
    .operands_min = 1,
    .operands_max = 1,
    .summary = "Show mass, mass centre and inertia of a scene's body, a list of solids, or a mesh",
    .details =
        "FILE is a list of solids (.json, format rattleback-mass) or a closed mesh (.stl, .obj, .3mf); "
        "docs/files.md describes both. Inertia is about the mass centre, in the axes of the file. skew is "
        "the angle about z from the surface's first axis to the horizontal principal axis of the smaller "
        "moment.",
    .options = mass_options,
    RB_REQUEST(mass_request),
    .defaults = &(const mass_request){.density = 1000},
    .run = show_mass,
};
