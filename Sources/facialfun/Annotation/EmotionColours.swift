import CommandSupport
import Emotions
import FaceImaging

/// The colours of annotated pictures.
enum EmotionColours {
    /// Behind text and bars.
    static let background = Colour(red: 24, green: 24, blue: 28)
    /// The names of emotions.
    static let text = Colour.white
    /// What a full bar would fill.
    static let track = Colour(red: 64, green: 64, blue: 72)

    /// Of a face that cannot be judged.
    static let unjudged = Colour(red: 130, green: 130, blue: 138)

    /// The colour of a face: its top emotion's, or that of those that cannot be judged.
    static func colour(of scores: EmotionScores, reason: CannotJudgeReason?) -> Colour {
        reason == nil ? colour(of: scores.top) : unjudged
    }

    /// A colour for each emotion; by brightness too, so that they are told apart without colours.
    static func colour(of emotion: Emotion) -> Colour {
        switch emotion {
        case .neutral: Colour(red: 190, green: 190, blue: 190)
        case .happiness: Colour(red: 255, green: 209, blue: 64)
        case .surprise: Colour(red: 255, green: 140, blue: 40)
        case .sadness: Colour(red: 90, green: 150, blue: 255)
        case .anger: Colour(red: 240, green: 70, blue: 60)
        case .disgust: Colour(red: 110, green: 190, blue: 80)
        case .fear: Colour(red: 175, green: 110, blue: 235)
        case .contempt: Colour(red: 70, green: 190, blue: 190)
        }
    }
}
