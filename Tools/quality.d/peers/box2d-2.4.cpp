// Box2D 2.4.1 with 8 velocity and 3 position iterations, its documented default.

#include <box2d/box2d.h>

#include "lines.hpp"

namespace {

using namespace quality;

constexpr float metre = 100;

b2Vec2 vec(Vec v) { return b2Vec2(float(v.x) / metre, float(v.y) / metre); }

class Box2D24 {
public:
  using Body = b2Body*;

  static const char* name() { return "Box2D 2.4.1"; }

  explicit Box2D24(bool falls) : world(b2Vec2(0, falls ? 10.0f : 0.0f)) {
    b2BodyDef definition;
    ground = world.CreateBody(&definition);
  }

  void wall(Vec a, Vec b) {
    b2EdgeShape shape;
    shape.SetTwoSided(vec(a), vec(b));
    b2FixtureDef definition;
    definition.shape = &shape;
    definition.friction = 0.5f;
    ground->CreateFixture(&definition);
  }

  Body body(const Spec& spec) {
    b2BodyDef definition;
    definition.type = spec.isAnchored ? b2_staticBody : b2_dynamicBody;
    definition.position = vec(spec.center);
    definition.angle = float(spec.angle);
    definition.linearVelocity = vec(spec.velocity);
    definition.angularVelocity = float(spec.spin);
    definition.linearDamping = float(spec.damping);
    definition.angularDamping = float(spec.damping);
    const Body body = world.CreateBody(&definition);
    b2FixtureDef fixture;
    b2CircleShape circle;
    b2PolygonShape box;
    fixture.shape = &circle;
    circle.m_radius = float(spec.radius) / metre;
    if (spec.radius == 0) {
      box.SetAsBox(float(spec.width) / 2 / metre, float(spec.height) / 2 / metre);
      fixture.shape = &box;
    }
    fixture.density = float(spec.density);
    fixture.friction = float(spec.friction);
    fixture.restitution = float(spec.restitution);
    body->CreateFixture(&fixture);
    return body;
  }

  void rod(Body body, Vec anchor, double length) { tie(body, anchor, length, 0, 0); }
  void spring(Body body, Vec anchor, double length, double hertz, double ratio) {
    tie(body, anchor, length, hertz, ratio);
  }

  void step() { world.Step(float(1 / rate), 8, 3); }
  bool isAnyAwake() {
    for (b2Body* body = world.GetBodyList(); body; body = body->GetNext()) {
      if (body->GetType() == b2_dynamicBody && body->IsAwake()) return true;
    }
    return false;
  }

  State state(Body body) {
    const b2Vec2 p = body->GetPosition(), v = body->GetLinearVelocity();
    return {
      {metre * p.x, metre * p.y},
      {metre * v.x, metre * v.y},
      body->GetAngle(),
      body->GetAngularVelocity()};
  }

private:
  b2World world;
  b2Body* ground;

  void tie(Body body, Vec anchor, double length, double hertz, double ratio) {
    b2DistanceJointDef definition;
    definition.bodyA = ground;
    definition.bodyB = body;
    definition.localAnchorA = vec(anchor);
    definition.length = float(length) / metre;
    definition.minLength = hertz > 0 ? 0 : definition.length;
    definition.maxLength = hertz > 0 ? 1e6f : definition.length;
    if (hertz > 0) {
      b2LinearStiffness(
        definition.stiffness, definition.damping, float(hertz), float(ratio), ground, body);
    }
    world.CreateJoint(&definition);
  }
};

}  // namespace

int main(int argc, char** argv) { return Lines<Box2D24>::main(argc, argv); }
