import Foundation
import TogetherRules

/// An activity as one member sees it.
struct ActivityResponse: Encodable {
    struct Option: Encodable {
        let name: String
        let description: String
        let picture: String?
    }

    struct PollResponse: Encodable {
        let options: [Option]
        let deadline: String
        let mine: [Int]
        /// The number of members who have voted, and of those who may vote.
        let voted: Int
        let of: Int
        /// The votes of each option; nil while the poll is open.
        let counts: [Int]?
        let tied: [Int]?
    }

    struct Task: Encodable {
        let name: String
        let assignee: Int64
        let done: Bool
    }

    struct Change: Encodable {
        let at: String
        let what: String
        let before: String
        let after: String
    }

    let id: String
    let host: Int64
    let stage: String
    let invitees: [Int64]
    let name: String
    let description: String
    let poll: PollResponse?
    let start: String?
    let end: String?
    let search: StoredSearch?
    let location: String
    let type: String
    let tasks: [Task]
    let experience: ExperienceLink?
    let `repeat`: Repetition?
    let form: RawJSON
    let formVersion: String?
    let next: NextStep
    let isHost: Bool
    let changes: [Change]
    let created: String
    let changed: String

    init(_ record: ActivityRecord, for member: Int64) {
        let activity = record.activity
        id = record.id
        host = record.host
        stage = activity.stage.rawValue
        invitees = record.invitees
        name = activity.name
        description = activity.summary
        poll = activity.poll.map { poll in
            let isOpen = activity.stage == .polling
            var tied: [Int]?
            if activity.stage == .tied, case .tie(let options) = poll.outcome { tied = options }
            return PollResponse(
                options: poll.options.enumerated().map { index, option in
                    Option(
                        name: option.name, description: option.details,
                        picture: record.extras.pictures.indices.contains(index)
                            ? record.extras.pictures[index] : nil)
                },
                deadline: Moment.text(poll.deadline),
                mine: (poll.votes["\(member)"] ?? []).sorted(), voted: poll.votes.count,
                of: activity.invitees.count, counts: isOpen ? nil : poll.counts, tied: tied)
        }
        start = activity.slot.map { Moment.text($0.lowerBound) }
        end = activity.slot.map { Moment.text($0.upperBound) }
        isHost = record.host == member
        search = isHost ? record.extras.search : nil
        location = record.details?.location ?? ""
        type = record.details?.type ?? ""
        tasks = (record.details?.tasks ?? []).map {
            Task(name: $0.name, assignee: Int64($0.assignee) ?? 0, done: $0.isDone)
        }
        experience = record.extras.experience
        `repeat` = record.extras.repetition
        form = RawJSON(text: isHost ? record.form : "{}")
        formVersion = isHost ? record.formVersion : nil
        next = NextStep(record, for: member)
        changes = record.extras.changes.map {
            Change(at: Moment.text($0.at), what: $0.what, before: $0.before, after: $0.after)
        }
        created = Moment.text(record.created)
        changed = Moment.text(record.changed)
    }
}

/// The next step of a member in an activity.
enum NextStep: String, Encodable, Sendable {
    case invite, vote
    case changeVote = "change_vote"
    case chooseTied = "choose_tied"
    case enter, schedule, details, tasks, wait, none

    init(_ record: ActivityRecord, for member: Int64) {
        let activity = record.activity
        let isHost = record.host == member
        switch activity.stage {
        case .draft: self = isHost ? .invite : .wait
        case .polling where activity.invitees.contains("\(member)"):
            self = activity.poll?.votes["\(member)"] == nil ? .vote : .changeVote
        case .polling: self = .wait
        case .tied: self = isHost ? .chooseTied : .wait
        case .unvoted: self = isHost ? .enter : .wait
        case .scheduling: self = isHost ? .schedule : .wait
        case .detailing: self = isHost ? .details : .wait
        case .invited:
            let open = activity.details?.tasks.contains {
                $0.assignee == "\(member)" && !$0.isDone
            }
            self = open == true ? .tasks : .none
        case .done, .cancelled: self = .none
        }
    }
}

/// A JSON object that is passed through without interpretation.
struct RawJSON: Codable, Sendable {
    let text: String

    /// Maximum nesting depth.
    private static let depth = 20

    private indirect enum Value: Codable {
        case object([String: Value]), array([Value]), text(String), number(Double), flag(Bool), null

        init(from decoder: any Decoder) throws {
            guard decoder.codingPath.count <= RawJSON.depth else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: [], debugDescription: "nested too deeply"))
            }
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let flag = try? container.decode(Bool.self) {
                self = .flag(flag)
            } else if let number = try? container.decode(Double.self) {
                self = .number(number)
            } else if let text = try? container.decode(String.self) {
                self = .text(text)
            } else if let array = try? container.decode([Value].self) {
                self = .array(array)
            } else {
                self = .object(try container.decode([String: Value].self))
            }
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .object(let value): try container.encode(value)
            case .array(let value): try container.encode(value)
            case .text(let value): try container.encode(value)
            case .number(let value): try container.encode(value)
            case .flag(let value): try container.encode(value)
            case .null: try container.encodeNil()
            }
        }
    }

    init(text: String) { self.text = text }

    init(from decoder: any Decoder) throws {
        let object = try decoder.singleValueContainer().decode([String: Value].self)
        text = try Stored.json(object)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(try Stored.read([String: Value].self, text))
    }
}
