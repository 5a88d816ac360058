/* rbsim bearing: the contact of KA09's ball bearing. */
#include <math.h>
#include <stdlib.h>

#include "cli/cli.h"
#include "cli/output.h"
#include "reproduce/ka09.h"
#include "sim/csv.h"

enum { POINTS = 91 }; /* a degree of theta each */
#define DEGREE 0.017453292519943295

typedef struct bearing_request {
    double g;
    const char *csv;
    rb_pictures pictures;
} bearing_request;

static const rb_option bearing_options[] = {
    RB_OPTION("--g", "G", "ratio of the curvatures, kappa1/kappa2 (that of KA09)", rb_option_number,
              offsetof(bearing_request, g), .min = 1e-3, .max = 1),
    RB_OPTION("--csv", "FILE|-", "write force and torque of each law over the direction of motion",
              rb_option_text, offsetof(bearing_request, csv)),
    {0},
};

static void print_table(const rb_bearing *bearing) {
    printf("Ball on a raceway, kappa1/kappa2 = g = %g: patch b = %.4f, e2 = %.4f\n\n", bearing->g, bearing->b,
           bearing->e2);
    printf("normal force N = k delta^1.5, k in units of E* (kappa1 kappa2)^(-1/4)\n");
    const struct {
        const char *name;
        double k;
    } rows[] = {{"Hertz", bearing->k_hertz},
                {"Vil'ke", bearing->k_vilke_plain},
                {"Vil'ke (1 + ln^2 g/48)", bearing->k_vilke}};
    for (int i = 0; i < 3; i++) {
        printf("  %-24s %.6f  %+.4f %%\n", rows[i].name, rows[i].k, 100 * (rows[i].k / bearing->k_hertz - 1));
    }
    printf("\nfriction: largest error of force and torque against the exact ellipse\n");
    printf("  %-26s|%8s %8s |%8s %8s\n", "", "along x", "", "all dir.", "");
    printf("  %-26s|%8s %8s |%8s %8s\n", "law", "T", "M", "T", "M");
    for (int i = 0; i < bearing->law_count; i++) {
        const rb_law_error_row *r = &bearing->laws[i];
        printf("  %-26s|%8.2g %8.2g |%8.2g %8.2g\n", r->name, r->along.max_T, r->along.max_M, r->around.max_T,
               r->around.max_M);
    }
}

static void write_csv(FILE *out, const void *data) {
    const rb_bearing *bearing = data;
    static const char *const columns[] = {"law", "psi", "theta", "T", "M"};
    rb_csv csv = {.out = out, .digits = 9};
    for (int i = 0; i < 5; i++) {
        rb_csv_text(&csv, columns[i]);
    }
    rb_csv_end_row(&csv);
    for (int i = 0; i < bearing->law_count; i++) {
        for (int k = 0; k < 2 * POINTS; k++) {
            double psi = k < POINTS ? 0 : 90, theta = k % POINTS, T, M;
            rb_bearing_traction(bearing, i, psi * DEGREE, theta * DEGREE, &T, &M);
            const double values[] = {psi, theta, T, M};
            rb_csv_text(&csv, bearing->laws[i].name);
            for (int c = 0; c < 4; c++) {
                rb_csv_number(&csv, values[c]);
            }
            rb_csv_end_row(&csv);
        }
    }
}

/* Force and torque of the laws that KA09 compares, against the exact one, sliding along x. */
static bool write_pictures(rb_pictures *pictures, const rb_bearing *bearing, rb_error *err) {
    static const char *const shown[] = {"exact-ellipse", "ka09-contensou", "ka09-pade"};
    static const char *const names[] = {"T exact",     "M exact",       "T Contensou",
                                        "M Contensou", "T linear Padé", "M linear Padé"};
    double y[6][POINTS];
    rb_curve curves[6];
    int count = 0;
    for (int s = 0; s < 3; s++) {
        for (int i = 0; i < bearing->law_count; i++) {
            if (bearing->laws[i].friction.law == rb_friction_law_find(shown[s]) && count <= 2 * s) {
                for (int k = 0; k < POINTS; k++) {
                    rb_bearing_traction(bearing, i, 0, k * DEGREE, &y[count][k], &y[count + 1][k]);
                }
                curves[count] = (rb_curve){.name = names[2 * s], .y = y[count], .count = POINTS, .dx = 1};
                curves[count + 1] =
                    (rb_curve){.name = names[2 * s + 1], .y = y[count + 1], .count = POINTS, .dx = 1};
                count += 2;
            }
        }
    }
    char subtitle[96];
    snprintf(subtitle, sizeof subtitle, "ball on a raceway, g = %g, b = %.4f, sliding along x", bearing->g,
             bearing->b);
    const rb_plot plot = {.x = {.label = "θ in degrees: 0 spins, 90 slides"},
                          .y = {.label = "force / μN, torque / μNa"},
                          .curves = curves,
                          .curve_count = count};
    const rb_sheet sheet = {"Friction in the bearing of KA09", subtitle, &plot, 1, 1};
    return rb_pictures_write(pictures, &sheet, err);
}

static rb_status check_request(void *request, rb_error *err) {
    const bearing_request *q = request;
    return rb_pictures_differ(&q->pictures, "--csv", q->csv, err);
}

static int show_bearing(const rb_command_line *line, void *request) {
    (void)line;
    rb_error err;
    bearing_request *q = request;
    rb_bearing *bearing = malloc(sizeof *bearing);
    if (bearing == NULL) {
        return rb_complain_memory("bearing");
    }
    rb_bearing_compute(q->g, bearing);
    bool ok = rb_write_table(q->csv, write_csv, bearing, &err) && write_pictures(&q->pictures, bearing, &err);
    if (ok && q->csv == NULL && !rb_pictures_any(&q->pictures)) {
        print_table(bearing);
    }
    free(bearing);
    return ok ? RB_EXIT_OK : rb_complain(&err, RB_EXIT_FAILED);
}

const rb_cli_command rb_cli_bearing = {
    .name = "bearing",
    .summary = "Show the contact of KA09's ball bearing: Hertz against Vil'ke, friction of each law",
    .options = bearing_options,
    .groups = {RB_PICTURE_OPTIONS(offsetof(bearing_request, pictures))},
    RB_REQUEST(bearing_request),
    .defaults = &(const bearing_request){.g = RB_BEARING_G},
    .check = check_request,
    .run = show_bearing,
};
