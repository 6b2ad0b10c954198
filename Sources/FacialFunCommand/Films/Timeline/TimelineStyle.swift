import CommandSupport
import FacialFun
import FacialFunWire

/// Style of the page of `--timeline`: for light and dark screens, and for paper.
enum TimelineStyle {
    /// The style sheet.
    static let css = """
        :root { color-scheme: light dark; --ink: #1d2026; --soft: #5b616e; --paper: #fff; \
        --panel: #f6f7f9; --line: #d9dce3; --unjudged: #8a8f9a; }
        @media (prefers-color-scheme: dark) { :root { --ink: #eceef2; --soft: #a6adba; \
        --paper: #16181d; --panel: #1e2127; --line: #383d47; --unjudged: #7d8491; } }
        @media print { :root { color-scheme: light; --ink: #000; --soft: #444; --paper: #fff; \
        --panel: #fff; --line: #bbb; --unjudged: #777; } \
        @page { margin: 14mm; } details { display: none; } \
        .person, .overview, .chart, .legend, figure, tr, li, p { break-inside: avoid; } \
        h1, h2, h3, h2 + p, .facts, .fault, tr:first-child { break-after: avoid; } \
        .legend, footer { break-before: avoid; } \
        body { margin: 0; } * { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
        body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper); \
        max-width: 64rem; margin: 2rem auto; padding: 0 1rem; }
        h1 { font-size: 1.6rem; line-height: 1.2; margin: 0 0 .5rem; }
        h2 { font-size: 1.3rem; margin: 2.5rem 0 0; overflow-wrap: anywhere; }
        h3 { font-size: 1.05rem; margin: 0; }
        header p { max-width: 44rem; }
        .facts { color: var(--soft); margin: 0 0 .5rem; }
        .person { background: var(--panel); border: 1px solid var(--line); border-radius: 10px; \
        padding: 1rem; margin: 1rem 0; }
        .legend { display: flex; flex-wrap: wrap; gap: .25rem 1.1rem; list-style: none; padding: 0; \
        margin: 1rem 0 0; font-size: .9rem; }
        .legend li { display: flex; align-items: center; gap: .4rem; }
        .legend svg { flex: none; width: 16px; height: 16px; }
        svg { display: block; width: 100%; height: auto; }
        \(ChartNames.css)
        svg text { font: 12px system-ui, sans-serif; fill: var(--ink); }
        .name { text-anchor: end; }
        svg .tick { text-anchor: middle; fill: var(--soft); font-size: 11px; }
        .grid { stroke: var(--line); stroke-width: 1; }
        .base { stroke: var(--soft); stroke-width: 1; }
        .score { stroke: var(--ink); stroke-width: .8; stroke-linejoin: round; }
        .mark { stroke: var(--ink); stroke-width: .6; stroke-opacity: .55; }
        .hatch { stroke: var(--unjudged); stroke-width: 2; }
        .absent { fill: var(--line); fill-opacity: .35; }
        .legend .absent { stroke: var(--soft); stroke-width: .6; }
        .wide { overflow-x: auto; }
        table { border-collapse: collapse; font-size: .9rem; margin: .75rem 0; \
        font-variant-numeric: tabular-nums; }
        th, td { padding: .2rem .9rem .2rem 0; text-align: left; border-bottom: 1px solid var(--line); \
        font-weight: normal; }
        tr:first-child th { color: var(--soft); }
        .number { text-align: right; white-space: nowrap; }
        .stack th, .stack td { vertical-align: top; }
        @media (max-width: 40rem) { .stack tr:first-child { display: none; } \
        .stack, .stack tbody, .stack tr, .stack th, .stack td { display: block; padding: 0; \
        border: 0; text-align: left; } \
        .stack tr { padding: .6rem 0; border-bottom: 1px solid var(--line); } \
        .stack .number { display: inline; margin-right: .7em; color: var(--soft); } \
        .stack [data-label]::after { content: " " attr(data-label); } }
        .films a { color: inherit; }
        .films th:first-child { overflow-wrap: anywhere; min-width: 9rem; }
        summary { cursor: pointer; padding: .25rem 0; min-height: 24px; }
        footer { color: var(--soft); font-size: .9rem; margin-top: 2rem; }
        \(colors)
        """

    private static var colors: String {
        Emotion.allCases.map {
            ".\($0.rawValue) { fill: \(hexadecimal(EmotionColors.color(of: $0))); }"
        }
        .joined(separator: "\n")
            + (0..<ScoreLabels.colorCount).map { index in
                "\n.own\(index) { fill: \(hexadecimal(EmotionColors.color(ofClass: index))); }"
            }.joined()
    }

    /// A color in the notation of style sheets.
    private static func hexadecimal(_ color: Color) -> String {
        let digits = [color.red, color.green, color.blue].map { value in
            let text = String(value, radix: 16)
            return value < 16 ? "0" + text : text
        }
        return "#" + digits.joined()
    }

    /// The hatching of times in which a face cannot be judged.
    static func pattern(id: String) -> String {
        """
        <defs><pattern id="\(id)" width="6" height="6" patternUnits="userSpaceOnUse" \
        patternTransform="rotate(45)"><line class="hatch" x1="0" x2="0" y1="0" y2="6"/></pattern></defs>
        """
    }

    /// The legend of the colors in the charts of films.
    static func legend(of films: [FilmTimeline]) -> String {
        let seen = films.filter { !$0.people.isEmpty }
        let labels = seen.first?.labels ?? .emotions
        let unjudged = """
            <li><svg viewBox="0 0 16 16" aria-hidden="true">\(pattern(id: "legend-hatch"))\
            <rect x="1" y="1" width="14" height="14" rx="3" fill="url(#legend-hatch)"/></svg>\
            seen, and cannot be judged</li>
            """
        let absent = """
            <li><svg viewBox="0 0 16 16" aria-hidden="true"><rect class="absent" x="1" y="1" \
            width="14" height="14" rx="3"/></svg>not seen</li>
            """
        return "<ul class=\"legend\">" + (items(labels) + [unjudged, absent]).joined() + "</ul>"
    }

    /// The legend of the emotions only.
    static var emotionLegend: String { "<ul class=\"legend\">\(items(.emotions).joined())</ul>" }

    private static func items(_ labels: ScoreLabels) -> [String] {
        labels.names.enumerated().map { label, name in
            """
            <li><svg viewBox="0 0 16 16" aria-hidden="true"><rect class="\(labels.style(label)) mark" \
            x="1" y="1" width="14" height="14" rx="3"/></svg>\(Markup.escaped(name))</li>
            """
        }
    }
}
