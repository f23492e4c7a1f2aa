import Simulation

/// The tables that say which behaviours and items an animator knows, and what they are: what a
/// restored state needs besides an animator's own tables.
struct JournalRows {
  var head = [JournalHeadRow()]
  var objects: [JournalObjectRow] = []
  var words: [JournalWordRow] = []
  /// When the rows were last gathered or restored.
  var log = GatheringLog()

  mutating func visit(_ visitor: inout some StateVisitor) {
    let changes = log.changes
    visitor.tables(.keyFrame, changes: changes) { visitor in
      head.visitTable(&visitor, changes)
      objects.visitTable(&visitor, changes)
      words.visitTable(&visitor, changes)
    }
    log.end(&visitor)
  }
}

/// The one row of the table `journal`.
struct JournalHeadRow: TableRow {
  /// How many behaviours were known before the first step.
  var foundingCount: Int64 = 0
  /// `DynamicAnimator.writeBackGrid`; 0: none.
  var grid = 0.0

  static var title: FieldName { "journal" }
  static let layout = RowLayout(JournalHeadRow.self)
  static let group = layout.groups[0]

  mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.field("foundingCount", &foundingCount)
    visitor.field("grid", &grid)
  }
}

/// A row of the table `objects`: what a slot or an ordinal stands for.
struct JournalObjectRow: TableRow {
  enum Kind: UInt64, CaseIterable, StateEnum {
    /// A slot's item.
    case item = 0
    /// A slot without an item.
    case noItem = 1
    /// A behaviour by its ordinal.
    case behavior = 2
    /// An ordinal without a behaviour.
    case noBehavior = 3
    /// A place on the stack of free slots.
    case freeSlot = 4
    /// A member of a group that has no slot.
    case part = 5
    /// An item without a slot, of a known behaviour that is in no tree.
    case member = 6
  }

  var kind: UInt64 = 0
  /// The slot, the ordinal, the slot of the member's group, or the ordinal of its behaviour.
  var place: Int64 = 0
  /// The number in entries; −1 without an object.
  var number: Int64 = -1
  /// Known before the first step.
  var isFounding: UInt64 = 0
  /// How many of the table of words follow those of the row before.
  var wordCount: UInt64 = 0

  static var title: FieldName { "objects" }
  static let layout = RowLayout(JournalObjectRow.self)
  static let group = layout.groups[0]

  mutating func visitFields(_ visitor: inout some FieldVisitor) {
    visitor.word("kind", &kind, Kind.self, role: .key)
    visitor.field("place", &place, role: .key)
    visitor.word("number", &number, MissingWord.self)
    visitor.flag("isFounding", &isFounding)
    visitor.field("wordCount", &wordCount)
  }
}

/// A row of the table `objectWords`: the words of the entries that describe objects.
struct JournalWordRow: TableRow {
  var word: UInt64 = 0

  static var title: FieldName { "objectWords" }
  static let layout = RowLayout(JournalWordRow.self)
  static let group = layout.groups[0]

  mutating func visitFields(_ visitor: inout some FieldVisitor) { visitor.field("word", &word) }
}

// MARK: Gathering

extension AnimatorJournal {
  /// Brings the rows up to date.
  ///
  /// - Complexity: O(1) where no object has come, gone or been described since; else O(objects).
  func gather() {
    guard rowsAreStale else { return }
    rowsAreStale = false
    rows.log.noteChange()
    numbersOfSlots.removeAll(keepingCapacity: true)
    rows.head[0] = JournalHeadRow(
      foundingCount: Int64(animator.foundingCount), grid: animator.grid ?? 0)
    rows.objects.removeAll(keepingCapacity: true)
    rows.words.removeAll(keepingCapacity: true)
    for (index, slot) in animator.slots.enumerated() {
      guard let item = slot.item else {
        append(.noItem, index)
        numbersOfSlots.append(-1)
        continue
      }
      let number = items.number(of: item)
      numbersOfSlots.append(number ?? -1)
      append(
        .item, index, number, isFounding: slot.isFounding,
        words: number.map { items.taken[Int($0)] } ?? [])
    }
    for (ordinal, behavior) in animator.known.enumerated() {
      guard let behavior else {
        append(.noBehavior, ordinal)
        continue
      }
      let entry = JournalEntry(.behavior(0, behavior: JournalBehavior(being: behavior)), at: 0)
      append(.behavior, ordinal, behaviors.number(of: behavior), words: entry.recordWords.words)
    }
    for slot in animator.freeSlots { append(.freeSlot, Int(slot)) }
    for slot in animator.order {
      for part in animator.slots[Int(slot)].item?.itemGroup?.items ?? []
      where animator.slotIndex(of: part) == nil {
        let number = items.number(of: part)
        append(.part, Int(slot), number, words: number.map { items.taken[Int($0)] } ?? [])
      }
    }
    for (ordinal, behavior) in animator.known.enumerated() {
      guard let behavior, behavior.animatorReference !== animator else { continue }
      for member in behavior.members where animator.slotIndex(of: member.item) == nil {
        let number = items.number(of: member.item)
        append(.member, ordinal, number, words: number.map { items.taken[Int($0)] } ?? [])
      }
    }
  }

  private func append(
    _ kind: JournalObjectRow.Kind, _ place: Int, _ number: Int32? = nil,
    isFounding: Bool = false, words: [UInt64] = []
  ) {
    rows.objects.append(
      JournalObjectRow(
        kind: kind.rawValue, place: Int64(place), number: Int64(number ?? -1),
        isFounding: UInt64(isFounding), wordCount: UInt64(words.count)))
    for word in words { rows.words.append(JournalWordRow(word: word)) }
  }
}

// MARK: After a restore

