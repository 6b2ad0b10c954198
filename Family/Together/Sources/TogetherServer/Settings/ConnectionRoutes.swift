import FamilyStore
import FamilyWeb
import Foundation
import GRDB
import HTTPTypes
import Hummingbird

/// Time zones, mail, and the connections to other servers.
struct ConnectionRoutes: Sendable {
    let services: TogetherServices

    func add(to routes: AppRoutes) {
        routes.member.get("api/settings", use: get)
        routes.member.put("api/settings/own-zone", use: setOwnZone)
        routes.member.put("api/settings/mail", use: setMail)
        routes.parent.put("api/settings/zone", use: setZone)
        routes.parent.put("api/settings/connections/{id}", use: setConnection)
        routes.parent.get("api/mails", use: mails)
        routes.parent.post("api/mails/{number}/retry", use: retry)
    }

    private struct SettingsResponse: Encodable {
        struct Mail: Encodable {
            let isOn: Bool
            let address: String?
            let isInstalled: Bool
        }

        struct ConnectionResponse: Encodable {
            let id: String
            let isOn: Bool
            let transmits: String
            let hosts: [String]
        }

        let zone: String
        let ownZone: String?
        let mail: Mail
        let connections: [ConnectionResponse]
    }

    private func get(_ request: Request, _ context: FamilyContext) async throws -> Response {
        try await respond(try await services.acting(request, context))
    }

    private func respond(_ acting: ActingMember) async throws -> Response {
        let services = services
        let answer = try await services.database.read { db in
            SettingsResponse(
                // Member 0 does not exist, so this is the family's zone.
                zone: try Preferences.zone(of: 0, acting.household, db).identifier,
                ownZone: try Preferences.ownZone(of: acting.member, db),
                mail: .init(
                    isOn: try Preferences.getsMail(acting.member, db),
                    address: try services.family.member(
                        acting.member, of: acting.household, db)?.email,
                    isInstalled: services.outbox.isInstalled),
                connections: try Connection.allCases.map { connection in
                    .init(
                        id: connection.rawValue,
                        isOn: try Preferences.isOn(connection, acting.household, db),
                        transmits: connection.transmits,
                        hosts: try Preferences.hosts(connection, acting.household, db))
                })
        }
        return try WireJSON.response(answer)
    }

    private struct ZoneRequest: Decodable, Sendable {
        let zone: String?
        /// The family's zone as the page showed it.
        let before: String?
    }

    /// - Throws: `unknown_zone` (422).
    private static func checked(_ zone: String?) throws(WireError) -> String? {
        guard let zone else { return nil }
        guard zone.utf8.count <= 64,
            TimeZone.knownTimeZoneIdentifiers.contains(zone) || zone == "UTC"
        else {
            throw WireError(
                .unprocessableContent, "unknown_zone",
                "This time zone is unknown. Choose one such as Europe/Berlin.",
                fields: ["zone": "unknown_zone"])
        }
        return zone
    }

    private func setZone(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let acting = try await services.acting(request, context)
        let input = try await WireJSON.read(ZoneRequest.self, from: request, context: context)
        guard let zone = try Self.checked(input.zone) else {
            throw WireError(
                .unprocessableContent, "unknown_zone", "Choose a time zone.",
                fields: ["zone": "unknown_zone"])
        }
        try await change(acting) { db in
            // No member has the number 0: the family's zone.
            let stored = try Preferences.zone(of: 0, acting.household, db).identifier
            if let before = input.before, before != stored, zone != stored {
                throw WireError.changedElsewhere(["zone": stored])
            }
            try Preferences.setZone(zone, of: acting.household, db)
        }
        return try await respond(acting)
    }

    private func setOwnZone(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let acting = try await services.acting(request, context)
        let zone = try Self.checked(
            try await WireJSON.read(ZoneRequest.self, from: request, context: context).zone)
        try await change(acting) { db in
            try Preferences.setOwnZone(zone, of: acting.member, acting.household, db)
        }
        return try await respond(acting)
    }

    private struct MailRequest: Decodable, Sendable { let isOn: Bool }

