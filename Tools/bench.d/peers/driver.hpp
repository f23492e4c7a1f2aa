// What the drivers of other engines have in common: the words for bodies, shapes and joints in which
// the scenes are written, the figures a scene ends with, timing, and the command line.
//
//   DRIVER SCENE [--steps N] [--repeat N] [--times] [--figures-from N] [--nudge N] [--shake N]
//                                                        prints one JSON object in one line
//   DRIVER --list                                        prints the engine's name and its scenes
//
// Times are processor time of the stepping thread in milliseconds; of several runs the least time of
// each step counts. The first step, which finds all pairs, is not timed. --times adds the time of
// every step, so that the caller can take the least over turns.
//
// Figures are of the last state or, with --figures-from N, means over the states after step N and all
// later ones: what a chaotic scene shows at one moment differs by a fifth from the next. --nudge N
// gives the scene's first moving body N mm/s more along x at the start: the same scene, another course.
// --shake N gives each moving body up to 0.2 m/s more along x and y, drawn from the seed N.

#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

namespace peers {

constexpr float pi = 3.14159265359f;
constexpr float stepSeconds = 1.0f / 60;
constexpr float slop = 0.005f;

struct Vec {
  float x = 0;
  float y = 0;
};

inline Vec turned(Vec v, float cosine, float sine) {
  return {cosine * v.x - sine * v.y, sine * v.x + cosine * v.y};
}

enum class Kind { fixed, kinematic, dynamic };

struct BodySpec {
  Kind kind = Kind::dynamic;
  Vec position;
  float angle = 0;
  Vec velocity;
  float rate = 0;
  float linearDamping = 0;
  float sleepThreshold = 0.05f;
  bool maySleep = true;
  bool isAwake = true;
};

struct ShapeSpec {
  float density = 1;
  float friction = 0.6f;
  float restitution = 0;
  uint64_t category = 1;
  uint64_t mask = ~uint64_t(0);
  int group = 0;
  bool reportsHits = false;
};

template <class Body> struct JointSpec {
  Body a;
  Body b;
  Vec anchorA;
  Vec anchorB;
  /// Angle of A's frame: B's rotation against A that counts as 0.
  float frameAngle = 0;
  bool hasLimit = false;
  float lower = 0;
  float upper = 0;
  bool hasMotor = false;
  float motorSpeed = 0;
  float motorTorque = 0;
  bool hasSpring = false;
  float hertz = 0;
  float dampingRatio = 0;
  /// Softness of the rigid part; negative: the engine's own.
  float constraintHertz = -1;
  float constraintDampingRatio = -1;
};

/// What --nudge asks for; used up by the first moving body.
inline float pendingNudge = 0;

/// What --shake draws from; 0: it was not asked for.
inline uint32_t shakeWord = 0;

inline float drawShake() {
  shakeWord = shakeWord * 1664525u + 1013904223u;
  return (float(shakeWord >> 8) / 16777216.0f - 0.5f) * 0.4f;
}

/// What a body starts with.
inline Vec startVelocity(const BodySpec& spec) {
  Vec velocity = spec.velocity;
  if (spec.kind == Kind::dynamic) {
    velocity.x += pendingNudge;
    pendingNudge = 0;
    if (shakeWord != 0) {
      velocity.x += drawShake();
      velocity.y += drawShake();
    }
  }
  return velocity;
}

struct WorldSpec {
  Vec gravity{0, -10};
  bool maySleep = true;
};

/// The figures of a scene's state; see SceneFigures of the module SceneQuality.
struct Figures {
  int bodies = 0;
  int shapes = 0;
  int joints = 0;
  /// Pairs that the engine keeps, and those whose shapes touch.
  int contacts = 0;
  int awake = 0;
  int touching = 0;
  double lowestX = INFINITY, highestX = -INFINITY, lowestY = INFINITY, highestY = -INFINITY;
  double centerY = 0;
  double kineticEnergy = 0;
  double greatestOverlap = 0, meanOverlap = 0;
  double greatestGap = 0, meanGap = 0;

  double mass = 0;

  void addBody(
    bool isAwake, double x, double y, double centerY, double mass, double inertia, double vx,
    double vy, double w) {
    awake += isAwake;
    lowestX = std::min(lowestX, x);
    highestX = std::max(highestX, x);
    lowestY = std::min(lowestY, y);
    highestY = std::max(highestY, y);
    this->centerY += mass * centerY;
    this->mass += mass;
    kineticEnergy += 0.5 * mass * (vx * vx + vy * vy) + 0.5 * inertia * (w * w);
  }

  /// A contact by its least separation.
  void addContact(double separation) {
    if (separation > slop) return;
    touching += 1;
    const double overlap = std::max(0.0, -separation);
    greatestOverlap = std::max(greatestOverlap, overlap);
    meanOverlap += overlap;
  }

  void addJoint(double gap) {
    joints += 1;
    greatestGap = std::max(greatestGap, gap);
    meanGap += gap;
  }

  void finish() {
    if (mass > 0) centerY /= mass;
    if (touching > 0) meanOverlap /= touching;
    if (joints > 0) meanGap /= joints;
  }

