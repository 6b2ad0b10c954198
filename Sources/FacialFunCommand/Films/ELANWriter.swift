import CommandSupport
import FacialFunWire

/// Annotations for ELAN: tab-separated text with a header, one line for each interval of a film in
/// which one emotion has a person's highest score.
///
/// The columns have the names of ELAN's own export, so its "Import CSV / Tab-delimited Text File"
/// recognizes them: a tier for each person, times in seconds and milliseconds. An interval in which
/// the face cannot be judged is `cannot_judge`; there is none without a face.
struct ELANWriter: ReportWriter {
    /// The names of the columns.
    static let columns = [
        "Tier", "Begin Time - ss.msec", "End Time - ss.msec", "Annotation", "File Path",
    ]
    /// The annotation of an unjudgeable face.
    static let unjudged = "cannot_judge"

    /// An interval that has not ended.
    private struct Stretch {
        let annotation: String
        let begin: Double
    }

    private var stretches: [Int: Stretch] = [:]
    private var lastTime: Double?
    /// Time between frames in seconds; the duration of the last frame is unknown.
    private var step = 0.04

    func opening() -> String { Self.row(Self.columns) }

    mutating func text(of outcome: InputOutcome, path: InputPath) -> String {
        guard case .scored(let report) = outcome, let time = report.time else { return "" }
        if let lastTime, time > lastTime { step = time - lastTime }
        lastTime = time
        var annotations: [Int: String] = [:]
        for face in report.faces {
            guard let person = face.person else { continue }
            annotations[person] =
                face.judgeable ? face.classes?.top ?? face.top.rawValue : Self.unjudged
        }
        let ended = stretches.keys.sorted().filter { stretches[$0]?.annotation != annotations[$0] }
        let text = ended.map { end($0, at: time, of: path) }.joined()
        for (person, annotation) in annotations where stretches[person] == nil {
            stretches[person] = Stretch(annotation: annotation, begin: time)
        }
        return text
    }

    mutating func text(atEndOf film: InputPath) -> String {
        defer { (lastTime, step) = (nil, 0.04) }
        guard let lastTime else { return "" }
        return stretches.keys.sorted().map { end($0, at: lastTime + step, of: film) }.joined()
    }

    func closing(_ tally: OutcomeCounts) -> String { "" }

    private mutating func end(_ person: Int, at time: Double, of film: InputPath) -> String {
        guard let stretch = stretches.removeValue(forKey: person) else { return "" }
        return Self.row([
            "person \(person)", FixedPoint.text(stretch.begin, decimals: 3),
            FixedPoint.text(time, decimals: 3), stretch.annotation, film.display,
        ])
    }

    private static func row(_ cells: [String]) -> String {
        cells.joined(separator: "\t") + "\n"
    }
}
