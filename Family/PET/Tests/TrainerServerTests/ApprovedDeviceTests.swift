import FaceJudge
import FamilyAccounts
import FamilyWeb
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Logging
import Testing
import TrainerContent
import TrainerStore

@testable import TrainerServer

/// Devices that a parent approved, tested with an app that has routes for devices.
struct ApprovedDeviceTests {
    /// An app that returns the identity of a request.
    private struct ProbeApp: FamilyApp {
        let id = "probe"

        func addRoutes(to routes: AppRoutes) {
            routes.device.post("here") { _, context in Self.text(context) }
            routes.device.get("here") { _, context in Self.text(context) }
            routes.member.post("member") { _, context in Self.text(context) }
        }

        private static func text(_ context: FamilyContext) -> String {
            let device = context.device.map { "\($0.household)" } ?? "none"
            let member = context.identity.map { "\($0.member) \($0.householdRole)" } ?? "none"
            return "device \(device), member \(member)"
        }
    }

    @Test func approvedDeviceUsesItsRoutesUntilRevoked() async throws {
        let place = FileManager.default.temporaryDirectory.appending(path: "pet-device-\(UUID())")
        defer { try? FileManager.default.removeItem(at: place) }
        let logger = Logger(label: "device") { _ in SwiftLogNoOpLogHandler() }
        let store = try TrainerStore(folder: place)
        let account = try await store.createAccount(
            NewAccount(
                username: "ada", email: "ada@example.org", passwordHash: "hash",
                child: NewPlayer(name: "Ada", birthYear: 2018), termsVersion: Terms.version,
                agreesToStatistics: false))
        let device = SessionToken()
        try await store.approveDevice(
            "Tablet", login: account.login, of: account.id, digest: device.digest)
        let grant = try #require(try await store.devices(of: account.id).first)
        var configuration = TrainerApplication.Configuration(
            webFolder: PageTests.game.appending(path: "Web"))
        configuration.apps = [ProbeApp()]
        let site = try await TrainerApplication(
            configuration: configuration, store: store,
            content: try Content(folder: PageTests.game.appending(path: "Content")),
            judge: FaceJudge(), logger: logger
        ).site()
        let cookie = "\(ApprovedDeviceCookie.name)=\(device.text)"
        let signedIn = "device 1, member \(account.players[0].id.rawValue) parent"
        @Sendable func walk(_ client: any TestClientProtocol) async throws {
            func ask(
                _ method: HTTPRequest.Method, _ path: String, _ cookie: String?
            ) async throws -> TestResponse {
                var headers = HTTPFields()
                if let cookie { headers[.cookie] = cookie }
                return try await client.execute(
                    uri: "/probe/\(path)", method: method, headers: headers
                ) { $0 }
            }
            #expect(try await ask(.post, "here", nil).status == .unauthorized)
            let stranger = "\(ApprovedDeviceCookie.name)=\(SessionToken().text)"
            #expect(try await ask(.post, "here", stranger).status == .unauthorized)

            // Without a session, the household is known but no member is.
            let alone = try await ask(.post, "here", cookie)
            #expect(String(buffer: alone.body) == "device 1, member none")
            #expect(try await ask(.post, "member", cookie).status == .unauthorized)

            // Opening a page begins a session, which belongs to the device.
            let page = try await ask(.get, "here", cookie)
            #expect(String(buffer: page.body) == signedIn)
            let session = String(page.headers[.setCookie]?.prefix { $0 != ";" } ?? "")
            let further = try await ask(.post, "member", session)
            #expect(String(buffer: further.body) == signedIn)

            try await store.revokeDevice(grant.id, of: account.id)
            #expect(try await ask(.post, "here", cookie).status == .unauthorized)
            #expect(try await ask(.post, "here", session).status == .unauthorized)
        }
        try await buildApplication(site, logger: logger).test(.router) { try await walk($0) }
        try store.close()
    }
}
