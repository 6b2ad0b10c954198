import CommandSupport
import Evaluation
import FacialFunWire

/// The reliability diagram as SVG: for each bin of the highest score, the fraction of correct
/// predictions.
///
/// With calibrated scores the bars end on the diagonal. The gray bars below show the number of
/// faces in each bin.
struct ReliabilityChart {
    /// The bins.
    let reliability: ReliabilityBins

    private static let side = 320.0
    private static let margin = 44.0
    private static let countsHeight = 50.0

    /// The SVG element.
    var svg: String {
        let (side, margin) = (Self.side, Self.margin)
        let step = side / Double(ReliabilityBins.count)
        let most = Double(max(reliability.bins.map(\.count).max() ?? 0, 1))
        let base = margin / 2 + side
        var parts: [String] = []
        for (index, bin) in reliability.bins.enumerated() {
            guard let hitRate = bin.hitRate, let meanScore = bin.meanScore else { continue }
            let x = margin + Double(index) * step
            parts.append(
                bar(x: x, base: base, width: step, height: hitRate * side, fill: "#2166ac"))
            let (markX, markY) = (margin + meanScore * side, base - hitRate * side)
            parts.append(
                """
                <circle cx="\(Markup.number(markX))" cy="\(Markup.number(markY))" r="3" \
                fill="#b2182b"><title>\(Counted.text(bin.count, "face")), score \(MetricText.value(meanScore)), \
                right \(MetricText.value(hitRate))</title></circle>
                """)
            let share = Double(bin.count) / most
            parts.append(
                bar(
                    x: x, base: base + 14 + Self.countsHeight, width: step,
                    height: share * Self.countsHeight, fill: "#888"))
        }
        let (left, right, top) = (margin, margin + side, base - side)
        let (width, height) = (side + 1.5 * margin, base + 14 + Self.countsHeight + 24)
        return """
            <svg viewBox="0 0 \(Markup.number(width)) \(Markup.number(height))" \
            width="\(Markup.number(width))" role="img" aria-label="reliability diagram">
            <rect x="\(Markup.number(left))" y="\(Markup.number(top))" \
            width="\(Markup.number(side))" height="\(Markup.number(side))" fill="none" stroke="#999"/>
            \(parts.joined(separator: "\n"))
            <line x1="\(Markup.number(left))" y1="\(Markup.number(base))" \
            x2="\(Markup.number(right))" y2="\(Markup.number(top))" stroke="#222" \
            stroke-dasharray="4 3"/>
            <text x="\(Markup.number(left - 6))" y="\(Markup.number(top + 10))" text-anchor="end" \
            font-size="11">1</text>
            <text x="\(Markup.number(left - 6))" y="\(Markup.number(base))" text-anchor="end" \
            font-size="11">0</text>
            <text x="\(Markup.number((left + right) / 2))" y="\(Markup.number(height - 6))" \
            text-anchor="middle" font-size="12">highest score, 0 to 1</text>
            <text transform="translate(\(Markup.number(left - 24)) \
            \(Markup.number((top + base) / 2))) rotate(-90)" text-anchor="middle" \
            font-size="12">share that was right</text>
            </svg>

            """
    }

    private func bar(
        x: Double, base: Double, width: Double, height: Double, fill: String
    ) -> String {
        """
        <rect x="\(Markup.number(x + 0.5))" y="\(Markup.number(base - height))" \
        width="\(Markup.number(width - 1))" height="\(Markup.number(height))" fill="\(fill)" \
        fill-opacity="0.65"/>
        """
    }
}
