import FaceJudge
import FacialFunWire
import FamilyAccounts
import FamilyStore
import FamilyWeb
import Foundation
import HTTPTypes
import Hummingbird
import TrainerContent
import TrainerRules
import TrainerStore

/// Facial Fun (F1 to F4): begins a sitting, judges its pictures, counts the results.
struct FacialFunRoutes: Sendable {
    /// The number of finished rounds of a level after which the order of emotions is shuffled.
    static let roundsInOrder = 2

    private let store: TrainerStore
    private let content: Content
    private let judge: any FaceJudging
    private let sittings: FaceSittings

    init(
        store: TrainerStore, content: Content, judge: any FaceJudging,
        sittings: FaceSittings = FaceSittings()
    ) {
        self.store = store
        self.content = content
        self.judge = judge
        self.sittings = sittings
    }

    /// Adds the routes to the members' `api` group.
    func add(to group: RouteGroup) {
        let faces = group.group("facial-fun")
        faces.get("/", use: overview)
        faces.get("camera.mjpeg", use: own.preview)
        faces.put("settings", use: change)
        faces.post("sittings", use: begin)
        faces.post("sittings/{id}/rest", use: rest)
        faces.post("sittings/{id}/rest/again", use: retakeRest)
        faces.post("sittings/{id}/frames", use: frame)
        faces.post("sittings/{id}/look", use: poll)
        faces.post("sittings/{id}/tap", use: tap)
        faces.post("sittings/{id}/skip", use: skip)
        faces.post("sittings/{id}/seen", use: seen)
        faces.post("sittings/{id}/end", use: end)
    }

    /// The service's own camera.
    private var own: ServiceCamera { ServiceCamera(judge: judge) }

    // MARK: - Before the first picture

    private struct Overview: Encodable {
        let state: String
        let sentence: String?
        let clip: String?
        let hold: Bool
        /// `browser`, or `service` for the service's own camera.
        let camera: String
    }

    private func overview(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let session = try context.signedIn()
        let settings = try await store.settings(of: session.player)
        let presenter = presenter(settings)
        let words: (sentence: String, clip: String?)?
        let state: String
        switch judge.state {
        case .ready: (state, words) = ("ready", nil)
        case .starting: (state, words) = ("starting", presenter.spoken("face.moment"))
        case .away: (state, words) = ("away", presenter.spoken("face.away"))
        }
        return try WireJSON.response(
            Overview(
                state: state, sentence: words?.sentence, clip: words?.clip,
                hold: settings.holdToMatch,
                camera: own.isUsed(by: context) ? "service" : "browser"))
    }

    private struct Change: Decodable {
        let hold: Bool
    }

    private func change(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let session = try context.signedIn()
        let change = try await WireJSON.read(Change.self, from: request, context: context)
        let settings = try await store.updateSettings(of: session.player) {
            $0.holdToMatch = change.hold
        }
        return try WireJSON.response(["hold": settings.holdToMatch])
    }

    private struct BeginRequest: Decodable {
        let level: Int
    }

    private struct Begun: Encodable {
        let state: String
        var sitting: String?
        var hold = true
        var round: WireFaceRound?
        var sentence: String?
        var clip: String?
    }

