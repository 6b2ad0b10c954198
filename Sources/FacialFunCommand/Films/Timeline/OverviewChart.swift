import CommandSupport
import FacialFunWire

/// Overview of all people of a film as SVG: a strip of the top label for each.
struct OverviewChart {
    /// The film.
    let film: FilmTimeline
    /// Prefix of the element identifiers of the chart.
    let id: String

    private static let row = (height: 20.0, gap: 6.0)

    /// The SVG element.
    var svg: String {
        let people = film.shownPeople
        let axis = TimelineAxis(chartWidth: ChartNames.chartWidth, duration: film.duration)
        let bottom = Double(people.count) * (Self.row.height + Self.row.gap)
        let strip = StretchStrip(axis: axis, labels: film.labels, hatch: "\(id)-hatch")
        let rows = people.enumerated().map { index, person in
            let top = Double(index) * (Self.row.height + Self.row.gap)
            return """
                <rect class="absent" x="\(Markup.number(axis.left))" y="\(Markup.number(top))" \
                width="\(Markup.number(axis.width))" height="\(Markup.number(Self.row.height))"/>
                \(strip.svg(film.stretches(of: person), top: top, height: Self.row.height))
                """
        }
        let names = people.enumerated().map { index, person in
            let top = Double(index) * (Self.row.height + Self.row.gap)
            return ChartNames.name("person \(person)", y: top + 14)
        }
        return """
            <div class="chart overview">\(ChartNames.svg(names, height: bottom + 20))
            <svg class="rows" viewBox="\(ChartNames.viewBoxOfRows(height: bottom + 20))" \
            role="img" aria-labelledby="\(id)-title \(id)-description">
            <title id="\(id)-title">All people over time</title>
            <desc id="\(id)-description">\(description(people))</desc>
            \(TimelineStyle.pattern(id: "\(id)-hatch"))
            \(axis.svg(top: 0, bottom: bottom))
            \(rows.joined(separator: "\n"))
            </svg></div>
            """
    }

    private func description(_ people: [Int]) -> String {
        people.compactMap { person in
            guard let first = film.people[person]?.first, let last = film.people[person]?.last
            else { return nil }
            return "Person \(person) is seen from \(TimelineAxis.text(first.seconds)) to "
                + "\(TimelineAxis.text(last.seconds + film.step))."
        }.joined(separator: " ")
    }
}

/// Adjacent intervals of time, each in its label's color.
struct StretchStrip {
    /// Maps seconds to positions.
    let axis: TimelineAxis
    /// The names of the scores.
    let labels: ScoreLabels
    /// The identifier of the hatching.
    let hatch: String

    /// The elements, with tooltips.
    func svg(_ stretches: [FilmTimeline.Stretch], top: Double, height: Double) -> String {
        stretches.map { stretch in
            let name =
                stretch.label.map { Markup.escaped(labels.names[$0]) } ?? "cannot be judged"
            let paint =
                stretch.label.map { "class=\"\(labels.style($0)) mark\"" }
                ?? "fill=\"url(#\(hatch))\""
            let width = axis.x(stretch.end) - axis.x(stretch.begin)
            return """
                <rect \(paint) x="\(Markup.number(axis.x(stretch.begin)))" y="\(Markup.number(top))" \
                width="\(Markup.number(width))" height="\(Markup.number(height))"><title>\(name), \
                \(TimelineAxis.text(stretch.begin)) to \(TimelineAxis.text(stretch.end))</title></rect>
                """
        }.joined()
    }
}