extension AnimatorJournal {
  /// Whether the restored rows describe objects: a file may say anything.
  var areRowsSound: Bool { objectsOfRows() != nil }

  /// The restored rows' objects take the place of all that the animator knows. Call before
  /// `stateWasRestored()`, and only when ``areRowsSound``.
  func takeObjects() {
    guard let found = objectsOfRows() else { return }
    animator.adopt(found.objects)
    animator.grid = rows.head[0].grid > 0 ? rows.head[0].grid : nil
    (items, behaviors) = (found.items, found.behaviors)
    membersWithoutSlot = found.members
    findNumbersOfSlots()
    rowsAreStale = false
  }

  /// Gives known behaviours the items that the animator does not know. Call after
  /// `stateWasRestored()`.
  func takeMembers() {
    if membersWithoutSlot.isEmpty { return }
    var next = 0
    var first = 0
    let rows = animator.rows.members.rows
    while first < rows.count {
      var end = first
      while end < rows.count, rows[end].behavior == rows[first].behavior { end += 1 }
      defer { first = end }
      guard rows[first..<end].contains(where: { $0.slot < 0 }),
        let behavior = animator.knownBehavior(rows[first].behavior)
      else { continue }
      behavior.removeAllMembers()
      for row in rows[first..<end] {
        guard let item = item(of: row, &next), behavior.memberIndex(of: item) == nil else {
          continue
        }
        behavior.appendMember(row.member(item, of: behavior))
      }
    }
    membersWithoutSlot = []
  }

  private func item(of row: MemberRow, _ next: inout Int) -> (any DynamicItem)? {
    if row.slot >= 0 {
      let slot = DynamicAnimator.index(row.slot, below: animator.slots.count)
      return slot >= 0 ? animator.slots[slot].item : nil
    }
    guard next < membersWithoutSlot.count else { return nil }
    defer { next += 1 }
    return items[membersWithoutSlot[next]]
  }

  fileprivate struct Found {
    var objects = AnimatorObjects()
    /// Groups, whose members may come later.
    var groups: [(item: JournaledItem, value: JournalItem)] = []
    /// The numbers of items without a slot, in the order of the rows of members that say so.
    var members: [Int32] = []
    var items = JournalNumbers<any DynamicItem>()
    var behaviors = JournalNumbers<DynamicBehavior>()
  }

  private func objectsOfRows() -> Found? {
    guard rows.head.count == 1 else { return nil }
    var found = Found()
    var start = 0
    for row in rows.objects {
      guard let kind = JournalObjectRow.Kind(rawValue: row.kind),
        row.wordCount <= UInt64(rows.words.count - start)
      else { return nil }
      let words = rows.words[start..<start + Int(row.wordCount)].map { $0.word }
      start += words.count
      guard found.take(row, kind, words) else { return nil }
    }
    let foundingCount = rows.head[0].foundingCount
    guard start == rows.words.count, foundingCount >= 0,
      foundingCount <= Int64(found.objects.behaviors.count)
    else { return nil }
    found.objects.foundingCount = Int(foundingCount)
    for group in found.groups { group.item.become(group.value) { found.items[$0] } }
    return found
  }
}

extension AnimatorJournal.Found {
  /// - Returns: whether the row can be what it says.
  fileprivate mutating func take(
    _ row: JournalObjectRow, _ kind: JournalObjectRow.Kind, _ words: [UInt64]
  ) -> Bool {
    switch kind {
    case .item, .noItem:
      guard row.place == Int64(objects.items.count) else { return false }
      objects.isFounding.append(row.isFounding != 0)
      guard kind == .item else {
        objects.items.append(nil)
        return true
      }
      guard let item = takeItem(row.number, words) else { return false }
      objects.items.append(item)
    case .behavior, .noBehavior:
      guard row.place == Int64(objects.behaviors.count) else { return false }
      guard kind == .behavior else {
        objects.behaviors.append(nil)
        objects.outlines.append(nil)
        return true
      }
      guard
        case .behavior(_, let value)? = change(
          words, of: JournalChange.behavior(0, behavior: .init())),
        behaviors.canSet(row.number)
      else { return false }
      let behavior = value.values.make()
      objects.behaviors.append(behavior)
      let outlines = value.boundaries.compactMap { $0.boundary }
      guard outlines.count == value.boundaries.count else { return false }
      objects.outlines.append(behavior is CollisionBehavior ? outlines : nil)
      behaviors.set(Int32(row.number), behavior, behavior)
    case .freeSlot:
      let index = DynamicAnimator.index(row.place, below: objects.items.count)
      guard index >= 0, objects.items[index] == nil,
        !objects.freeSlots.contains(Int32(index))
      else { return false }
      objects.freeSlots.append(Int32(index))
    case .part: return takeItem(row.number, words) != nil
    case .member:
      // Several behaviours may hold it, and a group.
      let isThere = row.number >= 0 && items[Int32(truncatingIfNeeded: row.number)] != nil
      guard isThere || takeItem(row.number, words) != nil else { return false }
      members.append(Int32(truncatingIfNeeded: row.number))
    }
    return true
  }

  private mutating func takeItem(_ number: Int64, _ words: [UInt64]) -> JournaledItem? {
    guard case .item(_, let value)? = change(words, of: JournalChange.item(0, item: .init())),
      items.canSet(number)
    else { return nil }
    let item = JournaledItem(value) { _ in nil }
    if !value.parts.isEmpty { groups.append((item, value)) }
    items.set(Int32(number), item, item)
    items.words[Int(number)] = words
    items.taken[Int(number)] = words
    return item
  }

  /// The change that an entry of these words makes, if it is of the same kind as `blank`.
  private func change(_ words: [UInt64], of blank: JournalChange) -> JournalChange? {
    try? JournalEntry(RecordWords(kind: blank.kind, words: words)).change
  }
}