    private func begin(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let session = try context.signedIn()
        let order = try await WireJSON.read(BeginRequest.self, from: request, context: context)
        guard (1...5).contains(order.level) else {
            throw WireError(.badRequest, "malformed", "A level is 1, 2, 3, 4 or 5.")
        }
        let settings = try await store.settings(of: session.player)
        let time = SittingTime(try await store.sitting(of: session.player), settings: settings)
        // An unfinished round is resumed first.
        if time.isOver, try await !store.hasUnfinishedFaceRound(session.player) {
            throw WireError.sittingOver(content.text("finished.sentence") ?? "It is finished.")
        }
        let presenter = presenter(settings)
        let table: LevelTable
        do {
            table = try await judge.levels()
        } catch {
            let state = try FaceReferee.state(of: error, logger: context.logger)
            let words = presenter.spoken("face.\(state.rawValue)")
            return try WireJSON.response(
                Begun(state: state.rawValue, sentence: words.sentence, clip: words.clip))
        }
        let excluded = Set(settings.excluded)
        let fresh = try await newRound(
            order.level, table: table, without: excluded, player: session.player)
        var round: FaceRound
        do throws(StoreError) {
            round = try await store.beginFaceRound(fresh, player: session.player)
        } catch {
            guard error.code == .tooManyRounds else { throw error }
            throw WireError.tooManyRounds(content)
        }
        if round.isWaiting(forAnyOf: excluded) {
            round = try await store.removeTargets(
                excluded, ofFaceRound: round.id, player: session.player)
            if round.isFinished {
                round = try await store.beginFaceRound(fresh, player: session.player)
            }
        }
        let (sitting, gone) = sittings.begin(player: session.player, round: round.id)
        let resting = FaceResting(judge: judge, presenter: presenter, logger: context.logger)
        for old in gone { await resting.forget(old) }
        return try WireJSON.response(
            Begun(
                state: "ready", sitting: sitting.id.uuidString.lowercased(),
                hold: settings.holdToMatch,
                round: WireFaceRound(round, presenter: presenter)), status: .created)
    }

    private func newRound(
        _ level: Int, table: LevelTable, without excluded: Set<Emotion>, player: PlayerID
    ) async throws -> FaceRound {
        var offered: [Int: Set<Emotion>] = [:]
        for (emotion, goals) in table.goals {
            for goal in goals where goal.offered {
                offered[goal.level, default: []].insert(emotion)
            }
        }
        offered = offered.mapValues {
            FacePresenter.playable($0, content: content).subtracting(excluded)
        }
        guard offered[level]?.isEmpty == false else {
            throw WireError(
                .conflict, "no_faces", content.text("face.no_faces") ?? "There are no faces here.")
        }
        let played = try await store.completedFaceRounds(player: player, level: level)
        return FaceRound(
            id: UUID(), level: level, offered: offered,
            mixingSeed: played < Self.roundsInOrder ? nil : .random(in: .min ... .max))
    }

    // MARK: - Pictures

    private func rest(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let (sitting, referee) = try await enter(request, context)
        try sitting.enter(.frame, now: sittings.now)
        defer { sitting.leave(.frame) }
        let picture =
            try own.isRequested(by: request, context)
            ? try await own.picture() : try await FramePicture.read(request, context: context)
        return try WireJSON.response(
            try await FaceResting(
                judge: judge, presenter: referee.presenter, logger: context.logger
            )
            .take(picture, in: sitting))
    }

    private func retakeRest(_ request: Request, _ context: TrainerContext) async throws -> Response
    {
        let (sitting, referee) = try await enter(request, context)
        await FaceResting(judge: judge, presenter: referee.presenter, logger: context.logger)
            .beginRetake(sitting)
        return Response(status: .noContent)
    }

    private func frame(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let (sitting, referee) = try await enter(request, context)
        try sitting.enter(.frame, now: sittings.now)
        defer { sitting.leave(.frame) }
        let take = try await take(request, context)
        return try WireJSON.response(
            try await referee.hold(take, in: sitting))
    }

    private func poll(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let (sitting, referee) = try await enter(request, context)
        try sitting.enter(.frame, now: sittings.now)
        defer { sitting.leave(.frame) }
        let take = try await take(request, context)
        return try WireJSON.response(
            try await referee.poll(take, in: sitting))
    }

    private func tap(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let (sitting, referee) = try await enter(request, context)
        guard
            let event = request.uri.queryParameters["event"].flatMap({ UUID(uuidString: "\($0)") })
        else {
            throw WireError(.badRequest, "malformed", "The parameter 'event' must be a UUID.")
        }
        try sitting.enter(.tap, now: sittings.now)
        defer { sitting.leave(.tap) }
        let take = try await take(request, context)
        return try WireJSON.response(
            try await referee.tap(take, event: event, in: sitting))
    }

