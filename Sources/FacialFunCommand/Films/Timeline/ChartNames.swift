import CommandSupport

/// What the rows of a chart are called, as an SVG of their own beside that of the rows: where a screen is
/// narrow the rows move under it, and the names stay.
enum ChartNames {
    /// How wide a chart is, in its units.
    static let chartWidth = 960.0
    /// How wide the names are, in units of the chart; the rows begin there.
    static let width = 74.0

    /// The longest name that fits, in characters.
    private static let maxLength = 10

    /// One name, with its base line at a height; a long one is cut, and whole where the pointer rests on it.
    static func name(_ text: String, y: Double) -> String {
        let isLong = text.count > maxLength
        let shown = isLong ? text.prefix(maxLength - 1) + "…" : text[...]
        let whole = isLong ? "<title>\(Markup.escaped(text))</title>" : ""
        return """
            <text class="name" x="\(Markup.number(width - 2))" y="\(Markup.number(y))">\
            \(whole)\(Markup.escaped(String(shown)))</text>
            """
    }

    /// The SVG of the names; the chart's words are with its rows.
    static func svg(_ names: [String], height: Double) -> String {
        """
        <svg class="names" aria-hidden="true" viewBox="0 0 \(Markup.number(width)) \(Markup.number(height))">\
        \(names.joined())</svg>
        """
    }

    /// What the SVG of the rows shows of a chart.
    static func viewBoxOfRows(height: Double) -> String {
        [width, 0, chartWidth - width, height].map { Markup.number($0) }.joined(separator: " ")
    }

    /// How wide both are of their chart, which is as wide as the page, and at least so wide that its
    /// marks can be told apart.
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
