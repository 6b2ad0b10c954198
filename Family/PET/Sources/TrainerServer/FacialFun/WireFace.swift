import FacialFunWire
import Foundation
import TrainerRules

/// A round of Facial Fun as sent to the browser.
struct WireFaceRound: Encodable, Sendable {
    /// The current target.
    struct Target: Encodable, Sendable {
        let emotion: String
        let word: String
        let prompt: String
        let promptClip: String?
        /// A person or character who makes this face; nil if the game has no picture of one.
        let picture: String?
        let description: String
        /// Whether it is judged at an easier level than the round's.
        let easier: Bool
    }

    let id: String
    let level: Int
    let revision: Int
    let showing: Int
    let finished: Bool
    let total: Int
    let done: Int
    let matched: Int
    let triesLeft: Int
    let current: Target?
    /// The next pictures, for prefetching.
    let upcoming: [String]

    init(_ round: FaceRound, presenter: FacePresenter) {
        id = round.id.uuidString.lowercased()
        level = round.level
        revision = round.revision
        showing = round.showing
        finished = round.isFinished
        total = round.total
        done = round.done
        matched = round.matched + round.seen
        triesLeft = round.triesLeft
        current = round.current.map { presenter.target($0, of: round) }
        upcoming = round.upcoming(2).compactMap { presenter.picture($0, of: round).path }
    }
}

/// The result of a try with its words.
struct WireFaceOutcome: Encodable, Sendable {
    /// `matched`, `seen`, `not_yet`, `later`, `skipped`, `good_trying`, `set_aside`, `unjudged`,
    /// `ignored`.
    let kind: String
    let sentence: String
    let clip: String?
    /// The number of tries left, for `not_yet`.
    let triesLeft: Int?
}

/// The position of a face in the browser's picture.
///
/// `x' = a·x − b·y + tx`, `y' = b·x + a·y + ty` maps a pixel of the upright square of `side` pixels
/// to the picture.
struct WireFaceRectangle: Encodable, Sendable {
    let side: Int
    let a: Double
    let b: Double
    let tx: Double
    let ty: Double

    init(_ rectangle: RectangleReport) {
        side = rectangle.side
        (a, b) = (rectangle.toImage.a, rectangle.toImage.b)
        (tx, ty) = (rectangle.toImage.tx, rectangle.toImage.ty)
    }
}

/// The service's feedback on a picture, in words for the child.
struct WireFaceAnswer: Encodable, Sendable {
    /// The state of the game after a picture.
    enum State: String, Encodable, Sendable {
        /// The face does not match yet.
        case watching
        /// It matches and must now be held.
        case holding
        /// The try is over: see ``WireFaceAnswer/outcome``.
        case ended
        /// The picture belongs to a showing that is over.
        case stale
        /// The service is down; nothing was counted.
        case away
        /// The service is too slow; nothing was counted.
        case moment
    }

    var state: State
    /// `matched`, `not_yet` or `cannot_judge`; nil if nothing was judged.
    var verdict: String?
    /// Closeness to the target, 0…1.
    var progress: Double?
    /// Progress of the hold, 0…1.
    var held: Double?
    /// The reason that it cannot be judged.
    var reason: String?
    /// The movement that would help.
    var hint: String?
    /// A movement that is already right.
    var praise: String?
    /// The movement that the face makes most clearly.
    var seen: String?
    /// A description of the face, to be read before ``sentence``.
    var seenSentence: String?
    var seenClip: String?
    /// The words for the reason, the hint, or the service's absence.
    var sentence: String?
    var clip: String?
    /// Whether the child's own neutral face is known.
    var baseline = false
    /// The position of the judged face in the picture, which the browser still has.
    var face: WireFaceRectangle?
    var outcome: WireFaceOutcome?
    var round: WireFaceRound?
    /// The plant that grew, at the end of a round.
    var plant: WirePlant?

    init(_ state: State) { self.state = state }
}
