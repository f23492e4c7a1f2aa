#if !Macros
  /// Says at the attribute what is missing, where the compiler would only call it unknown.
  @available(
    *, unavailable,
    message: """
      @Recorded needs the trait Macros: in Package.swift, write \
      .package(url: …, from: …, traits: ["Macros"])
      """
  )
  @globalActor public actor Recorded {
    /// The actor that the attribute needs; it is never used.
    public static let shared = Recorded()
  }
#endif
