/// The coding of every step's state: residuals of a prediction, in streams for an entropy coder.
enum StateCodec {
  /// The name in files, which changes with the bytes.
  static let name = "laplace-state-4"
}
