import CommandSupport
import FacialFunWire

/// A run over pictures and films as a self-contained HTML file.
struct ReportPage {
    /// The scored paths, as given.
    let title: String
    /// Figures of the photographs.
    let figures: ReportFigures
    /// The selected faces.
    let selection: ReportSelection
    /// Their JPEG files, if available.
    let thumbnails: [ReportSelection.Entry: [UInt8]]
    /// The films.
    let films: [FilmReport]
    /// The model; nil if nothing was scored.
    let model: ModelSummary?

    /// Maximum number of listed folders.
    static let maxFolders = 200

    /// The file's text.
    var html: String {
        let sections = [overview] + photographs + [failures] + filmSections
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(Markup.escaped(title)): report of FacialFun</title>
            <style>\(ReportStyle.css)</style>
            </head>
            <body>
            <header>
            <h1>What the faces show</h1>
            <p class="facts paths">\(Markup.escaped(title))</p>
            <p>A score describes the expression that a face shows, not what a person feels. FacialFun \
            has no face recognition: pictures are grouped by their folders, and people only within a film.</p>
            </header>
            <main>
            \(sections.filter { !$0.isEmpty }.joined(separator: "\n"))
            </main>
            \(footer)
            </body>
            </html>

            """
    }

    private var footer: String {
        let by = model.map {
            "Scored by FacialFun, model \(Markup.escaped($0.name)) \(Markup.escaped($0.version)), at the "
                + "operating point \(OperatingPoint.photograph.rawValue). "
        }
        return
            "<footer>\(by ?? "")This page contains pictures of faces: keep and share it only with "
            + "the consent of the people in them.</footer>"
    }

    private var overview: String {
        var tiles: [(Int, String)] = []
        func add(_ count: Int, _ one: String, _ many: String) {
            tiles.append((count, count == 1 ? one : many))
        }
        if figures.all.images > 0 || films.isEmpty {
            add(figures.all.images, "picture", "pictures")
            add(figures.withoutFace, "without a face", "without a face")
            add(figures.all.faces, "face", "faces")
            add(figures.all.judged, "can be judged", "can be judged")
            add(figures.refused, "cannot be judged", "cannot be judged")
        }
        if !films.isEmpty {
            add(films.count, "film", "films")
            add(films.reduce(0) { $0 + $1.timeline.shownPeople.count }, "person", "people in films")
        }
        if figures.failed > 0 { add(figures.failed, "not scored", "not scored") }
        let items = tiles.map { "<li><b>\($0.0)</b><span>\($0.1)</span></li>" }.joined()
        return "<section aria-label=\"Counts\"><ul class=\"tiles\">\(items)</ul></section>"
    }

    private var photographs: [String] {
        guard figures.all.faces > 0 else { return [] }
        return [emotions, ownClasses, distributions, refusals, shown, folders]
    }

    private var emotions: String {
        let most = Double(max(figures.all.tops.max() ?? 0, 1))
        let judged = Double(max(figures.all.judged, 1))
        let rows = Emotion.allCases.map { emotion in
            let count = figures.all.tops[emotion.index]
            return (
                name: emotion.rawValue, cssClass: "\(emotion.rawValue) mark",
                share: Double(count) / most,
                cells: [
                    "\(count)", FixedPoint.text(Double(count) / judged * 100, decimals: 1) + " %",
                    FixedPoint.text(figures.mean(emotion), decimals: 3),
                ]
            )
        }
        return """
            <section><h2>Emotions</h2>
            <p>For judgeable faces in pictures: how often each emotion has the highest score, \
            and its mean score.</p>
            \(ReportCharts.bars(header: ["emotion", "", "faces", "share", "mean score"], rows: rows))</section>
            """
    }

    /// The model's own classes; empty if it has none.
    private var ownClasses: String {
        guard !figures.classes.isEmpty else { return "" }
        let most = Double(max(figures.classes.values.map(\.tops).max() ?? 0, 1))
        let judged = Double(max(figures.all.judged, 1))
        let names = figures.classes.keys.sorted()
        let rows = names.enumerated().map { position, name in
            let (tops, sum) = figures.classes[name] ?? (0, 0)
            return (
                name: name.text, cssClass: "own\(position % ScoreLabels.colorCount) mark",
                share: Double(tops) / most,
                cells: [
                    "\(tops)", FixedPoint.text(Double(tops) / judged * 100, decimals: 1) + " %",
                    FixedPoint.text(sum / judged, decimals: 3),
                ]
            )
        }
        return """
            <section><h2>Your own classes</h2>
            <p>For the same faces: how often each class of the model has the highest score, and its mean \
            score.</p>
            \(ReportCharts.bars(header: ["class", "", "faces", "share", "mean score"], rows: rows))</section>
            """
    }

    private var distributions: String {
        """
        <section><h2>Distributions</h2>
        <p>Faces by value: <span><i class="key judged"></i>can be judged</span>, \
        <span><i class="key refused"></i>cannot be judged</span>.</p>
        <div class="charts">
        \(ReportCharts.histogram(figures.topScores, title: "Highest score", decimals: 2))
        \(ReportCharts.histogram(figures.sharpness, title: "Sharpness (0.4 to 0.5 is sharp)", decimals: 2))
        \(ReportCharts.histogram(figures.widths, title: "Width of the face in pixels", decimals: 0))
        </div></section>
        """
    }

    private var refusals: String {
        guard figures.refused > 0 else { return "" }
        let most = Double(max(figures.reasons.values.max() ?? 0, 1))
        let rows = CannotJudgeReason.allCases.compactMap {
            reason -> (String, String, Double, [String])? in
            guard let count = figures.reasons[reason] else { return nil }
            return (Self.words(reason), "refused", Double(count) / most, ["\(count)"])
        }
        return """
            <section><h2>Why faces cannot be judged</h2>
            <p>\(Counted.text(figures.refused, "face")) of \(figures.all.faces); a face may have several \
            reasons. They are scored, too.</p>
            \(ReportCharts.bars(header: ["reason", "", "faces"], rows: rows))</section>
            """
    }

    private var shown: String {
        let surest = Emotion.allCases.compactMap { emotion in
            selection.surest[emotion].map { (emotion.rawValue, $0) }
        }
        let refused = CannotJudgeReason.allCases.compactMap { reason in
            selection.refused[reason].map { (Self.words(reason), $0) }
        }
        var parts: [String] = []
        if !surest.isEmpty {
            parts.append("<h2>The most certain faces</h2>" + groups(surest))
        }
        if !selection.doubtful.isEmpty {
            parts.append(
                "<h2>The least certain faces</h2><p>Their two highest scores are closest.</p>"
                    + sheet(selection.doubtful))
        }
        if !selection.unlikely.isEmpty {
            let limit = FixedPoint.text(ReportSelection.confidentDetection, decimals: 2)
            parts.append(
                "<h2>Detections that may not be faces</h2><p>The detector's confidence is below "
                    + "\(limit). They count in the figures above, but not in the lists of the most and "
                    + "least certain faces.</p>" + sheet(selection.unlikely))
        }
        if !refused.isEmpty {
            parts.append(
                "<h2>Faces that cannot be judged</h2><p>The largest, by their most important reason."
                    + "</p>" + groups(refused))
        }
        return parts.map { "<section>\($0)</section>" }.joined(separator: "\n")
    }

    /// Sheets with a heading each, side by side if there is room.
    private func groups(_ groups: [(heading: String, entries: [ReportSelection.Entry])]) -> String {
        let parts = groups.map { group in
            "<div><h3>\(Markup.escaped(group.heading))</h3>\(sheet(group.entries))</div>\n"
        }
        return "<div class=\"groups\">\(parts.joined())</div>\n"
    }

    private func sheet(_ entries: [ReportSelection.Entry]) -> String {
        let figures = entries.map { entry in
            Self.figure(
                thumbnails[entry], path: entry.item.path.text, caption: entry.caption)
        }
        return "<div class=\"sheet\">\(figures.joined())</div>\n"
    }

    /// A thumbnail with its caption and the name of its file.
    static func figure(_ jpeg: [UInt8]?, path: String, caption: String) -> String {
        let name = FilmIndex.name(path)
        let picture =
            jpeg.map {
                "<img src=\"\(Markup.dataAddress(jpeg: $0))\" alt=\"\(Markup.escaped(caption))\">"
            } ?? "<div class=\"gone\">no longer available</div>"
        return "<figure title=\"\(Markup.escaped(path))\">\(picture)<figcaption>"
            + "\(Markup.escaped(caption))<small>\(Markup.escaped(name))</small></figcaption></figure>"
    }

    private var folders: String {
        guard figures.folders.count > 1 else { return "" }
        let rows = figures.folders.prefix(Self.maxFolders).map { folder in
            let counts = [folder.figures.images, folder.figures.faces, folder.figures.judged]
                .map { "<td class=\"number\">\($0)</td>" }.joined()
            // Lines break after a slash, if possible.
            let name = Markup.escaped(folder.path.isEmpty ? "." : folder.path)
                .splitUTF8(separator: "/", omittingEmptySubsequences: false)
                .joined(separator: "/<wbr>")
            return "<tr><th scope=\"row\" class=\"paths\">\(name)</th>\(counts)"
                + "<td class=\"mix\">\(ReportCharts.mix(folder.figures.tops))</td></tr>\n"
        }
        let more = figures.folders.count - rows.count
        let note = more > 0 ? "<p>And \(Counted.text(more, "folder")) more.</p>" : ""
        return """
            <section><h2>Folders</h2>
            <div class="wide"><table class="folders"><tr><th scope="col">folder</th><th scope="col" class="number">\
            pictures</th><th scope="col" class="number">faces</th><th scope="col" class="number">judged\
            </th><th scope="col">highest scores</th></tr>
            \(rows.joined())</table></div>\(note)
            \(TimelineStyle.emotionLegend)</section>
            """
    }

    private var failures: String {
        guard figures.failed > 0 else { return "" }
        let rows = figures.failures.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
            .map { code, failures in
                let more = failures.count - failures.paths.count
                let paths =
                    failures.paths.joined(separator: ", ")
                    + (more > 0 ? " and \(more) more" : "")
                return "<tr><th scope=\"row\">\(Markup.escaped(code))</th>"
                    + "<td class=\"number\" data-label=\"\(failures.count == 1 ? "input" : "inputs")\">"
                    + "\(failures.count)</td><td>\(Markup.escaped(failures.message))</td>"
                    + "<td class=\"paths\">\(Markup.escaped(paths))</td></tr>\n"
            }
        return """
            <section><h2>Not scored</h2>
            <div class="wide"><table class="stack"><tr><th scope="col">code</th><th scope="col" class="number">inputs\
            </th><th scope="col">reason</th><th scope="col">which</th></tr>
            \(rows.joined())</table></div></section>
            """
    }

    /// A reason's name in words: `too_dark` → `too dark`.
    private static func words(_ reason: CannotJudgeReason) -> String {
        String(reason.rawValue.map { $0 == "_" ? " " : $0 })
    }

    private var filmSections: [String] {
        guard !films.isEmpty else { return [] }
        let index =
            films.count > 1
            ? "<section><h2>Films</h2>"
                + FilmIndex(films: films.map(\.timeline)) { "#film\($0 + 1)" }.html + "</section>"
            : ""
        let legend =
            films.contains { $0.timeline.shownPeople.count > 0 }
            ? TimelineStyle.legend(of: films.map(\.timeline)) : ""
        return [index + legend] + films.enumerated().map { Self.section(of: $1, number: $0 + 1) }
    }

    private static func section(of film: FilmReport, number: Int) -> String {
        let timeline = film.timeline
        let people = timeline.summaries.map { person in
            Self.figure(
                film.faces[person.number], path: "person \(person.number)", caption: person.text)
        }
        let overview =
            timeline.shownPeople.isEmpty
            ? "" : OverviewChart(film: timeline, id: "film\(number)").svg
        let fault = timeline.fault.map { "<p class=\"fault\">\(Markup.escaped($0))</p>" } ?? ""
        return """
            <section id="film\(number)"><h2>\(Markup.escaped(FilmIndex.name(timeline.path)))</h2>
            <p class="facts">\(Markup.escaped(FilmIndex.facts(timeline)))</p>
            \(fault)\(overview)
            <div class="sheet people">\(people.joined())</div></section>
            """
    }
}
