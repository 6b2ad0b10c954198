/// A choice in a poll.
package struct PollOption: Sendable, Equatable, Codable {
    package var name: String
    package var details: String

    package init(name: String, details: String) {
        self.name = name
        self.details = details
    }
}

/// The result of a closed poll.
///
/// Options are indices.
package enum PollOutcome: Sendable, Equatable {
    case winner(Int)
    case tie([Int])
    case noVotes
}

/// A poll among members.
///
/// Each member votes for one or more options, and may change the vote until the deadline.
package struct Poll: Sendable, Equatable, Codable {
    package let options: [PollOption]
    /// Seconds since 1970; the poll closes at this second.
    package let deadline: Int64
    package private(set) var votes: [String: Set<Int>] = [:]

    package init(
        options: [PollOption], deadline: Int64, now: Int64
    ) throws(ActivityError) {
        guard options.count >= 2 else { throw .tooFewOptions }
        guard options.allSatisfy({ !$0.name.isBlank && !$0.details.isBlank }) else {
            throw .missingNameOrDescription
        }
        guard deadline > now else { throw .deadlineInThePast }
        self.options = options
        self.deadline = deadline
    }

    package func isClosed(at now: Int64) -> Bool { deadline <= now }

    /// Records or replaces the vote of `member`.
    mutating func vote(
        _ member: String, for choices: Set<Int>, now: Int64
    ) throws(ActivityError) {
        guard !isClosed(at: now) else { throw .pollClosed }
        guard !choices.isEmpty, choices.allSatisfy(options.indices.contains) else {
            throw .invalidChoice
        }
        votes[member] = choices
    }

    /// Removes the vote of a member who left.
    mutating func removeVote(of member: String) { votes[member] = nil }

    /// Number of votes of each option.
    package var counts: [Int] {
        options.indices.map { option in votes.values.count { $0.contains(option) } }
    }

    package var outcome: PollOutcome {
        let counts = counts
        guard let most = counts.max(), most > 0 else { return .noVotes }
        let best = options.indices.filter { counts[$0] == most }
        return best.count == 1 ? .winner(best[0]) : .tie(best)
    }
}

extension String {
    var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
