// Chipmunk 7 with 10 iterations, its default, and a slop of 5 mm. It has no kinematic bodies that reach
// a place by themselves: their velocity is set. Limits, motors and springs of a revolute joint are
// constraints of their own. Walls of edges are two-sided segments, each told its neighbours. Contacts
// overlap as its arbiters say, at the poses before the last step.

#include <chipmunk/chipmunk.h>

#include "scenes.hpp"

namespace {

using namespace peers;

cpVect vec(Vec v) { return cpv(v.x, v.y); }

/// What one revolute joint of a scene is made of.
struct Hinge {
  cpConstraint* parts[4] = {};
  int count = 0;
};

class Chipmunk7 {
public:
  using Body = cpBody*;
  using Joint = Hinge;

  static const char* name() { return "Chipmunk 7"; }
  /// Whether the scene is listed: run without being asked for by name. The net of joint_grid gains
  /// energy until it flies apart; the spinner's wall does not hold bodies that are not swept.
  static bool runs(const char* scene) {
    return std::strcmp(scene, "joint_grid") != 0 && std::strcmp(scene, "spinner") != 0;
  }

  explicit Chipmunk7(const WorldSpec& spec) : space(cpSpaceNew()) {
    cpSpaceSetGravity(space, vec(spec.gravity));
    cpSpaceSetIterations(space, 10);
    cpSpaceSetCollisionSlop(space, slop);
    if (spec.maySleep) cpSpaceSetSleepTimeThreshold(space, 0.5);
    cpSpaceSetIdleSpeedThreshold(space, 0.05);
  }
  ~Chipmunk7() {
    // Everything that the space holds is freed with the process; a run makes a few worlds at most.
    cpSpaceFree(space);
  }
  Chipmunk7(const Chipmunk7&) = delete;

  Body body(const BodySpec& spec) {
    Body body = spec.kind == Kind::fixed       ? cpBodyNewStatic()
                : spec.kind == Kind::kinematic ? cpBodyNewKinematic()
                                               : cpBodyNew(0, 0);
    cpBodySetPosition(body, vec(spec.position));
    cpBodySetAngle(body, spec.angle);
    if (spec.kind != Kind::fixed) {
      cpBodySetVelocity(body, vec(startVelocity(spec)));
      cpBodySetAngularVelocity(body, spec.rate);
    }
    if (spec.linearDamping > 0) cpBodySetVelocityUpdateFunc(body, dampedVelocity);
    cpSpaceAddBody(space, body);
    bodyCount += 1;
    if (spec.kind == Kind::dynamic) {
      cpBodySetUserData(body, reinterpret_cast<void*>(dynamicBodies.size()));
      dynamicBodies.push_back(body);
    }
    return body;
  }
  void finishBody(Body body, const BodySpec& spec) {
    if (!spec.isAwake) cpBodySleep(body);
  }

  void box(Body body, float halfWidth, float halfHeight, Vec center, float radius, const ShapeSpec& spec) {
    const cpBB bounds = cpBBNewForExtents(vec(center), halfWidth, halfHeight);
    add(cpBoxShapeNew2(body, bounds, radius), spec);
  }
  void polygon(Body body, const Vec* corners, int count, float radius, const ShapeSpec& spec) {
    std::vector<cpVect> points;
    for (int i = 0; i < count; ++i) points.push_back(vec(corners[i]));
    add(cpPolyShapeNew(body, count, points.data(), cpTransformIdentity, radius), spec);
  }
  void circle(Body body, Vec center, float radius, const ShapeSpec& spec) {
    add(cpCircleShapeNew(body, radius, vec(center)), spec);
  }
  void capsule(Body body, Vec a, Vec b, float radius, const ShapeSpec& spec) {
    add(cpSegmentShapeNew(body, vec(a), vec(b), radius), spec);
  }
  void segment(Body body, Vec a, Vec b, const ShapeSpec& spec) {
    add(cpSegmentShapeNew(body, vec(a), vec(b), 0), spec);
  }
  void loop(Body body, const std::vector<Vec>& points, const ShapeSpec& spec) {
    const size_t n = points.size();
    for (size_t i = 0; i < n; ++i) {
      cpShape* edge = cpSegmentShapeNew(body, vec(points[i]), vec(points[(i + 1) % n]), 0);
      cpSegmentShapeSetNeighbors(
        edge, vec(points[(i + n - 1) % n]), vec(points[(i + 2) % n]));
      add(edge, spec);
    }
  }

  Joint revolute(const JointSpec<Body>& spec) {
    Hinge hinge;
    // It refuses joints between bodies that cannot move.
    if (cpBodyGetType(spec.a) != CP_BODY_TYPE_DYNAMIC
        && cpBodyGetType(spec.b) != CP_BODY_TYPE_DYNAMIC) {
      return hinge;
    }
    auto add = [&](cpConstraint* part) {
      cpConstraintSetCollideBodies(part, cpFalse);
      hinge.parts[hinge.count++] = cpSpaceAddConstraint(space, part);
    };
    add(cpPivotJointNew2(spec.a, spec.b, vec(spec.anchorA), vec(spec.anchorB)));
    cpConstraintSetUserData(hinge.parts[0], reinterpret_cast<void*>(pins.size()));
    pins.push_back(hinge.parts[0]);
    if (spec.hasLimit) {
      add(cpRotaryLimitJointNew(
        spec.a, spec.b, spec.lower + spec.frameAngle, spec.upper + spec.frameAngle));
    }
    if (spec.hasMotor) {
      // Its motor turns A against B.
      cpConstraint* motor = cpSimpleMotorNew(spec.a, spec.b, -spec.motorSpeed);
      if (spec.motorTorque < 1e30f) cpConstraintSetMaxForce(motor, spec.motorTorque);
      add(motor);
    }
    if (spec.hasSpring) {
      const double mass = reducedInertia(spec.a, spec.b);
      const double omega = 2 * double(pi) * spec.hertz;
      add(cpDampedRotarySpringNew(
        spec.a, spec.b, -spec.frameAngle, mass * omega * omega,
        2 * mass * spec.dampingRatio * omega));
    }
    return hinge;
  }

