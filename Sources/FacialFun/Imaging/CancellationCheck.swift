/// Cancellation of a long computation on a picture.
///
/// Decoding, search and scoring check it between rows, windows and faces. After a cancellation they
/// soon throw `FacialFunError.stopped`.
public struct CancellationCheck: Sendable {
    private let ask: (@Sendable () -> Bool)?

    /// Never cancels.
    public static let never = CancellationCheck(ask: nil)

    /// Creates a check from a function.
    ///
    /// - Parameter ask: Returns true once the work is canceled. It is called often, on the working
    ///   thread, and must be fast.
    public init(_ ask: @escaping @Sendable () -> Bool) { self.init(ask: ask) }

    private init(ask: (@Sendable () -> Bool)?) { self.ask = ask }

    /// Whether the work is canceled.
    package var isStopped: Bool { ask?() ?? false }

    /// Throws ``FacialFunError/stopped`` if the work was canceled.
    package func check() throws(FacialFunError) {
        if isStopped { throw FacialFunError.stopped }
    }
}
