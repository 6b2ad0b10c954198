import Emotions
import FaceGeometry

/// The panel that belongs to a face in an annotated picture: its top emotion and a bar for each.
struct FacePanel {
    /// How much a panel shows.
    enum Detail: Hashable, CaseIterable {
        /// The top emotion, and below it eight lines with name and bar.
        case full
        /// The top emotion, and below it eight narrow bars without names, in the same order.
        case compact
    }

    /// The width of a text of this height in the canvas's font, in pixels.
    typealias TextWidth = (_ text: String, _ height: Double) -> Double

    /// The scores to show.
    let scores: EmotionScores
    /// How much of them.
    let detail: Detail
    /// The height of a capital, in pixels.
    let textHeight: Double
    /// Measures text.
    let textWidth: TextWidth

    private var margin: Double { textHeight * 0.6 }
    private var lineHeight: Double { textHeight * 1.7 }
    private var barLength: Double { textHeight * 6 }
    private var stripHeight: Double { textHeight * 1.5 }

    private var title: String {
        "\(scores.top.rawValue) \(FixedPoint.text(Double(scores[scores.top]), decimals: 2))"
    }

    private var nameWidth: Double {
        Emotion.allCases.map { textWidth($0.rawValue, textHeight) }.max() ?? 0
    }

    /// The panel's width in pixels.
    var width: Double {
        let title = textWidth(title, textHeight)
        let content = detail == .full ? max(title, nameWidth + margin + barLength) : title
        return content + 2 * margin
    }

    /// The panel's height in pixels.
    var height: Double {
        let below =
            detail == .full ? lineHeight * Double(Emotion.allCases.count) : stripHeight + margin
        return 2 * margin + textHeight + below
    }

    /// What to draw for the panel when its top left corner lies at a point.
    func drawings(at corner: Point) -> [Drawing] {
        let frame = Box(x: corner.x, y: corner.y, width: width, height: height)
        let titlePlace = Point(
            x: corner.x + margin, y: corner.y + margin + textHeight)
        let head: [Drawing] = [
            .fill(frame, EmotionColours.background),
            .text(
                title, titlePlace, EmotionColours.colour(of: scores.top), height: textHeight),
        ]
        return head + (detail == .full ? lines(in: frame) : strip(in: frame))
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
                    emotion.rawValue, Point(x: left, y: top + textHeight), EmotionColours.text,
                    height: textHeight),
                .fill(track, EmotionColours.track),
                .fill(bar, EmotionColours.colour(of: emotion)),
            ]
        }
    }

    /// A narrow upright bar for each emotion.
    private func strip(in frame: Box) -> [Drawing] {
        let count = Double(Emotion.allCases.count)
        let step = (frame.width - 2 * margin) / count
        return Emotion.allCases.flatMap { emotion -> [Drawing] in
            let track = Box(
                x: frame.x + margin + step * Double(emotion.index),
                y: frame.y + 2 * margin + textHeight, width: step * 0.8, height: stripHeight)
            let length = stripHeight * Double(scores[emotion])
            let bar = Box(
                x: track.x, y: track.y + stripHeight - length, width: track.width, height: length)
            return [
                .fill(track, EmotionColours.track),
                .fill(bar, EmotionColours.colour(of: emotion)),
            ]
        }
    }
}
