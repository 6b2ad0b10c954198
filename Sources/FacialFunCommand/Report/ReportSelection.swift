import CommandSupport
import FacialFunWire

/// The faces of photographs that a report shows: the surest of each emotion, the most doubtful, and the
/// largest that cannot be judged, of each reason.
struct ReportSelection {
    /// A face, and where to find it again.
    struct Entry: Hashable, Sendable {
        /// The picture.
        let item: InputItem
        /// The face's place in its report.
        let index: Int
        /// The line below it.
        let caption: String
        /// The greater, the more it belongs in the list.
        fileprivate let weight: Double
    }

    /// The longest lists.
    private static let (ofEachEmotion, doubtfulCount, ofEachReason) = (4, 16, 4)

    /// The surest, by emotion.
    private(set) var surest: [Emotion: [Entry]] = [:]
    /// Those whose two highest scores are closest.
    private(set) var doubtful: [Entry] = []
    /// The largest that cannot be judged, by the reason that matters most.
    private(set) var refused: [CannotJudgeReason: [Entry]] = [:]

    /// All of them; a face may be there twice.
    var all: [Entry] {
        Emotion.allCases.flatMap { surest[$0] ?? [] } + doubtful
            + CannotJudgeReason.allCases.flatMap { refused[$0] ?? [] }
    }

    /// Takes the faces of a picture.
    mutating func add(_ report: ImageReport, of item: InputItem) {
        for (index, face) in report.faces.enumerated() {
            let score = Double(face.scores[face.top])
            if let reason = face.reasons.first {
                let width = FixedPoint.text(face.box.width, decimals: 0)
                let caption =
                    "\(width) px wide, sharpness "
                    + FixedPoint.text(face.quality.sharpness, decimals: 2)
                Self.insert(
                    Entry(item: item, index: index, caption: caption, weight: face.box.width),
                    into: &refused[reason, default: []], atMost: Self.ofEachReason)
                continue
            }
            let second =
                Emotion.allCases.filter { $0 != face.top }
                .max { face.scores[$0] < face.scores[$1] } ?? .neutral
            let sure = "\(face.top.rawValue) \(FixedPoint.text(score, decimals: 2))"
            let rest = Double(face.scores[second])
            Self.insert(
                Entry(item: item, index: index, caption: sure, weight: score),
                into: &surest[face.top, default: []], atMost: Self.ofEachEmotion)
            Self.insert(
                Entry(
                    item: item, index: index,
                    caption: "\(sure), \(second.rawValue) \(FixedPoint.text(rest, decimals: 2))",
                    weight: rest - score),
                into: &doubtful, atMost: Self.doubtfulCount)
        }
    }

    /// Puts an entry in its place among those of a greater weight; of equals the earlier stays ahead.
    private static func insert(_ entry: Entry, into list: inout [Entry], atMost count: Int) {
        let place = list.firstIndex { $0.weight < entry.weight } ?? list.count
        guard place < count else { return }
        list.insert(entry, at: place)
        if list.count > count { list.removeLast() }
    }
}
