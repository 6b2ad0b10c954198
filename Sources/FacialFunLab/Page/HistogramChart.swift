import CommandSupport
import Evaluation
import FacialFunWire

/// Score distribution of one emotion as SVG: faces with its label above the line, the others below,
/// each as fractions of their number.
struct HistogramChart {
    /// The emotion.
    let emotion: Emotion
    /// The counts.
    let histogram: ScoreHistogram

    private static let size = (width: 240.0, half: 56.0)

    /// The SVG element.
    var svg: String {
        let (width, half) = Self.size
        let step = width / Double(ScoreHistogram.count)
        let center = 20 + half
        let bars =
            Self.shares(histogram.targets).enumerated().map { index, share in
                bar(
                    x: Double(index) * step, y: center - share * half, width: step,
                    height: share * half, fill: "#1b7837", count: histogram.targets[index])
            }
            + Self.shares(histogram.others).enumerated().map { index, share in
                bar(
                    x: Double(index) * step, y: center, width: step, height: share * half,
                    fill: "#b2182b", count: histogram.others[index])
            }
        let height = center + half + 4
        return """
            <svg viewBox="0 0 \(Markup.number(width)) \(Markup.number(height))" \
            width="\(Markup.number(width))" role="img" aria-label="scores of \(emotion.rawValue)">
            <text x="0" y="12" font-size="12">\(emotion.rawValue)</text>
            \(bars.joined(separator: "\n"))
            <line x1="0" y1="\(Markup.number(center))" x2="\(Markup.number(width))" \
            y2="\(Markup.number(center))" stroke="#222"/>
            </svg>

            """
    }

    /// Counts as fractions of their sum, drawn by their square root to make rare scores visible.
    private static func shares(_ counts: [Int]) -> [Double] {
        let total = Double(max(counts.reduce(0, +), 1))
        return counts.map { (Double($0) / total).squareRoot() }
    }

    private func bar(
        x: Double, y: Double, width: Double, height: Double, fill: String, count: Int
    ) -> String {
        """
        <rect x="\(Markup.number(x + 0.5))" y="\(Markup.number(y))" \
        width="\(Markup.number(width - 1))" height="\(Markup.number(height))" fill="\(fill)">\
        <title>\(count)</title></rect>
        """
    }
}
