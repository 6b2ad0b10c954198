import FacialFunWire

/// The names of the scores in a film's timeline: the eight emotions, or a model's own classes.
struct ScoreLabels: Hashable, Sendable {
    /// The names, in the order of the scores.
    let names: [String]
    /// Whether they are a model's own classes.
    let areOwn: Bool

    /// The number of colors.
    static let colorCount = 8

    /// The eight emotions.
    static let emotions = Self(names: Emotion.allCases.map(\.rawValue), areOwn: false)

    /// The labels of a face: its model's own classes, or the emotions if it has none.
    init(of face: FaceReport) {
        guard let classes = face.classes else {
            self = .emotions
            return
        }
        self.init(names: classes.names, areOwn: true)
    }

    private init(names: [String], areOwn: Bool) {
        self.names = names
        self.areOwn = areOwn
    }

    /// The word for a label in a page: `emotion` or `class`.
    var kind: String { areOwn ? "class" : "emotion" }

    /// The name of the CSS class with a label's color.
    func style(_ label: Int) -> String {
        areOwn ? "own\(label % Self.colorCount)" : names[label]
    }
}
