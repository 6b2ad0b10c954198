import CommandSupport
import FacialFunWire

/// Comma-separated values (RFC 4180, with a header): one row for each face, one row without face
/// columns for an image without a face, one row with the error columns for an input that failed.
struct CSVWriter: ReportWriter {
    /// The names of the columns.
    static let columns =
        [
            "path", "width", "height", "face", "x", "y", "boxWidth", "boxHeight", "confidence",
            "judgeable", "reasons", "top",
        ] + Emotion.allCases.map(\.rawValue) + ["model", "errorCode", "errorMessage"]

    /// Whether the movements of each face follow in columns of their own.
    var movements = false
    /// Whether the frame, its time and the person follow in columns of their own, as where there are
    /// films.
    var films = false

    /// The names of the model's own classes, which follow in columns of their own.
    var classes: [String] = []

    /// The names of all columns.
    private var names: [String] {
        Self.columns + (films ? ["frame", "time", "person"] : [])
            + (movements ? FaceMovement.allCases.map(\.rawValue) : [])
            + (classes.isEmpty ? [] : ["topClass"] + classes.map { "class.\($0)" })
    }

    /// The cells of the model's own classes; empty where there is no face.
    private func classified(_ face: FaceReport? = nil) -> [String] {
        guard !classes.isEmpty else { return [] }
        guard let scores = face?.classes else {
            return [String](repeating: "", count: classes.count + 1)
        }
        return [Self.text(scores.top)] + scores.values.map { "\($0)" }
    }

    /// The cells of a frame; empty where the input is none.
    private func framed(_ frame: Int?, _ time: Double?, _ face: FaceReport? = nil) -> [String] {
        guard films else { return [] }
        return [
            frame.map { "\($0)" } ?? "", time.map { "\($0)" } ?? "",
            face?.person.map { "\($0)" } ?? "",
        ]
    }

    /// The cells of the movements; empty where there are none.
    private func moved(_ face: FaceReport? = nil) -> [String] {
        guard movements else { return [] }
        return FaceMovement.allCases.map { movement in
            face?.movements.map { "\($0[movement])" } ?? ""
        }
    }

    func opening() -> String { Self.row(names) }

    mutating func text(of outcome: Outcome, path: InputPath) -> String {
        switch outcome {
        case .failed(let report):
            let empty = [String](repeating: "", count: Self.columns.count - 3)
            return Self.row(
                [Self.harmless(report.path)] + empty + [report.error.code, report.error.message]
                    + framed(report.frame, report.time) + moved() + classified())
        case .scored(let report):
            let image = [
                Self.harmless(report.path), "\(report.image.width)", "\(report.image.height)",
            ]
            let end = [Self.text("\(report.model.name) \(report.model.version)"), "", ""]
            if report.faces.isEmpty {
                let empty = [String](repeating: "", count: Self.columns.count - 6)
                return Self.row(
                    image + empty + end + framed(report.frame, report.time) + moved()
                        + classified())
            }
            return report.faces.enumerated().map { place, face in
                Self.row(
                    image + Self.cells(of: face, number: place + 1) + end
                        + framed(report.frame, report.time, face) + moved(face) + classified(face))
            }.joined()
        }
    }

    func closing(_ tally: OutcomeCounts) -> String { "" }

    private static func cells(of face: FaceReport, number: Int) -> [String] {
        [
            "\(number)", "\(face.box.x)", "\(face.box.y)", "\(face.box.width)",
            "\(face.box.height)", "\(face.confidence)", "\(face.judgeable)",
            face.reasons.map(\.rawValue).joined(separator: " "), face.top.rawValue,
        ] + Emotion.allCases.map { "\(face.scores[$0])" }
    }

    /// The path, written so that no spreadsheet takes it for a formula.
    ///
    /// A relative path that begins like one is the same file with `./` before it. A lone `-` is standard input and no formula.
    static func harmless(_ path: String) -> String {
        guard let first = path.unicodeScalars.first, path != "-" else { return path }
        return "=+-@\t\r\n".unicodeScalars.contains(first) ? "./" + path : path
    }

    /// A text that names no file, written so that no spreadsheet takes it for a formula: an apostrophe
    /// before it is what spreadsheets themselves write.
    static func text(_ text: String) -> String {
        guard let first = text.unicodeScalars.first,
            "=+-@\t\r\n".unicodeScalars.contains(first)
        else { return text }
        return "'" + text
    }

    /// One row: quoted where RFC 4180 asks for it, ended by CR LF.
    static func row(_ cells: [String]) -> String {
        cells.map(quoted).joined(separator: ",") + "\r\n"
    }

    private static func quoted(_ cell: String) -> String {
        let needsQuotes = cell.unicodeScalars.contains { "\",\r\n".unicodeScalars.contains($0) }
        guard needsQuotes else { return cell }
        var result = "\""
        for scalar in cell.unicodeScalars {
            if scalar == "\"" { result += "\"" }
            result.unicodeScalars.append(scalar)
        }
        return result + "\""
    }
}
