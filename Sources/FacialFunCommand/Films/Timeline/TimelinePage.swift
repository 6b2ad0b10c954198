import CommandSupport
import FacialFunWire

/// The scores of films over time as a self-contained HTML file: charts as SVG, the same data as
/// tables, and no pictures of people.
struct TimelinePage {
    /// Maximum number of intervals listed for a person.
    private static let maxListed = 300

    /// The films.
    let films: [FilmTimeline]
    /// The model of the scores; nil if nothing was scored.
    let model: ModelSummary?
    /// The links to the films' pages if this page is their index; nil if it contains the films.
    var pages: [String]?

    /// The file's text.
    var html: String {
        let title = films.count == 1 ? FilmIndex.name(films[0].path) : "\(films.count) films"
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(Markup.escaped(title)): what the faces show over time</title>
            <style>\(TimelineStyle.css)</style>
            </head>
            <body>
            <header>
            <h1>What the faces show over time</h1>
            <p>A score describes the expression that a face shows, not what a person feels. People are \
            numbered in order of appearance. A person who returns may get a new number. \
            This page contains no pictures of people.</p>
            \(pages == nil ? TimelineStyle.legend(of: films) : "")
            </header>
            <main>
            \(index)
            \(pages == nil ? sections : "")
            </main>
            \(footer)
            </body>
            </html>

            """
    }

    /// The table of the films, if there are several or each has its own page.
    private var index: String {
        guard films.count > 1 || pages != nil else { return "" }
        return FilmIndex(films: films) { position in pages?[position] ?? "#film\(position + 1)" }
            .html
    }

    private var sections: String {
        films.enumerated().map { section(of: $1, number: $0 + 1) }.joined(separator: "\n")
    }

    private var footer: String {
        guard let model else { return "" }
        return "<footer>Scored by FacialFun, model \(Markup.escaped(model.name)) "
            + "\(Markup.escaped(model.version)).</footer>"
    }

    private func section(of film: FilmTimeline, number: Int) -> String {
        let people = film.shownPeople
        let passing = film.people.count - people.count
        let others =
            passing > 0
            ? "<p class=\"facts\">Not shown: \(Counted.text(passing, "person", "people")) seen in "
                + "fewer than \(FilmTimeline.minFrames) frames. Most of these are objects mistaken "
                + "for a face. The records include them.</p>"
            : ""
        let charts = people.map { person in
            personSection(film, person, id: "film\(number)-person\(person)")
        }
        let overview =
            people.count > 1
            ? OverviewChart(film: film, id: "film\(number)").svg : ""
        let fault =
            film.fault.map { fault in
                let told = film.frames > 0 ? fault : "It could not be read. \(fault)"
                return "<p class=\"fault\">\(Markup.escaped(told))</p>"
            } ?? ""
        let empty =
            film.people.isEmpty && film.frames > 0
            ? "<p class=\"empty\">No face was found in it.</p>" : ""
        return """
            <section class="film" id="film\(number)">
            <h2>\(Markup.escaped(FilmIndex.name(film.path)))</h2>
            <p class="facts">\(Markup.escaped(FilmIndex.facts(film)))</p>
            \(fault)\(empty)\(overview)
            \(charts.joined(separator: "\n"))
            \(others)
            </section>
            """
    }

    private func personSection(_ film: FilmTimeline, _ person: Int, id: String) -> String {
        let samples = film.people[person] ?? []
        let stretches = film.stretches(of: person)
        let judged = samples.filter(\.isJudgeable)
        let facts =
            "seen in \(Counted.text(samples.count, "frame"))"
            + (judged.count < samples.count
                ? ", in \(samples.count - judged.count) of them not well enough to be judged" : "")
        return """
            <section class="person" id="\(id)">
            <h3>Person \(person)</h3>
            <p class="facts">\(facts)</p>
            \(PersonChart(film: film, person: person, id: id).svg)
            <details><summary>Person \(person) in numbers</summary>
            \(summaryTable(judged, labels: film.labels))
            \(stretchTable(stretches, labels: film.labels))
            </details>
            </section>
            """
    }

    /// The mean and peak of each label, and how often it was the highest.
    private func summaryTable(_ judged: [FilmTimeline.Sample], labels: ScoreLabels) -> String {
        guard !judged.isEmpty else { return "<p>The face could not be judged in any frame.</p>" }
        let count = Double(judged.count)
        let rows = labels.names.enumerated().map { label, name in
            let mean = judged.reduce(0) { $0 + $1.value(label) } / count
            let peak = judged.max { $0.value(label) < $1.value(label) }
            let tops = judged.count { $0.top == label }
            return [
                name, FixedPoint.text(mean, decimals: 3),
                FixedPoint.text(peak?.value(label) ?? 0, decimals: 3),
                TimelineAxis.text(peak?.seconds ?? 0),
                FixedPoint.text(Double(tops) / count * 100, decimals: 0) + " %",
            ]
        }
        return Markup.table(
            header: [labels.kind, "mean score", "highest score", "at", "highest of all in"],
            rows: rows)
    }

    private func stretchTable(
        _ stretches: [FilmTimeline.Stretch], labels: ScoreLabels
    ) -> String {
        let rows = stretches.prefix(Self.maxListed).map { stretch in
            [
                TimelineAxis.text(stretch.begin), TimelineAxis.text(stretch.end),
                stretch.label.map { labels.names[$0] } ?? "cannot be judged",
            ]
        }
        let more = stretches.count - rows.count
        let note =
            more > 0
            ? "<p>And \(Counted.text(more, "stretch", "stretches")) more: "
                + "<code>--format elan</code> has all.</p>" : ""
        return Markup.table(header: ["from", "to", "highest score"], rows: rows) + note
    }
}
