// The benchmark scenes, written once for every engine. Same numbers, same order of creation and the
// same single-precision arithmetic as Sources/Scenarios/Benchmarks.
//
// An engine has: Body, Joint; body(BodySpec), box(body, halfWidth, halfHeight, center, radius, spec),
// polygon(body, corners, count, spec), circle(body, center, radius, spec), capsule(body, a, b, radius,
// spec), segment(body, a, b, spec), loop(body, points, spec): a closed chain, solid on the left of its
// direction; revolute(JointSpec); destroy(joint), destroy(body); reach(body, position): kinematic, in
// one step; finishBody(body, spec) after its shapes; step(); figures().

#pragma once

#include "driver.hpp"

namespace peers {

template <class Engine> struct Scenes {
  using Body = typename Engine::Body;
  using Joint = typename Engine::Joint;
  using JointOf = JointSpec<Body>;

  static Body add(Engine& engine, Kind kind, float x, float y) {
    BodySpec spec;
    spec.kind = kind;
    spec.position = {x, y};
    return engine.body(spec);
  }

  static void addBox(
    Engine& engine, float x, float y, float halfExtent, const ShapeSpec& spec = ShapeSpec()) {
    engine.box(add(engine, Kind::dynamic, x, y), halfExtent, halfExtent, {0, 0}, 0, spec);
  }

  static void largePyramid(Engine& engine, void*&) {
    engine.box(add(engine, Kind::fixed, 0, -1), 100, 1, {0, 0}, 0, ShapeSpec());
    const int n = 100;
    const float a = 0.5f;
    for (int i = 0; i < n; ++i) {
      const float y = float(2 * i + 1) * a;
      for (int j = i; j < n; ++j) {
        addBox(engine, float(i + 1) * a + 2 * float(j - i) * a - a * float(n), y, a);
      }
    }
  }

  static void manyPyramids(Engine& engine, void*&) {
    const Body ground = add(engine, Kind::fixed, 0, 0);
    for (int r = 0; r < 20; ++r) {
      engine.segment(ground, {-110, 11.0f * float(r)}, {110, 11.0f * float(r)}, ShapeSpec());
    }
    const float a = 0.5f;
    for (int r = 0; r < 20; ++r) {
      for (int c = 0; c < 20; ++c) {
        const float x0 = -110 + 11 * float(c) + 1;
        const float y0 = 11 * float(r);
        for (int i = 0; i < 10; ++i) {
          const float y = float(2 * i + 1) * a + y0;
          for (int j = i; j < 10; ++j) {
            addBox(engine, float(i + 1) * a + 2 * float(j - i) * a + x0 - 0.5f, y, a);
          }
        }
      }
    }
  }

  static void pin(Engine& engine, Body a, Vec anchorA, Body b, Vec anchorB) {
    JointOf joint;
    joint.a = a;
    joint.b = b;
    joint.anchorA = anchorA;
    joint.anchorB = anchorB;
    engine.revolute(joint);
  }

  static void jointGrid(Engine& engine, void*&) {
    const int n = 100;
    ShapeSpec spec;
    spec.category = 2;
    spec.mask = ~uint64_t(2);
    std::vector<Body> grid;
    for (int k = 0; k < n; ++k) {
      for (int i = 0; i < n; ++i) {
        const bool isFixed = i == 0 && k >= n / 2 - 3 && k <= n / 2 + 3;
        const Body body = add(engine, isFixed ? Kind::fixed : Kind::dynamic, float(k), -float(i));
        engine.circle(body, {0, 0}, 0.4f, spec);
        if (i > 0) pin(engine, grid[grid.size() - 1], {0, -0.5f}, body, {0, 0.5f});
        if (k > 0) pin(engine, grid[grid.size() - n], {0.5f, 0}, body, {-0.5f, 0});
        grid.push_back(body);
      }
    }
  }

  static void smash(Engine& engine, void*&) {
    BodySpec heavy;
    heavy.position = {-20, 0};
    heavy.velocity = {40, 0};
    ShapeSpec dense;
    dense.density = 8;
    engine.box(engine.body(heavy), 4, 4, {0, 0}, 0, dense);
    for (int i = 0; i < 120; ++i) {
      for (int j = 0; j < 80; ++j) {
        BodySpec small;
        small.position = {30 + 0.4f * float(i), 0.4f * float(j - 40)};
        small.isAwake = false;
        const Body body = engine.body(small);
        engine.box(body, 0.2f, 0.2f, {0, 0}, 0, ShapeSpec());
        engine.finishBody(body, small);
      }
    }
  }

  static void spinner(Engine& engine, void*&) {
    const Body ground = add(engine, Kind::fixed, 0, 0);
    ShapeSpec wall;
    wall.friction = 0.1f;
    std::vector<Vec> points;
    Vec p{40, 0};
    const float degree = pi / 180;
    for (int i = 0; i < 360; ++i) {
      points.push_back({p.x, p.y + 32});
      p = turned(p, std::cos(degree), -std::sin(degree));
    }
    engine.loop(ground, points, wall);
    BodySpec bar;
    bar.position = {0, 12};
    bar.maySleep = false;
    const Body spinner = engine.body(bar);
    ShapeSpec smooth;
    smooth.friction = 0;
    engine.box(spinner, 0.4f, 20, {0, 0}, 0.2f, smooth);
    JointOf joint;
    joint.a = ground;
    joint.b = spinner;
    joint.anchorA = {0, 12};
    joint.hasMotor = true;
    joint.motorSpeed = 5;
    joint.motorTorque = 3.402823e38f;
    engine.revolute(joint);
    ShapeSpec spec;
    spec.friction = 0.1f;
    spec.restitution = 0.1f;
    spec.density = 0.25f;
    float x = -23;
    float y = 2;
    for (int m = 0; m < 6076; ++m) {
      const Body body = add(engine, Kind::dynamic, x, y);
      if (m % 3 == 0) engine.capsule(body, {-0.25f, 0}, {0.25f, 0}, 0.25f, spec);
      else if (m % 3 == 1) engine.circle(body, {0, 0}, 0.35f, spec);
      else engine.box(body, 0.35f, 0.35f, {0, 0}, 0, spec);
      x += 0.5f;
      if (x >= 23) {
        x = -23;
        y += 0.5f;
      }
    }
  }

  static void tumbler(Engine& engine, void*&) {
    const Body ground = add(engine, Kind::fixed, 0, 0);
    const Body drum = add(engine, Kind::dynamic, 0, 10);
    ShapeSpec dense;
    dense.density = 50;
    engine.box(drum, 0.5f, 10, {10, 0}, 0, dense);
    engine.box(drum, 0.5f, 10, {-10, 0}, 0, dense);
    engine.box(drum, 10, 0.5f, {0, 10}, 0, dense);
    engine.box(drum, 10, 0.5f, {0, -10}, 0, dense);
    JointOf joint;
    joint.a = ground;
    joint.b = drum;
    joint.anchorA = {0, 10};
    joint.hasMotor = true;
    joint.motorSpeed = 25 * (pi / 180);
    joint.motorTorque = 1e8f;
    engine.revolute(joint);
    for (int i = 0; i < 45; ++i) {
      for (int j = 0; j < 45; ++j) {
        addBox(engine, -9 + 0.4f * float(j), 1 + 0.4f * float(i), 0.125f);
      }
    }
  }

  static void washer(Engine& engine, void*&) {
    add(engine, Kind::fixed, 0, 0);
    const float degree = pi / 180;
    BodySpec spec;
    spec.kind = Kind::kinematic;
    spec.position = {0, 10};
    spec.rate = 25 * degree;
    spec.velocity = {0.001f, -0.002f};
    const Body drum = engine.body(spec);
    Vec u1{1, 0};
    for (int i = 0; i < 36; ++i) {
      Vec u2 = turned(u1, std::cos(10 * degree), std::sin(10 * degree));
      if (i == 35) u2 = {1, 0};
      const Vec a1 = turned(u1, std::cos(degree), -std::sin(degree));
      const Vec a2 = turned(u2, std::cos(degree), std::sin(degree));
      quad(engine, drum, a1, a2, 16, 18);
      if (i % 9 == 0) quad(engine, drum, u1, u2, 14, 16);
      u1 = u2;
    }
    ShapeSpec hits;
    hits.reportsHits = true;
    for (int i = 0; i < 90; ++i) {
      for (int j = 0; j < 90; ++j) {
        addBox(engine, -9.9f + 0.21f * float(j), 0.1f + 0.21f * float(i), 0.1f, hits);
      }
    }
  }

  static void quad(Engine& engine, Body drum, Vec a, Vec b, float inner, float outer) {
    const Vec corners[] = {
      {inner * a.x, inner * a.y}, {outer * a.x, outer * a.y}, {inner * b.x, inner * b.y},
      {outer * b.x, outer * b.y}};
    engine.polygon(drum, corners, 4, 0, ShapeSpec());
  }

  static void tray(Engine& engine, Body ground, int halfWidth, int wallHeight) {
    for (int i = -halfWidth; i <= halfWidth; ++i) {
      engine.box(ground, 0.55f, 0.5f, {float(i), 0}, 0, ShapeSpec());
    }
    for (int x = -halfWidth; x <= halfWidth; x += 2 * halfWidth) {
      for (int j = 1; j <= wallHeight; ++j) {
        engine.box(ground, 0.5f, 0.55f, {float(x), float(j)}, 0, ShapeSpec());
      }
    }
  }

  static void compounds(Engine& engine, void*&) {
    const Body ground = add(engine, Kind::fixed, 0, 0);
    tray(engine, ground, 40, 100);
    engine.segment(ground, {-800, -80}, {800, -80}, ShapeSpec());
    ShapeSpec spec;
    spec.friction = 0.5f;
    const Vec left[] = {{-1, 0}, {0.5f, 1}, {0, 2}};
    const Vec right[] = {{1, 0}, {-0.5f, 1}, {0, 2}};
    float side = 0.25f;
    for (int i = 0; i < 20; ++i) {
      for (int j = 0; j < 150; ++j) {
        const Body body = add(
          engine, Kind::dynamic, 2 * float(i) - 19 + side, 2.25f * float(j) + 5.575f);
        side = -side;
        engine.polygon(body, left, 3, 0, spec);
        engine.polygon(body, right, 3, 0, spec);
      }
    }
  }

  struct Pusher {
    Body body;
  };

  static void junkyard(Engine& engine, void*& memory) {
    tray(engine, add(engine, Kind::fixed, 0, 0), 80, 50);
    Vec corners[5];
    const float goldenAngle = pi * (std::sqrt(5.0f) - 1);
    for (int k = 0; k < 5; ++k) {
      corners[k] = {
        0.25f * std::cos(goldenAngle * float(k)), 0.25f * std::sin(goldenAngle * float(k))};
    }
    float side = -0.1f;
    for (int i = 0; i < 200; ++i) {
      for (int j = 0; j < 40; ++j) {
        const Body body = add(
          engine, Kind::dynamic, 0.375f * float(2 * i - 200) + side, float(j) + 15);
        side = -side;
        engine.polygon(body, corners, 5, 0, ShapeSpec());
      }
    }
    const Body body = add(engine, Kind::kinematic, 0, 0);
    engine.box(body, 2, 4, {0, 4}, 0, ShapeSpec());
    memory = new Pusher{body};
  }

  static void push(Engine& engine, void* memory, int step) {
    const float time = float(step) / 60;
    engine.reach(static_cast<Pusher*>(memory)->body, {60 * std::sin(0.2f * time), 0});
  }

  static void forgetPusher(void* memory) { delete static_cast<Pusher*>(memory); }

  // MARK: Rain

  struct Part {
    int parent;
    float y, low, high, radius, damping, pivot, lower, upper, frame, factor;
    bool hasFoot;
  };

  static const Part* parts() {
    static const Part table[11] = {
      {-1, 0.95f, -0.02f, 0.02f, 0.095f, 0, 0, 0, 0, 0, 0, false},
      {0, 1.2f, -0.135f, 0.135f, 0.09f, 0, 1.0f, -0.25f, 0, 0, 0.5f, false},
      {1, 1.475f, -0.038f, 0.039f, 0.075f, 0.1f, 1.4f, -0.3f, 0.1f, 0, 0.25f, false},
      {0, 0.775f, -0.125f, 0.125f, 0.06f, 0, 0.9f, -0.05f, 0.4f, 0, 1, false},
      {3, 0.475f, -0.155f, 0.125f, 0.045f, 0, 0.625f, -0.5f, -0.02f, 0, 0.5f, true},
      {0, 0.775f, -0.125f, 0.125f, 0.06f, 0, 0.9f, -0.05f, 0.4f, 0, 1, false},
      {5, 0.475f, -0.155f, 0.125f, 0.045f, 0, 0.625f, -0.5f, -0.02f, 0, 0.5f, true},
      {1, 1.225f, -0.125f, 0.125f, 0.035f, 0, 1.35f, -0.1f, 0.8f, 0, 0.5f, false},
      {7, 0.975f, -0.125f, 0.125f, 0.03f, 0.1f, 1.1f, -0.2f, 0.3f, 0.25f, 0.1f, false},
      {1, 1.225f, -0.125f, 0.125f, 0.035f, 0, 1.35f, -0.1f, 0.8f, 0, 0.5f, false},
      {9, 0.975f, -0.125f, 0.125f, 0.03f, 0.1f, 1.1f, -0.2f, 0.3f, 0.25f, 0.1f, false},
    };
    return table;
  }

  struct Ragdoll {
    Body bodies[11];
    Joint joints[10];
  };

  struct Rain {
    static constexpr int floors = 5, columns = 40, perGroup = 5;
    Ragdoll ragdolls[floors * columns * perGroup];
    int filled = 0;
    int next = 0;
  };

  static void makeRagdoll(Engine& engine, Ragdoll& ragdoll, Vec at, int group) {
    for (int k = 0; k < 11; ++k) {
      const Part& part = parts()[k];
      BodySpec spec;
      spec.position = {at.x, at.y + part.y};
      spec.linearDamping = part.damping;
      spec.sleepThreshold = 0.1f;
      const Body body = engine.body(spec);
      ragdoll.bodies[k] = body;
      ShapeSpec skin;
      skin.friction = 0.2f;
      skin.category = 2;
      skin.mask = 3;
      skin.group = group;
      engine.capsule(body, {0, part.low}, {0, part.high}, part.radius, skin);
      if (part.hasFoot) {
        ShapeSpec foot = skin;
        foot.friction = 0.05f;
        foot.mask = 1;
        const Vec corners[] = {
          {-0.03f, -0.185f}, {0.11f, -0.185f}, {0.11f, -0.16f}, {-0.03f, -0.14f}};
        engine.polygon(body, corners, 4, 0.015f, foot);
      }
      if (part.parent < 0) continue;
      JointOf joint;
      joint.a = ragdoll.bodies[part.parent];
      joint.b = body;
      joint.anchorA = {0, part.pivot - parts()[part.parent].y};
      joint.anchorB = {0, part.pivot - part.y};
      joint.frameAngle = part.frame * pi;
      joint.hasLimit = true;
      joint.lower = part.lower * pi;
      joint.upper = part.upper * pi;
      joint.hasMotor = true;
      joint.motorTorque = part.factor * 0.05f;
      joint.hasSpring = true;
      joint.hertz = 5;
      joint.dampingRatio = 0.5f;
      ragdoll.joints[k - 1] = engine.revolute(joint);
    }
  }

  static void rain(Engine& engine, void*& memory) {
    const Body ground = add(engine, Kind::fixed, 0, 0);
    for (int f = 0; f < Rain::floors; ++f) {
      for (int m = 0; m < 501; ++m) {
        engine.box(
          ground, 0.25f, 0.25f, {-125 + 0.5f * float(m), 45 * float(f)}, 0, ShapeSpec());
      }
    }
    memory = new Rain();
  }

  static void pour(Engine& engine, void* memory, int step) {
    Rain& rain = *static_cast<Rain*>(memory);
    if (step % 8 != 0) return;
    const bool isRefill = rain.filled == Rain::columns;
    const int column = isRefill ? rain.next : rain.filled;
    for (int f = 0; f < Rain::floors; ++f) {
      Ragdoll* group = rain.ragdolls + (column * Rain::floors + f) * Rain::perGroup;
      if (isRefill) {
        for (int q = 0; q < Rain::perGroup; ++q) {
          for (int k = 0; k < 10; ++k) engine.destroy(group[q].joints[k]);
          for (int k = 0; k < 11; ++k) engine.destroy(group[q].bodies[k]);
        }
      }
      for (int q = 0; q < Rain::perGroup; ++q) {
        const Vec at{
          -125 + 6.25f * (float(column) + 0.5f) + 0.5f * float(q), 40 + 45 * float(f)};
        makeRagdoll(engine, group[q], at, -(q + 1));
      }
    }
    if (isRefill) rain.next = (rain.next + 1) % Rain::columns;
    else rain.filled += 1;
  }

  static void forgetRain(void* memory) { delete static_cast<Rain*>(memory); }

  static void fallingHinges(Engine& engine, void*&) {
    engine.box(add(engine, Kind::fixed, 0, -1), 40, 1, {0, 0}, 0, ShapeSpec());
    const float h = 0.25f;
    for (int j = 0; j < 4; ++j) {
      Body below{};
      for (int i = 0; i < 20; ++i) {
        BodySpec spec;
        spec.position = {-3.75f + 2.5f * float(j) + 0.1f * float(i), h + 2 * h * float(i)};
        spec.angle = i % 2 == 0 ? -0.1f : 0.1f;
        const Body body = engine.body(spec);
        if (i % 2 == 1) {
          JointOf joint;
          joint.a = below;
          joint.b = body;
          joint.anchorA = {-h, h};
          joint.anchorB = {-h, -h};
          joint.hasLimit = true;
          joint.lower = -0.1f * pi;
          joint.upper = 0.2f * pi;
          joint.hasSpring = true;
          joint.hertz = 1;
          joint.dampingRatio = 1;
          joint.hasMotor = true;
          joint.motorTorque = 0.25f;
          joint.constraintHertz = 60;
          joint.constraintDampingRatio = 0;
          engine.revolute(joint);
        }
        engine.box(body, h, h, {0, 0}, 0, ShapeSpec());
        below = body;
      }
    }
  }

  static int main(int argc, char** argv) {
    WorldSpec restless;
    restless.maySleep = false;
    WorldSpec weightless;
    weightless.gravity = {0, 0};
    const Scene<Engine> scenes[] = {
      {"large_pyramid", 500, restless, largePyramid, nullptr, nullptr},
      {"many_pyramids", 200, restless, manyPyramids, nullptr, nullptr},
      {"joint_grid", 500, restless, jointGrid, nullptr, nullptr},
      {"smash", 300, weightless, smash, nullptr, nullptr},
      {"spinner", 500, WorldSpec(), spinner, nullptr, nullptr},
      {"tumbler", 750, WorldSpec(), tumbler, nullptr, nullptr},
      {"washer", 500, WorldSpec(), washer, nullptr, nullptr},
      {"compounds", 500, WorldSpec(), compounds, nullptr, nullptr},
      {"junkyard", 800, WorldSpec(), junkyard, push, forgetPusher},
      {"rain", 1000, WorldSpec(), rain, pour, forgetRain},
      {"falling_hinges", 300, WorldSpec(), fallingHinges, nullptr, nullptr},
    };
    return run(scenes, sizeof(scenes) / sizeof(scenes[0]), argc, argv);
  }
};

}  // namespace peers
