#include "math/ode.h"

#include <math.h>
#include <string.h>

#include "base/macros.h"
#include "math/sizes_inline.h"

/* Hairer, Norsett & Wanner, Solving Ordinary Differential Equations I, section II.5 (Dormand & Prince's
   method of order eight) and II.6 (its dense output), twenty digits. Rows 1 to 11 give the arguments of
   those stages, row 12 the solution, rows 13 to 15 the stages of the dense output. The systems are
   autonomous, so the nodes c are not needed. */
static const double A[RB_DOP853_STAGES][RB_DOP853_STAGES] = {
    {0},
    {0.052600151958767731879},
    {0.019725056984537899454, 0.059175170953613698363},
    {0.029587585476806849182, 0, 0.088762756430420547545},
    {0.2413651341592666855, 0, -0.88454947932828608534, 0.92483400326179200312},
    {0.037037037037037037037, 0, 0, 0.17082860872947387128, 0.12546768756682242502},
    {0.037109375, 0, 0, 0.17025221101954403931, 0.060216538980455960685, -0.017578125},
    {0.037092000118504792711, 0, 0, 0.17038392571223999381, 0.10726203044637328465, -0.015319437748624401753,
     0.0082737891638140228876},
    {0.62411095871607571711, 0, 0, -3.3608926294469412941, -0.86821934684172600682, 27.592099699446708305,
     20.154067550477893409, -43.489884181069958848},
    {0.47766253643826436589, 0, 0, -2.4881146199716676419, -0.59029082683684299637, 21.230051448181194235,
     15.279233632882423583, -33.288210968984862919, -0.020331201708508626136},
    {-0.93714243008598732572, 0, 0, 5.1863724288440637083, 1.0914373489967295782, -8.1497870107469261251,
     -18.520065659996959864, 22.739487099350504282, 2.4936055526796523899, -3.0467644718982195004},
    {2.2733101475165382079, 0, 0, -10.534495466737250198, -2.0008720582248624991, -17.958931863118798917,
     27.948884529419960051, -2.8589982771350236947, -8.8728569335306295443, 12.360567175794303065,
     0.64339274601576353036},
    {0.054293734116568762238, 0, 0, 0, 0, 4.4503128927524088814, 1.891517899314500383, -5.8012039600105847815,
     0.31116436695781989441, -0.15216094966251607856, 0.20136540080403034837, 0.044710615727772590518},
    {0.056167502283047952339, 0, 0, 0, 0, 0, 0.25350021021662481109, -0.24623903747080248992,
     -0.12419142326381636047, 0.15329179827876569731, 0.0082010522956346898849, 0.0075678976605456997614,
     -0.008298},
    {0.031834648163502140506, 0, 0, 0, 0, 0.028300909672366775529, 0.053541988307438567622,
     -0.054923748571390988465, 0, 0, -1.0834732869724932286e-4, 3.8257109083565841295e-4,
     -3.4046500868740456080e-4, 0.14131244367463250028},
    {-0.42889630158379192341, 0, 0, 0, 0, -4.6976214153611638431, 7.6834211960625990418,
     4.0689898183971100797, 0.35672718745528110927, 0, 0, 0, -0.0013990241651590146213, 2.947514789152772339,
     -9.1509584721798700108},
};

const int rb_dop853_order[RB_DOP853_COST] = {1, 2, 3, 6, 4, 7, 5, 9, 8, 10, 11};
const double rb_dop853_when[RB_DOP853_COST] = {0.0526, 0.0789, 0.1184, 0.25,   0.2816, 0.3077,
                                               0.3333, 0.6,    0.6513, 0.8571, 1};

