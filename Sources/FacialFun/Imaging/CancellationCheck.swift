/// Asks whether a long piece of work on a picture is still wanted.
///
/// Decoding, search and scoring ask between rows, windows and faces, so that the thread that does
/// them is free soon after the answer becomes yes; the work then throws `ImageError.stopped`.
public struct CancellationCheck: Sendable {
    private let ask: (@Sendable () -> Bool)?

    /// The work is always wanted.
    public static let never = CancellationCheck(ask: nil)

    /// Takes the question.
    ///
    /// - Parameter ask: True once the work is wanted no longer. It is called often, from the thread
    ///   that does the work, and must be quick.
    public init(_ ask: @escaping @Sendable () -> Bool) { self.init(ask: ask) }

    private init(ask: (@Sendable () -> Bool)?) { self.ask = ask }

    /// Whether the work is wanted no longer.
    package var isStopped: Bool { ask?() ?? false }

    /// Throws ``ImageError/stopped`` if the work was canceled.
    package func check() throws(ImageError) {
        if isStopped { throw ImageError.stopped }
    }
}
