import CommandSupport

/// Maps seconds of a film to positions in a chart.
struct TimelineAxis {
    /// Start of the axis in units of the chart, to the right of the names of the rows.
    let left = 84.0
    /// Width of the chart in its units.
    let chartWidth: Double
    /// Duration of the film in seconds.
    let duration: Double

    /// Free space to the right of the axis, in units of the chart.
    private static let margin = 12.0
    /// Width of a digit in a label, in units of the chart.
    ///
    /// It is that of the widest sans-serif fonts.
    private static let digitWidth = 7.0

    /// Length of the axis in units of the chart.
    var width: Double { chartWidth - left - Self.margin }

    /// The position of a time.
    func x(_ seconds: Double) -> Double { left + width * min(seconds / duration, 1) }

    /// The marked times: round ones, at most ten.
    var ticks: [Double] {
        let steps = [
            0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800,
            3600,
            7200, 14400,
        ]
        let step = steps.first { duration / $0 <= 10 } ?? duration / 10
        return (0...Int(duration / step + 1e-9)).map { Double($0) * step }
    }

    /// A time as `2.5 s`, `1:05` or `2:00:09`.
    static func text(_ seconds: Double) -> String {
        guard seconds >= 60 else {
            var text = FixedPoint.text(seconds, decimals: 2)
            while text.hasSuffix("0") { text.removeLast() }
            if text.hasSuffix(".") { text.removeLast() }
            return text + " s"
        }
        let tenths = Int((seconds * 10).rounded())
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (hours, minutes, rest) = (tenths / 36000, tenths / 600 % 60, tenths / 10 % 60)
        let fraction = tenths % 10 == 0 ? "" : ".\(tenths % 10)"
        let end = "\(two(rest))\(fraction)"
        return hours > 0 ? "\(hours):\(two(minutes)):\(end)" : "\(minutes):\(end)"
    }

    /// The marks and their lines.
    func svg(top: Double, bottom: Double) -> String {
        ticks.map { tick in
            let position = Markup.number(x(tick))
            let text = Self.text(tick)
            return """
                <line class="grid" x1="\(position)" x2="\(position)" y1="\(Markup.number(top))" \
                y2="\(Markup.number(bottom))"/>\
                <text class="tick" x="\(Markup.number(labelPosition(text, at: x(tick))))" \
                y="\(Markup.number(bottom + 14))">\(text)</text>
                """
        }.joined(separator: "\n")
    }

    /// The center of a label: below its mark, but far enough from the edges of the chart that the
    /// label is not cut off.
    private func labelPosition(_ text: String, at position: Double) -> Double {
        min(position, chartWidth - Double(text.count) * Self.digitWidth / 2)
    }
}
