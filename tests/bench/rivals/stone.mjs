/* K11's stone in game engines: does it reverse? Criteria, fixed before the first run:
   whether and when the spin changes its sign within 3 s, the extreme spin afterwards, the energy at the end and
   its largest value, both over the initial one, and how the time of reversal changes with the step.
   The engines have no ellipsoids: the stone is a convex hull of points on its surface. Arguments: what
   "rbsim run k11-fig5 --law coulomb --until 3 --summary FILE" wrote. */
import { readFileSync } from "node:fs";
import RAPIER from "@dimforge/rapier3d-compat";
import initJolt from "jolt-physics";

const stone = { m: 0.25, a: [0.08, 0.016, 0.012], alpha: -0.3, B: [1e-4, 8e-4, 1e-3], k3: 0.002 };
const g = 10, mu = 0.5, omega = [0, 1, 4], until = 3;
const height = stone.a[2] - stone.k3;

/* Points on the ellipsoid, relative to the mass centre in principal axes, evenly spread along a spiral. */
function surface(count) {
    const c = Math.cos(-stone.alpha), s = Math.sin(-stone.alpha);
    return Array.from({ length: count }, (_, i) => {
        const z = -1 + (2 * (i + 0.5)) / count, r = Math.sqrt(1 - z * z), angle = i * Math.PI * (3 - Math.sqrt(5));
        const x = stone.a[0] * r * Math.cos(angle), y = stone.a[1] * r * Math.sin(angle);
        return [c * x - s * y, s * x + c * y, stone.a[2] * z + stone.k3];
    });
}

/* A vector of the world in body axes. */
function inBody(q, v) {
    const [x, y, z, w] = [-q.x, -q.y, -q.z, q.w];
    const t = [2 * (y * v[2] - z * v[1]), 2 * (z * v[0] - x * v[2]), 2 * (x * v[1] - y * v[0])];
    return [v[0] + w * t[0] + y * t[2] - z * t[1], v[1] + w * t[1] + z * t[0] - x * t[2],
            v[2] + w * t[2] + x * t[1] - y * t[0]];
}

function energy(v, w, z) {
    const kinetic = v.map((_, i) => stone.m * v[i] ** 2 + stone.B[i] * w[i] ** 2);
    return stone.m * g * z + kinetic.reduce((a, b) => a + b) / 2;
}

/* Steps until the end. state(): velocity and angular velocity in the world, attitude, height of the centre. */
function follow(h, step, state) {
    const first = energy([0, 0, 0], omega, height);
    let last = omega[2], reversal = NaN, extreme = NaN, largest = first, now = first;
    for (let k = 1; k * h <= until; k++) {
        step();
        const { v, w, q, z } = state(), spin = inBody(q, w);
        now = energy(v, spin, z);
        largest = Math.max(largest, now);
        if (isNaN(reversal) && spin[2] <= 0) {
            reversal = (k - 1 + last / (last - spin[2])) * h;
            extreme = 0;
        }
        extreme = Math.min(extreme, spin[2]);
        last = spin[2];
    }
    return { reversal, extreme, left: now / first, largest: largest / first };
}

async function rapier(h, count) {
    await RAPIER.init();
    const world = new RAPIER.World({ x: 0, y: 0, z: -g });
    world.timestep = h;
    world.lengthUnit = 0.1;
    const rub = (shape) => shape.setFriction(mu).setFrictionCombineRule(RAPIER.CoefficientCombineRule.Min);
    world.createCollider(rub(RAPIER.ColliderDesc.cuboid(5, 5, 0.5)).setTranslation(0, 0, -0.5));
    const body = world.createRigidBody(RAPIER.RigidBodyDesc.dynamic().setTranslation(0, 0, height)
        .setAngvel({ x: omega[0], y: omega[1], z: omega[2] }).setCanSleep(false));
    const [x, y, z] = stone.B;
    world.createCollider(rub(RAPIER.ColliderDesc.convexHull(new Float32Array(surface(count).flat())))
        .setMassProperties(stone.m, { x: 0, y: 0, z: 0 }, { x, y, z }, { x: 0, y: 0, z: 0, w: 1 }), body);
    const list = (v) => [v.x, v.y, v.z];
    return follow(h, () => world.step(), () => ({
        v: list(body.linvel()), w: list(body.angvel()), q: body.rotation(), z: body.translation().z }));
}

