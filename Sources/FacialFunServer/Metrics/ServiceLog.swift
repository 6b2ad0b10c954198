import FacialFunWire
import Glibc

/// The service's log: one line per event, on standard error or to another destination.
///
/// It contains events of the service, never data of a client: no picture, no score, no path.
package struct ServiceLog: Sendable {
    private let write: @Sendable (String) -> Void

    /// Creates a log from a function that writes a line without its line break.
    package init(_ write: @escaping @Sendable (String) -> Void) { self.write = write }

    /// A log that discards everything.
    package static let silent = ServiceLog { _ in }

    /// Writes a line.
    func info(_ message: String) { write(SafeText.oneLine(message)) }
}