/* Coefficients 4 to 7 of the dense output. */
static const double D[4][RB_DOP853_STAGES] = {
    {-8.4289382761090128651, 0, 0, 0, 0, 0.56671495351937776963, -3.0689499459498916913,
     2.3846676565120698288, 2.1170345824450282767, -0.87139158377797299207, 2.2404374302607882759,
     0.63157877876946881816, -0.088990336451333310821, 18.148505520854727257, -9.1946323924783554,
     -4.4360363875948939664},
    {10.427508642579134603, 0, 0, 0, 0, 242.28349177525818288, 165.20045171727028199, -374.5467547226902028,
     -22.113666853125306036, 7.733432668472263839, -30.674084731089398182, -9.332130526430227873,
     15.697238121770843886, -31.139403219565177677, -9.3529243588444783866, 35.816841486394083752},
    {19.985053242002433821, 0, 0, 0, 0, -387.03730874935176555, -189.17813819516756883, 527.80815920542364901,
     -11.573902539959630126, 6.881232694696300017, -1.0006050966910838403, 0.77771377980534432093,
     -2.7782057523535084066, -60.196695231264120758, 84.320405506677161018, 11.992291136182789328},
    {-25.693933462703749003, 0, 0, 0, 0, -154.18974869023643374, -231.52937917604549568,
     357.63911791061412378, 93.405324183624310004, -37.458323136451633157, 104.09964950896230045,
     29.840293426660503123, -43.533456590011143754, 96.324553959188282948, -39.177261675615439165,
     -149.72683625798562581},
};

/* Differences to the embedded solutions of fifth and third order. */
static const double E5[12] = {0.013120044994194880733,
                              0,
                              0,
                              0,
                              0,
                              -1.2251564463762044407,
                              -0.49575894965725019152,
                              1.664377182454986537,
                              -0.35032884874997368169,
                              0.33417911871301747903,
                              0.081923206485115712466,
                              -0.022355307863886295259};
static const double B3[12] = {0.24409448818897637795, 0, 0, 0, 0, 0, 0, 0, 0.73384668828161185734, 0, 0,
                              0.022058823529411764706};

/* sum[i] = weights times the first `count` stages. After inlining the weights are constants, and zeros
   cost nothing. */
RB_INLINE void combine(const double *weights, int count, int first, int n, const rb_dop853 *step,
                       double *sum) {
    for (int i = first; i < first + n; i++) {
        double s = weights[0] * step->k[0][i];
        for (int j = 1; j < count; j++) {
            if (weights[j] != 0) {
                s += weights[j] * step->k[j][i];
            }
        }
        sum[i] = s;
    }
}

/* Computes the argument of stage s, also for the dense output: n components from the first. The newest
   slope is added last, to shorten the dependency chain. */
RB_INLINE void argument(int s, double h, int first, int n, const double *y, const rb_dop853 *step,
                        double *z) {
    double sum[RB_ODE_MAX], last = h * A[s][s - 1];
    if (s > 1) {
        combine(A[s], s - 1, first, n, step, sum);
    }
    for (int i = first; i < first + n; i++) {
        z[i] = (s > 1 ? y[i] + h * sum[i] : y[i]) + last * step->k[s - 1][i];
    }
}

RB_INLINE void stage(int s, const rb_system *system, rb_sizes of, double h, const double *y,
                     rb_dop853 *step) {
    /* components that no right-hand side depends on may keep their values */
    memcpy(step->z[s], y, (size_t)of.n * sizeof *y);
    argument(s, h, of.first, of.count, y, step, step->z[s]);
    system->rhs(system->model, step->z[s], step->k[s]);
}

RB_INLINE void make_step(const rb_system *system, rb_sizes of, double h, const double *y, const double *f,
                         rb_dop853 *step, double *y_new) {
    memcpy(step->k[0], f, (size_t)of.n * sizeof *f);
    stage(1, system, of, h, y, step);
    stage(2, system, of, h, y, step);
    stage(3, system, of, h, y, step);
    stage(4, system, of, h, y, step);
    stage(5, system, of, h, y, step);
    stage(6, system, of, h, y, step);
    stage(7, system, of, h, y, step);
    stage(8, system, of, h, y, step);
    stage(9, system, of, h, y, step);
    stage(10, system, of, h, y, step);
    stage(11, system, of, h, y, step);
    combine(A[12], 12, 0, of.n, step, step->rise);
    for (int i = 0; i < of.n; i++) {
        y_new[i] = y[i] + h * step->rise[i];
    }
}

