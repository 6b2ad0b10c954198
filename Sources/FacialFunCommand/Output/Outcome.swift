import CommandSupport
import FacialFunWire

/// What became of one input.
enum Outcome: Sendable {
    /// It was scored.
    case scored(ImageReport)
    /// It was not, and why.
    case failed(FailureReport)

    /// Whether a face was found; nil where nothing was scored.
    var hasFace: Bool? {
        if case .scored(let report) = self { !report.faces.isEmpty } else { nil }
    }

    /// The input's path, as machine readers see it.
    var path: String {
        switch self {
        case .scored(let report): report.path
        case .failed(let report): report.path
        }
    }
}
