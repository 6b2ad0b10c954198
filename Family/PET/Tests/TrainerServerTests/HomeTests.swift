import FaceJudge
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
import TrainerStore

@testable import TrainerServer

/// Home, the first page of a child when a parent enabled an app other than P.E.T.
struct HomeTests {
    @Test func homeShowsTheAppsThatAParentEnabled() async throws {
        let place = FileManager.default.temporaryDirectory.appending(path: "pet-home-\(UUID())")
        defer { try? FileManager.default.removeItem(at: place) }
        let app = place.appending(path: "say")
        try FileManager.default.createDirectory(at: app, withIntermediateDirectories: true)
        try Data("<!doctype html>".utf8).write(to: app.appending(path: "index.html"))
        try Data(#"{"name": "Say it"}"#.utf8).write(to: app.appending(path: "manifest.webmanifest"))
        let logger = Logger(label: "home") { _ in SwiftLogNoOpLogHandler() }
        let store = try TrainerStore(folder: place.appending(path: "data"))
        let account = try await store.createAccount(
            NewAccount(
                username: "ada", email: "ada@example.org", passwordHash: "hash",
                child: NewPlayer(name: "Ada", birthYear: 2018), termsVersion: Terms.version,
                agreesToStatistics: false))
        let other = try await store.createAccount(
            NewAccount(
                username: "ben", email: "ben@example.org", passwordHash: "hash",
                child: NewPlayer(name: "Ben", birthYear: 2018), termsVersion: Terms.version,
                agreesToStatistics: false))
        let child = account.players[0].id
        let token = SessionToken()
        _ = try await store.createSession(token.digest, account: account.id, player: child)
        var configuration = TrainerApplication.Configuration(
            webFolder: PageTests.game.appending(path: "Web"))
        configuration.apps = [try StaticApp(id: "say", folder: app)]
        let site = try await TrainerApplication(
            configuration: configuration, store: store,
            content: try Content(folder: PageTests.game.appending(path: "Content")),
            judge: FaceJudge(), logger: logger
        ).site()
        let cookie = "\(SessionCookie.name)=\(token.text)"
        let form: HTTPFields = [
            .cookie: cookie, .contentType: "application/x-www-form-urlencoded",
        ]
        @Sendable func walk(_ client: any TestClientProtocol) async throws {
            func get(_ path: String, _ headers: HTTPFields) async throws -> TestResponse {
                try await client.execute(uri: path, method: .get, headers: headers) { $0 }
            }
            func choose(_ fields: String) async throws -> TestResponse {
                try await client.execute(
                    uri: HomeApp.choicePage, method: .post, headers: form,
                    body: ByteBuffer(string: fields)
                ) { $0 }
            }
            #expect(try await get("/", [:]).headers[.location] == "/login")
            // With P.E.T. alone, the main menu is the first page.
            #expect(try await get("/", [.cookie: cookie]).headers[.location] == "/menu")
            #expect(try await MainApp.pet.firstPage(of: child, store: store) == "/menu")

            // A child cannot enable apps; a parent can, but only for children of the same family.
            #expect(try await choose("app=\(child.rawValue).say").status == .forbidden)
            _ = try await store.openParentPart(token.digest)
            let page = try await get(HomeApp.choicePage, [.cookie: cookie])
            #expect(String(buffer: page.body).contains(#"value="\#(child.rawValue).say""#))
            for fields in ["app=\(other.players[0].id.rawValue).say", "app=\(child.rawValue).x"] {
                #expect(try await choose(fields).status == .notFound)
            }
            #expect(try await store.enabledApps(of: other.players[0].id).isEmpty)
            let both = "app=\(child.rawValue).pet&app=\(child.rawValue).say"
            #expect(try await choose(both).status == .seeOther)

            #expect(try await MainApp.pet.firstPage(of: child, store: store) == "/")
            let home = try await get("/", [.cookie: cookie])
            #expect(home.status == .ok)
            let text = String(buffer: home.body)
            #expect(text.contains(#"href="/say/""#) && text.contains("Say it"))
            #expect(text.contains(#"href="/menu""#))
            // The menu has a link back.
            #expect(
                String(buffer: try await get("/menu", [.cookie: cookie]).body)
                    .contains(#"href="/"><svg"#))

            // A child with a single app is redirected to it; a child without apps sees a message on
            // Home.
            #expect(try await choose("app=\(child.rawValue).say").status == .seeOther)
            #expect(try await get("/", [.cookie: cookie]).headers[.location] == "/say/")
            // While the parent's part is open, a parent can open pages that the child cannot.
            #expect(try await get("/menu", [.cookie: cookie]).status == .ok)
            try await store.closeParentPart(token.digest)
            // All pages of P.E.T. are now blocked, not only its card; a parent's pages are not.
            for page in ["/menu", "/levels", "/play/1", "/facial-fun", "/review"] {
                let answer = try await get(page, [.cookie: cookie])
                #expect(
                    answer.status == .seeOther && answer.headers[.location] == "/", "\(page)")
            }
            let begun = try await client.execute(
                uri: "/api/rounds", method: .post,
                headers: [.cookie: cookie, .contentType: "application/json"],
                body: ByteBuffer(string: #"{"level": "1"}"#)
            ) { $0 }
            #expect(begun.status == .forbidden)
            #expect(String(buffer: begun.body).contains(#""code":"app_off""#))
            _ = try await store.openParentPart(token.digest)
            for page in ["/family", "/settings", HomeApp.choicePage] {
                #expect(try await get(page, [.cookie: cookie]).status == .ok, "\(page)")
            }
            #expect(try await choose("").status == .seeOther)
            #expect(
                String(buffer: try await get("/", [.cookie: cookie]).body)
                    .contains("There is no app for you yet."))
        }
        try await buildApplication(site, logger: logger).test(.router) { try await walk($0) }
        try store.close()
    }
}
