import CommandSupport
import Evaluation
import FacialFunWire

/// The confusion matrix as SVG: rows are labels, columns predictions, each row shaded by its
/// shares.
struct ConfusionChart {
    /// The counts.
    let matrix: ConfusionMatrix

    private static let cell = (width: 70.0, height: 38.0)
    private static let margin = (left: 90.0, top: 34.0)

    /// The SVG element.
    var svg: String {
        let answers: [Emotion?] = Emotion.allCases.map(\.self) + [nil]
        let width = Self.margin.left + Self.cell.width * Double(answers.count)
        let height = Self.margin.top + Self.cell.height * Double(Emotion.allCases.count)
        var parts: [String] = []
        for (column, answer) in answers.enumerated() {
            let x = Self.margin.left + (Double(column) + 0.5) * Self.cell.width
            let name = answer?.rawValue ?? "no scores"
            parts.append(text(name, x: x, y: Self.margin.top - 12, anchor: "middle"))
        }
        for (row, truth) in Emotion.allCases.enumerated() {
            let y = Self.margin.top + Double(row) * Self.cell.height
            parts.append(text(truth.rawValue, x: Self.margin.left - 8, y: y + 23, anchor: "end"))
            for (column, answer) in answers.enumerated() {
                let x = Self.margin.left + Double(column) * Self.cell.width
                parts.append(cell(truth: truth, answer: answer, x: x, y: y))
            }
        }
        return """
            <svg viewBox="0 0 \(Markup.number(width)) \(Markup.number(height))" \
            width="\(Markup.number(width))" role="img" aria-label="confusion matrix">
            \(parts.joined(separator: "\n"))
            </svg>

            """
    }

    /// A cell: the count, and its share of the label's faces.
    private func cell(truth: Emotion, answer: Emotion?, x: Double, y: Double) -> String {
        let count = matrix[truth: truth, predicted: answer]
        let faces = matrix.faces(of: truth)
        let share = faces == 0 ? 0 : Double(count) / Double(faces)
        let color = answer == truth ? "#1b7837" : "#b2182b"
        let ink = share > 0.55 ? "#fff" : "#222"
        let percent = faces == 0 ? "" : FixedPoint.text(share * 100, decimals: 0) + " %"
        let center = x + Self.cell.width / 2
        return """
            <rect x="\(Markup.number(x))" y="\(Markup.number(y))" \
            width="\(Markup.number(Self.cell.width - 1))" \
            height="\(Markup.number(Self.cell.height - 1))" fill="\(color)" \
            fill-opacity="\(Markup.number(0.04 + 0.96 * share))"/>
            \(text("\(count)", x: center, y: y + 17, anchor: "middle", fill: ink))
            \(text(percent, x: center, y: y + 31, anchor: "middle", fill: ink, size: 10))
            """
    }

    private func text(
        _ text: String, x: Double, y: Double, anchor: String, fill: String = "#222", size: Int = 12
    ) -> String {
        """
        <text x="\(Markup.number(x))" y="\(Markup.number(y))" text-anchor="\(anchor)" \
        font-size="\(size)" fill="\(fill)">\(Markup.escaped(text))</text>
        """
    }
}
