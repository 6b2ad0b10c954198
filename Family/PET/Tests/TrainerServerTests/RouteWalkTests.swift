import FaceJudge
import FacialFunWire
import FamilyAccounts
import FamilyWeb
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import NIOCore
import Testing
import TrainerContent
import TrainerRules
import TrainerStore

@testable import TrainerServer

/// Checks every route of the server: its declared access, who can use it, and whose data it shows.
struct RouteWalkTests {
    /// A server with the built-in content and two families.
    private struct House: Sendable {
        let store: TrainerStore
        let routes: [AppRoute]
        /// The paths that the router serves.
        let served: Set<String>

        static func with(
            _ body: @Sendable (House, any TestClientProtocol) async throws -> Void
        ) async throws {
            let folder = FileManager.default.temporaryDirectory.appending(
                path: "pet-walk-\(UUID())")
            defer { try? FileManager.default.removeItem(at: folder) }
            let store = try TrainerStore(folder: folder)
            var configuration = TrainerApplication.Configuration(
                webFolder: PageTests.game.appending(path: "Web"))
            configuration.passwordCost = .cheap
            let site = try await TrainerApplication(
                configuration: configuration, store: store,
                content: try Content(folder: PageTests.game.appending(path: "Content")),
                judge: FaceJudge(), logger: Self.logger
            ).site()
            let (router, routes) = site.router(logger: Self.logger)
            let house = House(
                store: store, routes: routes, served: Set(router.routes.map(\.path.description)))
            try await buildApplication(site, logger: Self.logger).test(.router) { client in
                try await body(house, client)
            }
            try store.close()
        }

        private static let logger = Logger(label: "walk") { _ in SwiftLogNoOpLogHandler() }
    }

    /// A family and its browser's cookies.
    private struct Family {
        static let pin = "2580"
        let cookie: String
        let account: AccountID
        let child: Int64

        /// Signs up a family and opens the parent's part.
        init(
            _ name: String, isPractice: Bool = false, _ house: House,
            _ client: any TestClientProtocol
        ) async throws {
            let form = """
                {"fullName": "Robin", "birthYear": 2017, "gender": "", "username": "\(name)",
                "email": "\(name)@example.org", "password": "blue horse 42",
                "confirmation": "blue horse 42", "pin": "\(Self.pin)",
                "terms": "\(Terms.version)", "statistics": true,
                "practice": \(isPractice)}
                """
            cookie = try await client.execute(
                uri: "/api/accounts", method: .post, headers: [.contentType: "application/json"],
                body: ByteBuffer(string: form)
            ) { response in
                #expect(response.status == .created, "\(String(buffer: response.body))")
                return String(response.headers[.setCookie]?.prefix { $0 != ";" } ?? "")
            }
            let stored = try #require(try await house.store.credentials(login: name)?.account)
            account = stored.id
            child = try #require(stored.players.first).id.rawValue
            let opened = try await send(
                "POST", "/api/parent", #"{"pin": "\#(Self.pin)"}"#, by: client)
            #expect(opened.status == .ok)
        }

        func send(
            _ method: String, _ path: String, _ body: String? = nil,
            type: String = "application/json", by client: any TestClientProtocol
        ) async throws -> TestResponse {
            let method = try #require(HTTPRequest.Method(method))
            var headers: HTTPFields = [.cookie: cookie]
            if body != nil { headers[.contentType] = type }
            return try await client.execute(
                uri: path, method: method, headers: headers,
                body: body.map { ByteBuffer(string: $0) }
            ) { $0 }
        }
    }

    private static let nowhere = "00000000-0000-4000-8000-000000000000"

    /// A path with a value for each parameter.
    private func filled(_ path: String, _ id: String = nowhere) -> String {
        path.replacing("{id}", with: id).replacing("{day}", with: "2026-11-22")
            .replacing("{note}", with: "1").replacing("{level}", with: "1")
            .replacing("{part}", with: "picture").replacing("{language}", with: "en")
            .replacing("{voice}", with: "x").replacing("{name}", with: "x")
            .replacing("{table}", with: "x").replacing("{goal}", with: "1")
            .replacing("{assignment}", with: "1")
            .replacing("{token}", with: "x").replacing("**", with: "x")
    }

    @Test func everyRouteDeclaresItsAccess() async throws {
        try await House.with { try await declarations($0, $1) }
    }

    private func declarations(
        _ house: House, _: any TestClientProtocol
    ) async throws {
        let declared = Set(house.routes.map(\.path))
        let served = house.served
        #expect(served.subtracting(declared).isEmpty, "routes without declared access")
        #expect(declared.subtracting(served).isEmpty)
        #expect(Set(house.routes.map { "\($0.method) \($0.path)" }).count == house.routes.count)
        #expect(house.routes.count > 80)
        #expect(
            house.routes.filter { $0.access == .parent }.allSatisfy {
                $0.path.hasPrefix("/api/") || $0.path == HomeApp.choicePage
            })
    }

    @Test func onlyOpenRoutesAnswerWithoutASignIn() async throws {
        try await House.with { try await walkSignedOut($0, $1) }
    }

    private func walkSignedOut(
        _ house: House, _ client: any TestClientProtocol
    ) async throws {
        for route in house.routes where route.access != .open {
            let path = filled(route.path)
            #expect(!path.contains("{"), "\(route.path) has a parameter that no test knows")
            let method = try #require(HTTPRequest.Method(route.method))
            try await client.execute(uri: path, method: method) { response in
                // A page redirects to the login; everything else is refused.
                let isPage = method == .get && !path.hasPrefix("/api/")
                #expect(
                    response.status == (isPage ? .seeOther : .unauthorized),
                    "\(route.method) \(route.path)")
                if isPage { #expect(response.headers[.location] == "/login") }
            }
        }
    }

