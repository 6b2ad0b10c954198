import CommandSupport
import FacialFunWire

/// The panel that belongs to a face in an annotated picture: its top emotion and a bar for each; of a
/// face that cannot be judged the reason instead.
struct FacePanel {
    /// How much a panel shows.
    enum Detail: Hashable, CaseIterable {
        /// The top emotion, and below it eight lines with name and bar.
        case full
        /// The top emotion alone.
        case compact
    }

    /// The width of a text of this height in the canvas's font, in pixels.
    typealias TextWidth = (_ text: String, _ height: Double) -> Double

    /// The scores to show.
    let scores: EmotionScores
    /// Why the face cannot be judged; nil where it can.
    var reason: CannotJudgeReason?
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
        if let reason { return "not judged: \(reason.rawValue)" }
        return "\(scores.top.rawValue) \(FixedPoint.text(Double(scores[scores.top]), decimals: 2))"
    }

    private var nameWidth: Double {
        Emotion.allCases.map { textWidth($0.rawValue, textHeight) }.max() ?? 0
    }

    /// The panel's width in pixels.
    var width: Double {
        let title = textWidth(title, textHeight)
        let content = hasBars ? max(title, nameWidth + margin + barLength) : title
        return content + 2 * margin
    }

    /// The panel's height in pixels.
    var height: Double {
        let below = hasBars ? lineHeight * Double(Emotion.allCases.count) : 0
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
                title, titlePlace, EmotionColors.color(of: scores, reason: reason),
                height: textHeight),
        ]
        return head + (hasBars ? lines(in: frame) : [])
    }

    /// A line for each emotion: name, track, bar.
    private func lines(in frame: Box) -> [Drawing] {
        let left = frame.x + margin
        return Emotion.allCases.flatMap { emotion -> [Drawing] in
            let top =
                frame.y + margin + textHeight + lineHeight * Double(emotion.index)
                + (lineHeight - textHeight)
            let track = Box(
                x: left + nameWidth + margin, y: top, width: barLength, height: textHeight)
            var bar = track
            bar.width *= Double(scores[emotion])
            return [
                .text(
                    emotion.rawValue, Point(x: left, y: top + textHeight), EmotionColors.text,
                    height: textHeight),
                .fill(track, EmotionColors.track),
                .fill(bar, EmotionColors.color(of: emotion)),
            ]
        }
    }
}
