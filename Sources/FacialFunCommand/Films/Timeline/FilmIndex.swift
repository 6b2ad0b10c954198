import CommandSupport
import FacialFunWire

/// The table of several films: the duration and people of each, and a link to its section or page.
struct FilmIndex {
    /// The films.
    let films: [FilmTimeline]
    /// The link of a film, by index from 0.
    let link: (Int) -> String

    /// Maximum number of people listed for a film.
    private static let maxPeople = 6

    /// The HTML element.
    var html: String {
        let rows = films.enumerated().map { position, film in
            let people = film.summaries
            let listed = people.prefix(Self.maxPeople).map { person in
                Markup.escaped("\(person.number): \(person.text)")
            }
            let more = people.count - listed.count
            let cells =
                (listed + (more > 0 ? ["and \(more) more"] : [])).joined(separator: "<br>")
            let length = film.frames > 0 ? TimelineAxis.text(film.duration) : "–"
            let frameUnit = film.frames == 1 ? "frame" : "frames"
            let peopleUnit = people.count == 1 ? "person" : "people"
            let fault = film.fault == nil ? "" : " (not read to its end)"
            return """
                <tr><th scope="row"><a href="\(Markup.escaped(link(position)))">\
                \(Markup.escaped(Self.name(film.path)))</a>\(fault)</th><td class="number">\(length)</td>\
                <td class="number" data-label="\(frameUnit)">\(film.frames)</td>\
                <td class="number" data-label="\(peopleUnit)">\(people.count)</td>\
                <td>\(cells)</td></tr>

                """
        }
        return """
            <div class="wide"><table class="films stack"><tr><th scope="col">film</th>\
            <th scope="col" class="number">length</th><th scope="col" class="number">frames</th>\
            <th scope="col" class="number">people</th><th scope="col">person: highest score</th></tr>
            \(rows.joined())</table></div>
            """
    }

    /// The facts about a film in one line.
    static func facts(_ film: FilmTimeline) -> String {
        // A film that was not read has no facts.
        var facts: [String] = []
        if film.frames > 0 {
            facts = [
                Counted.text(film.frames, "frame"), TimelineAxis.text(film.duration) + " long",
                Counted.text(film.shownPeople.count, "person", "people"),
            ]
        }
        if film.unread > 0 {
            facts.append(Counted.text(film.unread, "frame") + " could not be read")
        }
        return facts.joined(separator: " · ")
    }

    /// The last component of a path.
    static func name(_ path: String) -> String {
        path == "-" ? "standard input" : String(path.split(separator: "/").last ?? "film")
    }
}
