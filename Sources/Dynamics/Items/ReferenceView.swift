#if !hasFeature(Embedded)
  /// Something whose bounds are the reference space of an animator: a view.
  public protocol ReferenceView: AnyObject {
    /// In points; items and boundaries lie in this space.
    var bounds: Rect { get }
  }

  extension DynamicAnimator {
    /// An animator whose reference bounds are those of a view, and follow them.
    ///
    /// - Parameters:
    ///   - referenceView: read now and before each step; kept weakly.
    ///   - profile: what items are like without item behaviours.
    ///   - seed: of noise and turbulence.
    public convenience init(
      referenceView: any ReferenceView, profile: Profile = .documented, seed: UInt64 = 1
    ) {
      self.init(referenceBounds: referenceView.bounds, profile: profile, seed: seed)
      self.referenceView = referenceView
    }

    /// Takes over the bounds that the view has now.
    func followReferenceView() {
      guard let bounds = referenceView?.bounds, bounds != referenceBounds, bounds.isValid else {
        return
      }
      referenceBounds = bounds
    }
  }
#endif
