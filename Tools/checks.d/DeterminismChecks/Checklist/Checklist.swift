import Foundation

/// A list of promises, each with an id that the names of the tests that prove it carry.
///
/// One promise a line: `UD-CORE-01 | what is promised`. A third part says why no test can prove it:
/// `F-02 | what is promised | cannot apply: why`. Lines that begin with `#` and blank lines are for
/// people.
package struct Checklist: Sendable {
  package struct Promise: Equatable, Sendable {
    package var id: String
    package var title: String
    /// Why there is no test; `nil` where there has to be one.
    package var exemption: String?
  }

  /// A problem of the list itself.
  package struct Trouble: Error, CustomStringConvertible, Equatable {
    package var path: String
    package var line: Int
    package var what: String

    package var description: String { "\(path):\(line): \(what)" }
  }

  package let promises: [Promise]

  /// - Throws: ``Trouble`` for a line that is no promise or an id that was there before.
  package init(text: String, path: String) throws(Trouble) {
    var promises: [Promise] = []
    var known: Set<String> = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let line = line.trimmingCharacters(in: .whitespaces)
      if line.isEmpty || line.hasPrefix("#") { continue }
      func trouble(_ what: String) -> Trouble { Trouble(path: path, line: index + 1, what: what) }
      let parts = line.components(separatedBy: " | ")
      guard (2...3).contains(parts.count), TestName.isID(parts[0]), !parts[1].isEmpty else {
        throw trouble("a promise is `ID | title`, or `ID | title | cannot apply: why`")
      }
      var exemption: String?
      if parts.count == 3 {
        let prefix = "cannot apply: "
        guard parts[2].hasPrefix(prefix), parts[2].count > prefix.count + 10 else {
          throw trouble("the third part says `cannot apply: ` and why")
        }
        exemption = String(parts[2].dropFirst(prefix.count))
      }
      guard known.insert(parts[0]).inserted else { throw trouble("\(parts[0]) stands there twice") }
      promises.append(Promise(id: parts[0], title: parts[1], exemption: exemption))
    }
    self.promises = promises
  }

  /// The list and the tests side by side.
  package struct Report: Sendable {
    package var rows: [(promise: Promise, proofs: [TestName])]
    /// Tests that name an id which is not in the list.
    package var strays: [(id: String, test: TestName)]

    package var missing: [Promise] {
      rows.filter { $0.proofs.isEmpty && $0.promise.exemption == nil }.map(\.promise)
    }

    /// Whether every promise is proved or exempt, and every id that a test names is known.
    package var isComplete: Bool { missing.isEmpty && strays.isEmpty }
  }

  /// - Complexity: O(promises × ids of tests).
  package func report(_ tests: [TestName]) -> Report {
    let known = Set(promises.map(\.id))
    var report = Report(rows: [], strays: [])
    for promise in promises {
      report.rows.append((promise, tests.filter { $0.ids.contains(promise.id) }))
    }
    for test in tests {
      for id in test.ids where !known.contains(id) { report.strays.append((id, test)) }
    }
    return report
  }
}
