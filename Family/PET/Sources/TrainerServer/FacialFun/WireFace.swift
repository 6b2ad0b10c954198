import FacialFunWire
import Foundation
import TrainerRules

/// A round of Facial Fun as the browser gets it.
struct WireFaceRound: Encodable, Sendable {
    /// What is asked for now.
    struct Target: Encodable, Sendable {
        let emotion: String
        let word: String
        let prompt: String
        let promptClip: String?
        /// Somebody who makes this face; nil where the game has no picture of it.
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
    /// Pictures that come next, to be fetched beforehand.
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

/// What became of a try, with the words for it.
struct WireFaceOutcome: Encodable, Sendable {
    /// `matched`, `seen`, `not_yet`, `later`, `skipped`, `good_trying`, `set_aside`, `unjudged`,
    /// `ignored`.
    let kind: String
    let sentence: String
    let clip: String?
    /// How many tries are left, for `not_yet`.
    let triesLeft: Int?
}

/// Where a face lies in the picture that the browser sent.
///
/// `x' = a·x − b·y + tx`, `y' = b·x + a·y + ty` takes a pixel of the upright square of `side` pixels to
/// the picture's.
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

/// What the service says of a picture, in words for the child.
struct WireFaceAnswer: Encodable, Sendable {
    /// Where the game stands after a picture.
    enum State: String, Encodable, Sendable {
        /// The face does not match yet.
        case watching
        /// It matches and has to be held.
        case holding
        /// The try is over: see ``WireFaceAnswer/outcome``.
        case ended
        /// The picture belongs to a showing that is over.
        case stale
        /// There is no judge now; nothing was counted.
        case away
        /// The judge takes longer than it should; nothing was counted.
        case moment
    }

    var state: State
    /// `matched`, `not_yet` or `cannot_judge`; nil where nothing was judged.
    var verdict: String?
    /// How near the face is, 0…1.
    var progress: Double?
    /// How much of the hold is done, 0…1.
    var held: Double?
    /// Why it cannot be judged.
    var reason: String?
    /// The movement that would help.
    var hint: String?
    /// What is right already.
    var praise: String?
    /// The words for the reason, the hint, or that there is no judge.
    var sentence: String?
    var clip: String?
    /// Whether the child's own neutral face is known.
    var baseline = false
    /// Where the face that was judged lies in the picture, for the browser, which has it still.
    var face: WireFaceRectangle?
    var outcome: WireFaceOutcome?
    var round: WireFaceRound?

    init(_ state: State) { self.state = state }
}
