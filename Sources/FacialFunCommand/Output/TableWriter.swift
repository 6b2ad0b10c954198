import CommandSupport
import FacialFunWire

/// A table for people: a line for each image, and for each face a bar for each emotion, in two
/// columns of four, so that a face takes five lines of at most 80 characters.
struct TableWriter: ReportWriter {
    /// Capabilities of the terminal.
    let style: TerminalStyle
    /// The current film, which is summarized at its end.
    private var film: FilmTimeline?

    /// Makes a writer.
    init(style: TerminalStyle) { self.style = style }

    /// The length of a full bar if there is enough room, in characters.
    private static let barLength = 16
    /// Length of a line with two emotions, without bars.
    private static let lineWithoutBars = 40

    func opening() -> String { "" }

    mutating func text(of outcome: InputOutcome, path: InputPath) -> String {
        let name = style.painted(path.display, .bold)
        if collects(outcome) { return "" }
        switch outcome {
        case .failed(let report):
            return name + Self.moment(report.frame, report.time) + "  "
                + style.painted("not scored: \(report.error.code)", .red) + "\n\n"
        case .scored(let report):
            let times = style.unicode ? "×" : "x"
            let size = "\(report.image.width)\(times)\(report.image.height)"
            let duration = FixedPoint.text(report.milliseconds.total, decimals: 0)
            let facts = [
                size, report.image.format, Self.faces(report.faces.count), "\(duration) ms",
            ]
            let blocks = report.faces.enumerated().map { index, face in
                block(of: face, number: index + 1)
            }
            return name + Self.moment(report.frame, report.time) + "  "
                + facts.joined(separator: "  ") + "\n" + blocks.joined() + "\n"
        }
    }

    mutating func text(atEndOf path: InputPath) -> String {
        defer { film = nil }
        guard let film else { return "" }
        var facts = [
            Counted.text(film.frames, "frame"), FixedPoint.text(film.duration, decimals: 1) + " s",
            Counted.text(film.shownPeople.count, "person", "people"),
        ]
        if film.unread > 0 { facts.append("\(film.unread) not scored") }
        let people = film.summaries.map(block)
        let passing = film.people.count - people.count
        let others =
            passing > 0
            ? "  \(passing) more seen in fewer than \(FilmTimeline.minFrames) frames\n" : ""
        let fault =
            film.fault == nil ? "" : "  " + style.painted("not read to its end", .red) + "\n"
        return style.painted(path.display, .bold) + "  " + facts.joined(separator: "  ") + "\n"
            + people.joined() + others + fault + "\n"
    }

    /// Collects a frame for the summary at the film's end; false for other results, including
    /// frames of a stream, which are shown as they arrive.
    private mutating func collects(_ outcome: InputOutcome) -> Bool {
        switch outcome {
        case .scored(let report):
            guard report.frame != nil, report.image.format == "film" else { return false }
            var film = self.film ?? FilmTimeline(path: report.path)
            film.add(report)
            self.film = film
        case .failed(let report):
            guard film != nil else { return false }
            film?.add(report)
        }
        return true
    }

    /// The lines of a person in a film: the mean scores.
    private func block(of person: PersonSummary) -> String {
        let seconds = [person.firstSeen, person.lastSeen].map { FixedPoint.text($0, decimals: 1) }
        let head =
            "  person \(person.number)  " + style.painted(SafeText.escaped(person.text), .green)
            + "  seen \(seconds[0]) to \(seconds[1]) s\n"
        guard let means = person.means else { return head }
        let classes = person.classMeans.map { classLines(zip(person.labels.names, $0)) } ?? ""
        // Without own classes, the most frequent label is an emotion.
        let top = person.top.flatMap(Emotion.init(rawValue:)) ?? means.top
        let rows = (0..<Emotion.allCases.count / 2).map {
            scoreLine(of: means, top: top, row: $0) + "\n"
        }
        return head + classes + rows.joined()
    }

    func closing(_ tally: OutcomeCounts) -> String {
        let images = tally.scored - tally.frames
        var parts = images > 0 || tally.films == 0 ? [Counted.text(images, "image")] : []
        if tally.films > 0 {
            parts.append(
                Counted.text(tally.films, "film") + " of " + Counted.text(tally.frames, "frame")
                    + " with " + Counted.text(tally.people, "person", "people"))
        }
        parts.append(Counted.text(tally.faces, "face"))
        if tally.withoutFace > 0 { parts.append("\(tally.withoutFace) without a face") }
        if tally.failed > 0 { parts.append("\(tally.failed) not scored") }
        let point = tally.faces > 0 ? "; operating point \(OperatingPoint.photograph.rawValue)" : ""
        return parts.joined(separator: ", ") + point + "\n"
    }

    /// The frame's number and time in a film; empty for a picture.
    private static func moment(_ frame: Int?, _ time: Double?) -> String {
        guard let frame else { return "" }
        let seconds = time.map { "  " + FixedPoint.text($0, decimals: 3) + " s" } ?? ""
        return "  frame \(frame)" + seconds
    }

