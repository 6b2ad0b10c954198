import CommandSupport

/// The names of a chart's rows, as an SVG separate from that of the rows: on a narrow screen the
/// rows scroll and the names stay.
enum ChartNames {
    /// Width of a chart in its units.
    static let chartWidth = 960.0
    /// Width of the names in units of the chart; the rows start there.
    static let width = 74.0

    /// Maximum length of a name in characters.
    private static let maxLength = 10

    /// A name with its baseline at a height; a long one is truncated, with the whole name as
    /// tooltip.
    static func name(_ text: String, y: Double) -> String {
        let isLong = text.count > maxLength
        let shown = isLong ? text.prefix(maxLength - 1) + "…" : text[...]
        let whole = isLong ? "<title>\(Markup.escaped(text))</title>" : ""
        return """
            <text class="name" x="\(Markup.number(width - 2))" y="\(Markup.number(y))">\
            \(whole)\(Markup.escaped(String(shown)))</text>
            """
    }

    /// The SVG of the names, hidden from screen readers because the chart contains them, too.
    static func svg(_ names: [String], height: Double) -> String {
        """
        <svg class="names" aria-hidden="true" viewBox="0 0 \(Markup.number(width)) \(Markup.number(height))">\
        \(names.joined())</svg>
        """
    }

    /// The viewBox of the rows.
    static func viewBoxOfRows(height: Double) -> String {
        [width, 0, chartWidth - width, height].map { Markup.number($0) }.joined(separator: " ")
    }

    /// Widths of both parts.
    ///
    /// The chart is as wide as the page, but at least wide enough to keep its marks apart.
    static var css: String {
        let (names, rows) = (Markup.number(width), Markup.number(chartWidth - width))
        let whole = Markup.number(chartWidth)
        return """
            .chart { display: flex; overflow-x: auto; } .chart svg { flex: none; }
            .names { width: calc(100% * \(names) / \(whole)); min-width: calc(52rem * \(names) / \(whole)); \
            position: sticky; left: 0; background: var(--panel); }
            .rows { width: calc(100% * \(rows) / \(whole)); min-width: calc(52rem * \(rows) / \(whole)); }
            .overview .names { background: var(--paper); }
            @media print { .names, .rows { min-width: 0; } }
            """
    }
}
