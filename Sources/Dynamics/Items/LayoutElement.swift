/// An element of a collection layout as an item: a cell, or a supplementary or decoration view.
///
/// A layout keeps one for each element, adds it to behaviours, and shows its view at ``center``
/// with ``transform`` when the animator has stepped. Elements are found again by their place in the
/// collection, not by an object that a later layout pass may have replaced.
public final class LayoutElement: DynamicItem {
  /// What kind of element of a layout an item is.
  public enum Category: Equatable, Sendable {
    /// A cell, which shows an item of the collection.
    case cell
    /// A header, a footer or the like, as `kind` says.
    case supplementary(kind: String)
    /// A decoration view of the layout, which shows no data; `kind` tells several apart.
    case decoration(kind: String)
  }

  /// What kind of element it is.
  public let category: Category
  /// The element's section in the collection, from 0.
  public let section: Int
  /// The element's place in its section, from 0.
  public let item: Int
  public var center: Point
  public let bounds: Rect
  public var transform = AffineTransform2D.identity

  #if hasFeature(Embedded)
    public unowned(unsafe) var registeredAnimator: DynamicAnimator?
  #else
    public weak var registeredAnimator: DynamicAnimator?
  #endif

  /// - Parameters:
  ///   - category: what kind of element it is.
  ///   - section: of the element.
  ///   - item: the element's place in its section.
  ///   - frame: in the layout's content, in points.
  public init(_ category: Category = .cell, section: Int, item: Int, frame: Rect) {
    self.category = category
    self.section = section
    self.item = item
    center = frame.center
    bounds = Rect(origin: .zero, size: frame.size)
  }

  func isElement(_ category: Category, _ section: Int, _ item: Int) -> Bool {
    guard self.section == section, self.item == item else { return false }
    switch (self.category, category) {
    case (.cell, .cell): return true
    case (.supplementary(let a), .supplementary(let b)): return a.utf8.elementsEqual(b.utf8)
    case (.decoration(let a), .decoration(let b)): return a.utf8.elementsEqual(b.utf8)
    default: return false
    }
  }
}

#if !hasFeature(Embedded)
  extension DynamicAnimator {
    /// The cell at a place of the collection, if a behaviour in the tree holds it.
    ///
    /// - Complexity: O(items).
    public func layoutElementForCell(section: Int, item: Int) -> LayoutElement? {
      layoutElement(.cell, section, item)
    }

    /// The supplementary view of a kind at a place of the collection; see
    /// ``layoutElementForCell(section:item:)``.
    public func layoutElementForSupplementaryView(
      ofKind kind: String, section: Int, item: Int
    ) -> LayoutElement? { layoutElement(.supplementary(kind: kind), section, item) }

    /// The decoration view of a kind at a place of the collection; see
    /// ``layoutElementForCell(section:item:)``.
    public func layoutElementForDecorationView(
      ofKind kind: String, section: Int, item: Int
    ) -> LayoutElement? { layoutElement(.decoration(kind: kind), section, item) }

    private func layoutElement(
      _ category: LayoutElement.Category, _ section: Int, _ item: Int
    ) -> LayoutElement? {
      for slot in order where slots[Int(slot)].holderCount > 0 {
        guard let element = slots[Int(slot)].item as? LayoutElement,
          element.isElement(category, section, item)
        else { continue }
        return element
      }
      return nil
    }
  }
#endif
