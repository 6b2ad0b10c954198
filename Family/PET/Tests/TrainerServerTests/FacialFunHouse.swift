import FacialFunWire
import FamilyWeb
import Foundation
import HTTPTypes
import Hummingbird
import Logging
import TrainerContent
import TrainerRules
import TrainerStore

@testable import FamilyAccounts
@testable import TrainerServer

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Facial Fun's routes on a real socket, with a database, signed-in players, and a judge.
final class FacialFunHouse: Sendable {
    /// A response.
    struct Answer: Sendable {
        let status: Int
        let data: Data
        let headers: [String: String]

        /// A value in the body, by a path with dots; nil if it is missing or null.
        subscript(_ path: String) -> String? {
            var value = try? JSONDecoder().decode(Value.self, from: data)
            for name in path.split(separator: ".") {
                guard case .object(let members) = value else { return nil }
                value = members[String(name)]
            }
            return switch value {
            case .text(let text): text
            case .flag(let flag): "\(flag)"
            case .number(let number): number == number.rounded() ? "\(Int(number))" : "\(number)"
            case .object, .other, nil: nil
            }
        }
    }

    private enum Value: Decodable {
        case text(String)
        case flag(Bool)
        case number(Double)
        case object([String: Value])
        case other

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let flag = try? value.decode(Bool.self) {
                self = .flag(flag)
            } else if let number = try? value.decode(Double.self) {
                self = .number(number)
            } else if let text = try? value.decode(String.self) {
                self = .text(text)
            } else if let members = try? value.decode([String: Value].self) {
                self = .object(members)
            } else {
                self = .other
            }
        }
    }

    let folder: URL
    let store: TrainerStore
    /// Cookies of signed-in players.
    let cookies: [String]
    let players: [PlayerID]
    private let port: Int
    private let server: Task<Void, any Error>

    /// P.E.T.'s folder.
    static let game = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    init(
        judge: any FaceJudging, sittings: FaceSittings = FaceSittings(),
        logger: Logger = Logger(label: "faces") { _ in SwiftLogNoOpLogHandler() }
    ) async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "face-house-\(UUID())")
        store = try TrainerStore(folder: folder.appending(path: "data"))
        let content = try Self.content(folder.appending(path: "content"))
        var cookies: [String] = []
        var players: [PlayerID] = []
        for name in ["ada", "ben"] {
            let account = try await store.createAccount(
                NewAccount(
                    username: name, email: "\(name)@example.org", passwordHash: "hash",
                    child: NewPlayer(name: name, birthYear: 2018), termsVersion: "1",
                    agreesToStatistics: false))
            let token = SessionToken()
            let session = try await store.createSession(
                token.digest, account: account.id, player: account.players[0].id)
            cookies.append("\(SessionCookie.name)=\(token.text)")
            players.append(session.player)
        }
        self.cookies = cookies
        self.players = players

        var site = FamilySite(apps: [
            FacesApp(
                routes: FacialFunRoutes(
                    store: store, content: content, judge: judge, sittings: sittings))
        ])
        site.session = SessionMiddleware(store: store)
        let router = site.router(logger: logger).router
        let (ports, told) = AsyncStream.makeStream(of: Int.self)
        let application = Application(
            router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in told.yield(channel.localAddress?.port ?? 0) },
            logger: logger)
        server = Task { try await application.run() }
        var iterator = ports.makeAsyncIterator()
        port = await iterator.next() ?? 0
    }

    deinit {
        server.cancel()
        try? store.close()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Content with two people for each of two emotions, and the game's own words.
    private static func content(_ folder: URL) throws -> Content {
        let files = FileManager.default
        try files.createDirectory(
            at: folder.appending(path: "pictures"), withIntermediateDirectories: true)
        try files.copyItem(
            at: game.appending(path: "Content/languages"), to: folder.appending(path: "languages"))
        var questions: [String] = []
        let answers = ["happiness", "anger", "sadness", "surprise"]
            .map { #"{"id":"\#($0)","emotion":"\#($0)"}"# }.joined(separator: ",")
        for emotion in ["happiness", "anger"] {
            for (number, strength) in [(1, 0.6), (2, 1.0)] {
                let id = "l3-\(emotion)-0\(number)"
                questions.append(
                    """
                    {"id":"\(id)","level":3,"emotion":"\(emotion)","form":"person","part":"whole",
                    "strength":\(strength),"person":"p\(number)","probe":false,
                    "picture":"pictures/\(id).webp","right":"\(emotion)","answers":[\(answers)]}
                    """)
            }
        }
        try Data(#"{"version":1,"questions":[\#(questions.joined(separator: ","))]}"#.utf8).write(
            to: folder.appending(path: "questions.json"))
        return try Content(folder: folder)
    }

    // MARK: - Asking

    /// Sends a request as a player, 0 or 1, or without a session if nil.
    func send(
        _ method: String, _ path: String, as player: Int? = 0, type: String? = nil,
        body: Data? = nil
    ) async throws -> Answer {
        guard let url = URL(string: "http://127.0.0.1:\(port)/api/facial-fun\(path)") else {
            throw URLError(.badURL)
        }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.httpBody = body
        request.httpShouldHandleCookies = false
        if let type { request.setValue(type, forHTTPHeaderField: "Content-Type") }
        if let player { request.setValue(cookies[player], forHTTPHeaderField: "Cookie") }
        let (data, response) = try await URLSession.shared.data(for: request)
        let head = response as? HTTPURLResponse
        return Answer(
            status: head?.statusCode ?? 0, data: data,
            headers: head?.allHeaderFields as? [String: String] ?? [:])
    }

    /// Sends JSON.
    func post(_ path: String, _ json: String = "{}", as player: Int? = 0) async throws -> Answer {
        try await send(
            "POST", path, as: player, type: "application/json", body: Data(json.utf8))
    }

    /// Begins a sitting; returns its path.
    func begin(level: Int = 2, as player: Int = 0) async throws -> String {
        let answer = try await post("/sittings", #"{"level":\#(level)}"#, as: player)
        return "/sittings/\(answer["sitting"] ?? "none")"
    }

    /// Sends a frame, after a pause so that it is not too fast.
    func frame(
        _ sitting: String, showing: Int = 0, picture: Data = FacialFunHouse.picture,
        as player: Int? = 0
    ) async throws -> Answer {
        try await Task.sleep(for: .milliseconds(90))
        return try await send(
            "POST", "\(sitting)/frames?showing=\(showing)&elapsed=1000", as: player,
            type: "image/jpeg", body: picture)
    }

    /// Another child of the first player's family.
    func addSibling() async throws -> PlayerID {
        let token = try token(of: 0)
        guard let session = try await store.session(token.digest) else {
            throw URLError(.userAuthenticationRequired)
        }
        return try await store.addPlayer(
            NewPlayer(name: "Kim", birthYear: 2016), to: session.account, by: .parent
        ).id
    }

    /// Switches the first player's browser to another child of the family.
    func play(_ child: PlayerID) async throws {
        _ = try await store.switchPlayer(try token(of: 0).digest, to: child)
    }

    /// Excludes emotions for the first player, as a parent does.
    func exclude(_ emotions: Set<Emotion>) async throws {
        _ = try await store.updateSettings(of: players[0]) { _ = $0.exclude(emotions) }
    }

    private func token(of player: Int) throws -> SessionToken {
        let text = String(cookies[player].drop { $0 != "=" }.dropFirst())
        guard let token = SessionToken(text) else { throw URLError(.badURL) }
        return token
    }

    /// Opens the parent's part of a player's session.
    func openParentPart(as player: Int = 0) async throws {
        _ = try await store.openParentPart(try token(of: player).digest)
    }

    /// Sends a picture for a preview, after a pause so that it is not too fast.
    func poll(_ sitting: String, showing: Int = 0, as player: Int? = 0) async throws -> Answer {
        try await Task.sleep(for: .milliseconds(90))
        return try await send(
            "POST", "\(sitting)/look?showing=\(showing)&elapsed=1000", as: player,
            type: "image/jpeg", body: FacialFunHouse.picture)
    }

    /// Taps.
    func tap(
        _ sitting: String, showing: Int = 0, event: UUID = UUID(),
        picture: Data = FacialFunHouse.picture, as player: Int? = 0
    ) async throws -> Answer {
        try await Task.sleep(for: .milliseconds(90))
        return try await send(
            "POST", "\(sitting)/tap?showing=\(showing)&elapsed=1000&event=\(event)", as: player,
            type: "image/jpeg", body: picture)
    }

    /// Data that begins like a JPEG.
    static let picture = Data([0xFF, 0xD8, 0xFF, 0xE0]) + Data(repeating: 7, count: 2000)
}

/// The routes of Facial Fun only.
private struct FacesApp: FamilyApp {
    let id = "faces"
    let prefix = ""
    let routes: FacialFunRoutes

    func addRoutes(to routes: AppRoutes) { self.routes.add(to: routes.member.group("api")) }
}
