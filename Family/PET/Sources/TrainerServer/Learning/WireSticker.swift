import FacialFunWire
import TrainerContent
import TrainerRules
import TrainerStore

/// A sticker as sent to the browser.
struct WireSticker: Encodable {
    let level: Int
    let emotion: String
    let word: String
    let picture: String
    /// A text alternative for the drawing.
    let description: String

    init(level: Int, emotion: Emotion, content: Content) {
        self.level = level
        self.emotion = emotion.rawValue
        word = content.text("emotion.\(emotion.rawValue)") ?? emotion.rawValue
        picture = QuestionPresenter.address("stickers/l\(level)-\(emotion.rawValue).svg")
        description =
            content.text(
                "stickers.description", values: ["level": "\(level)", "feeling": word]) ?? word
    }
}

/// The sticker book: a place for each skill that the game teaches, filled or empty.
struct StickerBook {
    /// A page of the book: a level and its places.
    struct Page {
        let level: Int
        let places: [Place]
    }

    /// A place for a sticker.
    struct Place {
        let sticker: WireSticker
        let isFilled: Bool
        let isNew: Bool
    }

    let pages: [Page]

    /// Makes the book: a place for each emotion of each level, and for each sticker, even if its
    /// level no longer has that emotion.
    init(_ stickers: [Sticker], content: Content) {
        let filled = Dictionary(grouping: stickers, by: \.level)
        pages = (1...5).map { level in
            let own = filled[level] ?? []
            let asked = Set(content.questions(level: level).map(\.emotion))
                .union(own.map(\.emotion))
            return Page(
                level: level,
                places: Self.order.filter(asked.contains).map { emotion in
                    let sticker = own.first { $0.emotion == emotion }
                    return Place(
                        sticker: WireSticker(level: level, emotion: emotion, content: content),
                        isFilled: sticker != nil, isNew: sticker.map { !$0.isShown } ?? false)
                })
        }
    }

    /// The teaching order.
    private static let order: [Emotion] = [
        .happiness, .sadness, .anger, .surprise, .fear, .disgust, .neutral, .contempt,
    ]

    /// The value for templates.
    var values: [String: Any] {
        let all = pages.flatMap(\.places)
        return [
            "pages": pages.map { page -> [String: Any] in
                [
                    "number": page.level,
                    "places": page.places.map { place -> [String: Any] in
                        [
                            "word": place.sticker.word, "picture": place.sticker.picture,
                            "description": place.sticker.description, "filled": place.isFilled,
                            "new": place.isNew, "emotion": place.sticker.emotion,
                        ]
                    },
                ]
            },
            "count": all.count(where: \.isFilled), "total": all.count,
            "empty": !all.contains(where: \.isFilled),
            "one": all.count(where: \.isFilled) == 1,
        ]
    }
}
