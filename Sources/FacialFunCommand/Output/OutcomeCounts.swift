import CommandSupport
import FacialFunWire

/// Number of inputs by result.
struct OutcomeCounts: Hashable, Sendable {
    /// Images that were scored, with or without faces.
    var scored = 0
    /// Faces in all of them.
    var faces = 0
    /// Images without a face.
    var withoutFace = 0
    /// Frames of films among ``scored``.
    var frames = 0
    /// Films.
    var films = 0
    /// People in all films; each film is counted separately.
    var people = 0
    /// Inputs that were not scored.
    var failed = 0
    /// Pictures that could not be written.
    var unwritten = 0

    /// Counts a result.
    mutating func count(_ outcome: InputOutcome) {
        switch outcome {
        case .scored(let report):
            scored += 1
            if report.frame != nil { frames += 1 }
            faces += report.faces.count
            if report.faces.isEmpty { withoutFace += 1 }
        case .failed:
            failed += 1
        }
    }
}