    private func setMail(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let acting = try await services.acting(request, context)
        try acting.requireAdult()
        let input = try await WireJSON.read(MailRequest.self, from: request, context: context)
        try await change(acting) { db in
            try Preferences.setGetsMail(input.isOn, of: acting.member, acting.household, db)
        }
        return try await respond(acting)
    }

    private struct ConnectionRequest: Decodable, Sendable {
        struct Before: Decodable, Sendable {
            let isOn: Bool
            let hosts: [String]
        }

        let isOn: Bool
        let hosts: [String]?
        /// The connection as the page showed it.
        let before: Before?
    }

    private func setConnection(
        _ request: Request, _ context: FamilyContext
    ) async throws -> Response {
        let acting = try await services.acting(request, context)
        guard let connection = context.parameters.get("id").flatMap({ Connection(rawValue: $0) })
        else { throw WireError.notFound }
        let input = try await WireJSON.read(
            ConnectionRequest.self, from: request, context: context)
        let hosts = (input.hosts ?? []).map { $0.lowercased() }
        guard hosts.count <= 100, hosts.allSatisfy(Self.isHost) else {
            throw WireError(
                .unprocessableContent, "bad_host",
                "Enter names of hosts such as dav.example.org, without address and path.",
                fields: ["hosts": "bad_host"])
        }
        let isGiven = input.hosts != nil
        try await change(acting) { db in
            let kept = try Preferences.hosts(connection, acting.household, db)
            let isOn = try Preferences.isOn(connection, acting.household, db)
            let wanted = isGiven ? hosts : kept
            if let before = input.before, before.isOn != isOn || before.hosts != kept,
                input.isOn != isOn || wanted != kept
            {
                throw WireError.changedElsewhere([
                    "isOn": "\(isOn)", "hosts": kept.joined(separator: "\n"),
                ])
            }
            try Preferences.set(
                connection, isOn: input.isOn, hosts: wanted, acting.household, db)
        }
        return try await respond(acting)
    }

    static func isHost(_ host: String) -> Bool {
        (1...253).contains(host.utf8.count)
            && host.allSatisfy {
                $0.isASCII && ($0.isLetter || $0.isNumber || "-.:[]".contains($0))
            }
    }

    private func change(
        _ acting: ActingMember, _ body: @escaping @Sendable (Database) throws -> Void
    ) async throws {
        let services = services
        try await services.database.write { db in
            try body(db)
            try services.events.changed(.settings, of: acting.household, db)
        }
    }

    // MARK: - Mail

    private struct MailsResponse: Encodable {
        struct Mail: Encodable {
            let id: Int64
            let to: String
            /// Nil for mails to other members.
            let subject: String?
            let state: String
            let problem: String?
            let created: String
        }

        let mails: [Mail]
    }

    private func mails(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let acting = try await services.acting(request, context)
        let services = services
        let mails = try await services.database.read { db in
            let addresses = try services.family.addresses(db, acting.household)
            return try Row.fetchAll(
                db,
                sql: "SELECT * FROM together_mail WHERE household = ? ORDER BY id DESC LIMIT 200",
                arguments: [acting.household]
            ).map { row in
                let recipient: String = row["recipient"]
                let isShown =
                    (row["member"] as Int64?) == acting.member
                    || !addresses.contains(recipient.lowercased())
                return MailsResponse.Mail(
                    id: row["id"], to: recipient, subject: isShown ? row["subject"] : nil,
                    state: row["state"], problem: row["problem"],
                    created: Moment.text(row["created"]))
            }
        }
        return try WireJSON.response(MailsResponse(mails: mails))
    }

    private func retry(_ request: Request, _ context: FamilyContext) async throws -> Response {
        let acting = try await services.acting(request, context)
        let number: Int64 = try context.number("number")
        try await WireJSON.readNothing(from: request, context: context)
        let services = services
        let isKnown = try await services.database.write { db in
            try services.outbox.retry(number, of: acting.household, db)
        }
        guard isKnown else { throw WireError.notFound }
        return Response(status: .noContent)
    }
}
