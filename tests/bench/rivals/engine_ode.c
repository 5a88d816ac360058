/* Rigid contacts as a linear complementarity problem, friction in a pyramid of two directions. */
#include <math.h>
#include <ode/ode.h>

#include "engines.h"

typedef struct scene {
    dWorldID world;
    dJointGroupID joints;
    double mu;
} scene;

static void near(void *data, dGeomID a, dGeomID b) {
    scene *s = data;
    dContact contact = {0};
    if (dCollide(a, b, 1, &contact.geom, sizeof contact) > 0) {
        contact.surface.mode = dContactApprox1;
        contact.surface.mu = s->mu;
        dJointID joint = dJointCreateContact(s->world, s->joints, &contact);
        dBodyID one = dGeomGetBody(a);
        dJointAttach(joint, one != NULL ? one : dGeomGetBody(b), NULL);
    }
}

bool run_ode(const top *t, int variant, double step, double t_most, double *touch) {
    (void)variant;
    dInitODE2(0);
    scene s = {dWorldCreate(), dJointGroupCreate(0), t->mu};
    dSpaceID space = dSimpleSpaceCreate(NULL);
    dWorldSetGravity(s.world, 0, 0, -t->g);
    dGeomID floor = dCreatePlane(space, 0, 0, 1, 0);
    dBodyID body = dBodyCreate(s.world);
    dMass mass;
    dMassSetParameters(&mass, t->m, 0, 0, 0, t->I1, t->I1, t->I3, 0, 0, 0);
    dBodySetMass(body, &mass);
    dBodySetGyroscopicMode(body, 1);
    dGeomID spheres[2];
    for (int i = 0; i < 2; i++) {
        spheres[i] = dCreateSphere(NULL, t->radius[i]);
        dGeomSetBody(spheres[i], body);
        dGeomSetOffsetPosition(spheres[i], 0, 0, t->a[i]);
    }
    dQuaternion q = {cos(t->theta / 2), sin(t->theta / 2), 0, 0};
    dBodySetQuaternion(body, q);
    dBodySetPosition(body, 0, 0, t->radius[0] - t->a[0] * cos(t->theta));
    dBodySetAngularVel(body, 0, -t->omega3 * sin(t->theta), t->omega3 * cos(t->theta));

    bool touched = false;
    int steps = (int)(t_most / step);
    for (int i = 1; i <= steps && !touched; i++) {
        for (int k = 0; k < 2; k++) {
            near(&s, spheres[k], floor);
        }
        dWorldStep(s.world, step);
        dJointGroupEmpty(s.joints);
        const dReal *R = dBodyGetRotation(body), *at = dBodyGetPosition(body);
        touched = at[2] + t->a[1] * R[10] - t->radius[1] <= 0;
        *touch = i * step;
    }
    dJointGroupDestroy(s.joints);
    dGeomDestroy(spheres[0]);
    dGeomDestroy(spheres[1]);
    dSpaceDestroy(space);
    dWorldDestroy(s.world);
    dCloseODE();
    return touched;
}
