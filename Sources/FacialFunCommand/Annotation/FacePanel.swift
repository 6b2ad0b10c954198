import CommandSupport
import FacialFun
import FacialFunWire

/// The panel of a face in an annotated picture: its top emotion and a bar for each emotion, or the
/// reason if the face cannot be judged.
struct FacePanel {
    /// Amount of detail in a panel.
    enum Detail: Hashable, CaseIterable {
        /// The top score, and below it a line with name and bar for each score.
        case full
        /// Only the top score.
        case compact
    }

    /// The width of a text of this height in the canvas's font, in pixels.
    typealias TextWidth = (_ text: String, _ height: Double) -> Double

    /// A name with its score and color.
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
    /// Reason why the face cannot be judged; nil if it can.
    var reason: CannotJudgeReason?
    /// The person's number in a film; nil in a picture.
    var person: Int?
    /// Amount of detail.
    let detail: Detail
    /// The height of a capital, in pixels.
    let textHeight: Double
    /// Measures text.
    let textWidth: TextWidth

    private var margin: Double { textHeight * 0.6 }
    private var lineHeight: Double { textHeight * 1.7 }
    private var barLength: Double { textHeight * 6 }

    /// Whether there are bars; unjudgeable faces have none.
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

    /// The drawings of the panel with its top left corner at a point.
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
        return rows.enumerated().flatMap { index, row -> [Drawing] in
            let top =
                frame.y + margin + textHeight + lineHeight * Double(index)
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
    /// Maximum number of a model's own classes in a panel; the highest are shown.
    private static let maxClasses = 8

    /// The scores of a face for the panel: those of the model's own classes, or of the emotions if
    /// it has none.
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
        return classes.names.indices.filter(highest.contains).map { index in
            Self(
                name: SafeText.escaped(classes.names[index]), score: Double(classes.values[index]),
                color: EmotionColors.color(ofClass: index))
        }
    }
}