    @Test func parentRoutesNeedThePIN() async throws {
        try await House.with { try await walkWithoutPIN($0, $1) }
    }

    private func walkWithoutPIN(
        _ house: House, _ client: any TestClientProtocol
    ) async throws {
        let family = try await Family("ada", house, client)
        #expect(try await family.send("DELETE", "/api/parent", by: client).status == .ok)
        for route in house.routes where route.access == .parent {
            let body = route.method == "GET" || route.method == "DELETE" ? nil : "{}"
            let answer = try await family.send(
                route.method, filled(route.path), body, by: client)
            #expect(answer.status == .forbidden, "\(route.method) \(route.path)")
        }
    }

    @Test func idsOfAnotherFamilyAreUnknownToEveryRoute() async throws {
        try await House.with { try await walkWithOthersIds($0, $1) }
    }

    private func walkWithOthersIds(
        _ house: House, _ client: any TestClientProtocol
    ) async throws {
        let own = try await Family("ada", isPractice: true, house, client)
        let other = try await Family("ben", isPractice: true, house, client)
        struct Round: Decodable {
            struct Question: Decodable {
                let id: String
            }
            let id: String
            let presentation: Int
            let current: Question
        }
        let begun = try await other.send("POST", "/api/rounds", #"{"level": "1"}"#, by: client)
        let round = try JSONDecoder().decode(
            Round.self, from: Data(begun.body.readableBytesView))
        let event = """
            {"id": "\(UUID().uuidString)", "question": "\(round.current.id)",
            "presentation": \(round.presentation), "kind": "skip", "elapsedMilliseconds": 900}
            """
        let question = UUID().uuidString
        let child = """
            {"pin": "\(Family.pin)", "fullName": "Kim", "birthYear": 2016,
            "day": "2026-11-22", "text": "a note"}
            """
        let invitation = try await house.store.invite(
            "Kim", as: .adult, to: other.account, digest: SessionToken().digest)
        let members = try await house.store.members(of: other.account)
        let login = try #require(members.compactMap(\.login).first)
        try await house.store.approveDevice(
            "Tablet", login: login.id, of: other.account, digest: SessionToken().digest)
        let device = try #require(try await house.store.devices(of: other.account).first)
        let goal = "kind=reading&emotion=fear&level=1&criterion=80&source=1&rounds=1&text=x"
        try await house.store.addGoal(
            .reading, .fear, level: 1, criterion: 80, player: PlayerID(rawValue: other.child),
            account: other.account, by: .parent)
        try await house.store.assign(
            .level1, rounds: 2, player: PlayerID(rawValue: other.child), account: other.account,
            by: .parent)
        let parent = try await Family("cid", house, client)
        let sharedCode = RecoveryCode()
        try await house.store.offerConsent(
            for: PlayerID(rawValue: parent.child), of: parent.account, digest: sharedCode.digest)
        try await house.store.useConsent(sharedCode.digest, by: other.account)
        let consent = try #require(
            try await house.store.consents(of: parent.account).first
        ).id
        let forms: Set<String> = [
            "/members", "/invitations", "/devices", "/clients", "/shared", "/sharing", "/children",
            "/picture-login",
        ]
        // The ids of the other family's objects, each with a body that its owner may send.
        let things = [
            "/api/rounds": (round.id, event), "/api/children": ("\(other.child)", child),
            "/api/questions": (question, "{}"), "/questions": (question, "{}"),
            "/api/facial-fun/sittings": (Self.nowhere, "{}"),
            "/members": ("\(other.child)", ""), "/invitations": ("\(invitation.id)", ""),
            "/devices": ("\(device.id)", ""), "/clients": ("\(other.child)", goal),
            "/shared": ("\(consent)", ""), "/sharing": ("\(consent)", ""),
            "/children": ("\(other.child)", "first=cat&second=sun&third=car"),
            "/picture-login": ("\(other.child)", "picked=cat+sun&pick=car"),
        ]
        func state() async throws -> Data {
            var export = try await house.store.export(other.account)
            export.exportedAt = Date(timeIntervalSince1970: 0)
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            return try encoder.encode(export)
        }
        let before = try await state()
        for route in house.routes where route.path.contains("{id}") {
            let kind = route.path.components(separatedBy: "/{id}")[0]
            let (id, body) = try #require(things[kind], "\(kind) has an id and no test here")
            let hasBody = route.method != "GET" && route.method != "DELETE"
            let path = filled(route.path, id)
            let answer = try await own.send(
                route.method, path, hasBody ? body : nil,
                type: forms.contains(kind)
                    ? "application/x-www-form-urlencoded" : "application/json", by: client)
            // The browser chooses the name of a new question; an incomplete question is refused. A
            // frame must be a picture before its sitting is looked up.
            let passing: Set<Int> =
                switch (route.method, kind) {
                case ("PUT", "/api/questions"): [400, 422]
                case ("POST", "/api/facial-fun/sittings"): [404, 415, 503]
                // Without a known device, every child is unknown.
                case (_, "/picture-login"): [303]
                default: [404]
                }
            #expect(
                passing.contains(Int(answer.status.code)),
                "\(route.method) \(path): \(answer.status) \(String(buffer: answer.body))")
            #expect(try await state() == before, "\(route.method) \(route.path)")
        }
    }
}
