// The same physics as ours, force by force: Hertz with Hunt-Crossley damping, Coulomb at a point.
#include <Simbody.h>

#include <cmath>
#include <memory>

#include "engines.h"

using namespace SimTK;

namespace {

class Floor : public Force::Custom::Implementation {
  public:
    Floor(const top &numbers, const MobilizedBody &body) : t(numbers), mobod(body) {}

    void calcForce(const State &state, Vector_<SpatialVec> &bodyForces, Vector_<Vec3> &,
                   Vector &) const override {
        const Transform &X = mobod.getBodyTransform(state);
        for (int i = 0; i < 2; i++) {
            double depth = t.radius[i] - (X.p()[2] + t.a[i] * X.R()[2][2]);
            if (depth <= 0) {
                continue;
            }
            Vec3 point = X.p() + X.R() * Vec3(0, 0, t.a[i]) - Vec3(0, 0, t.radius[i]);
            Vec3 station = ~X.R() * (point - X.p());
            Vec3 v = mobod.findStationVelocityInGround(state, station);
            double k = 4. / 3 * t.E_star * std::sqrt(t.radius[i]);
            double N = k * depth * std::sqrt(depth) * (1 - t.chi * v[2]);
            if (N <= 0) {
                continue;
            }
            double speed = std::hypot(v[0], v[1]);
            double share = t.mu * N / std::max(speed, t.delta);
            mobod.applyForceToBodyPoint(state, station, Vec3(-share * v[0], -share * v[1], N),
                                        bodyForces);
        }
    }
    Real calcPotentialEnergy(const State &) const override { return 0; }

  private:
    const top t;
    const MobilizedBody mobod;
};

Integrator *integrator_of(int variant, const System &system) {
    switch (variant) {
    case 0: return new RungeKuttaMersonIntegrator(system);
    case 1: return new RungeKuttaFeldbergIntegrator(system);
    default: return new CPodesIntegrator(system, CPodes::BDF);
    }
}

struct Gap {
    double t, value, rate;
};

Gap gap_of(const top &t, const MobilizedBody &body, const State &state) {
    const Transform &X = body.getBodyTransform(state);
    Vec3 v = body.findStationVelocityInGround(state, Vec3(0, 0, t.a[1]));
    return {state.getTime(), X.p()[2] + t.a[1] * X.R()[2][2] - t.radius[1], v[2]};
}

// Where the cubic through both ends is zero.
double zero_between(const Gap &a, const Gap &b) {
    double h = b.t - a.t, low = 0, high = 1;
    for (int i = 0; i < 60; i++) {
        double s = 0.5 * (low + high), r = 1 - s;
        double value = r * r * (1 + 2 * s) * a.value + s * r * r * h * a.rate +
                       s * s * (3 - 2 * s) * b.value - s * s * r * h * b.rate;
        (value > 0 ? low : high) = s;
    }
    return a.t + low * h;
}

} // namespace

extern "C" bool run_simbody(const top *t, int variant, double accuracy, double t_most,
                            double *touch) {
    MultibodySystem system;
    SimbodyMatterSubsystem matter(system);
    GeneralForceSubsystem forces(system);
    Force::UniformGravity gravity(forces, matter, Vec3(0, 0, -t->g));
    Body::Rigid rigid(MassProperties(t->m, Vec3(0), Inertia(t->I1, t->I1, t->I3)));
    MobilizedBody::Free body(matter.Ground(), Transform(), rigid, Transform());
    Force::Custom floor(forces, new Floor(*t, body));
    State state = system.realizeTopology();
    double height = t->radius[0] - t->a[0] * std::cos(t->theta);
    body.setQToFitTransform(state, Transform(Rotation(t->theta, XAxis), Vec3(0, 0, height)));
    Vec3 axis(0, -std::sin(t->theta), std::cos(t->theta));
    body.setUToFitVelocity(state, SpatialVec(t->omega3 * axis, Vec3(0)));
    std::unique_ptr<Integrator> integrator(integrator_of(variant, system));
    integrator->setAccuracy(accuracy);
    integrator->setFinalTime(t_most);
    integrator->setReturnEveryInternalStep(true);
    try {
        integrator->initialize(state);
        system.realize(integrator->getState(), Stage::Velocity);
        Gap before = gap_of(*t, body, integrator->getState());
        while (integrator->getTime() < t_most) {
            if (integrator->stepTo(t_most) == Integrator::EndOfSimulation) {
                break;
            }
            system.realize(integrator->getState(), Stage::Velocity);
            Gap now = gap_of(*t, body, integrator->getState());
            if (now.value <= 0 && before.value > 0) {
                *touch = zero_between(before, now);
                return true;
            }
            before = now;
        }
    } catch (const std::exception &) {
        return false;
    }
    return false;
}
