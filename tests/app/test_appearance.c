/* Appearance of bodies from their dimensions: surfaces are closed, smooth and touch the floor. */
#include <math.h>

#include "app/appearance/looks.h"
#include "bodies/disk.h"
#include "support.h"

/* ---- tops -------------------------------------------------------------------------------------- */

typedef struct measures {
    double R, r, a0, a1;
} measures;

static const measures tops[] = {
    {0.015, 0.005, -0.002, 0.018}, /* KA09's */
    {0.015, 0.005, 0, 0.0145},     /* the stem's sphere sinks into the bowl */
    {0.03, 0.002, 0.001, 0.06},    /* a long thin stem */
    {0.02, 0.018, 0, 0.03},
};

static double length_of(double x, double y) {
    return sqrt(x * x + y * y);
}

/* Consecutive points of a part are close, and normals are perpendicular to the surface and point outside,
   to the left of the path upwards. */
static void check_smooth(const rb_body_look *look, const rb_part *part, double R) {
    assert_true(part->first >= 0 && part->count >= 2);
    assert_true(part->first + part->count <= look->profile_count);
    for (int i = part->first + 1; i < part->first + part->count; i++) {
        const rb_profile_point *p = &look->profile[i - 1], *q = &look->profile[i];
        double along = q->along - p->along, out = q->out - p->out, way = length_of(along, out);
        if (way < 1e-9) { /* an edge: the same position with another normal */
            continue;
        }
        assert_true(way < 3 * R);
        double n_along =
            p->n_along / length_of(p->n_along, p->n_out) + q->n_along / length_of(q->n_along, q->n_out);
        double n_out =
            p->n_out / length_of(p->n_along, p->n_out) + q->n_out / length_of(q->n_along, q->n_out);
        /* Where an edge is hard, its two normals are a right angle apart at most. */
        double side = (n_out * along - n_along * out) / way / length_of(n_along, n_out);
        if (!(side > 0.7)) {
            fail_msg("point %d: the normal leans by %g from the surface", i, side);
        }
    }
}

static void check_top(const measures *m) {
    rb_body_look look = {0};
    rb_top_look(m->R, m->r, m->a0, m->a1, &look);
    double R = m->R, gap = m->a1 - m->a0;
    assert_int_equal(look.part_count, 3);
    const rb_part *bowl = &look.parts[0], *stem = &look.parts[1], *ball = &look.parts[2];
    for (int i = 0; i < 3; i++) {
        assert_int_equal(look.parts[i].form, RB_FORM_TURNED);
        assert_true(look.parts[i].at.x == 0 && look.parts[i].at.y == 0);
        assert_true(look.parts[i].at.z == m->a0);
        assert_near(look.parts[i].turn.w, 1, 0);
        check_smooth(&look, &look.parts[i], R);
    }
    /* Each part begins where the one before it ends. */
    assert_int_equal(ball->first, 0);
    assert_int_equal(bowl->first, ball->count - 1);
    assert_int_equal(stem->first, bowl->first + bowl->count - 1);
    assert_int_equal(stem->first + stem->count, look.profile_count);

    /* The ball up to the plane that touches both spheres, cos = (R - r)/gap from its top. */
    const rb_profile_point *edge = &look.profile[20];
    for (int i = 0; i <= 20; i++) {
        const rb_profile_point *p = &look.profile[i];
        assert_near(length_of(p->along, p->out), R, 1e-15);
        assert_near(p->along, R * p->n_along, 1e-15);
        assert_near(p->out, R * p->n_out, 1e-15);
    }
    assert_near(look.profile[0].along, -R, 1e-15);
    double cosine = fmin((R - m->r) / gap, 0.999);
    assert_near(edge->along, R * cosine, 1e-15);
    /* A narrow rim, then down into the bowl. */
    const rb_profile_point *rim = &look.profile[bowl->first];
    assert_true(length_of(rim->along - edge->along, rim->out - edge->out) < 0.12 * R);
    assert_near(rim->n_out, -1, 1e-12);
    const rb_profile_point *foot = &look.profile[stem->first];
    assert_true(foot->along < rim->along && foot->along >= -0.5 * R - 1e-15);
    assert_true(foot->out > 0 && foot->out <= m->r * (1 + 1e-15) && foot->out < rim->out);
    for (int i = bowl->first + 1; i <= stem->first; i++) {
        assert_true(look.profile[i].along < look.profile[i - 1].along);
        assert_true(look.profile[i].out < look.profile[i - 1].out);
    }
    /* The stem ends as the small sphere does, on the axis. */
    for (int i = look.profile_count - 9; i < look.profile_count; i++) {
        const rb_profile_point *p = &look.profile[i];
        assert_near(length_of(p->along - gap, p->out), m->r, 1e-15);
        assert_near(p->along - gap, m->r * p->n_along, 1e-15);
    }
    assert_near(look.profile[look.profile_count - 1].along, gap + m->r, 1e-15);
    assert_near(look.profile[look.profile_count - 1].out, 0, 1e-15);
    assert_near(look.tip.z, m->a1 + m->r, 1e-15);
    assert_int_equal(look.sphere_count, 2);
    assert_true(look.spheres[0].radius == R && look.spheres[0].centre.z == m->a0);
    assert_true(look.spheres[1].radius == m->r && look.spheres[1].centre.z == m->a1);
    assert_true(look.solid.size.x == R && look.solid.at.z == m->a0);
    assert_true(look.tall && look.size >= R && look.size < 2 * R);
}

