// The benchmark scenes on Box2D 2.4.1 (8 velocity and 3 position iterations, its documented
// defaults): what laplace-bench is compared with. Prints one tab-separated line per scene:
// name, steps, milliseconds per step (first step not timed), top and bottom of all bodies.
//
//   box2d-2.4 <scene> [steps]

#include <box2d/box2d.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

namespace {

constexpr int velocityIterations = 8;
constexpr int positionIterations = 3;
constexpr float friction = 0.6f;

double milliseconds() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
}

b2Body* addBody(b2World& world, b2BodyType type, float x, float y) {
  b2BodyDef definition;
  definition.type = type;
  definition.position.Set(x, y);
  return world.CreateBody(&definition);
}

void addBox(b2Body* body, float halfWidth, float halfHeight, b2Vec2 center, float density) {
  b2PolygonShape box;
  box.SetAsBox(halfWidth, halfHeight, center, 0);
  b2FixtureDef definition;
  definition.shape = &box;
  definition.density = density;
  definition.friction = friction;
  body->CreateFixture(&definition);
}

void largePyramid(b2World& world) {
  world.SetAllowSleeping(false);
  addBox(addBody(world, b2_staticBody, 0, -1), 100, 1, b2Vec2(0, 0), 0);
  const int n = 100;
  const float a = 0.5f;
  for (int i = 0; i < n; ++i) {
    for (int j = i; j < n; ++j) {
      const float x = float(i + 1) * a + 2 * float(j - i) * a - a * float(n);
      addBox(addBody(world, b2_dynamicBody, x, float(2 * i + 1) * a), a, a, b2Vec2(0, 0), 1);
    }
  }
}

void manyPyramids(b2World& world) {
  world.SetAllowSleeping(false);
  b2Body* ground = addBody(world, b2_staticBody, 0, 0);
  for (int r = 0; r < 20; ++r) {
    b2EdgeShape edge;
    edge.SetTwoSided(b2Vec2(-110, 11.0f * float(r)), b2Vec2(110, 11.0f * float(r)));
    b2FixtureDef definition;
    definition.shape = &edge;
    definition.friction = friction;
    ground->CreateFixture(&definition);
  }
  const float a = 0.5f;
  for (int r = 0; r < 20; ++r) {
    for (int c = 0; c < 20; ++c) {
      const float x0 = -110 + 11 * float(c) + 1;
      const float y0 = 11 * float(r);
      for (int i = 0; i < 10; ++i) {
        for (int j = i; j < 10; ++j) {
          const float x = float(i + 1) * a + 2 * float(j - i) * a + x0 - 0.5f;
          addBox(
            addBody(world, b2_dynamicBody, x, float(2 * i + 1) * a + y0), a, a, b2Vec2(0, 0), 1);
        }
      }
    }
  }
}

void tumbler(b2World& world) {
  b2Body* ground = addBody(world, b2_staticBody, 0, 0);
  b2Body* drum = addBody(world, b2_dynamicBody, 0, 10);
  addBox(drum, 0.5f, 10, b2Vec2(10, 0), 50);
  addBox(drum, 0.5f, 10, b2Vec2(-10, 0), 50);
  addBox(drum, 10, 0.5f, b2Vec2(0, 10), 50);
  addBox(drum, 10, 0.5f, b2Vec2(0, -10), 50);
  b2RevoluteJointDef pin;
  pin.bodyA = ground;
  pin.bodyB = drum;
  pin.localAnchorA.Set(0, 10);
  pin.localAnchorB.Set(0, 0);
  pin.enableMotor = true;
  pin.motorSpeed = 25 * (b2_pi / 180);
  pin.maxMotorTorque = 1e8f;
  world.CreateJoint(&pin);
  for (int i = 0; i < 45; ++i) {
    for (int j = 0; j < 45; ++j) {
      addBox(
        addBody(world, b2_dynamicBody, -9 + 0.4f * float(j), 1 + 0.4f * float(i)), 0.125f,
        0.125f, b2Vec2(0, 0), 1);
    }
  }
}

struct Scene {
  const char* name;
  void (*build)(b2World&);
  int steps;
};

constexpr Scene scenes[] = {
  {"large_pyramid", largePyramid, 500},
  {"many_pyramids", manyPyramids, 200},
  {"tumbler", tumbler, 750},
};

}  // namespace

int main(int argc, char** argv) {
  for (const Scene& scene : scenes) {
    if (argc < 2 || std::strcmp(argv[1], scene.name) != 0) continue;
    const int steps = argc > 2 ? std::atoi(argv[2]) : scene.steps;
    b2World world(b2Vec2(0, -10));
    scene.build(world);
    world.Step(1.0f / 60, velocityIterations, positionIterations);
    const double start = milliseconds();
    for (int i = 1; i < steps; ++i) {
      world.Step(1.0f / 60, velocityIterations, positionIterations);
    }
    const double total = milliseconds() - start;
    float top = -1e30f;
    float bottom = 1e30f;
    for (b2Body* body = world.GetBodyList(); body; body = body->GetNext()) {
      if (body->GetType() != b2_dynamicBody) continue;
      top = b2Max(top, body->GetPosition().y);
      bottom = b2Min(bottom, body->GetPosition().y);
    }
    std::printf(
      "%s\t%d\t%.4f\t%.3f\t%.3f\n", scene.name, steps,
      steps > 1 ? total / double(steps - 1) : 0.0, double(top), double(bottom));
    return 0;
  }
  std::fprintf(stderr, "box2d-2.4: name a scene: large_pyramid, many_pyramids, tumbler\n");
  return 2;
}
