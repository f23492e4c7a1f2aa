// Box2D v3, through its public C interface, with its own defaults and 4 sub-steps. Its manifolds are
// those of the poses before the last step, and some only follow an older one: contacts overlap as its
// collision functions say of the last poses.

#include <box2d/box2d.h>

#include "scenes.hpp"

namespace {

using namespace peers;

b2Vec2 vec(Vec v) { return {v.x, v.y}; }

class Box2D3 {
public:
  using Body = b2BodyId;
  using Joint = b2JointId;

#ifndef LAPLACE_PEER_NAME
#define LAPLACE_PEER_NAME "Box2D v3"
#endif
  static const char* name() { return LAPLACE_PEER_NAME; }
  /// Whether the scene is listed: run without being asked for by name.
  static bool runs(const char*) { return true; }

  explicit Box2D3(const WorldSpec& spec) {
    b2WorldDef definition = b2DefaultWorldDef();
    definition.gravity = vec(spec.gravity);
    definition.enableSleep = spec.maySleep;
    definition.workerCount = 1;
    world = b2CreateWorld(&definition);
  }
  ~Box2D3() { b2DestroyWorld(world); }
  Box2D3(const Box2D3&) = delete;

  Body body(const BodySpec& spec) {
    b2BodyDef definition = b2DefaultBodyDef();
    definition.type = spec.kind == Kind::fixed       ? b2_staticBody
                      : spec.kind == Kind::kinematic ? b2_kinematicBody
                                                     : b2_dynamicBody;
    definition.position = {spec.position.x, spec.position.y};
    definition.rotation = b2MakeRot(spec.angle);
    definition.linearVelocity = vec(startVelocity(spec));
    definition.angularVelocity = spec.rate;
    definition.linearDamping = spec.linearDamping;
    definition.sleepThreshold = spec.sleepThreshold;
    definition.enableSleep = spec.maySleep;
    definition.isAwake = spec.isAwake;
    const Body id = b2CreateBody(world, &definition);
    if (spec.kind == Kind::dynamic) bodies.push_back(id);
    return id;
  }
  void finishBody(Body, const BodySpec&) {}

  void box(Body body, float halfWidth, float halfHeight, Vec center, float radius, const ShapeSpec& spec) {
    const b2ShapeDef definition = shape(spec);
    const b2Polygon polygon =
      b2MakeOffsetRoundedBox(halfWidth, halfHeight, vec(center), b2Rot_identity, radius);
    b2CreatePolygonShape(body, &definition, &polygon);
  }
  void polygon(Body body, const Vec* corners, int count, float radius, const ShapeSpec& spec) {
    b2Vec2 points[B2_MAX_POLYGON_VERTICES];
    for (int i = 0; i < count; ++i) points[i] = vec(corners[i]);
    const b2Hull hull = b2ComputeHull(points, count);
    const b2Polygon polygon = b2MakePolygon(&hull, radius);
    const b2ShapeDef definition = shape(spec);
    b2CreatePolygonShape(body, &definition, &polygon);
  }
  void circle(Body body, Vec center, float radius, const ShapeSpec& spec) {
    const b2ShapeDef definition = shape(spec);
    const b2Circle circle = {vec(center), radius};
    b2CreateCircleShape(body, &definition, &circle);
  }
  void capsule(Body body, Vec a, Vec b, float radius, const ShapeSpec& spec) {
    const b2ShapeDef definition = shape(spec);
    const b2Capsule capsule = {vec(a), vec(b), radius};
    b2CreateCapsuleShape(body, &definition, &capsule);
  }
  void segment(Body body, Vec a, Vec b, const ShapeSpec& spec) {
    const b2ShapeDef definition = shape(spec);
    const b2Segment segment = {vec(a), vec(b)};
    b2CreateSegmentShape(body, &definition, &segment);
  }
  void loop(Body body, const std::vector<Vec>& points, const ShapeSpec& spec) {
    std::vector<b2Vec2> corners;
    for (Vec p : points) corners.push_back(vec(p));
    b2SurfaceMaterial material = b2DefaultSurfaceMaterial();
    material.friction = spec.friction;
    material.restitution = spec.restitution;
    b2ChainDef definition = b2DefaultChainDef();
    definition.points = corners.data();
    definition.count = int(corners.size());
    definition.isLoop = true;
    definition.materials = &material;
    definition.materialCount = 1;
    b2CreateChain(body, &definition);
  }

