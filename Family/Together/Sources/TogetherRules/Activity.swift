/// The stage of an activity; the last two are final.
package enum ActivityStage: String, Sendable, Codable, CaseIterable {
    case draft, polling, tied, unvoted, scheduling, detailing, invited, done, cancelled
}

/// A task of an activity.
package struct ActivityTask: Sendable, Equatable, Codable {
    package var name: String
    package var assignee: String
    package var isDone = false

    package init(name: String, assignee: String) {
        self.name = name
        self.assignee = assignee
    }
}

/// Location, type and tasks, entered before invitations are sent.
package struct ActivityDetails: Sendable, Equatable, Codable {
    package var location: String
    package var type: String
    package var tasks: [ActivityTask]

    package init(location: String, type: String, tasks: [ActivityTask]) {
        self.location = location
        self.type = type
        self.tasks = tasks
    }
}

/// An activity from its draft to its end.
///
/// Times are seconds since 1970. Every step takes the current time.
package struct Activity: Sendable, Equatable, Codable {
    package private(set) var host: String
    package private(set) var stage = ActivityStage.draft
    package private(set) var invitees: Set<String>
    package private(set) var poll: Poll?
    package private(set) var name = ""
    package private(set) var summary = ""
    package private(set) var slot: Range<Int64>?
    package private(set) var details: ActivityDetails?

    package init(host: String, invitees: Set<String>) {
        self.host = host
        self.invitees = invitees
    }

    package var isFinal: Bool { stage == .done || stage == .cancelled }

    /// The next moment at which `advance` changes the stage.
    package var nextDeadline: Int64? {
        switch stage {
        case .polling: poll?.deadline
        case .invited: slot?.upperBound
        default: nil
        }
    }

    package mutating func changeInvitees(
        _ invitees: Set<String>, by member: String
    ) throws(ActivityError) {
        try require(.draft, by: member)
        guard !invitees.isEmpty else { throw .noInvitees }
        self.invitees = invitees
    }

    package mutating func enter(
        name: String, summary: String, by member: String
    ) throws(ActivityError) {
        // A name and description that were not decided by a poll can be entered again.
        let isEntered = poll == nil || poll?.outcome == .noVotes
        if isEntered, stage == .scheduling || stage == .detailing {
            guard member == host else { throw .notTheHost }
        } else {
            try require(.draft, .unvoted, by: member)
        }
        guard !name.isBlank, !summary.isBlank else { throw .missingNameOrDescription }
        guard !invitees.isEmpty else { throw .noInvitees }
        self.name = name
        self.summary = summary
        stage = .scheduling
    }

    package mutating func start(_ poll: Poll, by member: String) throws(ActivityError) {
        try require(.draft, .unvoted, by: member)
        guard !invitees.isEmpty else { throw .noInvitees }
        self.poll = poll
        stage = .polling
    }

    /// Records a vote.
    ///
    /// The last missing vote closes the poll.
    package mutating func vote(
        _ member: String, for choices: Set<Int>, now: Int64
    ) throws(ActivityError) {
        guard stage == .polling else { throw .notNow(stage) }
        guard invitees.contains(member) else { throw .notInvited }
        try poll?.vote(member, for: choices, now: now)
        closePollWhenComplete()
    }

    /// Closes the poll before its deadline.
    package mutating func closePoll(by member: String) throws(ActivityError) {
        try require(.polling, by: member)
        closePoll()
    }

    package mutating func breakTie(
        with option: Int, by member: String
    ) throws(ActivityError) {
        try require(.tied, by: member)
        guard let poll, case .tie(let tied) = poll.outcome, tied.contains(option) else {
            throw .invalidChoice
        }
        decide(poll.options[option])
    }

    package mutating func schedule(
        from start: Int64, to end: Int64, by member: String, now: Int64
    ) throws(ActivityError) {
        try require(.scheduling, by: member)
        guard end > start else { throw .slotEndsBeforeItStarts }
        guard start > now else { throw .slotInThePast }
        slot = start..<end
        stage = .detailing
    }

    /// Sends the invitations.
    ///
    /// If the slot has passed in the meantime, the activity returns to scheduling.
    package mutating func invite(
        with details: ActivityDetails, by member: String, now: Int64
    ) throws(ActivityError) {
        try require(.detailing, by: member)
        guard !details.location.isBlank, !details.type.isBlank else {
            throw .missingLocationOrType
        }
        guard !details.tasks.isEmpty, details.tasks.allSatisfy({ !$0.name.isBlank }) else {
            throw .noTasks
        }
        guard details.tasks.allSatisfy({ invitees.contains($0.assignee) }) else {
            throw .notInvited
        }
        guard let slot, slot.lowerBound > now else {
            stage = .scheduling
            throw .slotInThePast
        }
        self.details = details
        stage = .invited
    }

    /// Returns to the previous stage and keeps all entered data.
    package mutating func goBack(by member: String) throws(ActivityError) {
        try require(.detailing, by: member)
        stage = .scheduling
    }

    /// Changes details that the invitees already know.
    package mutating func change(
        name: String, summary: String, location: String, from start: Int64, to end: Int64,
        by member: String, now: Int64
    ) throws(ActivityError) {
        try require(.invited, by: member)
        guard !name.isBlank, !summary.isBlank else { throw .missingNameOrDescription }
        guard !location.isBlank else { throw .missingLocationOrType }
        guard end > start else { throw .slotEndsBeforeItStarts }
        guard start..<end == slot || start > now else { throw .slotInThePast }
        (self.name, self.summary, slot) = (name, summary, start..<end)
        details?.location = location
    }

    package mutating func completeTask(
        _ index: Int, isDone: Bool = true, by member: String
    ) throws(ActivityError) {
        guard stage == .invited else { throw .notNow(stage) }
        guard let tasks = details?.tasks, tasks.indices.contains(index) else {
            throw .unknownTask
        }
        guard member == host || member == tasks[index].assignee else { throw .notTheHost }
        details?.tasks[index].isDone = isDone
    }

    package mutating func reassignTask(
        _ index: Int, to assignee: String, by member: String
    ) throws(ActivityError) {
        try require(.invited, by: member)
        guard let tasks = details?.tasks, tasks.indices.contains(index) else {
            throw .unknownTask
        }
        guard invitees.contains(assignee) else { throw .notInvited }
        details?.tasks[index].assignee = assignee
    }

    package mutating func cancel(by member: String) throws(ActivityError) {
        guard !isFinal else { throw .notNow(stage) }
        guard member == host else { throw .notTheHost }
        stage = .cancelled
    }

    /// Removes a member who left the family.
    ///
    /// `successor` replaces a host, and the host takes over the member's tasks.
    ///
    /// Without a successor, the activity of a host is canceled, as is one without invitees.
    package mutating func remove(member: String, successor: String? = nil) {
        guard !isFinal else { return }
        invitees.remove(member)
        if member == host, let successor, successor != member { host = successor }
        if member == host || invitees.isEmpty {
            stage = .cancelled
            return
        }
        if let tasks = details?.tasks {
            for index in tasks.indices where tasks[index].assignee == member {
                details?.tasks[index].assignee = host
            }
        }
        if stage == .polling || stage == .tied {
            poll?.removeVote(of: member)
            if stage == .tied { closePoll() } else { closePollWhenComplete() }
        }
    }

    /// Removes a member's number from a finished activity.
    ///
    /// Its results stay.
    package mutating func forget(member: String) {
        guard isFinal else { return }
        invitees.remove(member)
        poll?.removeVote(of: member)
        if host == member { host = "0" }
        if let tasks = details?.tasks {
            for index in tasks.indices where tasks[index].assignee == member {
                details?.tasks[index].assignee = "0"
            }
        }
    }

    /// Applies the deadlines that have passed.
    ///
    /// Returns whether the stage changed.
    package mutating func advance(to now: Int64) -> Bool {
        guard let deadline = nextDeadline, deadline <= now else { return false }
        if stage == .polling { closePoll() } else { stage = .done }
        return true
    }

    private func require(
        _ stages: ActivityStage..., by member: String
    ) throws(ActivityError) {
        guard stages.contains(stage) else { throw .notNow(stage) }
        guard member == host else { throw .notTheHost }
    }

    private mutating func closePollWhenComplete() {
        if let poll, stage == .polling, invitees.allSatisfy({ poll.votes[$0] != nil }) {
            closePoll()
        }
    }

    private mutating func closePoll() {
        guard let poll else { return }
        switch poll.outcome {
        case .winner(let option): decide(poll.options[option])
        case .tie: stage = .tied
        case .noVotes: stage = .unvoted
        }
    }

    private mutating func decide(_ option: PollOption) {
        name = option.name
        summary = option.details
        stage = .scheduling
    }
}