void rb_dop853_step(const rb_system *system, double h, const double *y, const double *f, rb_dop853 *step,
                    double *y_new) {
    rb_sizes of = {system->first, system->count, system->n};
    if (rb_sizes_are(of, RB_SIZES_CELT)) {
        make_step(system, RB_SIZES_CELT, h, y, f, step, y_new);
    } else if (rb_sizes_are(of, RB_SIZES_DISK)) {
        make_step(system, RB_SIZES_DISK, h, y, f, step, y_new);
    } else {
        make_step(system, of, h, y, f, step, y_new);
    }
}

RB_INLINE double error_of(const rb_dop853 *step, int n, double h, const double *allowed) {
    double e5[RB_ODE_MAX + 1], e3[RB_ODE_MAX + 1], sum5[2] = {0}, sum3[2] = {0};
    const double(*k)[RB_ODE_MAX] = step->k;
    combine(E5, 12, 0, n, step, e5);
    for (int i = 0; i < n; i++) {
        double per = 1 / allowed[i];
        double third = step->rise[i] - B3[0] * k[0][i] - B3[8] * k[8][i] - B3[11] * k[11][i];
        e5[i] *= per;
        e3[i] = third * per;
    }
    e5[n] = e3[n] = 0;
    for (int i = 0; i < n; i += 2) { /* two sums at a time */
        sum5[0] += e5[i] * e5[i];
        sum5[1] += e5[i + 1] * e5[i + 1];
        sum3[0] += e3[i] * e3[i];
        sum3[1] += e3[i + 1] * e3[i + 1];
    }
    double fifth = sum5[0] + sum5[1], both = fifth + 0.01 * (sum3[0] + sum3[1]);
    return both > 0 ? h * fifth / sqrt(both * n) : both;
}

double rb_dop853_error(const rb_dop853 *step, int n, double h, const double *allowed) {
    return n == RB_SIZES_CELT.n   ? error_of(step, RB_SIZES_CELT.n, h, allowed)
           : n == RB_SIZES_DISK.n ? error_of(step, RB_SIZES_DISK.n, h, allowed)
                                  : error_of(step, n, h, allowed);
}

double rb_dop853_stiffness(const rb_dop853 *step, int first, int count, double h, const double *y_new,
                           const double *f_new) {
    double top = 0, bottom = 0;
    for (int i = first; i < first + count; i++) {
        double df = f_new[i] - step->k[11][i], dy = y_new[i] - step->z[11][i];
        top += df * df;
        bottom += dy * dy;
    }
    return bottom > 0 ? h * sqrt(top / bottom) : 0;
}

void rb_dop853_dense(const rb_system *system, double h, const double *y, const double *y_new,
                     const double *f_new, rb_dop853 *step, rb_dense *out) {
    int n = system->n;
    memcpy(step->k[12], f_new, (size_t)n * sizeof *f_new);
    rb_sizes of = {system->first, system->count, n};
    stage(13, system, of, h, y, step);
    stage(14, system, of, h, y, step);
    stage(15, system, of, h, y, step);
    out->count = 7;
    combine(D[0], RB_DOP853_STAGES, 0, n, step, out->c[3]);
    combine(D[1], RB_DOP853_STAGES, 0, n, step, out->c[4]);
    combine(D[2], RB_DOP853_STAGES, 0, n, step, out->c[5]);
    combine(D[3], RB_DOP853_STAGES, 0, n, step, out->c[6]);
    for (int i = 0; i < n; i++) {
        double rise = y_new[i] - y[i];
        out->c[0][i] = rise;
        out->c[1][i] = h * step->k[0][i] - rise;
        out->c[2][i] = rise - h * f_new[i] - out->c[1][i];
        for (int j = 3; j < 7; j++) {
            out->c[j][i] *= h;
        }
    }
}
