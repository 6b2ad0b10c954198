import FacialFunWire
import Glibc

/// The service's log: one line an event, on standard error or wherever it is sent.
///
/// It tells of the service, never of what a client sent: no picture, no score, no path.
package struct ServiceLog: Sendable {
    private let write: @Sendable (String) -> Void

    /// Takes what writes a line; the text has no line end.
    package init(_ write: @escaping @Sendable (String) -> Void) { self.write = write }

    /// Passes all over.
    package static let silent = ServiceLog { _ in }

    /// Writes a line.
    func say(_ message: String) { write(SafeText.oneLine(message)) }
}