  Joint revolute(const JointSpec<Body>& spec) {
    b2RevoluteJointDef definition = b2DefaultRevoluteJointDef();
    definition.base.bodyIdA = spec.a;
    definition.base.bodyIdB = spec.b;
    definition.base.localFrameA.p = vec(spec.anchorA);
    definition.base.localFrameA.q = b2MakeRot(spec.frameAngle);
    definition.base.localFrameB.p = vec(spec.anchorB);
    if (spec.constraintHertz >= 0) {
      definition.base.constraintHertz = spec.constraintHertz;
      definition.base.constraintDampingRatio = spec.constraintDampingRatio;
    }
    definition.enableLimit = spec.hasLimit;
    definition.lowerAngle = spec.lower;
    definition.upperAngle = spec.upper;
    definition.enableMotor = spec.hasMotor;
    definition.motorSpeed = spec.motorSpeed;
    definition.maxMotorTorque = spec.motorTorque;
    definition.enableSpring = spec.hasSpring;
    definition.hertz = spec.hertz;
    definition.dampingRatio = spec.dampingRatio;
    const Joint joint = b2CreateRevoluteJoint(world, &definition);
    joints.push_back(joint);
    return joint;
  }

  void destroy(Joint joint) { b2DestroyJoint(joint); }
  void destroy(Body body) { b2DestroyBody(body); }

  void reach(Body body, Vec position) {
    const b2WorldTransform target = {{position.x, position.y}, b2Rot_identity};
    b2Body_SetTargetTransform(body, target, stepSeconds, true);
  }

  void step() { b2World_Step(world, stepSeconds, 4); }

  Figures figures() {
    Figures figures;
    const b2Counters counters = b2World_GetCounters(world);
    figures.bodies = counters.bodyCount;
    figures.shapes = counters.shapeCount;
    figures.contacts = counters.contactCount;
    std::vector<b2ContactData> contacts;
    for (Body body : bodies) {
      if (!b2Body_IsValid(body)) continue;
      const b2Pos p = b2Body_GetPosition(body);
      const b2Vec2 v = b2Body_GetLinearVelocity(body);
      figures.addBody(
        b2Body_IsAwake(body), p.x, p.y, b2Body_GetWorldCenter(body).y, b2Body_GetMass(body),
        b2Body_GetRotationalInertia(body), v.x, v.y, b2Body_GetAngularVelocity(body));
      contacts.resize(size_t(b2Body_GetContactCapacity(body)));
      const int count = b2Body_GetContactData(body, contacts.data(), int(contacts.size()));
      for (int i = 0; i < count; ++i) {
        const b2BodyId a = b2Shape_GetBody(contacts[size_t(i)].shapeIdA);
        const b2BodyId b = b2Shape_GetBody(contacts[size_t(i)].shapeIdB);
        // A contact of two dynamic bodies comes twice.
        const bool isTwice =
          b2Body_GetType(a) == b2_dynamicBody && b2Body_GetType(b) == b2_dynamicBody;
        if (isTwice && !B2_ID_EQUALS(a, body)) continue;
        const b2LocalManifold manifold =
          presentManifold(contacts[size_t(i)].shapeIdA, contacts[size_t(i)].shapeIdB);
        double least = INFINITY;
        for (int k = 0; k < manifold.pointCount; ++k) {
          least = std::min(least, double(manifold.points[k].separation));
        }
        figures.addContact(least);
      }
    }
    for (Joint joint : joints) {
      if (!b2Joint_IsValid(joint)) continue;
      const b2WorldTransform a = b2Body_GetTransform(b2Joint_GetBodyA(joint));
      const b2WorldTransform b = b2Body_GetTransform(b2Joint_GetBodyB(joint));
      const b2Pos pa = b2TransformWorldPoint(a, b2Joint_GetLocalFrameA(joint).p);
      const b2Pos pb = b2TransformWorldPoint(b, b2Joint_GetLocalFrameB(joint).p);
      figures.addJoint(std::hypot(double(pb.x - pa.x), double(pb.y - pa.y)));
    }
    figures.finish();
    return figures;
  }

private:
  b2WorldId world;
  std::vector<Body> bodies;
  std::vector<Joint> joints;