    private func take(
        _ request: Request, _ context: TrainerContext
    ) async throws -> FaceReferee.Take {
        let parameters = request.uri.queryParameters
        guard let showing = parameters["showing"].flatMap({ Int($0) }),
            let elapsed = parameters["elapsed"].flatMap({ Int($0) })
        else {
            throw WireError(
                .badRequest, "malformed", "The parameters 'showing' and 'elapsed' must be numbers.")
        }
        let source: FaceReferee.Take.Source =
            try own.isRequested(by: request, context)
            ? .camera : .picture(try await FramePicture.read(request, context: context))
        return FaceReferee.Take(
            source: source, showing: showing, elapsedMilliseconds: elapsed)
    }

    // MARK: - Other routes

    private struct Pressed: Decodable {
        let id: UUID
        let showing: Int
        let elapsedMilliseconds: Int
    }

    private func skip(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let (sitting, referee) = try await enter(request, context)
        let skip = try await WireJSON.read(Pressed.self, from: request, context: context)
        return try WireJSON.response(
            try await referee.end(
                FaceEvent(
                    id: skip.id, showing: skip.showing, action: .skip,
                    elapsedMilliseconds: skip.elapsedMilliseconds), in: sitting))
    }

    /// The button "I saw it": an adult who entered the parent PIN overrules the service.
    private func seen(_ request: Request, _ context: TrainerContext) async throws -> Response {
        try ParentGate(content: content).pass(context)
        let (sitting, referee) = try await enter(request, context)
        let seen = try await WireJSON.read(Pressed.self, from: request, context: context)
        return try WireJSON.response(
            try await referee.end(
                FaceEvent(
                    id: seen.id, showing: seen.showing, action: .seen,
                    elapsedMilliseconds: seen.elapsedMilliseconds), in: sitting))
    }

    /// The button "Done" (F4), or leaving the page: the service deletes its data about the child.
    private func end(_ request: Request, _ context: TrainerContext) async throws -> Response {
        let session = try context.signedIn()
        let settings = try await store.settings(of: session.player)
        guard let id = context.parameters.get("id").flatMap({ UUID(uuidString: $0) }),
            let sitting = sittings.end(id, player: session.player)
        else { throw WireError.unknownSitting }
        await FaceResting(judge: judge, presenter: presenter(settings), logger: context.logger)
            .forget(sitting)
        return Response(status: .noContent)
    }

    /// The player's own sitting and the referee for it.
    private func enter(
        _ request: Request, _ context: TrainerContext
    ) async throws -> (FaceSitting, FaceReferee) {
        let session = try context.signedIn()
        guard let id = context.parameters.get("id").flatMap({ UUID(uuidString: $0) }),
            let sitting = sittings.sitting(id, player: session.player)
        else { throw WireError.unknownSitting }
        let settings = try await known(sitting).settings
        let referee = FaceReferee(
            store: store, judge: judge, presenter: presenter(settings), logger: context.logger,
            now: sittings.now, excluded: Set(settings.excluded))
        return (sitting, referee)
    }

    /// The sitting's round and the player's settings, read again if they may have changed.
    private func known(_ sitting: FaceSitting) async throws -> FaceSitting.Known {
        let changes = store.facePlayChanges
        if let known = sitting.known(changes: changes, now: sittings.now) { return known }
        let settings = try await store.settings(of: sitting.player)
        guard let round = try await store.faceRound(sitting.round, player: sitting.player) else {
            throw WireError.unknownSitting
        }
        let known = FaceSitting.Known(
            round: round, settings: settings, changes: changes, at: sittings.now)
        sitting.keep(known)
        return known
    }

    private func presenter(_ settings: PlayerSettings) -> FacePresenter {
        FacePresenter(
            content: content, language: content.language,
            voice: settings.voice ?? content.voices.first ?? "")
    }
}
