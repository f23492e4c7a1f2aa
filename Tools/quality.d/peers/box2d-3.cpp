// Box2D v3 by its public C interface, with its defaults.

#include <box2d/box2d.h>

#include "lines.hpp"

namespace {

using namespace quality;

constexpr float metre = 100;

b2Vec2 vec(Vec v) { return {float(v.x) / metre, float(v.y) / metre}; }

class Box2D3 {
public:
  using Body = b2BodyId;

  static const char* name() { return "Box2D v3"; }

  explicit Box2D3(bool falls) {
    b2WorldDef definition = b2DefaultWorldDef();
    definition.gravity = {0, falls ? 10.0f : 0.0f};
    definition.workerCount = 1;
    world = b2CreateWorld(&definition);
    b2BodyDef body = b2DefaultBodyDef();
    ground = b2CreateBody(world, &body);
  }
  ~Box2D3() { b2DestroyWorld(world); }
  Box2D3(const Box2D3&) = delete;

  void wall(Vec a, Vec b) {
    b2ShapeDef definition = b2DefaultShapeDef();
    definition.material.friction = 0.5f;
    const b2Segment segment = {vec(a), vec(b)};
    b2CreateSegmentShape(ground, &definition, &segment);
  }

  Body body(const Spec& spec) {
    b2BodyDef definition = b2DefaultBodyDef();
    definition.type = spec.isAnchored ? b2_staticBody : b2_dynamicBody;
    const b2Vec2 place = vec(spec.center);
    definition.position = {place.x, place.y};
    definition.rotation = b2MakeRot(float(spec.angle));
    definition.linearVelocity = vec(spec.velocity);
    definition.angularVelocity = float(spec.spin);
    definition.linearDamping = float(spec.damping);
    definition.angularDamping = float(spec.damping);
    const Body id = b2CreateBody(world, &definition);
    b2ShapeDef shape = b2DefaultShapeDef();
    shape.density = float(spec.density);
    shape.material.friction = float(spec.friction);
    shape.material.restitution = float(spec.restitution);
    if (spec.radius > 0) {
      const b2Circle circle = {{0, 0}, float(spec.radius) / metre};
      b2CreateCircleShape(id, &shape, &circle);
    } else {
      const b2Polygon box =
        b2MakeBox(float(spec.width) / 2 / metre, float(spec.height) / 2 / metre);
      b2CreatePolygonShape(id, &shape, &box);
    }
    bodies.push_back(id);
    return id;
  }

  void rod(Body body, Vec anchor, double length) { tie(body, anchor, length, 0, 0); }
  void spring(Body body, Vec anchor, double length, double hertz, double ratio) {
    tie(body, anchor, length, hertz, ratio);
  }

  void step() { b2World_Step(world, float(1 / rate), 1); }
  bool isAnyAwake() { return b2World_GetAwakeBodyCount(world) > 0; }

  State state(Body body) {
    const b2Pos p = b2Body_GetPosition(body);
    const b2Vec2 v = b2Body_GetLinearVelocity(body);
    return {
      {metre * p.x, metre * p.y},
      {metre * v.x, metre * v.y},
      b2Rot_GetAngle(b2Body_GetRotation(body)),
      b2Body_GetAngularVelocity(body)};
  }

private:
  b2WorldId world;
  Body ground;
  std::vector<Body> bodies;

  void tie(Body body, Vec anchor, double length, double hertz, double ratio) {
    b2DistanceJointDef definition = b2DefaultDistanceJointDef();
    definition.base.bodyIdA = ground;
    definition.base.bodyIdB = body;
    definition.base.localFrameA.p = vec(anchor);
    definition.length = float(length) / metre;
    definition.enableSpring = hertz > 0;
    definition.hertz = float(hertz);
    definition.dampingRatio = float(ratio);
    b2CreateDistanceJoint(world, &definition);
  }
};

}  // namespace

int main(int argc, char** argv) { return Lines<Box2D3>::main(argc, argv); }
