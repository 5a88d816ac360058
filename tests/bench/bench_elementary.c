/* Our elementary functions against those of libm, in nanoseconds per evaluation: chained (each argument
   depends on the previous result) and independent, interleaved, minimum of the rounds. libm may use fused
   multiply-add if the processor has it, ours never do; with GLIBC_TUNABLES=glibc.cpu.hwcaps=-FMA,-AVX2
   glibc does not either. */
#include <math.h>
#include <stdio.h>

#include "math/elementary.h"
#include "timing.h"

enum { ROUNDS = 15, COUNT = 2000 };

typedef double one(double);

static double pow_ours(double x) {
    return rb_pow(x, 0.37);
}
static double pow_libm(double x) {
    return pow(x, 0.37);
}
static double atan2_ours(double x) {
    return rb_atan2(x, 0.7);
}
static double atan2_libm(double x) {
    return atan2(x, 0.7);
}
static double hypot_ours(double x) {
    return rb_hypot(x, 0.7);
}
static double hypot_libm(double x) {
    return hypot(x, 0.7);
}

static const struct {
    const char *name;
    one *ours, *libm;
    double from, to;
} functions[] = {
    {"exp", rb_exp, exp, -20, 2},
    {"log", rb_log, log, 1e-3, 100},
    {"pow", pow_ours, pow_libm, 1e-3, 100},
    {"cbrt", rb_cbrt, cbrt, 1e-3, 100},
    {"tanh", rb_tanh, tanh, -3, 3},
    {"sin", rb_sin, sin, -7, 7},
    {"cos", rb_cos, cos, -7, 7},
    {"asin", rb_asin, asin, -1, 1},
    {"acos", rb_acos, acos, -1, 1},
    {"atan2", atan2_ours, atan2_libm, -1, 1},
    {"hypot", hypot_ours, hypot_libm, -1, 1},
};
enum { FUNCTIONS = sizeof functions / sizeof functions[0] };

static double arguments[COUNT];
static volatile double sink;

/* Seconds for COUNT evaluations; chained: an argument contains a tiny share of the last result, and waits
   for it. */
static double time_of(one *f, bool chained) {
    double start = cpu_seconds(), sum = 0;
    if (chained) {
        double last = 0;
        for (int i = 0; i < COUNT; i++) {
            last = f(arguments[i] + last * 1e-300);
        }
        sum = last;
    } else {
        for (int i = 0; i < COUNT; i++) {
            sum += f(arguments[i]);
        }
    }
    sink = sum;
    return cpu_seconds() - start;
}

int main(void) {
    print_machine();
    printf("%-6s %22s %32s\n", "", "independent", "one after the other");
    printf("%-6s %8s %8s %6s %14s %8s %6s\n", "ns", "ours", "libm", "ratio", "ours", "libm", "ratio");
    for (int i = 0; i < FUNCTIONS; i++) {
        double least[2][2] = {{1, 1}, {1, 1}};
        for (int j = 0; j < COUNT; j++) { /* random order over the range */
            double share = fmod(0.5 + 0.6180339887498949 * j, 1);
            arguments[j] = functions[i].from + share * (functions[i].to - functions[i].from);
        }
        for (int round = 0; round < ROUNDS; round++) {
            for (int chained = 0; chained < 2; chained++) {
                for (int libm = 0; libm < 2; libm++) {
                    double s = time_of(libm ? functions[i].libm : functions[i].ours, chained);
                    least[chained][libm] = fmin(least[chained][libm], s);
                }
            }
        }
        const double ns = 1e9 / COUNT;
        printf("%-6s %8.1f %8.1f %6.2f %14.1f %8.1f %6.2f\n", functions[i].name, ns * least[0][0],
               ns * least[0][1], least[0][0] / least[0][1], ns * least[1][0], ns * least[1][1],
               least[1][0] / least[1][1]);
    }
    return 0;
}
