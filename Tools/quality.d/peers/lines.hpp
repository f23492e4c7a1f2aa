// Lines of Tools/quality for other engines: the same scenes, told in points (100 to the metre), stepped
// by 1/240 s as ours steps inside. Written once, for any Engine that has the words that box2d-2.4.cpp and
// box2d-3.cpp define.
//
//   DRIVER --list             prints the engine's name
//   DRIVER [NAME…]            prints "LINE<tab>FINDING" for each line whose name begins so
//
// Random scenes come from a generator of their own: alike, not the same as ours.

#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

namespace quality {

constexpr double pi = 3.141592653589793;
constexpr double rate = 240;
constexpr int seedCount = 100;

struct Vec {
  double x = 0, y = 0;
};

/// A body in points, y down as on a screen; a disc where `radius` is above zero.
struct Spec {
  Vec center;
  double width = 40, height = 40, radius = 0, angle = 0;
  Vec velocity;
  double spin = 0;
  double density = 1, friction = 0, restitution = 0, damping = 0;
  bool isAnchored = false;
};

struct State {
  Vec center, velocity;
  double angle = 0, spin = 0;
};

struct Random {
  uint64_t word;
  explicit Random(int seed) : word(uint64_t(seed) * 0x9E3779B97F4A7C15u + 1) {}
  double draw(double low, double high) {
    word = word * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double(word >> 11) / 9007199254740992.0);
  }
};

inline std::string text(const char* format, double a, double b = 0, double c = 0) {
  char room[160];
  std::snprintf(room, sizeof room, format, a, b, c);
  return room;
}