static void tops_are_turned(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof tops / sizeof *tops; i++) {
        check_top(&tops[i]);
    }
    /* On a small stem the large sphere stays nearly whole. */
    rb_body_look look = {0};
    rb_top_look(0.015, 0, -0.002, 0.018, &look);
    assert_int_equal(look.part_count, 1);
    assert_int_equal(look.profile_count, 21);
    assert_int_equal(look.sphere_count, 1);
    assert_near(look.profile[20].along, 0.015, 1e-15);
    check_smooth(&look, &look.parts[0], 0.015);
    /* Impossible dimensions are still drawn. */
    look = (rb_body_look){0};
    rb_top_look(0.015, 0.1, 0.02, -1, &look);
    assert_true(look.profile_count <= RB_PROFILE_MAX && look.spheres[1].radius < 0.015);
    look.profile_count = RB_PROFILE_MAX - 3; /* no room for more */
    look.part_count = RB_PARTS_MAX - 1;
    rb_top_look(0.015, 0.005, -0.002, 0.018, &look);
    assert_int_equal(look.profile_count, RB_PROFILE_MAX);
    assert_int_equal(look.part_count, RB_PARTS_MAX);
}

/* ---- celts ------------------------------------------------------------------------------------- */

static rb_vec3 end_of(const rb_part *rod) {
    rb_mat3 turn = rb_quat_matrix(rod->turn);
    return rb_add(rod->at, rb_mul(&turn, rb_v3(0, 0, rod->size.z)));
}

static void stones_are_bowls(void **state) {
    (void)state;
    rb_celt_measures m = {.a = {0.1, 0.02, 0.015}, .k = {0.003, -0.001, 0.002}, .alpha = 0.3};
    rb_body_look look = {0};
    rb_celt_look(&m, &look);
    assert_int_equal(look.part_count, 1);
    assert_int_equal(look.parts[0].form, RB_FORM_BOWL);
    assert_true(look.parts[0].size.x == m.a.x && look.parts[0].at.z == m.k.z);
    /* The tip is the end of the ellipsoid's first axis, which alpha has turned clockwise. */
    rb_mat3 turn = rb_quat_matrix(look.solid.turn);
    rb_vec3 tip = rb_mul_t(&turn, rb_sub(look.tip, m.k));
    assert_near(tip.x, m.a.x, 1e-15);
    assert_near(tip.y, 0, 1e-15);
    assert_near(look.tip.x, m.k.x + m.a.x * cos(m.alpha), 1e-15);
    assert_near(look.tip.y, m.k.y - m.a.x * sin(m.alpha), 1e-15);
    assert_true(look.size == m.a.x);
}

/* Rod and masses lie level on the lid, about its middle, skew to either side. */
static void the_rod_lies_on_the_lid(void **state) {
    (void)state;
    for (int skew = -1; skew <= 1; skew += 2) {
        rb_celt_measures m = {.a = {0.1, 0.02, 0.015}, .k = {0.003, -0.001, 0.002}, .rod = skew};
        rb_body_look look = {0};
        rb_celt_look(&m, &look);
        assert_int_equal(look.part_count, 5);
        const rb_part *rod = &look.parts[1], *post = &look.parts[2];
        rb_vec3 end = end_of(rod), middle = rb_scale(0.5, rb_add(rod->at, end));
        assert_near(middle.x, m.k.x, 1e-15);
        assert_near(middle.y, m.k.y, 1e-15);
        assert_near(end.z, rod->at.z, 1e-15);
        assert_true(middle.z > m.k.z && rod->size.z < 2 * m.a.x);
        assert_true((end.y - rod->at.y) * (end.x - rod->at.x) * skew > 0);
        assert_near(end_of(post).z, middle.z, 1e-15); /* carries it */
        assert_true(post->at.x == m.k.x && post->size.x > rod->size.x);
        /* The masses: as far from the middle on either side, within the rod, thicker than it. */
        const rb_part *one = &look.parts[3], *other = &look.parts[4];
        rb_vec3 sum = rb_add(one->at, end_of(other));
        assert_near(rb_norm(rb_sub(rb_scale(0.5, sum), middle)), 0, 1e-15);
        assert_true(rb_norm(rb_sub(one->at, middle)) < 0.5 * rod->size.z);
        assert_true(rb_norm(rb_sub(end_of(one), other->at)) > one->size.z);
        assert_true(one->size.x > 2 * rod->size.x && one->size.x == other->size.x);
        assert_near(one->size.x, middle.z - m.k.z, 1e-15); /* they lie on the lid */
    }
}

