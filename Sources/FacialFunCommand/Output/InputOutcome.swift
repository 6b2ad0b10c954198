import CommandSupport
import FacialFunWire

/// Result of one input.
enum InputOutcome: Sendable {
    /// It was scored.
    case scored(ImageReport)
    /// It was not scored, for this reason.
    case failed(FailureReport)

    /// Whether a face was found; nil if nothing was scored.
    var hasFace: Bool? {
        if case .scored(let report) = self { !report.faces.isEmpty } else { nil }
    }

    /// The input's path as in machine-readable output.
    var path: String {
        switch self {
        case .scored(let report): report.path
        case .failed(let report): report.path
        }
    }
}
