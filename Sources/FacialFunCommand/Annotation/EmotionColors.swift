import CommandSupport
import FacialFun
import FacialFunWire

/// The colors of annotated pictures.
enum EmotionColors {
    /// Background of text and bars.
    static let background = Color(red: 24, green: 24, blue: 28)
    /// The names of emotions.
    static let text = Color.white
    /// Background of a bar at its full length.
    static let track = Color(red: 64, green: 64, blue: 72)

    /// Color of unjudgeable faces.
    static let unjudged = Color(red: 130, green: 130, blue: 138)

    /// The color of a face: that of its top emotion, or that of unjudgeable faces.
    static func color(of face: FaceReport) -> Color {
        guard face.reasons.isEmpty else { return unjudged }
        guard let classes = face.classes else { return color(of: face.scores.top) }
        return color(ofClass: classes.names.firstIndex(of: classes.top) ?? 0)
    }

    /// The color of one of a model's own classes, by index: the colors of the emotions, brightest
    /// first.
    static func color(ofClass position: Int) -> Color {
        let order: [Emotion] = [
            .happiness, .sadness, .surprise, .disgust, .fear, .contempt, .anger, .neutral,
        ]
        return color(of: order[position % order.count])
    }

    /// A color for each emotion; they also differ in brightness, for readers who do not see colors.
    static func color(of emotion: Emotion) -> Color {
        switch emotion {
        case .neutral: Color(red: 190, green: 190, blue: 190)
        case .happiness: Color(red: 255, green: 209, blue: 64)
        case .surprise: Color(red: 255, green: 140, blue: 40)
        case .sadness: Color(red: 90, green: 150, blue: 255)
        case .anger: Color(red: 240, green: 70, blue: 60)
        case .disgust: Color(red: 110, green: 190, blue: 80)
        case .fear: Color(red: 175, green: 110, blue: 235)
        case .contempt: Color(red: 70, green: 190, blue: 190)
        }
    }
}