/* The appearance follows the inertia: a mirrored stone has its rod on the other side. */
static void the_rod_is_where_the_mass_is(void **state) {
    (void)state;
    double slant[2];
    for (int i = 0; i < 2; i++) {
        rb_scene scene = rb_test_scene("k11-fig5", NULL);
        rb_param_table table = rb_scene_table(&scene, RB_SECTION_BODY);
        double *body = scene.values[RB_SECTION_BODY];
        body[rb_param_find(table, "look")] = 1;
        body[rb_param_find(table, "B12")] = i == 0 ? -1e-5 : 1e-5;
        rb_body_look look;
        rb_scene_look(&scene, &look);
        assert_int_equal(look.part_count, 5);
        rb_vec3 along = rb_sub(end_of(&look.parts[1]), look.parts[1].at);
        slant[i] = along.x * along.y;
    }
    assert_true(slant[0] < 0);
    assert_near(slant[1], -slant[0], 1e-15);
}

/* The disk: its springs end at it, its cord winds, its belt moves, and a rim shows whether it sticks. */
static void the_disk_pulls_its_springs(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("disk-k12", NULL);
    rb_body_look look;
    rb_scene_look(&scene, &look);
    assert_int_equal(look.parts[0].form, RB_FORM_TURNED);
    check_smooth(&look, &look.parts[0], look.tip.x);
    for (int i = 0; i < look.profile_count; i++) { /* flat faces, a round rim */
        bool rim = look.profile[i].out >= look.tip.x;
        assert_near(look.profile[i].n_along, rim ? 0 : look.profile[i].along < 0 ? -1 : 1, 0);
        assert_near(look.profile[i].n_out, rim ? 1 : 0, 0);
    }
    assert_near(look.force, 24.9, 1e-12);
    rb_run_result run = rb_test_run(&scene, 0, NULL);
    rb_part parts[2][RB_PARTS_MAX];
    rb_snapshot at = run.last;
    int count = rb_scene_surroundings(&scene, &at, parts[0]);
    assert_true(count > 0 && count <= RB_PARTS_MAX);
    int spring = 0;
    while (parts[0][spring].form != RB_FORM_SPRING) {
        spring++;
    }
    double radius = look.tip.x;
    assert_near(end_of(&parts[0][spring]).x, at.r_C.x - radius, 1e-12);
    at.r_C.x += 0.01; /* to the right by a centimetre, turned, and later */
    at.own[RB_DISK_OWN_PHI] += 0.5;
    at.t += 1;
    assert_int_equal(rb_scene_surroundings(&scene, &at, parts[1]), count);
    assert_near(parts[1][spring].size.z - parts[0][spring].size.z, 0.01, 1e-12);
    double one = parts[1][spring + 1].size.z - parts[0][spring + 1].size.z;
    double other = parts[1][spring + 3].size.z - parts[0][spring + 3].size.z;
    assert_near(one, radius * 0.5 / 4, 1e-12); /* one side is pulled, the other is slack */
    assert_near(other, -one, 1e-12);
    assert_near(parts[1][1].at.x - parts[0][1].at.x, 0.0015, 1e-12); /* a stripe, by v_b */
    for (int side = -1; side <= 1; side += 2) { /* wound up very far: limited by the available length */
        at.own[RB_DISK_OWN_PHI] = 100 * side;
        rb_scene_surroundings(&scene, &at, parts[1]);
        double most = 0.30 - radius - 0.02; /* from the post to the middle */
        assert_near(parts[1][spring + 1].size.z, side > 0 ? most : 0.01, 1e-12);
        assert_near(parts[1][spring + 3].size.z, side > 0 ? 0.01 : most, 1e-12);
    }
    double was = at.r_C.x;
    at.r_C.x = -1; /* beyond the post: its spring points the other way */
    rb_scene_surroundings(&scene, &at, parts[1]);
    assert_near(end_of(&parts[1][spring]).x, -1 - radius, 1e-12);
    at.r_C.x = was;
    at.t = -1000; /* any time has stripes on the belt */
    rb_scene_surroundings(&scene, &at, parts[1]);
    assert_true(fabs(parts[1][1].at.x) <= 0.45 + 1e-12);
    for (int i = 0; i < 2; i++) {
        bool holds = false, gives = false;
        at.own[RB_DISK_OWN_STICK] = i;
        rb_scene_surroundings(&scene, &at, parts[0]);
        for (int k = 0; k < count; k++) {
            holds = holds || parts[0][k].tone == RB_TONE_HOLDS;
            gives = gives || parts[0][k].tone == RB_TONE_GIVES;
        }
        assert_true(holds == (i == 1) && gives == (i == 0));
    }
}

