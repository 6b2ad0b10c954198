import CommandSupport
import FacialFunWire

/// The faces of photographs in a report: those with the highest score for each emotion, the most
/// uncertain ones, the largest unjudgeable ones for each reason, and detections that may not be faces.
struct ReportSelection {
    /// A face and its source.
    struct Entry: Hashable, Sendable {
        /// The picture.
        let item: InputItem
        /// The face's index in its report.
        let index: Int
        /// The line below it.
        let caption: String
        /// Rank in the list; higher values come first.
        fileprivate let weight: Double
    }

    /// Maximum lengths of the lists.
    private static let (ofEachEmotion, doubtfulCount, ofEachReason) = (4, 16, 4)
    /// Confidence of the detector below which a detection may not be a face.
    ///
    /// Such detections only appear in their own list. Measured by
    /// `training/measure/weak_detections.py`; the detector's model card has the figures.
    static let confidentDetection = 0.74

    /// The faces with the highest scores, by emotion.
    private(set) var surest: [Emotion: [Entry]] = [:]
    /// The faces whose two highest scores are closest.
    private(set) var doubtful: [Entry] = []
    /// The largest unjudgeable faces, by the most important reason.
    private(set) var refused: [CannotJudgeReason: [Entry]] = [:]
    /// The judgeable faces that the detector is least confident of.
    private(set) var unlikely: [Entry] = []

    /// All entries; a face may appear twice.
    var all: [Entry] {
        Emotion.allCases.flatMap { surest[$0] ?? [] } + doubtful
            + unlikely + CannotJudgeReason.allCases.flatMap { refused[$0] ?? [] }
    }

    /// Adds the faces of a picture.
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
            guard face.confidence >= Self.confidentDetection else {
                let confidence = FixedPoint.text(face.confidence, decimals: 2)
                Self.insert(
                    Entry(
                        item: item, index: index, caption: "confidence \(confidence)",
                        weight: -face.confidence),
                    into: &unlikely, atMost: Self.doubtfulCount)
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

    /// Inserts an entry by descending rank; in a tie, the earlier entry comes first.
    private static func insert(_ entry: Entry, into list: inout [Entry], atMost count: Int) {
        let position = list.firstIndex { $0.weight < entry.weight } ?? list.count
        guard position < count else { return }
        list.insert(entry, at: position)
        if list.count > count { list.removeLast() }
    }
}
