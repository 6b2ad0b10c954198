import CommandSupport
import FacialFunWire

/// The charts of a report, as HTML and SVG.
enum ReportCharts {
    private static let height = 90.0
    private static let width = 320.0

    /// A histogram as a figure: the judgeable faces, and the others stacked on them.
    ///
    /// - Parameters:
    ///   - histogram: The counts.
    ///   - title: The counted quantity.
    ///   - decimals: Decimals of the numbers below the axis.
    /// - Returns: The figure, with a sentence that describes it.
    static func histogram(
        _ histogram: ReportFigures.Histogram, title: String, decimals: Int
    ) -> String {
        let sums = zip(histogram.judged, histogram.refused).map { $0 + $1 }
        let most = Double(max(sums.max() ?? 0, 1))
        let step = width / Double(sums.count)
        let bars = sums.indices.map { position in
            let judged = Double(histogram.judged[position]) / most * height
            let refused = Double(histogram.refused[position]) / most * height
            let x = Double(position) * step
            return bar("judged", x: x, y: height - judged, width: step - 1, height: judged)
                + bar(
                    "refused", x: x, y: height - judged - refused, width: step - 1, height: refused)
        }
        let ticks = (0...4).map { quarter in
            let share = Double(quarter) / 4
            let anchor = quarter == 0 ? "start" : quarter == 4 ? "end" : "middle"
            let more = quarter == 4 && histogram.end != 1 ? "+" : ""
            return
                "<text x=\"\(Markup.number(share * width))\" y=\"\(Markup.number(height + 15))\" "
                + "style=\"text-anchor: \(anchor)\" class=\"tick\">"
                + FixedPoint.text(share * histogram.end, decimals: decimals) + more + "</text>"
        }
        return """
            <figure><figcaption>\(Markup.escaped(title))</figcaption>
            <svg viewBox="0 0 \(Markup.number(width)) \(Markup.number(height + 20))" role="img" \
            aria-label="\(Markup.escaped(title)): \(sentence(histogram, sums, decimals))">
            \(bars.joined())
            <line class="base" x1="0" x2="\(Markup.number(width))" y1="\(Markup.number(height))" \
            y2="\(Markup.number(height))"/>\(ticks.joined())</svg></figure>
            """
    }

    private static func bar(
        _ cssClass: String, x: Double, y: Double, width: Double, height: Double
    ) -> String {
        guard height > 0 else { return "" }
        return "<rect class=\"\(cssClass)\" x=\"\(Markup.number(x))\" y=\"\(Markup.number(y))\" "
            + "width=\"\(Markup.number(width))\" height=\"\(Markup.number(height))\"/>"
    }

    private static func sentence(
        _ histogram: ReportFigures.Histogram, _ sums: [Int], _ decimals: Int
    ) -> String {
        let count = sums.reduce(0, +)
        guard count > 0 else { return "no face" }
        var before = 0
        let medianBin = sums.firstIndex { number in
            before += number
            return 2 * before >= count
        }
        let value = (Double(medianBin ?? 0) + 0.5) / Double(sums.count) * histogram.end
        return "\(Counted.text(count, "face")), the median near "
            + FixedPoint.text(value, decimals: max(decimals, 2))
    }

    /// A table with a bar in each row.
    ///
    /// - Parameters:
    ///   - header: The names of the columns, including the bar's.
    ///   - rows: A name, the class of its bar, its length relative to the longest, and further
    ///     cells.
    /// - Returns: The HTML element.
    static func bars(
        header: [String], rows: [(name: String, cssClass: String, share: Double, cells: [String])]
    ) -> String {
        let head = header.map { "<th scope=\"col\">\(Markup.escaped($0))</th>" }.joined()
        let body = rows.map { row in
            let cells = row.cells.map { "<td>\(Markup.escaped($0))</td>" }.joined()
            return """
                <tr><th scope="row">\(Markup.escaped(row.name))</th><td><svg viewBox="0 0 100 14" \
                preserveAspectRatio="none" aria-hidden="true">\
                \(bar(row.cssClass, x: 0, y: 1, width: row.share * 100, height: 12))</svg></td>\(cells)</tr>

                """
        }
        return "<div class=\"wide\"><table class=\"bars\">\n<tr>\(head)</tr>\n\(body.joined())"
            + "</table></div>\n"
    }

    /// Counts of emotions as one bar in several colors.
    static func mix(_ tops: [Int]) -> String {
        let count = Double(max(tops.reduce(0, +), 1))
        var x = 0.0
        let parts = Emotion.allCases.map { emotion in
            let share = Double(tops[emotion.index]) / count * 100
            defer { x += share }
            guard share > 0 else { return "" }
            return "<rect class=\"\(emotion.rawValue)\" x=\"\(Markup.number(x))\" y=\"1\" "
                + "width=\"\(Markup.number(share))\" height=\"12\"><title>\(emotion.rawValue) "
                + "\(tops[emotion.index])</title></rect>"
        }
        return "<svg viewBox=\"0 0 100 14\" preserveAspectRatio=\"none\" aria-hidden=\"true\">"
            + parts.joined() + "</svg>"
    }
}
