import CommandSupport
import FacialFun
import FacialFunWire

/// The panel that belongs to a face in an annotated picture: its top emotion and a bar for each; of a
/// face that cannot be judged the reason instead.
struct FacePanel {
    /// How much a panel shows.
    enum Detail: Hashable, CaseIterable {
        /// The top score, and below it a line with name and bar for each.
        case full
        /// The top score alone.
        case compact
    }

    /// The width of a text of this height in the canvas's font, in pixels.
    typealias TextWidth = (_ text: String, _ height: Double) -> Double

    /// One name with its score and color.
    struct Row: Hashable {
        /// The name, in the canvas's font.
        let name: String
        /// The score, 0…1.
        let score: Double
        /// The color of the name in the title, and of the bar.
        let color: Color
    }

    /// The scores to show, in their order.
    let rows: [Row]
    /// Why the face cannot be judged; nil where it can.
    var reason: CannotJudgeReason?
    /// The person's number in a film; nil in a picture.
    var person: Int?
    /// How much of them.
    let detail: Detail
    /// The height of a capital, in pixels.
    let textHeight: Double
    /// Measures text.
    let textWidth: TextWidth

    private var margin: Double { textHeight * 0.6 }
    private var lineHeight: Double { textHeight * 1.7 }
    private var barLength: Double { textHeight * 6 }

    /// Whether there are bars: not for a face of which nothing can be said.
    private var hasBars: Bool { detail == .full && reason == nil }

    private var title: String {
        let name = person.map { "\($0): " } ?? ""
        if let reason { return "\(name)not judged: \(reason.rawValue)" }
        return "\(name)\(top.name) \(FixedPoint.text(top.score, decimals: 2))"
    }

    /// The row with the highest score; the first wins a tie.
    private var top: Row {
        rows.dropFirst().reduce(rows[0]) { $1.score > $0.score ? $1 : $0 }
    }

    private var nameWidth: Double {
        rows.map { textWidth($0.name, textHeight) }.max() ?? 0
    }

    /// The panel's width in pixels.
    var width: Double {
        let title = textWidth(title, textHeight)
        let content = hasBars ? max(title, nameWidth + margin + barLength) : title
        return content + 2 * margin
    }

    /// The panel's height in pixels.
    var height: Double {
        let below = hasBars ? lineHeight * Double(rows.count) : 0
        return 2 * margin + textHeight + below
    }

    /// What to draw for the panel when its top left corner lies at a point.
    func drawings(at corner: Point) -> [Drawing] {
        let frame = Box(x: corner.x, y: corner.y, width: width, height: height)
        let titlePlace = Point(
            x: corner.x + margin, y: corner.y + margin + textHeight)
        let head: [Drawing] = [
            .fill(frame, EmotionColors.background),
            .text(
                title, titlePlace, reason == nil ? top.color : EmotionColors.unjudged,
                height: textHeight),
        ]
        return head + (hasBars ? lines(in: frame) : [])
    }

    /// A line for each score: name, track, bar.
    private func lines(in frame: Box) -> [Drawing] {
        let left = frame.x + margin
        return rows.enumerated().flatMap { place, row -> [Drawing] in
            let top =
                frame.y + margin + textHeight + lineHeight * Double(place)
                + (lineHeight - textHeight)
            let track = Box(
                x: left + nameWidth + margin, y: top, width: barLength, height: textHeight)
            var bar = track
            bar.width *= row.score
            return [
                .text(
                    row.name, Point(x: left, y: top + textHeight), EmotionColors.text,
                    height: textHeight),
                .fill(track, EmotionColors.track),
                .fill(bar, row.color),
            ]
        }
    }
}

extension FacePanel.Row {
    /// The most of a model's own classes that a panel shows, the highest.
    private static let maxClasses = 8

    /// The scores that a panel shows of a face: those of the model's own classes where it has any, otherwise
    /// the emotions'.
    static func rows(of face: FaceReport) -> [Self] {
        guard let classes = face.classes else {
            return Emotion.allCases.map { emotion in
                Self(
                    name: emotion.rawValue, score: Double(face.scores[emotion]),
                    color: EmotionColors.color(of: emotion))
            }
        }
        let highest = Set(
            classes.values.indices.sorted { classes.values[$0] > classes.values[$1] }
                .prefix(maxClasses))
        return classes.names.indices.filter(highest.contains).map { place in
            Self(
                name: SafeText.escaped(classes.names[place]), score: Double(classes.values[place]),
                color: EmotionColors.color(ofClass: place))
        }
    }
}
