import FamilyStore
import FamilyWeb
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import PrepRules
import Testing

@testable import PrepServer

struct ExperienceRoutesTests {
    @Test func experiencesAreCreatedReadReplacedAndDeleted() async throws {
        try await PrepHouse().test { caller in
            var experience = try await caller.experience()
            #expect(experience.title == "Experience 1")
            let shown = try await caller.send(.get, "api/experiences/\(experience.id.text)")
            let tag = try #require(shown.headers[.eTag])
            #expect(try ExperienceFile.read(shown.data) == experience)
            experience.title = "Dentist"
            let replaced = try await caller.put(experience, tag: tag)
            #expect(replaced.status == .ok && replaced.headers[.eTag] != tag)
            #expect(try await caller.experience().title == "Experience 1")
            let list = String(buffer: try await caller.send(.get, "api/experiences").body)
            #expect(list.contains(#""title":"Dentist""#) && list.contains(#""bundled":[]"#))
            let path = "api/experiences/\(experience.id.text)"
            #expect(try await caller.send(.delete, path).status == .forbidden)
            #expect(
                try await caller.send(.delete, path, parent: true).status == .noContent)
            #expect(try await caller.send(.get, path).status == .notFound)
        }
    }

    @Test func conflictingSaveInASecondTabIsRejected() async throws {
        try await PrepHouse().test { caller in
            var experience = try await caller.experience()
            experience.description = "first"
            #expect(try await caller.put(experience, tag: "\"1\"").status == .ok)
            experience.description = "second"
            let second = try await caller.put(experience, tag: "\"1\"")
            #expect(second.status == .conflict && second.code == "edited_elsewhere")
            let without = try await caller.send(
                .put, "api/experiences/\(experience.id.text)",
                try ExperienceFile.write(experience))
            #expect(without.status.code == 428)
        }
    }

    @Test func violatedRulesAreReportedAtTheirFields() async throws {
        try await PrepHouse().test { caller in
            let first = try await caller.experience()
            var second = try await caller.experience()
            second.title = first.title
            let taken = try await caller.put(second, tag: "\"1\"")
            #expect(taken.status == .unprocessableContent && taken.code == "title_taken")
            second.title = "abc"
            let short = try await caller.put(second, tag: "\"1\"")
            #expect(String(buffer: short.body).contains(#""fields":{"title":"#))
            second.title = "Dentist"
            second.panoramas = [
                Panorama(id: UUID(), name: "", image: String(repeating: "ab", count: 32))
            ]
            #expect(try await caller.put(second, tag: "\"1\"").code == "unknown_media")
            let text = #"{"version":1,"title":"x","title":"y"}"#
            #expect(
                try await caller.json(.put, "api/experiences/\(second.id.text)", text).code
                    == "duplicate_key")
        }
    }

    @Test func eleventhExperienceIsRejected() async throws {
        try await PrepHouse().test { caller in
            for _ in 0..<10 { _ = try await caller.experience() }
            let response = try await caller.json(.post, "api/experiences")
            #expect(response.status == .conflict && response.code == "too_many")
        }
    }

    @Test func draftIsKeptUntilTheExperienceIsSaved() async throws {
        try await PrepHouse().test { caller in
            var experience = try await caller.experience()
            let path = "api/experiences/\(experience.id.text)/draft"
            #expect(try await caller.send(.get, path).status == .notFound)
            experience.title = "x"
            let draft = try ExperienceFile.write(experience)
            #expect(try await caller.send(.put, path, draft).status == .noContent)
            #expect(try await caller.send(.get, path).data == draft)
            experience.title = "Dentist"
            #expect(try await caller.put(experience, tag: "\"1\"").status == .ok)
            #expect(try await caller.send(.get, path).status == .notFound)
            #expect(try await caller.send(.put, path, draft).status == .noContent)
            #expect(
                try await caller.send(.delete, path, parent: true).status == .noContent)
            #expect(try await caller.send(.get, path).status == .notFound)
        }
    }

    @Test func visitsAreCountedRatedAndListedForParents() async throws {
        try await PrepHouse().test { caller in
            struct Begun: Decodable {
                let id: String
                let step: Int
            }
            let id = try await caller.experience().id.text
            var last = ""
            for step in 1...2 {
                let response = try await caller.json(
                    .post, "api/visits", #"{"experience":"\#(id)","before":4}"#)
                let begun = try JSONDecoder().decode(Begun.self, from: response.data)
                #expect(response.status == .created && begun.step == step)
                last = begun.id
            }
            let end = #"{"after":2,"finished":true,"tooMuch":1}"#
            #expect(try await caller.json(.patch, "api/visits/\(last)", end).status == .noContent)
            #expect(
                try await caller.json(.patch, "api/visits/\(last)", by: 12, end).status == .notFound
            )
            #expect(
                try await caller.json(.patch, "api/visits/\(last)", #"{"after":6}"#).code
                    == "out_of_range")
            #expect(try await caller.send(.get, "api/visits").status == .forbidden)
            let list = try await caller.send(.get, "api/visits?experience=\(id)", parent: true)
            #expect(String(buffer: list.body).contains(#""after":2,"before":4"#))
            #expect(
                try await caller.json(
                    .post, "api/visits", by: 21, #"{"experience":"\#(id)"}"#
                ).status == .notFound)

            let records = caller.house.app.records
            #expect(records.map(\.name) == ["visits", "experiences"])
            #expect(try await records[0].count(of: 11) == 2)
            #expect(try await records[1].count(of: 12) == 1)
            #expect(
                String(decoding: try await records[0].export(of: 11), as: UTF8.self)
                    .contains(#""tooMuch":1"#))
            try await records[0].delete(of: 11)
            #expect(try await records[0].count(of: 11) == 0)
        }
    }

    @Test func oldestVisitsBeyondTheLimitAreDeleted() async throws {
        try await PrepHouse().test { caller in
            let id = try await caller.experience().id.text
            let visits = caller.house.app.visits
            try await visits.database.write { db in
                try db.execute(
                    sql: """
                        WITH RECURSIVE number(n) AS (
                            SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < ?)
                        INSERT INTO prep_visit (id, household, member, experience, step, started)
                        SELECT 'visit' || n, 1, 11, ?, n, n FROM number
                        """, arguments: [VisitStore.mostOfMember, id])
            }
            let response = try await caller.json(
                .post, "api/visits", #"{"experience":"\#(id)"}"#)
            #expect(response.status == .created)
            let kept = try await visits.visits(of: 11)
            #expect(kept.count == VisitStore.mostOfMember)
            #expect(kept.first?.step == 2 && kept.last?.step == VisitStore.mostOfMember + 1)
        }
    }

    @Test func preferencesBelongToAMember() async throws {
        try await PrepHouse().test { caller in
            let path = "api/preferences"
            #expect(
                String(buffer: try await caller.send(.get, path).body) == #"{"swipeOnly":true}"#)
            _ = try await caller.json(.put, path, #"{"swipeOnly":false}"#)
            #expect(
                String(buffer: try await caller.send(.get, path).body) == #"{"swipeOnly":false}"#)
            #expect(
                String(buffer: try await caller.send(.get, path, by: 12).body)
                    == #"{"swipeOnly":true}"#)
        }
    }

    @Test(arguments: [
        ("", 200), ("view/x", 200), ("settings", 200), ("edit/x", 403), ("progress", 403),
        ("web/modules/app.js", 200), ("web/%2e%2e/secret.js", 404), ("web/../secret.js", 404),
        ("web/", 404), ("sw.js", 404),
    ])
    func pagesAndFilesAreServed(path: String, status: Int) async throws {
        try await PrepHouse().test { caller in
            let response = try await caller.send(.get, path)
            #expect(Int(response.status.code) == status)
        }
    }

    @Test func everyRouteExceptFilesNeedsASignIn() async throws {
        let house = try PrepHouse()
        let (router, routes) = house.site.router(logger: PrepHouse.logger)
        #expect(Set(router.routes.map(\.path.description)) == Set(routes.map(\.path)))
        try await buildApplication(house.site, logger: PrepHouse.logger).test(.router) { client in
            for route in routes where route.access != .open {
                let path = route.path.replacing("{id}", with: UUID().text)
                    .replacing("{number}", with: "1").replacing("{width}", with: "512")
                    .replacing("{hash}", with: String(repeating: "ab", count: 32))
                #expect(!path.contains("{"), "\(route.path)")
                let method = try #require(HTTPRequest.Method(route.method))
                try await client.execute(uri: path, method: method) {
                    #expect($0.status == .unauthorized, "\(route.method) \(route.path)")
                }
            }
        }
        #expect(routes.filter { $0.app == "prep" }.count > 30)
    }

    @Test func experiencesAreInvisibleToOtherFamilies() async throws {
        try await PrepHouse().test { caller in
            let experience = try await caller.experience()
            let id = experience.id.text
            let data = try ExperienceFile.write(experience)
            for (method, path, body) in [
                (.get, "", nil), (.put, "", data), (.delete, "", nil), (.get, "/draft", nil),
                (.put, "/draft", data), (.delete, "/draft", nil), (.get, "/export", nil),
                (.get, "/pannellum", nil),
            ] as [(HTTPRequest.Method, String, Data?)] {
                let response = try await caller.send(
                    method, "api/experiences/\(id)\(path)", by: 21, body,
                    headers: [.ifMatch: "\"1\""])
                #expect(response.status == .notFound, "\(method) \(path)")
            }
            #expect(try await caller.send(.get, "api/experiences/\(id)").status == .ok)
        }
    }
}
