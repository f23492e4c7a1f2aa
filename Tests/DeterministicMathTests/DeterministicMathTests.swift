import Testing
@testable import DeterministicMath