template <class Engine> struct Lines {
  using Body = typename Engine::Body;

  static void stage(Engine& engine, double height = 568) {
    engine.wall({0, 0}, {320, 0});
    engine.wall({320, 0}, {320, height});
    engine.wall({320, height}, {0, height});
    engine.wall({0, height}, {0, 0});
  }

  /// Seconds until all sleep; below zero: they did not.
  static double timeOfRest(Engine& engine, double limit) {
    const int count = int(limit * rate);
    for (int step = 1; step <= count; ++step) {
      engine.step();
      if (!engine.isAnyAwake()) return step / rate;
    }
    return -1;
  }

  static std::string told(double time) { return time < 0 ? "never" : text("%.2f s", time); }

  static std::string pile(int count, bool discs, double friction, double damping) {
    int moving = 0;
    double worst = 0;
    for (int seed = 0; seed < seedCount; ++seed) {
      Engine engine(true);
      stage(engine);
      Random random(seed);
      std::vector<Body> bodies;
      for (int index = 0; index < count; ++index) {
        Spec spec;
        spec.center.x = 46 + 76 * (index % 4) + random.draw(-6, 6);
        spec.center.y = 520 - 76 * (index / 4) + random.draw(-6, 6);
        spec.width = spec.height = random.draw(24, 44);
        spec.angle = random.draw(0, 6);
        if (discs && index % 2 == 0) spec.radius = spec.width / 2;
        spec.friction = friction;
        spec.damping = damping;
        bodies.push_back(engine.body(spec));
      }
      if (timeOfRest(engine, 60) >= 0) continue;
      moving += 1;
      for (Body body : bodies) {
        const State s = engine.state(body);
        worst = std::max(worst, std::hypot(s.velocity.x, s.velocity.y));
      }
    }
    return text("%.0f of 100", moving) + (moving ? text(", up to %.1f pt/s", worst) : "");
  }

  static double timeOfStack(int count, int seed) {
    Engine engine(true);
    stage(engine, 2000);
    Random random(seed);
    std::vector<Body> bodies;
    for (int k = 0; k < count; ++k) {
      Spec spec;
      spec.center = {160 + (seed > 0 ? random.draw(-1, 1) : 0), 1980 - 40.0 * k};
      spec.friction = 0.5;
      bodies.push_back(engine.body(spec));
    }
    const double time = timeOfRest(engine, 60);
    for (int k = 0; k < count; ++k) {
      if (engine.state(bodies[size_t(k)]).center.y > 1980 - 40.0 * k + 16) return INFINITY;
    }
    return time < 0 ? 60 : time;
  }

  static std::string stack(int count) {
    const double time = timeOfStack(count, 0);
    return std::isinf(time) ? "falls" : time < 60 ? told(time) : "never";
  }

  static std::string crooked(int count) {
    int slow = 0, fallen = 0;
    double slowest = 0;
    for (int seed = 1; seed <= seedCount; ++seed) {
      const double time = timeOfStack(count, seed);
      slow += time > 3;
      fallen += std::isinf(time);
      if (!std::isinf(time)) slowest = std::max(slowest, time);
    }
    return text("%.0f of 100 do not, %.0f fall, slowest %.2f s", slow, fallen, slowest);
  }

  static std::string heavyOnLight(double ratio) {
    Engine engine(true);
    stage(engine);
    Spec spec;
    spec.width = spec.height = 60;
    spec.friction = 0.5;
    spec.center = {160, 538};
    const Body light = engine.body(spec);
    spec.center = {160, 478};
    spec.density = ratio;
    const Body heavy = engine.body(spec);
    const double time = timeOfRest(engine, 10);
    const State top = engine.state(heavy);
    const double sunk = top.center.y - 478;
    const bool isHeld = std::abs(engine.state(light).center.x - top.center.x) < 10 && sunk < 20;
    return isHeld ? text("sinks %.2f pt, asleep ", sunk) + told(time) : "falls";
  }

  static std::string standing(const std::vector<Vec>& places, double side) {
    Engine engine(true);
    stage(engine);
    std::vector<Body> bodies;
    for (Vec place : places) {
      Spec spec;
      spec.center = place;
      spec.width = spec.height = side;
      spec.friction = 0.5;
      bodies.push_back(engine.body(spec));
    }
    const double time = timeOfRest(engine, 60);
    for (size_t k = 0; k < places.size(); ++k) {
      if (engine.state(bodies[k]).center.y > places[k].y + 0.4 * side) return "falls";
    }
    return told(time);
  }

  static std::string wall60() {
    std::vector<Vec> places;
    for (int k = 0; k < 60; ++k) {
      places.push_back({60 + 40.0 * (k % 6) + 20 * (k / 6 % 2), 548 - 40.0 * (k / 6)});
    }
    return standing(places, 40);
  }

  static std::string pyramid() {
    std::vector<Vec> places;
    for (int row = 0; row < 10; ++row) {
      for (int k = 0; k < 10 - row; ++k) {
        places.push_back({160 + 30 * (k - 0.5 * (9 - row)), 555 - 26.0 * row});
      }
    }
    return standing(places, 26);
  }

  static std::string cradle(double gap) {
    Engine engine(true);
    const double radius = 20, length = 200, pitch = 2 * radius + gap;
    std::vector<Body> bodies;
    for (int k = 0; k < 5; ++k) {
      const double angle = k == 0 ? pi / 6 : 0;
      Spec spec;
      spec.radius = radius;
      spec.center = {k * pitch - length * std::sin(angle), length * std::cos(angle)};
      spec.restitution = 1;
      bodies.push_back(engine.body(spec));
      engine.rod(bodies.back(), {k * pitch, 0}, length);
    }
    double most = 0;
    const int count = int(std::lround(1.2 * pi * std::sqrt(length / 1000) * rate));
    for (int step = 0; step < count; ++step) {
      engine.step();
      most = std::max(
        most, std::asin((engine.state(bodies[4]).center.x - 4 * pitch) / length));
    }
    return text("%.2f°", most * 180 / pi);
  }

  static std::string offCentre(double speed) {
    double worst = 0, worstEnergy = 0;
    for (int shift = 0; shift < 10; ++shift) {
      Engine engine(false);
      Spec spec;
      spec.radius = 20;
      spec.restitution = 1;
      spec.center = {-100 - 0.1 * speed / rate * shift, -20};
      spec.velocity = {speed, 0};
      const Body a = engine.body(spec);
      spec.center = {0, 0};
      spec.velocity = {0, 0};
      const Body b = engine.body(spec);
      for (int k = 0; k < int(std::max(0.05, 200 / speed) * rate); ++k) engine.step();
      const Vec va = engine.state(a).velocity, vb = engine.state(b).velocity;
      worst = std::max(worst, std::abs(std::atan2(vb.y, vb.x) * 180 / pi - 30));
      const double energy = va.x * va.x + va.y * va.y + vb.x * vb.x + vb.y * vb.y;
      worstEnergy = std::max(worstEnergy, std::abs(energy / (speed * speed) - 1));
    }
    return text("off by %.2f°, energy by %.3f %%", worst, 100 * worstEnergy);
  }

  static std::string shots(double speed, double thickness, bool isAnchored) {
    int passed = 0;
    for (int seed = 0; seed < 4 * seedCount; ++seed) {
      Random random(seed);
      Engine engine(false);
      Spec spec;
      spec.width = spec.height = 10;
      spec.center = {random.draw(0, 100), random.draw(-20, 20)};
      spec.angle = random.draw(0, 6);
      const double way = random.draw(-0.2, 0.2);
      spec.velocity = {speed * std::cos(way), speed * std::sin(way)};
      spec.spin = random.draw(-20, 20);
      const Body item = engine.body(spec);
      Spec wall;
      wall.center = {300, 0};
      wall.width = thickness;
      wall.height = 400;
      wall.density = 100;
      wall.isAnchored = isAnchored;
      const Body other = engine.body(wall);
      for (int k = 0; k < int(std::max(0.2, 400 / speed) * rate); ++k) engine.step();
      const State a = engine.state(item), b = engine.state(other);
      passed += (a.center.x - b.center.x) * std::cos(b.angle)
          + (a.center.y - b.center.y) * std::sin(b.angle)
        > 0;
    }
    return text("%.0f of 400 pass", passed);
  }

  static std::string headOn(double speed) {
    int passed = 0;
    for (int seed = 0; seed < 4 * seedCount; ++seed) {
      Random random(seed);
      Engine engine(false);
      Spec spec;
      spec.radius = 5;
      spec.restitution = 0.5;
      spec.center = {random.draw(-150, -100), random.draw(-0.2, 0.2)};
      spec.velocity = {speed, 0};
      const Body a = engine.body(spec);
      spec.center = {random.draw(100, 150), random.draw(-0.2, 0.2)};
      spec.velocity = {-speed, 0};
      const Body b = engine.body(spec);
      for (int k = 0; k < int(0.2 * rate); ++k) engine.step();
      passed += engine.state(a).center.x > engine.state(b).center.x;
    }
    return text("%.0f of 400 pass", passed);
  }

  /// The offsets from rest of an item on a spring, step by step, from 50 points on.
  static std::vector<double> swing(double hertz, double ratio) {
    Engine engine(false);
    Spec spec;
    spec.center = {250, 0};
    const Body body = engine.body(spec);
    engine.spring(body, {0, 0}, 200, hertz, ratio);
    std::vector<double> course{50};
    for (int k = 0; k < int((4 / hertz + 0.1) * rate); ++k) {
      engine.step();
      course.push_back(engine.state(body).center.x - 200);
    }
    return course;
  }

  static std::string spring(double hertz) {
    double period = 0, decrement = 0;
    for (double ratio : {0.0, 0.1, 0.3, 0.5}) {
      const std::vector<double> x = swing(hertz, ratio);
      std::vector<double> times, depths;
      for (size_t i = 1; i + 1 < x.size(); ++i) {
        if (!(x[i] < x[i - 1] && x[i] <= x[i + 1] && x[i] < 0)) continue;
        const double bend = x[i - 1] - 2 * x[i] + x[i + 1];
        const double part = bend > 0 ? 0.5 * (x[i - 1] - x[i + 1]) / bend : 0;
        times.push_back((double(i) + part) / rate);
        depths.push_back(x[i] - 0.25 * (x[i - 1] - x[i + 1]) * part);
      }
      const double root = std::sqrt(1 - ratio * ratio);
      // Damped so hard that nothing swings twice.
      if (times.size() < 2) return "hardly swings";
      const double found = std::log(depths[0] / depths[1]);
      period = std::max(period, std::abs((times[1] - times[0]) * hertz * root - 1));
      decrement = std::max(
        decrement, ratio == 0 ? std::abs(found) : std::abs(found / (2 * pi * ratio / root) - 1));
    }
    return text("period %.2f %%, decrement %.2f %%", 100 * period, 100 * decrement);
  }

  static std::string spin(double speed) {
    Engine engine(false);
    Spec spec;
    spec.spin = speed;
    const Body body = engine.body(spec);
    double turned = 0, last = 0;
    for (int k = 0; k < int(rate); ++k) {
      engine.step();
      const double angle = std::remainder(engine.state(body).angle, 2 * pi);
      double way = angle - last;
      if (way < 0) way += 2 * pi;
      turned += way;
      last = angle;
    }
    return text("%.3f rad in 1 s: %.3f %%", turned, 100 * (turned / speed - 1));
  }

  static int main(int argc, char** argv) {
    if (argc == 2 && !std::strcmp(argv[1], "--list")) {
      std::printf("%s\n", Engine::name());
      return 0;
    }
    using Line = std::pair<std::string, std::function<std::string()>>;
    std::vector<Line> lines{
      {"rest/12 boxes, damped 0.5", [] { return pile(12, false, 0, 0.5); }},
      {"rest/20 boxes, damped 0.5", [] { return pile(20, false, 0, 0.5); }},
      {"rest/16 discs and boxes, damped 0.5", [] { return pile(16, true, 0, 0.5); }},
      {"rest/12 boxes, friction 0.1", [] { return pile(12, false, 0.1, 0); }},
      {"rest/12 boxes, friction 0.2", [] { return pile(12, false, 0.2, 0); }},
      {"rest/12 boxes, no friction", [] { return pile(12, false, 0, 0); }},
      {"stand/wall of 60 boxes", wall60},
      {"stand/pyramid of 10 rows", pyramid},
    };
    for (int count : {10, 12, 15, 20, 40}) {
      lines.push_back({"stand/" + std::to_string(count) + " boxes", [=] { return stack(count); }});
    }
    for (int count : {15, 20}) {
      lines.push_back(
        {"stand/" + std::to_string(count) + " boxes, not quite in line",
         [=] { return crooked(count); }});
    }
    for (int ratio : {10, 100, 1000}) {
      lines.push_back(
        {"stand/" + std::to_string(ratio) + " : 1 on top", [=] { return heavyOnLight(ratio); }});
    }
    for (double gap : {0.0, 0.1, 0.5, 1.0}) {
      lines.push_back({text("hit/cradle of 5, gap %.1f pt", gap), [=] { return cradle(gap); }});
    }
    for (int speed : {100, 300, 1000, 3000, 10000}) {
      lines.push_back(
        {text("hit/disc off centre, %.0f pt/s", speed), [=] { return offCentre(speed); }});
    }
    for (int speed : {3000, 10000, 48000}) {
      lines.push_back(
        {text("pass/item at %.0f pt/s, free wall", speed),
         [=] { return shots(speed, 40, false); }});
    }
    for (int speed : {3000, 48000}) {
      lines.push_back({text("pass/discs head-on at %.0f pt/s", speed), [=] { return headOn(speed); }});
    }
    lines.push_back(
      {"pass/item at 5000 pt/s, bar of 12 pt", [] { return shots(5000, 12, false); }});
    lines.push_back(
      {"pass/item at 48000 pt/s, anchored 0.1", [] { return shots(48000, 0.1, true); }});
    for (double hertz : {0.5, 1.0, 2.0, 3.5, 5.0, 10.0}) {
      lines.push_back({text("spring/%.1f Hz", hertz), [=] { return spring(hertz); }});
    }
    for (int speed : {10, 60, 100, 200, 300}) {
      lines.push_back({text("spin/%.0f rad/s", speed), [=] { return spin(speed); }});
    }
    for (const Line& line : lines) {
      bool isWanted = argc < 2;
      for (int i = 1; i < argc; ++i) isWanted |= line.first.rfind(argv[i], 0) == 0;
      if (!isWanted) continue;
      std::printf("%s\t%s\n", line.first.c_str(), line.second().c_str());
      std::fflush(stdout);
    }
    return 0;
  }
};

}  // namespace quality