  /// What two shapes, in the order of their contact, touch like now. The scenes have one-sided chain
  /// segments, two-sided segments, circles, capsules and polygons.
  static b2LocalManifold presentManifold(b2ShapeId a, b2ShapeId b) {
    const b2Transform inA = b2InvMulWorldTransforms(
      b2Body_GetTransform(b2Shape_GetBody(a)), b2Body_GetTransform(b2Shape_GetBody(b)));
    const b2ShapeType typeB = b2Shape_GetType(b);
    const auto circle = [](b2ShapeId id) { return b2Shape_GetCircle(id); };
    const auto capsule = [](b2ShapeId id) { return b2Shape_GetCapsule(id); };
    const auto polygon = [](b2ShapeId id) { return b2Shape_GetPolygon(id); };
    b2SimplexCache cache = {};
    switch (b2Shape_GetType(a)) {
      case b2_circleShape: {
        const b2Circle shapeA = circle(a), shapeB = circle(b);
        return b2CollideCircles(&shapeA, &shapeB, inA);
      }
      case b2_capsuleShape: {
        const b2Capsule shapeA = capsule(a);
        if (typeB == b2_circleShape) {
          const b2Circle shapeB = circle(b);
          return b2CollideCapsuleAndCircle(&shapeA, &shapeB, inA);
        }
        const b2Capsule shapeB = capsule(b);
        return b2CollideCapsules(&shapeA, &shapeB, inA);
      }
      case b2_polygonShape: {
        const b2Polygon shapeA = polygon(a);
        if (typeB == b2_circleShape) {
          const b2Circle shapeB = circle(b);
          return b2CollidePolygonAndCircle(&shapeA, &shapeB, inA);
        }
        if (typeB == b2_capsuleShape) {
          const b2Capsule shapeB = capsule(b);
          return b2CollidePolygonAndCapsule(&shapeA, &shapeB, inA);
        }
        const b2Polygon shapeB = polygon(b);
        return b2CollidePolygons(&shapeA, &shapeB, inA);
      }
      case b2_segmentShape: {
        const b2Segment shapeA = b2Shape_GetSegment(a);
        if (typeB == b2_circleShape) {
          const b2Circle shapeB = circle(b);
          return b2CollideSegmentAndCircle(&shapeA, &shapeB, inA);
        }
        if (typeB == b2_capsuleShape) {
          const b2Capsule shapeB = capsule(b);
          return b2CollideSegmentAndCapsule(&shapeA, &shapeB, inA);
        }
        const b2Polygon shapeB = polygon(b);
        return b2CollideSegmentAndPolygon(&shapeA, &shapeB, inA);
      }
      case b2_chainSegmentShape: {
        const b2ChainSegment shapeA = b2Shape_GetChainSegment(a);
        if (typeB == b2_circleShape) {
          const b2Circle shapeB = circle(b);
          return b2CollideChainSegmentAndCircle(&shapeA, &shapeB, inA);
        }
        if (typeB == b2_capsuleShape) {
          const b2Capsule shapeB = capsule(b);
          return b2CollideChainSegmentAndCapsule(&shapeA, &shapeB, inA, &cache);
        }
        const b2Polygon shapeB = polygon(b);
        return b2CollideChainSegmentAndPolygon(&shapeA, &shapeB, inA, &cache);
      }
      default: return {};
    }
  }

  static b2ShapeDef shape(const ShapeSpec& spec) {
    b2ShapeDef definition = b2DefaultShapeDef();
    definition.density = spec.density;
    definition.material.friction = spec.friction;
    definition.material.restitution = spec.restitution;
    definition.filter.categoryBits = spec.category;
    definition.filter.maskBits = spec.mask;
    definition.filter.groupIndex = spec.group;
    definition.enableHitEvents = spec.reportsHits;
    return definition;
  }
};

}  // namespace

int main(int argc, char** argv) { return Scenes<Box2D3>::main(argc, argv); }
