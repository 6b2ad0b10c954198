import CommandSupport
import FacialFunWire

/// What became of one input.
enum Outcome: Sendable {
    /// It was scored.
    case scored(ImageReport)
    /// It was not, and why.
    case failed(FailureReport)

    /// The input's path, as machine readers see it.
    var path: String {
        switch self {
        case .scored(let report): report.path
        case .failed(let report): report.path
        }
    }
}
