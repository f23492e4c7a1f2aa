extension HotCodeRules {
  /// A step of a world.
  package static let step = HotCodeRules(
    roots: [
      "World.step(duration:substeps:)",
      // Where the walk cannot follow: closures that a table of constants leads to.
      "World.solve(_:_:_:_:_:_:_:)", "World.solve(duration:substeps:_:)",
    ],
    cold: [
      "Store.grow(_:)": "nothing grows once there is room",
      "Integration.slowDown(_:_:_:firstSlot:_:_:)": "bodies beyond the speed limit",
      "ProxyTable.chooseGridCell(_:)": "works when the number of moving shapes has changed by half",
      "World.endedEvent(_:)": "contacts that were taken away",
      "World.checkInvariants()": "where tests and fuzzers ask for it",
      "World.observeStep(*": "a step that somebody asked to see",
      "static StepObservation.isObserving.getter":
        "where some step of this process was observed: asks whether this one is",
      "OverlapTolerance.least(_:_:_:)": "works while bodies are being moved out of each other",
    ],
    oneAtATime: [
      "SingleJoint.*": "joints of the rare kinds, and those for which no colour was left",
      "JointGraph.solveSingles(_:_:_:useBias:)": "the same",
      "JointGraph.warmStartSingles(_:_:isCarried:)": "the same",
      "prepareSprings(_:_:_:)": "what holds a spring's bodies, joint by joint, once a step",
      "Integration.prepare(*": "gathers forces, body by body, once a step",
      "World.finishBodies(*": "body by body, once a step",
      "World.step(duration:substeps:)": "body by body, once a step",
      "DynamicTree.*": "one node after the other: each decides which is next",
      "ProxyTable.findLeavers(*": "shape by shape, four coordinates at once",
      "World.updateProxies(*": "shape by shape, four coordinates at once",
      "ProxyTable.insert(*": "shape by shape, four coordinates at once",
      "World.update*Bodies(_:)": "shape by shape, four coordinates at once",
      "ProxyTable.findPairs(*": "eight boxes of a row, which begin anywhere, with pairs to list",
      "World.sweepBody(_:_:_:againstAll:)": "a fast body at a time",
      "World.findObstacles(*": "a fast body at a time",
      "ObstacleSearch.*": "few, and nearly in order",
      "World.deepestStatic(_:_:)": "a fast body at a time",
      "World.correctSwept(_:)": "a fast body at a time",
      "OverlapCorrections.*": "body by body, while some are being moved out of each other",
      "World.keepPartingAwake()": "the same",
      "World.correctOverlaps(*": "the same, where they are inlined",
      "World.solveContinuous(_:)": "a fast body at a time",
      "SweepRows.meet(_:_:_:_:_:)": "a fast body at a time",
      "OutlineRows.distance(_:_:_:_:core:_:)": "a fast body at a time",
      "CollisionRows.manifold(*": "a pair of shapes at a time",
      "World.findContact*": "a pair of shapes at a time",
      "World.collideNearPair*": "a pair of shapes at a time",
      "World.wakeTouched*": "a pair of shapes at a time",
      "World.updateContacts(_:_:)": "a pair of shapes at a time",
      "collide*": "a pair of shapes at a time, four of their edges or vertices at once",
      "closestPoints(_:_:_:_:)": "a pair of shapes at a time",
      "ShapeGrid.*": "a shape at a time into its cell",
    ],
    exceptions: [
      Exception(
        "World.step(duration:substeps:)", [.runtime, .indirectCall],
        "the team and the observer of phases, once a step"),
      Exception(
        "World.solve(duration:substeps:_:)", [.runtime, .indirectCall],
        "the team and the observer of phases, once a step"),
      Exception(
        "World.updatePairs(_:)", [.runtime, .indirectCall], "chooses the team, once a step"),
      Exception(
        "ProxyTable.buildGrid(_:among:)", [.runtime, .indirectCall], "chooses the team, once a step"
      ),
      Exception("outlined consume of*", [.runtime], "the observer of phases, once a phase"),
      // That function again, where the compiler gives it no name.
      Exception(
        "code behind*", [.runtime], callees: ["swift_release"],
        "the observer of phases, once a phase"),
      Exception("Workers.share(among:_:)", [.runtime, .indirectCall], "once a phase and worker"),
      Exception("WorkShare.beginStage(_:)", [.runtime, .indirectCall], "waits for other workers"),
      Exception(
        "Integration.integrate*", [.callInWideLoop], callees: ["Integration.slowDown("],
        "bodies beyond the speed limit"),
      Exception(
        "ContactPass.isAnyOverlap(_:_:)", [.callInWideLoop], callees: ["OverlapTolerance.least("],
        "asked for while bodies are being moved out of each other"),
      Exception(
        "ContactTable.prepare*", [.callInWideLoop],
        callees: ["OverlapTolerance.least("], "the same"),
      Exception(
        "ContactTable.prepare*", [.callInWideLoop],
        callees: [
          "ContactTable.prepareDetail(", "ContactTable.markForSweep(", "ContactTable.list(",
          "Store.grow(",
        ],
        "contacts that bounce, came in fast, lie deep or are to be made anew"),
    ]
      + [
        "World.updateProxies(_:)", "World.findContacts(_:)", "World.updateContacts(_:_:)",
        "World.solveContinuous(_:)", "World.correctOverlaps(_:)", "World.correctSwept(_:)",
        // Which of them the compiler writes into their callers depends on what else is built.
        "World.correctOverlaps(_:_:)", "World.isAnyOverlap(_:_:)", "World.listCandidates(_:)",
        "World.finishBodies(_:)",
      ].map { Exception($0, [.indirectCall], "hands shares to the team, once a step") })

  /// Fields, of four items at once.
  package static let fields = HotCodeRules(
    roots: ["FieldLanes.effects(on:used:)", "NoisePattern.vectors(x:y:lanes:)"],
    cold: [
      "FieldLanes.lanesInsideProgram(_:_:)": "regions made of others, item by item",
      "FieldLanes.brokenPower(_:_:)": "falloffs that are no whole number, item by item",
      "NoisePattern.vectorsOneByOne(_:_:_:)": "one or two items, or places beyond 10¹² points",
    ],
    straight: ["FieldLanes.effects(on:used:)"],
    exceptions: [
      Exception(
        "FieldLanes.effects(on:used:)", [.callInWideLoop],
        callees: ["FieldLanes.", "NoisePattern.vectors(", "memcpy"],
        "noise, and what is rare; the noise's tables are handed over"),
      Exception(
        "FieldLanes.effects(on:used:)", [.unalignedInWideLoop],
        "pairs of numbers of the field, which lie anywhere"),
      Exception(
        "FieldLanes.effects(on:used:)", [.scalarInWideLoop], callees: ["mulsd", "vmulsd"],
        "a number of the field, the same for all items"),
      Exception(
        "NoisePattern.vectors(x:y:lanes:)", [.scalarInWideLoop], callees: ["addsd", "vaddsd"],
        "a number of the octave, the same for all items"),
    ])
}
