import Foundation
import LaplaceCommands
import Scenarios
import TestSupport
import Testing

/// Pages without a pointer, and as assistive programs see them.
@Suite(
  .enabled(if: !Browser.present.isEmpty, "there is no browser on the path"),
  .enabled(if: BuiltEngine.path != nil, "there is no engine: Tools/builds wasm-library"),
  .serialized)
struct PageAccessTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A recording's page, and a playground.
  private func pages() throws -> [String] {
    let playground = folder.file("playground.html")
    let made = laplace(
      ["playground", "spring", "-o", playground, "--engine", try #require(BuiltEngine.path)],
      catalogue: Catalogue.all)
    try #require(made.status == .same, "\(made.console.wordText)")
    return [try BuiltEngine.page("push-seed1", folder.file("page.html")), playground]
  }

  /// What can be operated has a role and a name, whatever tab is open.
  @Test(.enabled(if: Browser.chromium.path != nil, "there is no Chromium on the path"))
  func everyControlHasARoleAndAName() throws {
    let operated = Set(
      [
        "button", "checkbox", "combobox", "slider", "spinbutton", "tab", "tabpanel", "textbox",
        "application", "image", "dialog", "MenuListPopup", "ListBoxOption", "menuitem", "link",
      ])
    for page in try pages() {
      try Browser.chromium.use { window in
        let chromium = try #require(window as? ChromiumWindow)
        try chromium.show(page)
        let tabs = try chromium.list(
          "while (!page.engine?.version) await new Promise(done => setTimeout(done, 5));"
            + "setPlaying(false); pickNext(1); render();"
            + "return Array.from($('tabs').children, button => button.dataset.tab);")
        var seen: Set<String> = []
        for tab in tabs {
          _ = try chromium.run("page.tab = '\(tab)'; render(); return 1;")
          for (role, name) in try chromium.accessibleNodes() where operated.contains(role) {
            seen.insert(role)
            let isNamed = !name.isEmpty || role == "MenuListPopup"
            #expect(isNamed, "\(page): a \(role) has no name, tab \(tab)")
          }
        }
        #expect(seen.isSuperset(of: ["button", "slider", "tab", "tabpanel", "application"]))
        // What can be focused is a control, not a part of a picture.
        let odd = try chromium.list(
          """
          const known = 'a, button, input, select, textarea, #canvas, #panel, [role=tab]';
          return Array.from(document.querySelectorAll('[tabindex], [onclick]'))
            .filter(element => !element.matches(known)).map(element => element.outerHTML);
          """)
        #expect(odd.isEmpty, "\(odd)")
      }
    }
  }

  /// Everything that a button does, a key does, and the list of keys has it.
  @Test(arguments: Browser.usual)
  func keysDoWhatButtonsDo(browser: Browser) throws {
    for page in try pages() {
      try browser.use { window in
        try window.show(page)
        try window.press("?")
        let told = try window.list(
          """
          const buttons = Array.from(document.querySelectorAll('[data-do]'), one => one.dataset.do);
          const known = $('keys').textContent, all = Object.values(actions);
          return [
            $('keys').open,
            buttons.filter(name => !actions[name]?.[0]),
            all.filter(([key, text]) => text && !known.includes(text)).map(([key]) => key),
            all.map(([key]) => key).filter((key, index, keys) => keys.indexOf(key) !== index),
          ];
          """)
        #expect(told[0] as? Bool == true)
        for list in told.dropFirst() { #expect((list as? [String]) == [], "\(list)") }
        try window.press("Escape")
        let isOpen = try window.run("return $('keys').open;") as? Bool
        #expect(isOpen == false)
      }
    }
  }

  /// A branch by real keys alone: a pointer is taken, moved, put down, dragged and let go.
  @Test(arguments: Browser.present)
  func pointerIsMovedByKeys(browser: Browser) throws {
    let path = try pages()[0]
    try browser.use { window in
      try window.show(path)
      _ = try window.run(
        "while (!page.engine?.version) await new Promise(done => setTimeout(done, 5));"
          + "go(20); render(); return 1;")
      for key in ["o", "ArrowRight", "ArrowRight", "ArrowUp", "Enter"] { try window.press(key) }
      let first = try window.list(
        """
        const still = ms => new Promise(done => setTimeout(done, ms));
        while (!(live.branch?.facts.stepCount > 24)) await still(5);
        const [x, y] = stage.pixel(live.cursor.x, live.cursor.y);
        return [Math.round(x - stage.width / 2), Math.round(y - stage.height / 2), live.branch.script()];
        """)
      // To the pixel, where the panel beside the picture may have become wider.
      let (right, down) = (first[0] as? Int ?? 0, first[1] as? Int ?? 0)
      #expect(abs(right - 16) <= 2 && abs(down + 8) <= 2, "\(first)")
      #expect((first[2] as? String)?.contains("\"kind\":\"tap\"") == true, "\(first)")
      for key in ["h", "ArrowLeft", "ArrowDown", "h", "Escape"] { try window.press(key) }
      let then = try window.list(
        """
        const still = ms => new Promise(done => setTimeout(done, ms));
        while (!live.branch.script().includes('panEnded')) await still(5);
        setPlaying(false);
        return [live.cursor === null, live.branch.script(), page.tab, $('toast').textContent];
        """)
      #expect(then[0] as? Bool == true, "\(then)")
      for kind in ["panBegan", "panChanged"] {
        #expect((then[1] as? String)?.contains(kind) == true, "\(then)")
      }
      let complaints = try window.complaints()
      #expect(complaints.isEmpty, "\(complaints)")
    }
  }

  /// A parameter that is a text or a list is written as the tool's own requests have it.
  @Test(arguments: Browser.usual)
  func textsAndListsAreParameters(browser: Browser) throws {
    let told = try browser.ask(
      try pages()[1],
      """
      const run = page.all[0], name = atob(run.facts.replay.begin[0]).length;
      run.facts.replay.parameters = [
        { name: 'title', type: 'text', value: '' }, { name: 'sizes', type: 'list', element: 'float32', value: '[]' },
        { name: 'limit', type: 'int64', isOptional: true, value: 'none' }, { name: 'kept', type: 'cases', words: ['2', '7'], value: 'x' },
      ];
      const read = (index, text) => playground.read(run.facts.replay.parameters[index], text);
      run.values = [read(0, 'hä'), read(1, '1.5, -2'), read(2, '-1'), 'x'];
      const view = new DataView(playground.request(run).buffer), at = 5 + view.getUint32(1, true), words = [];
      for (let i = 0; i < view.getUint32(at, true); i++) words.push(view.getBigUint64(at + 4 + 8 * i, true).toString(16));
      return [words, [read(1, '1,,2'), read(1, 'a'), read(2, '1.5')], playground.settings(run)];
      """)
    #expect(
      told[0] as? [String] == [
        "3", "68", "c3", "a4", "2", "3fc00000", "c0000000", "1", "ffffffffffffffff", "2", "7",
      ])
    #expect((told[1] as? [Any])?.allSatisfy { $0 is NSNull } == true, "\(told[1])")
    #expect(
      told[2] as? [String] == ["title=hä", "sizes=[1.5, -2]", "limit=-1", "kept=x"])
  }
}
