import GoldenWorlds
import Simulation

/// The scenes in a size for tests and for counting instructions: some hundred bodies, and as many
/// steps as it takes until they collide, pile up, wake or are removed. And in a size of about 800
/// bodies, for builds without optimisation.
extension BenchmarkSimulation {
  fileprivate static func made(_ edit: (inout Parameters) -> Void) -> Parameters {
    var parameters = Parameters()
    edit(&parameters)
    return parameters
  }
}

extension LargePyramid {
  package static var smallParameters: Parameters { made { $0.baseCount = 20 } }
  package static var smallStepCount: Int { 120 }
  package static var mediumParameters: Parameters { made { $0.baseCount = 40 } }
}

extension ManyPyramids {
  package static var smallParameters: Parameters {
    made {
      $0.rowCount = 3
      $0.columnCount = 3
      $0.baseCount = 8
    }
  }
  package static var smallStepCount: Int { 120 }
  package static var mediumParameters: Parameters {
    made {
      $0.rowCount = 3
      $0.columnCount = 6
      $0.baseCount = 9
    }
  }
}

extension Tumbler {
  package static var smallParameters: Parameters { made { $0.gridCount = 14 } }
  package static var smallStepCount: Int { 240 }
  package static var mediumParameters: Parameters { made { $0.gridCount = 28 } }
}

extension JointGrid {
  package static var smallParameters: Parameters { made { $0.sideCount = 20 } }
  package static var smallStepCount: Int { 120 }
  package static var mediumParameters: Parameters { made { $0.sideCount = 28 } }
}

extension Smash {
  package static var smallParameters: Parameters {
    made {
      $0.columnCount = 24
      $0.rowCount = 16
    }
  }
  // The box arrives at the 70th step.
  package static var smallStepCount: Int { 150 }
  package static var mediumParameters: Parameters {
    made {
      $0.columnCount = 40
      $0.rowCount = 20
    }
  }
}

extension Spinner {
  package static var smallParameters: Parameters { made { $0.bodyCount = 460 } }
  package static var smallStepCount: Int { 150 }
  package static var mediumParameters: Parameters { made { $0.bodyCount = 800 } }
}

extension Washer {
  package static var smallParameters: Parameters { made { $0.gridCount = 20 } }
  package static var smallStepCount: Int { 200 }
  package static var mediumParameters: Parameters { made { $0.gridCount = 28 } }
}

extension Compounds {
  package static var smallParameters: Parameters {
    made {
      $0.columnCount = 6
      $0.rowCount = 20
    }
  }
  package static var smallStepCount: Int { 200 }
  package static var mediumParameters: Parameters {
    made {
      $0.columnCount = 20
      $0.rowCount = 40
    }
  }
}

extension Junkyard {
  package static var smallParameters: Parameters {
    made {
      $0.columnCount = 40
      $0.rowCount = 10
    }
  }
  package static var smallStepCount: Int { 240 }
  package static var mediumParameters: Parameters {
    made {
      $0.columnCount = 40
      $0.rowCount = 20
    }
  }
}

extension Rain {
  package static var smallParameters: Parameters {
    made {
      $0.columnCount = 4
      $0.floorCount = 2
      $0.groupSize = 3
      $0.interval = 64
    }
  }
  // Ragdolls arrive after 170 steps; columns are made again in steps 256, 320 and 384.
  package static var smallStepCount: Int { 400 }
  package static var mediumParameters: Parameters {
    made {
      $0.columnCount = 6
      $0.floorCount = 3
      $0.groupSize = 4
    }
  }
}

extension FallingHinges {
  package static var smallParameters: Parameters { Parameters() }
  package static var smallStepCount: Int { 300 }
  package static var mediumParameters: Parameters { Parameters() }
}