/* ---- bearings ---------------------------------------------------------------------------------- */

/* Both rings are closed around their sections, every ball is where the physics has it, one ball is marked,
   and the forces that are drawn carry the load and all weights. */
static void rings_balls_and_loads_of_a_bearing(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("bearing-run-up", "shown=3", NULL);
    rb_simulation *sim = rb_test_simulation(&scene);
    rb_snapshot s;
    rb_simulation_snapshot(sim, &s);
    rb_simulation_destroy(sim);
    rb_body_look look;
    rb_scene_look(&scene, &look);
    rb_part parts[RB_PARTS_MAX];
    int count = rb_scene_surroundings(&scene, &s, parts), balls = 0, marked = 0, springs = 0;
    assert_int_equal(parts[0].form, RB_FORM_TURNED);
    check_smooth(&look, &look.parts[0], look.size);
    check_smooth(&look, &parts[0], look.size);
    for (int i = 0; i < count; i++) {
        springs += parts[i].form == RB_FORM_SPRING;
        if (parts[i].form == RB_FORM_ELLIPSOID) {
            rb_vec3 r = rb_sub(parts[i].at, rb_v3(0, 0, look.stands));
            assert_near(rb_norm(r), 0.02, 1e-5);
            assert_near(parts[i].size.x, 0.004, 0);
            balls++;
            marked += parts[i].tone == RB_TONE_MARKED ? balls : 0;
        }
    }
    assert_int_equal(balls, 8);
    assert_int_equal(springs, 8);
    assert_int_equal(marked, 3);
    rb_load loads[RB_LOADS_MAX];
    rb_vec3 inner = {0}, outer = {0};
    int contacts = rb_scene_loads(&scene, &s, loads);
    assert_int_equal(contacts, 16);
    for (int i = 0; i < contacts; i++) { /* inner and outer ring in turn */
        *(i % 2 ? &outer : &inner) = rb_add(i % 2 ? outer : inner, loads[i].force);
        assert_true(loads[i].marked == (i / 2 == 2));
    }
    assert_near(inner.z, 100 + 9.81 * 0.05, 0.02); /* drawn along the radius: contacts lean a little */
    assert_near(outer.z, -100 - 9.81 * (0.05 + 8 * 0.00209), 0.1); /* the cage holds balls at the sides */
    assert_near(inner.x, 0, 1e-6);
    assert_near(outer.x, 0, 1e-6);
}

static void knobs_of_a_scene(void **state) {
    (void)state;
    static const char *const expected[][5] = {{"bearing-run-up", "speed_i", "F_radial", "F_axial", "shown"},
                                              {"shaken-spin", "amplitude", "frequency", "mu", NULL},
                                              {"k11-fig5", "mu", NULL, NULL, NULL}};
    for (int i = 0; i < 3; i++) {
        rb_scene scene = rb_test_scene(expected[i][0], NULL);
        for (int k = 0; k < 4 && expected[i][k + 1] != NULL; k++) {
            rb_section section;
            int index;
            assert_true(rb_scene_knob(&scene, k, &section, &index));
            assert_string_equal(rb_scene_table(&scene, section).rows[index].name, expected[i][k + 1]);
        }
    }
    rb_section section;
    int index;
    rb_scene scene = rb_test_scene("k11-fig5", NULL);
    assert_false(rb_scene_knob(&scene, 1, &section, &index));
}

