// Box2D 2.4.1 with 8 velocity and 3 position iterations, its documented default. It has no capsules:
// two circles and a box stand for one. Polygons have its own rounding radius, 1 cm, whatever the scene
// says; a rounded box is a box as large as it with its rounding. Revolute joints have no springs, and
// its joints no softness of their own: those parts of a scene are left out. Contacts overlap as its
// world manifolds say, at the last poses.

#include <box2d/box2d.h>

#include "scenes.hpp"

namespace {

using namespace peers;

b2Vec2 vec(Vec v) { return b2Vec2(v.x, v.y); }

class Box2D24 {
public:
  using Body = b2Body*;
  using Joint = b2Joint*;

  static const char* name() { return "Box2D 2.4.1"; }
  /// Whether the scene is listed: run without being asked for by name. Its sweeps against the washer's
  /// kinematic drum soon take more than a second a step.
  static bool runs(const char* scene) { return std::strcmp(scene, "washer") != 0; }

  explicit Box2D24(const WorldSpec& spec) : world(vec(spec.gravity)) {
    world.SetAllowSleeping(spec.maySleep);
  }

  Body body(const BodySpec& spec) {
    b2BodyDef definition;
    definition.type = spec.kind == Kind::fixed       ? b2_staticBody
                      : spec.kind == Kind::kinematic ? b2_kinematicBody
                                                     : b2_dynamicBody;
    definition.position = vec(spec.position);
    definition.angle = spec.angle;
    definition.linearVelocity = vec(startVelocity(spec));
    definition.angularVelocity = spec.rate;
    definition.linearDamping = spec.linearDamping;
    definition.allowSleep = spec.maySleep;
    definition.awake = spec.isAwake;
    return world.CreateBody(&definition);
  }
  void finishBody(Body, const BodySpec&) {}

  void box(Body body, float halfWidth, float halfHeight, Vec center, float radius, const ShapeSpec& spec) {
    b2PolygonShape shape;
    shape.SetAsBox(halfWidth + radius, halfHeight + radius, vec(center), 0);
    add(body, shape, spec);
  }
  void polygon(Body body, const Vec* corners, int count, float, const ShapeSpec& spec) {
    b2Vec2 points[b2_maxPolygonVertices];
    for (int i = 0; i < count; ++i) points[i] = vec(corners[i]);
    b2PolygonShape shape;
    shape.Set(points, count);
    add(body, shape, spec);
  }
  void circle(Body body, Vec center, float radius, const ShapeSpec& spec) {
    b2CircleShape shape;
    shape.m_p = vec(center);
    shape.m_radius = radius;
    add(body, shape, spec);
  }
  void capsule(Body body, Vec a, Vec b, float radius, const ShapeSpec& spec) {
    circle(body, a, radius, spec);
    circle(body, b, radius, spec);
    const b2Vec2 along = vec(b) - vec(a);
    const b2Vec2 across = (radius / along.Length()) * b2Vec2(-along.y, along.x);
    const b2Vec2 corners[] = {
      vec(a) - across, vec(b) - across, vec(b) + across, vec(a) + across};
    b2PolygonShape shape;
    shape.Set(corners, 4);
    add(body, shape, spec);
  }
  void segment(Body body, Vec a, Vec b, const ShapeSpec& spec) {
    b2EdgeShape shape;
    shape.SetTwoSided(vec(a), vec(b));
    add(body, shape, spec);
  }
  void loop(Body body, const std::vector<Vec>& points, const ShapeSpec& spec) {
    std::vector<b2Vec2> corners;
    for (Vec p : points) corners.push_back(vec(p));
    b2ChainShape shape;
    shape.CreateLoop(corners.data(), int32(corners.size()));
    add(body, shape, spec);
    shapeCount += int(corners.size()) - 1;
  }

  Joint revolute(const JointSpec<Body>& spec) {
    b2RevoluteJointDef definition;
    definition.bodyA = spec.a;
    definition.bodyB = spec.b;
    definition.localAnchorA = vec(spec.anchorA);
    definition.localAnchorB = vec(spec.anchorB);
    definition.referenceAngle = spec.frameAngle;
    definition.enableLimit = spec.hasLimit;
    definition.lowerAngle = spec.lower;
    definition.upperAngle = spec.upper;
    definition.enableMotor = spec.hasMotor;
    definition.motorSpeed = spec.motorSpeed;
    // It multiplies by the time step: an unlimited torque must stay finite.
    definition.maxMotorTorque = std::min(spec.motorTorque, 1e30f);
    return world.CreateJoint(&definition);
  }

  void destroy(Joint joint) { world.DestroyJoint(joint); }
  void destroy(Body body) {
    for (b2Fixture* f = body->GetFixtureList(); f; f = f->GetNext()) shapeCount -= 1;
    world.DestroyBody(body);
  }

  void reach(Body body, Vec position) {
    body->SetLinearVelocity((1 / stepSeconds) * (vec(position) - body->GetPosition()));
  }

  void step() { world.Step(stepSeconds, 8, 3); }

  Figures figures() {
    Figures figures;
    figures.bodies = world.GetBodyCount();
    figures.shapes = shapeCount;
    figures.contacts = world.GetContactCount();
    for (b2Body* body = world.GetBodyList(); body; body = body->GetNext()) {
      if (body->GetType() != b2_dynamicBody) continue;
      const b2Vec2 p = body->GetPosition();
      const b2Vec2 v = body->GetLinearVelocity();
      // Its inertia is about the body's origin.
      const float inertia =
        body->GetInertia() - body->GetMass() * body->GetLocalCenter().LengthSquared();
      figures.addBody(
        body->IsAwake(), p.x, p.y, body->GetWorldCenter().y, body->GetMass(), inertia, v.x, v.y,
        body->GetAngularVelocity());
    }
    for (b2Contact* contact = world.GetContactList(); contact; contact = contact->GetNext()) {
      const int count = contact->GetManifold()->pointCount;
      if (count == 0) continue;
      b2WorldManifold manifold;
      contact->GetWorldManifold(&manifold);
      double least = INFINITY;
      for (int i = 0; i < count; ++i) {
        least = std::min(least, double(manifold.separations[i]));
      }
      figures.addContact(least);
    }
    for (b2Joint* joint = world.GetJointList(); joint; joint = joint->GetNext()) {
      figures.addJoint(b2Distance(joint->GetAnchorA(), joint->GetAnchorB()));
    }
    figures.finish();
    return figures;
  }

private:
  b2World world;
  int shapeCount = 0;

  void add(Body body, const b2Shape& shape, const ShapeSpec& spec) {
    b2FixtureDef definition;
    definition.shape = &shape;
    definition.density = spec.density;
    definition.friction = spec.friction;
    definition.restitution = spec.restitution;
    definition.filter.categoryBits = uint16(spec.category);
    definition.filter.maskBits = uint16(spec.mask);
    definition.filter.groupIndex = int16(spec.group);
    body->CreateFixture(&definition);
    shapeCount += 1;
  }
};

}  // namespace

int main(int argc, char** argv) { return Scenes<Box2D24>::main(argc, argv); }