  void destroy(Joint hinge) {
    if (hinge.count == 0) return;
    const size_t index = reinterpret_cast<size_t>(cpConstraintGetUserData(hinge.parts[0]));
    pins[index] = pins.back();
    cpConstraintSetUserData(pins[index], reinterpret_cast<void*>(index));
    pins.pop_back();
    for (int i = 0; i < hinge.count; ++i) {
      cpSpaceRemoveConstraint(space, hinge.parts[i]);
      cpConstraintFree(hinge.parts[i]);
    }
  }
  void destroy(Body body) {
    std::vector<cpShape*> shapes;
    cpBodyEachShape(
      body, [](cpBody*, cpShape* shape, void* list) {
        static_cast<std::vector<cpShape*>*>(list)->push_back(shape);
      },
      &shapes);
    for (cpShape* shape : shapes) {
      cpSpaceRemoveShape(space, shape);
      cpShapeFree(shape);
      shapeCount -= 1;
    }
    cpSpaceRemoveBody(space, body);
    bodyCount -= 1;
    const size_t index = reinterpret_cast<size_t>(cpBodyGetUserData(body));
    dynamicBodies[index] = dynamicBodies.back();
    cpBodySetUserData(dynamicBodies[index], reinterpret_cast<void*>(index));
    dynamicBodies.pop_back();
    cpBodyFree(body);
  }

  void reach(Body body, Vec position) {
    cpBodySetVelocity(
      body, cpvmult(cpvsub(vec(position), cpBodyGetPosition(body)), 1 / double(stepSeconds)));
  }

  void step() { cpSpaceStep(space, double(stepSeconds)); }

  Figures figures() {
    Figures figures;
    figures.bodies = bodyCount;
    figures.shapes = shapeCount;
    for (Body body : dynamicBodies) {
      const cpVect p = cpBodyGetPosition(body);
      const cpVect v = cpBodyGetVelocity(body);
      const cpVect center = cpBodyLocalToWorld(body, cpBodyGetCenterOfGravity(body));
      figures.addBody(
        !cpBodyIsSleeping(body), p.x, p.y, center.y, cpBodyGetMass(body), cpBodyGetMoment(body), v.x,
        v.y, cpBodyGetAngularVelocity(body));
      struct Context {
        cpBody* body;
        Figures* figures;
      } context{body, &figures};
      cpBodyEachArbiter(
        body, [](cpBody* body, cpArbiter* arbiter, void* data) {
          auto* context = static_cast<Context*>(data);
          CP_ARBITER_GET_BODIES(arbiter, a, b);
          const bool isTwice = cpBodyGetType(a) == CP_BODY_TYPE_DYNAMIC
                               && cpBodyGetType(b) == CP_BODY_TYPE_DYNAMIC;
          if (isTwice && a != body) return;
          const int count = cpArbiterGetCount(arbiter);
          if (count == 0) return;
          double least = INFINITY;
          for (int i = 0; i < count; ++i) {
            least = std::min(least, double(cpArbiterGetDepth(arbiter, i)));
          }
          context->figures->contacts += 1;
          context->figures->addContact(least);
        },
        &context);
    }
    for (cpConstraint* pin : pins) {
      const cpVect a = cpBodyLocalToWorld(
        cpConstraintGetBodyA(pin), cpPivotJointGetAnchorA(pin));
      const cpVect b = cpBodyLocalToWorld(
        cpConstraintGetBodyB(pin), cpPivotJointGetAnchorB(pin));
      figures.addJoint(cpvdist(a, b));
    }
    figures.finish();
    return figures;
  }

private:
  cpSpace* space;
  // Bodies and pins know their place in these, as user data.
  std::vector<cpBody*> dynamicBodies;
  std::vector<cpConstraint*> pins;
  int bodyCount = 0;
  int shapeCount = 0;

  /// Every damped body of the scenes has a rate of 0.1 per second.
  static void dampedVelocity(cpBody* body, cpVect gravity, cpFloat damping, cpFloat dt) {
    cpBodyUpdateVelocity(body, gravity, damping, dt);
    cpBodySetVelocity(body, cpvmult(cpBodyGetVelocity(body), 1 / (1 + 0.1 * dt)));
  }

  static double reducedInertia(cpBody* a, cpBody* b) {
    const auto inverse = [](cpBody* body) {
      const double moment = cpBodyGetMoment(body);
      return cpBodyGetType(body) == CP_BODY_TYPE_DYNAMIC && moment > 0 ? 1 / moment : 0;
    };
    const double sum = inverse(a) + inverse(b);
    return sum > 0 ? 1 / sum : 0;
  }

  void add(cpShape* shape, const ShapeSpec& spec) {
    cpShapeSetFriction(shape, spec.friction);
    cpShapeSetElasticity(shape, spec.restitution);
    // It has no negative groups: bodies of one group other than 0 never collide.
    cpShapeSetFilter(
      shape, cpShapeFilterNew(
               cpGroup(-spec.group), cpBitmask(spec.category), cpBitmask(spec.mask)));
    if (cpBodyGetType(cpShapeGetBody(shape)) == CP_BODY_TYPE_DYNAMIC) {
      cpShapeSetDensity(shape, spec.density);
    }
    cpSpaceAddShape(space, shape);
    shapeCount += 1;
  }
};

}  // namespace

int main(int argc, char** argv) { return Scenes<Chipmunk7>::main(argc, argv); }
