import CommandSupport
import FacialFunWire

/// Comma-separated values (RFC 4180, with a header): one row for each face, one row without face
/// columns for an image without a face, one row with the error columns for a failed input.
struct CSVWriter: ReportWriter {
    /// The optional columns, after the common ones.
    var columns = CSVColumns()

    func opening() -> String { Self.row(columns.names) }

    mutating func text(of outcome: InputOutcome, path: InputPath) -> String {
        switch outcome {
        case .failed(let report):
            let failed =
                [Self.harmless(report.path)]
                + CSVColumns.blanks(CSVColumns.image.count - 1 + CSVColumns.face.count + 1)
                + [report.error.code, report.error.message]
            return Self.row(failed + columns.furtherCells(report.frame, report.time))
        case .scored(let report):
            let image = [
                Self.harmless(report.path), "\(report.image.width)", "\(report.image.height)",
            ]
            let end = [Self.text("\(report.model.name) \(report.model.version)"), "", ""]
            if report.faces.isEmpty {
                return Self.row(
                    image + CSVColumns.blanks(CSVColumns.face.count) + end
                        + columns.furtherCells(report.frame, report.time))
            }
            return report.faces.enumerated().map { index, face in
                Self.row(
                    image
                        + CSVColumns.cells(of: face, number: index + 1, at: report.operatingPoint)
                        + end + columns.furtherCells(report.frame, report.time, face))
            }.joined()
        }
    }

    func closing(_ tally: OutcomeCounts) -> String { "" }

    /// The path in a form that spreadsheets do not parse as a formula.
    ///
    /// A relative path that starts like a formula is prefixed with `./`. A lone `-` is standard
    /// input and not a formula.
    static func harmless(_ path: String) -> String {
        guard let first = path.unicodeScalars.first, path != "-" else { return path }
        return "=+-@\t\r\n".unicodeScalars.contains(first) ? "./" + path : path
    }

    /// A text other than a path in a form that spreadsheets do not parse as a formula: prefixed
    /// with an apostrophe, as spreadsheets write it.
    static func text(_ text: String) -> String {
        guard let first = text.unicodeScalars.first,
            "=+-@\t\r\n".unicodeScalars.contains(first)
        else { return text }
        return "'" + text
    }

    /// One row, quoted as required by RFC 4180 and terminated by CR LF.
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