    /// The lines of one face.
    private func block(of face: FaceReport, number: Int) -> String {
        let times = style.unicode ? "×" : "x"
        let width = FixedPoint.text(face.box.width, decimals: 0)
        let height = FixedPoint.text(face.box.height, decimals: 0)
        let x = FixedPoint.text(face.box.x, decimals: 0)
        let y = FixedPoint.text(face.box.y, decimals: 0)
        let confidence = FixedPoint.text(face.confidence, decimals: 2)
        let top = style.painted(face.top.rawValue, .green)
        let head =
            "  \(face.person.map { "person \($0)" } ?? "face \(number)")  \(top)  \(width)\(times)\(height) px at \(x),\(y)"
            + "  confidence \(confidence)\n"
        let lines = (0..<Emotion.allCases.count / 2).map { scoreLine(of: face, row: $0) + "\n" }
        return head + refusal(of: face) + classLines(of: face) + lines.joined()
            + movementLines(of: face) + gazeLine(of: face)
    }

    /// The line of two emotions, one from each half of the list.
    ///
    /// - Parameters:
    ///   - face: The face.
    ///   - row: From 0 to half the number of emotions.
    ///   - columns: Width of the terminal in characters: narrow terminals have short bars, very
    ///     narrow ones none.
    /// - Returns: The line, without a line break.
    func scoreLine(of face: FaceReport, row: Int, columns: Int = 80) -> String {
        scoreLine(of: face.scores, top: face.top, row: row, columns: columns)
    }

    /// The same for any scores; the name of `top` is bold.
    private func scoreLine(
        of scores: EmotionScores, top: Emotion, row: Int, columns: Int = 80
    ) -> String {
        func cell(_ emotion: Emotion, padded: Bool, barLength: Int) -> String {
            self.cell(
                emotion, scores[emotion], isTop: emotion == top, padded: padded,
                barLength: barLength)
        }
        let left = Emotion.allCases[row]
        let right = Emotion.allCases[row + Emotion.allCases.count / 2]
        let length = min(Self.barLength, (columns - Self.lineWithoutBars - 3) / 2)
        guard length > 0 else {
            return " " + cell(left, padded: true, barLength: 0) + " "
                + cell(right, padded: false, barLength: 0)
        }
        return "    " + cell(left, padded: true, barLength: length) + "   "
            + cell(right, padded: false, barLength: length)
    }

    /// The scores of the model's own classes, the highest first, as many per line as fit in 80
    /// characters; empty if it has none.
    private func classLines(of face: FaceReport) -> String {
        face.classes.map { classLines(zip($0.names, $0.values)) } ?? ""
    }

    /// The lines of scores by name.
    private func classLines(_ scores: some Sequence<(String, Float)>) -> String {
        let cells = scores.sorted { $0.1 > $1.1 }.enumerated().map {
            index, score in
            let text =
                SafeText.escaped(score.0) + " " + FixedPoint.text(Double(score.1), decimals: 3)
            return (text, index == 0 ? style.painted(text, .green) : text)
        }
        var (text, used) = ("    own classes:", 16)
        for (plain, painted) in cells {
            if used + plain.count + 2 > 80, used > 16 {
                text += "\n                "
                used = 16
            }
            text += "  " + painted
            used += plain.count + 2
        }
        return text + "\n"
    }

    /// The two highest scores of a model's own classes in a line: `own classes: calm 0.912, tense
    /// 0.088`.
    static func ownClasses(_ classes: ClassScores) -> String {
        let highest = zip(classes.names, classes.values).sorted { $0.1 > $1.1 }.prefix(2)
        let cells = highest.map { name, score in
            SafeText.escaped(name) + " " + FixedPoint.text(Double(score), decimals: 3)
        }
        return "own classes: " + cells.joined(separator: ", ")
    }

    /// The line with the reason why a face cannot be judged; empty if it can.
    private func refusal(of face: FaceReport) -> String {
        guard !face.judgeable else { return "" }
        let reasons = face.reasons.map { reason in
            String(reason.rawValue.map { $0 == "_" ? " " : $0 })
        }
        let text = "cannot be judged: " + reasons.joined(separator: ", ")
        return "    " + style.painted(text, .yellow) + "\n"
    }

    /// The line of the gaze; empty if it was not requested or not found.
    private func gazeLine(of face: FaceReport) -> String {
        guard let gaze = face.gaze?.mean else { return "" }
        let (yaw, pitch) = (
            FixedPoint.text(gaze.yaw, decimals: 1), FixedPoint.text(gaze.pitch, decimals: 1)
        )
        return "    gaze  yaw \(yaw), pitch \(pitch) degrees\n"
    }

    /// Name, score and bar of one emotion.
    private func cell(
        _ emotion: Emotion, _ score: Float, isTop: Bool, padded: Bool, barLength: Int
    ) -> String {
        let score = Double(score)
        let bar = TextBar.text(score, length: barLength, unicode: style.unicode)
        let name = emotion.rawValue
        let spaces = String(repeating: " ", count: 9 - name.count)
        let text = name + spaces + "  " + FixedPoint.text(score, decimals: 3)
        let blanks = padded ? String(repeating: " ", count: barLength - bar.count) : ""
        let painted = isTop ? style.painted(text, .bold) : text
        // A row has no trailing blanks.
        guard padded || !bar.isEmpty else { return painted }
        guard barLength > 0 else { return painted }
        return painted + " " + style.painted(bar, isTop ? .green : .cyan) + blanks
    }

    private static func faces(_ count: Int) -> String {
        count == 0 ? "no face" : Counted.text(count, "face")
    }
}
