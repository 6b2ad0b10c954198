import CommandSupport
import FacialFunWire

/// The scores of a person over time as SVG: a strip of the top label, and a row for each emotion,
/// or for the eight highest of the model's own classes.
struct PersonChart {
    /// The film.
    let film: FilmTimeline
    /// The person's number.
    let person: Int
    /// Prefix of the element identifiers of the chart.
    let id: String

    private static let strip = (top: 4.0, height: 18.0)
    private static let row = (top: 34.0, height: 26.0, gap: 6.0)
    /// Maximum number of points of a row, about one per pixel.
    private static let maxPoints = 860

    private var axis: TimelineAxis {
        TimelineAxis(chartWidth: ChartNames.chartWidth, duration: film.duration)
    }

    private var bottom: Double {
        Self.row.top + Double(rows.count) * (Self.row.height + Self.row.gap)
    }

    /// The labels with a row: those with the highest means, in their own order.
    private var rows: [Int] {
        let samples = film.people[person] ?? []
        let labels = Array(film.labels.names.indices)
        guard labels.count > ScoreLabels.colorCount else { return labels }
        let sums = labels.map { label in samples.reduce(0) { $0 + $1.value(label) } }
        return labels.sorted { sums[$0] > sums[$1] }.prefix(ScoreLabels.colorCount).sorted()
    }

    /// The SVG element.
    var svg: String {
        let areas = rows.enumerated().map { row(of: $1, at: Self.rowTop($0)) }
        let height = bottom + 20
        let names =
            [ChartNames.name("highest", y: Self.strip.top + 13)]
            + rows.enumerated().map {
                ChartNames.name(film.labels.names[$1], y: Self.rowTop($0) + 18)
            }
        return """
            <div class="chart">\(ChartNames.svg(names, height: height))
            <svg class="rows" viewBox="\(ChartNames.viewBoxOfRows(height: height))" \
            role="img" aria-labelledby="\(id)-title \(id)-description">
            <title id="\(id)-title">Person \(person): scores over time</title>
            <desc id="\(id)-description">\(description)</desc>
            \(TimelineStyle.pattern(id: "\(id)-hatch"))
            \(axis.svg(top: Self.strip.top, bottom: bottom))
            \(absences)
            \(StretchStrip(axis: axis, labels: film.labels, hatch: "\(id)-hatch").svg(film.stretches(of: person), top: Self.strip.top, height: Self.strip.height))
            \(areas.joined(separator: "\n"))
            \(unjudged)
            </svg></div>
            """
    }

    private static func rowTop(_ number: Int) -> Double {
        row.top + Double(number) * (row.height + row.gap)
    }

    /// Description of the chart in words.
    private var description: String {
        let stretches = film.stretches(of: person)
        let names = film.labels.names
        var seconds = [Double](repeating: 0, count: names.count)
        for stretch in stretches {
            if let label = stretch.label { seconds[label] += stretch.end - stretch.begin }
        }
        let parts = names.indices.filter { seconds[$0] > 0 }.sorted { seconds[$0] > seconds[$1] }
            .map { "\(Markup.escaped(names[$0])) for \(TimelineAxis.text(seconds[$0]))" }
        guard !parts.isEmpty else { return "The face could not be judged in any frame." }
        return "The highest score was that of " + parts.joined(separator: ", ")
            + ". The numbers follow below."
    }

    /// The baseline and the scores of one label, 0 at the bottom and 1 at the top of the row.
    private func row(of label: Int, at top: Double) -> String {
        let base = top + Self.row.height
        let areas = film.runs(of: person).map { run in
            area(points(run, of: label), base: base, film.labels.style(label))
        }
        return """
            \(areas.joined())
            <line class="base" x1="\(Markup.number(axis.left))" \
            x2="\(Markup.number(axis.left + axis.width))" y1="\(Markup.number(base))" \
            y2="\(Markup.number(base))"/>
            """
    }

    /// Positions and scores; if there are too many, means of neighbors.
    private func points(_ run: [FilmTimeline.Sample], of label: Int) -> [(Double, Double)] {
        let share = axis.width / Double(Self.maxPoints)
        var points: [(x: Double, sum: Double, count: Double)] = []
        for sample in run {
            let x = axis.x(sample.seconds)
            let score = sample.value(label)
            if let last = points.last, x - last.x < share {
                points[points.count - 1].sum += score
                points[points.count - 1].count += 1
            } else {
                points.append((x, score, 1))
            }
        }
        // The last frame lasts for one interval, too.
        if let last = run.last {
            points.append((axis.x(last.seconds + film.step), last.value(label), 1))
        }
        return points.map { ($0.x, $0.sum / $0.count) }
    }

    private func area(_ points: [(Double, Double)], base: Double, _ style: String) -> String {
        guard let first = points.first, let last = points.last else { return "" }
        let line = points.map { x, score in
            "\(Markup.number(x)) \(Markup.number(base - Self.row.height * score))"
        }.joined(separator: "L")
        return """
            <path class="\(style)" d="M\(Markup.number(first.0)) \(Markup.number(base))\
            L\(line)L\(Markup.number(last.0)) \(Markup.number(base))Z"/>\
            <path class="score" fill="none" d="M\(line)"/>
            """
    }

    /// Bands over the times without the person.
    private var absences: String {
        var begin = 0.0
        var bands: [String] = []
        func band(_ from: Double, _ to: Double) {
            guard to - from > film.step / 2 else { return }
            bands.append(
                """
                <rect class="absent" x="\(Markup.number(axis.x(from)))" y="\(Markup.number(Self.strip.top))" \
                width="\(Markup.number(axis.x(to) - axis.x(from)))" \
                height="\(Markup.number(bottom - Self.strip.top - Self.row.gap))"/>
                """)
        }
        for run in film.runs(of: person) {
            guard let first = run.first, let last = run.last else { continue }
            band(begin, first.seconds)
            begin = last.seconds + film.step
        }
        band(begin, film.duration)
        return bands.joined()
    }

    /// Hatching over the rows while the face cannot be judged.
    private var unjudged: String {
        film.stretches(of: person).filter { $0.label == nil }.map { stretch in
            """
            <rect fill="url(#\(id)-hatch)" fill-opacity=".45" x="\(Markup.number(axis.x(stretch.begin)))" \
            y="\(Markup.number(Self.row.top))" \
            width="\(Markup.number(axis.x(stretch.end) - axis.x(stretch.begin)))" \
            height="\(Markup.number(bottom - Self.row.top - Self.row.gap))"/>
            """
        }.joined()
    }
}
