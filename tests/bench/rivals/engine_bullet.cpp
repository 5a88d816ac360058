// Rigid contacts, impulses, Coulomb's friction in a pyramid of two directions.
#include <btBulletDynamicsCommon.h>

#include <cmath>

#include "engines.h"

extern "C" bool run_bullet(const top *t, int variant, double step, double t_most, double *touch) {
    (void)variant;
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher(&configuration);
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btDiscreteDynamicsWorld world(&dispatcher, &broadphase, &solver, &configuration);
    world.setGravity(btVector3(0, 0, -t->g));
    world.getSolverInfo().m_numIterations = 50;

    btStaticPlaneShape plane(btVector3(0, 0, 1), 0);
    btRigidBody floor(btRigidBody::btRigidBodyConstructionInfo(0, nullptr, &plane));
    btSphereShape large(t->radius[0]), small(t->radius[1]);
    btCompoundShape shape;
    btTransform place;
    place.setIdentity();
    place.setOrigin(btVector3(0, 0, t->a[0]));
    shape.addChildShape(place, &large);
    place.setOrigin(btVector3(0, 0, t->a[1]));
    shape.addChildShape(place, &small);

    btRigidBody::btRigidBodyConstructionInfo info(t->m, nullptr, &shape,
                                                  btVector3(t->I1, t->I1, t->I3));
    double height = t->radius[0] - t->a[0] * std::cos(t->theta);
    info.m_startWorldTransform =
        btTransform(btQuaternion(btVector3(1, 0, 0), t->theta), btVector3(0, 0, height));
    info.m_linearDamping = info.m_angularDamping = 0;
    btRigidBody body(info);
    floor.setFriction(1);
    body.setFriction(t->mu);
    body.setRestitution(0);
    body.setActivationState(DISABLE_DEACTIVATION);
    body.setFlags(BT_ENABLE_GYROSCOPIC_FORCE_IMPLICIT_BODY);
    body.setAngularVelocity(btVector3(0, -std::sin(t->theta), std::cos(t->theta)) * t->omega3);
    world.addRigidBody(&floor);
    world.addRigidBody(&body);

    bool touched = false;
    int steps = int(t_most / step);
    for (int i = 1; i <= steps && !touched; i++) {
        world.stepSimulation(step, 0);
        const btTransform &X = body.getWorldTransform();
        double gap = X.getOrigin().z() + t->a[1] * X.getBasis()[2][2] - t->radius[1];
        touched = gap <= 0;
        *touch = i * step;
    }
    world.removeRigidBody(&body);
    world.removeRigidBody(&floor);
    return touched;
}
