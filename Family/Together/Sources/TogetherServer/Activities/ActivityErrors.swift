import FamilyWeb
import Foundation
import HTTPTypes
import TogetherRules

extension WireError {
    /// The response to a rejected step of an activity.
    init(_ error: ActivityError) {
        let message = Self.sentence(error.description)
        switch error {
        case .notNow(let stage):
            self.init(
                .conflict, "not_now", message + " Reload the page.",
                fields: ["stage": stage.rawValue])
        case .notTheHost: self.init(.forbidden, "not_the_host", message)
        case .notInvited: self.init(.forbidden, "not_invited", message)
        case .noInvitees: self.init(.unprocessableContent, "no_invitees", message)
        case .tooFewOptions: self.init(.unprocessableContent, "too_few_options", message)
        case .missingNameOrDescription:
            self.init(.unprocessableContent, "missing_name_or_description", message)
        case .deadlineInThePast:
            self.init(.unprocessableContent, "deadline_in_the_past", message)
        case .pollClosed: self.init(.conflict, "poll_closed", message)
        case .invalidChoice: self.init(.unprocessableContent, "invalid_choice", message)
        case .slotEndsBeforeItStarts:
            self.init(.unprocessableContent, "slot_ends_before_it_starts", message)
        case .slotInThePast: self.init(.unprocessableContent, "slot_in_the_past", message)
        case .missingLocationOrType:
            self.init(.unprocessableContent, "missing_location_or_type", message)
        case .noTasks: self.init(.unprocessableContent, "no_tasks", message)
        case .unknownTask: self.init(.notFound, "unknown_task", message)
        }
    }

    /// A description as a sentence: a capital letter and a full stop.
    static func sentence(_ text: String) -> String {
        text.prefix(1).uppercased() + text.dropFirst() + "."
    }

    /// Rejects a text that is too long.
    static func tooLong(_ field: String, most: Int) -> WireError {
        WireError(
            .unprocessableContent, "too_long",
            "This is too long. Write at most \(most) characters.", fields: [field: "too_long"])
    }

    static func tooMany(_ things: String, most: Int) -> WireError {
        WireError(
            .conflict, "too_many_things",
            "There are \(most) \(things) already. Delete some that are no longer needed.")
    }
}

/// Limits of texts.
enum TextLimit {
    static let name = 200
    static let text = 10_000

    /// A trimmed name.
    ///
    /// - Throws: `too_long`, `too_many_marks` (422).
    static func name(_ text: String, _ field: String) throws(WireError) -> String {
        try check(text, field, name)
    }

    /// A trimmed longer text.
    ///
    /// - Throws: `too_long`, `too_many_marks` (422).
    static func text(_ text: String, _ field: String) throws(WireError) -> String {
        try check(text, field, self.text)
    }

    private static func check(
        _ text: String, _ field: String, _ most: Int
    ) throws(WireError) -> String {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard trimmed.unicodeScalars.count <= most else { throw .tooLong(field, most: most) }
        try WireError.checkMarks(in: trimmed, field: field)
        return trimmed
    }
}

/// Runs a handler and translates errors of the rules into responses.
func answering<Value>(_ body: () async throws -> Value) async throws -> Value {
    do {
        return try await body()
    } catch let error as ActivityError {
        throw WireError(error)
    } catch let error as BookingError {
        throw WireError(error)
    }
}