/* A table that shakes by a tenth of a millimetre is drawn enlarged; one that rests is not moved. */
static void shaken_tables_are_seen_to_move(void **state) {
    (void)state;
    rb_scene scene = rb_test_scene("shaken-spin", "amplitude=1e-4", "frequency=10", NULL);
    rb_table_motion table;
    assert_true(rb_scene_table_motion(&scene, 0.1, 0.025, &table));
    assert_near(table.shift.z, 1e-4, 1e-12);
    assert_near(table.gain, 50, 0);
    assert_true(rb_scene_table_motion(&scene, 0.1, 0.05, &table));
    assert_near(table.shift.z, 0, 1e-12);
    scene = rb_test_scene("shaken-spin", "amplitude=0.02", NULL);
    assert_true(rb_scene_table_motion(&scene, 0.1, 0, &table));
    assert_near(table.gain, 1, 0);
    scene = rb_test_scene("k11-fig5", NULL);
    assert_false(rb_scene_table_motion(&scene, 0.1, 1, &table));
}

/* ---- any scene --------------------------------------------------------------------------------- */

static void whatever_the_numbers_are(void **state) {
    (void)state;
    assert_true(rb_look_length(0.5) == 0.5);
    assert_true(rb_look_length(-1) == 1e-6 && rb_look_length(1e9) == 1e3);
    assert_true(rb_look_length(NAN) == 0.02 && rb_look_length(INFINITY) == 0.02);
    rb_body_look look;
    rb_scene_look(NULL, &look);
    assert_int_equal(look.part_count, 1);
    assert_int_equal(look.solid.form, RB_FORM_ELLIPSOID);
    assert_true(look.solid.size.x == look.tip.x && look.tip.x == 0.02 && look.size == 0.08);
    assert_true(look.solid.size.y == 0.02 && look.solid.size.z == 0.02);
    rb_quat turn = look.solid.turn;
    assert_true(turn.w == 1 && turn.x == 0 && turn.y == 0 && turn.z == 0);
    rb_scene nothing = {.body = NULL};
    rb_scene_look(&nothing, &look);
    assert_int_equal(look.part_count, 1);
    rb_part parts[RB_PARTS_MAX];
    rb_snapshot snapshot = {0};
    assert_int_equal(rb_scene_surroundings(NULL, &snapshot, parts), 0);
    assert_int_equal(rb_scene_surroundings(&nothing, &snapshot, parts), 0);
    rb_scene disk = rb_test_scene("disk-k12", "v_b=0.3", "mu0=7", NULL);
    rb_scene_look(&disk, &look);
    assert_true(look.force == 7 && look.omega == 0.3 && look.mass == 0);
    disk.values[RB_SECTION_BODY][RB_DISK_MU0] = INFINITY;
    disk.values[RB_SECTION_BODY][RB_DISK_V_B] = NAN;
    rb_scene_look(&disk, &look);
    assert_true(look.force == 0 && look.omega == 0);
    static const char *const ids[] = {"k15-a1", "tippetop-ka09"};
    for (int i = 0; i < 2; i++) {
        rb_scene scene = rb_test_scene(ids[i], NULL);
        assert_int_equal(rb_scene_surroundings(&scene, &snapshot, parts), 0);
        rb_scene_look(&scene, &look);
        assert_true(look.mass == scene.values[RB_SECTION_BODY][0] && look.omega > 0);
        assert_true(look.inertia.m[0][0] > 0 && look.inertia.m[2][2] > 0);
        for (int size = 0; size < 2; size++) { /* cameras stand off by it */
            rb_scene odd = scene;
            for (int k = 0; k < rb_scene_table(&scene, RB_SECTION_BODY).count; k++) {
                odd.values[RB_SECTION_BODY][k] = size == 0 ? 1e-9 : 1e9;
            }
            rb_scene_look(&odd, &look);
            assert_near(look.size, size == 0 ? 1e-4 : 1e3, 0);
        }
        for (int k = 0; k < rb_scene_table(&scene, RB_SECTION_BODY).count; k++) {
            rb_scene broken = scene;
            broken.values[RB_SECTION_BODY][k] = NAN;
            rb_scene_look(&broken, &look);
            assert_true(isfinite(look.size) && look.size > 0 && isfinite(rb_norm(look.tip)));
            for (int p = 0; p < look.profile_count; p++) {
                assert_true(isfinite(look.profile[p].along) && isfinite(look.profile[p].out));
            }
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tops_are_turned),
        cmocka_unit_test(stones_are_bowls),
        cmocka_unit_test(the_rod_lies_on_the_lid),
        cmocka_unit_test(the_rod_is_where_the_mass_is),
        cmocka_unit_test(the_disk_pulls_its_springs),
        cmocka_unit_test(rings_balls_and_loads_of_a_bearing),
        cmocka_unit_test(knobs_of_a_scene),
        cmocka_unit_test(shaken_tables_are_seen_to_move),
        cmocka_unit_test(whatever_the_numbers_are),
    };
    return cmocka_run_group_tests_name("looks", tests, NULL, NULL);
}
