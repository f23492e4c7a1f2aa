import Foundation
import Testing

extension Browser {
  /// Opens a page as a file and returns what it became.
  func show(_ page: String, _ fragment: String) throws -> Shown {
    try use { window in
      try window.show(page, fragment)
      let dom = try #require(
        try window.run("return document.documentElement.outerHTML;") as? String)
      let told = try window.complaints()
      #expect(told.isEmpty, "\(told)")
      return Shown(dom: dom)
    }
  }

  /// Runs JavaScript in a page and returns the list that it returns.
  func ask(_ page: String, _ script: String) throws -> [Any] {
    try use { window in
      try window.show(page)
      let told = try window.list(script)
      // Errors of the script and refused requests are told on the console.
      let complaints = try window.complaints()
      #expect(complaints.isEmpty, "\(complaints)")
      return told
    }
  }

  /// JavaScript that waits until the page has compared every step.
  static let proven = """
    const still = ms => new Promise(done => setTimeout(done, ms)), facts = document.documentElement.dataset;
    while (!facts.proof) await still(10);
    """

  /// A page after its script ran.
  struct Shown {
    let dom: String

    func attribute(_ name: String) -> String? {
      dom.firstMatch(of: try! Regex("<html[^>]* \(name)=\"([^\"]*)\""))?.output[1].substring
        .map(String.init)
    }

    /// What the inspector has in the line of a field.
    func bits(of field: String) -> String? {
      dom.firstMatch(
        of: try! Regex("data-key=\"\(field)\".*?<td class=\"bits\">([^<]*)</td>"))?.output[1]
        .substring.map(String.init)
    }

    /// The value that the inspector has in the line of a field.
    func text(of field: String) -> String? {
      dom.firstMatch(
        of: try! Regex(
          "data-key=\"\(NSRegularExpression.escapedPattern(for: field))\".*?<td class=\"number\">([^<]*)</td>"
        )
      )?.output[1].substring.map(String.init)
    }
  }
}