  /// Calls `body` with the name and value of each figure that any engine can tell.
  template <class Body> void forEachNamed(Body body) const {
    body("awake", double(awake));
    body("touching", double(touching));
    body("lowestX", lowestX);
    body("highestX", highestX);
    body("lowestY", lowestY);
    body("highestY", highestY);
    body("centerY", centerY);
    body("kineticEnergy", kineticEnergy);
    body("greatestOverlap", greatestOverlap);
    body("meanOverlap", meanOverlap);
    body("greatestGap", greatestGap);
    body("meanGap", meanGap);
  }
};

/// Means over several states of a scene.
struct MeanFigures {
  std::vector<const char*> names;
  std::vector<double> sums;
  int count = 0;

  void add(const Figures& figures) {
    size_t index = 0;
    figures.forEachNamed([&](const char* name, double value) {
      if (count == 0) {
        names.push_back(name);
        sums.push_back(value);
      } else {
        sums[index] += value;
      }
      index += 1;
    });
    count += 1;
  }
};

inline double milliseconds() {
  timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return double(time.tv_sec) * 1e3 + double(time.tv_nsec) / 1e6;
}

template <class Engine> struct Scene {
  const char* name;
  int steps;
  WorldSpec world;
  /// Builds the scene, and returns its script: what is done before each step.
  using Script = void (*)(Engine&, void* memory, int step);
  void (*build)(Engine&, void*& memory);
  Script script;
  void (*forget)(void* memory);
};

inline void print(
  const char* engine, const char* scene, int steps, const std::vector<double>& times,
  const Figures& f, const MeanFigures& means, bool withTimes) {
  double sum = 0;
  for (double time : times) sum += time;
  std::printf(
    "{\"engine\":\"%s\",\"scene\":\"%s\",\"steps\":%d,\"workers\":1,\"msPerStep\":%.5f,"
    "\"bodies\":%d,\"shapes\":%d,\"joints\":%d,\"contacts\":%d,\"figures\":{",
    engine, scene, steps, times.empty() ? 0.0 : sum / double(times.size()), f.bodies, f.shapes,
    f.joints, f.contacts);
  const char* separator = "";
  for (size_t i = 0; i < means.names.size(); ++i) {
    const double value = means.sums[i] / means.count;
    if (!std::isfinite(value)) continue;
    std::printf("%s\"%s\":%.9g", separator, means.names[i], value);
    separator = ",";
  }
  std::printf("}");
  if (withTimes) {
    std::printf(",\"times\":[");
    for (size_t i = 0; i < times.size(); ++i) std::printf("%s%.5f", i ? "," : "", times[i]);
    std::printf("]");
  }
  std::printf("}\n");
}

template <class Engine>
int run(const Scene<Engine>* scenes, size_t sceneCount, int argc, char** argv) {
  const char* wanted = nullptr;
  int steps = 0;
  int repeat = 1;
  int figuresFrom = 0;
  int nudge = 0;
  int shake = 0;
  bool withTimes = false;
  for (int i = 1; i < argc; ++i) {
    if (!std::strcmp(argv[i], "--steps") && i + 1 < argc) steps = std::atoi(argv[++i]);
    else if (!std::strcmp(argv[i], "--repeat") && i + 1 < argc) repeat = std::atoi(argv[++i]);
    else if (!std::strcmp(argv[i], "--figures-from") && i + 1 < argc) figuresFrom = std::atoi(argv[++i]);
    else if (!std::strcmp(argv[i], "--nudge") && i + 1 < argc) nudge = std::atoi(argv[++i]);
    else if (!std::strcmp(argv[i], "--shake") && i + 1 < argc) shake = std::atoi(argv[++i]);
    else if (!std::strcmp(argv[i], "--times")) withTimes = true;
    else if (!std::strcmp(argv[i], "--list")) {
      std::printf("%s\n", Engine::name());
      for (size_t s = 0; s < sceneCount; ++s) {
        if (Engine::runs(scenes[s].name)) std::printf("%s\n", scenes[s].name);
      }
      return 0;
    } else wanted = argv[i];
  }
  for (size_t s = 0; s < sceneCount; ++s) {
    const Scene<Engine>& scene = scenes[s];
    if (!wanted || std::strcmp(wanted, scene.name) != 0) continue;
    const int count = steps > 0 ? steps : scene.steps;
    std::vector<double> least;
    const int from = figuresFrom > 0 ? std::min(figuresFrom, count) : count;
    Figures figures;
    MeanFigures means;
    for (int turn = 0; turn < std::max(repeat, 1); ++turn) {
      pendingNudge = 0.001f * float(nudge);
      shakeWord = uint32_t(shake);
      means = MeanFigures();
      Engine engine(scene.world);
      void* memory = nullptr;
      scene.build(engine, memory);
      for (int step = 0; step < count; ++step) {
        const double start = milliseconds();
        if (scene.script) scene.script(engine, memory, step);
        engine.step();
        const double time = milliseconds() - start;
        if (step + 1 >= from) {
          figures = engine.figures();
          means.add(figures);
        }
        if (step == 0) continue;
        if (turn == 0) least.push_back(time);
        else least[size_t(step) - 1] = std::min(least[size_t(step) - 1], time);
      }
      if (scene.forget) scene.forget(memory);
    }
    print(Engine::name(), scene.name, count, least, figures, means, withTimes);
    return 0;
  }
  std::fprintf(stderr, "%s: name a scene; --list lists them\n", argv[0]);
  return 2;
}

}  // namespace peers