async function jolt(h, count) {
    const J = await initJolt(), settings = new J.JoltSettings();
    const pairs = new J.ObjectLayerPairFilterTable(2), layers = new J.BroadPhaseLayerInterfaceTable(2, 2);
    pairs.EnableCollision(0, 1);
    [0, 1].forEach((i) => layers.MapObjectToBroadPhaseLayer(i, new J.BroadPhaseLayer(i)));
    settings.mObjectLayerPairFilter = pairs;
    settings.mBroadPhaseLayerInterface = layers;
    settings.mObjectVsBroadPhaseLayerFilter = new J.ObjectVsBroadPhaseLayerFilterTable(layers, 2, pairs, 2);
    const engine = new J.JoltInterface(settings), physics = engine.GetPhysicsSystem();
    const bodies = physics.GetBodyInterface(), tuning = physics.GetPhysicsSettings();
    physics.SetGravity(new J.Vec3(0, 0, -g));
    tuning.mPenetrationSlop = 1e-5; /* the usual values are larger than the rocking */
    tuning.mSpeculativeContactDistance = 1e-4;
    tuning.mAllowSleeping = false;
    physics.SetPhysicsSettings(tuning);
    const floor = new J.BodyCreationSettings(new J.BoxShape(new J.Vec3(5, 5, 0.5), 0.001), new J.RVec3(0, 0, -0.5),
        new J.Quat(0, 0, 0, 1), J.EMotionType_Static, 0);
    floor.mFriction = mu;
    bodies.CreateAndAddBody(floor, J.EActivation_DontActivate);
    const hull = new J.ConvexHullShapeSettings();
    surface(count).forEach((p) => hull.mPoints.push_back(new J.Vec3(...p)));
    hull.mMaxConvexRadius = 1e-5;
    hull.mHullTolerance = 1e-6;
    const c = hull.Create().Get().GetCenterOfMass(); /* of even density: not that of the stone */
    const shifted = new J.OffsetCenterOfMassShapeSettings(new J.Vec3(-c.GetX(), -c.GetY(), -c.GetZ()), hull);
    const made = new J.BodyCreationSettings(shifted.Create().Get(), new J.RVec3(0, 0, height),
        new J.Quat(0, 0, 0, 1), J.EMotionType_Dynamic, 1);
    Object.assign(made, { mFriction: mu, mLinearDamping: 0, mAngularDamping: 0, mAllowSleeping: false,
        mOverrideMassProperties: J.EOverrideMassProperties_CalculateInertia });
    made.mMassPropertiesOverride.mMass = stone.m;
    const body = bodies.CreateBody(made);
    body.GetMotionProperties().SetInverseInertia(new J.Vec3(...stone.B.map((b) => 1 / b)), new J.Quat(0, 0, 0, 1));
    bodies.AddBody(body.GetID(), J.EActivation_Activate);
    body.SetAngularVelocity(new J.Vec3(...omega));
    const list = (v) => [v.GetX(), v.GetY(), v.GetZ()];
    const result = follow(h, () => engine.Step(h, 1), () => {
        const q = body.GetRotation();
        return { v: list(body.GetLinearVelocity()), w: list(body.GetAngularVelocity()),
            q: { x: q.GetX(), y: q.GetY(), z: q.GetZ(), w: q.GetW() }, z: body.GetCenterOfMassPosition().GetZ() };
    });
    J.destroy(engine);
    return result;
}

function row(name, h, r) {
    const text = (value, digits) => (Number.isFinite(value) ? value.toFixed(digits) : "none");
    console.log([name.padEnd(24), h.padStart(8), text(r.reversal, 3).padStart(10), text(r.extreme, 2).padStart(10),
        text(r.left, 3).padStart(12), text(r.largest, 4).padStart(12)].join(""));
}

console.log("engine                      step  reversal   extreme    energy left     largest");
if (process.argv[2] !== undefined) {
    const ours = JSON.parse(readFileSync(process.argv[2], "utf8"));
    row("rattleback", "auto", { reversal: ours.first_reversal_time, extreme: ours.extreme_after_reversal,
        left: ours.E_final / ours.E_initial, largest: 1 });
}
for (const [name, run, count] of [["Rapier", rapier, 200], ["Rapier", rapier, 2000], ["Jolt", jolt, 200]]) {
    for (const h of ["0.01667", "0.01", "0.001", "0.0001"]) {
        row(`${name}, ${count} points`, h, await run(Number(h), count));
    }
}
