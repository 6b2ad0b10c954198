import Testing

@testable import TogetherRules

/// SplitMix64: the same seed gives the same run.
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}

private let options = [
    PollOption(name: "Zoo", details: "Lions"), PollOption(name: "Lake", details: "Swim"),
    PollOption(name: "Cinema", details: "Film"),
]
private let members = ["mo", "ana", "kim", "lee"]

private func polling(deadline: Int64 = 100) throws -> Activity {
    var activity = Activity(host: "mo", invitees: Set(members))
    try activity.start(Poll(options: options, deadline: deadline, now: 0), by: "mo")
    return activity
}

private let details = ActivityDetails(
    location: "Zoo", type: "Trip", tasks: [ActivityTask(name: "Tickets", assignee: "ana")])

@Suite struct ActivityTests {
    @Test func winningOptionBecomesTheActivity() throws {
        var activity = try polling()
        for member in members { try activity.vote(member, for: [0], now: 99) }
        #expect(activity.stage == .scheduling)
        #expect(activity.name == "Zoo")
        #expect(activity.summary == "Lions")
    }

    @Test func pollClosesAtTheSecondOfItsDeadline() throws {
        var activity = try polling()
        try activity.vote("ana", for: [1], now: 99)
        #expect(throws: ActivityError.pollClosed) {
            try activity.vote("kim", for: [1], now: 100)
        }
        let advanced1 = activity.advance(to: 99)
        #expect(!advanced1)
        let advanced2 = activity.advance(to: 100)
        #expect(advanced2)
        #expect(activity.name == "Lake")
    }

    @Test func changedVoteCountsOnce() throws {
        var activity = try polling()
        try activity.vote("ana", for: [0, 1], now: 1)
        try activity.vote("ana", for: [2], now: 2)
        #expect(activity.poll?.counts == [0, 0, 1])
    }

    @Test func hostChoosesOnlyAmongTiedOptions() throws {
        var activity = try polling()
        try activity.vote("ana", for: [0, 1], now: 1)
        let advanced3 = activity.advance(to: 100)
        #expect(advanced3)
        #expect(activity.stage == .tied)
        #expect(throws: ActivityError.invalidChoice) { try activity.breakTie(with: 2, by: "mo") }
        #expect(throws: ActivityError.notTheHost) { try activity.breakTie(with: 1, by: "ana") }
        try activity.breakTie(with: 1, by: "mo")
        #expect(activity.name == "Lake")
    }

    @Test func pollWithoutVotesLeadsToManualEntry() throws {
        var activity = try polling()
        let advanced4 = activity.advance(to: 100)
        #expect(advanced4)
        #expect(activity.stage == .unvoted)
        try activity.enter(name: "Walk", summary: "Forest", by: "mo")
        #expect(activity.stage == .scheduling)
    }

    @Test func slotBeforeTheInvitationMustBeChosenAgain() throws {
        var activity = Activity(host: "mo", invitees: Set(members))
        try activity.enter(name: "Walk", summary: "Forest", by: "mo")
        try activity.schedule(from: 10, to: 20, by: "mo", now: 0)
        #expect(throws: ActivityError.slotInThePast) {
            try activity.invite(with: details, by: "mo", now: 10)
        }
        #expect(activity.stage == .scheduling)
        // Values entered by hand override these.
        #expect(activity.details == nil)
    }

    @Test func tasksOfARemovedMemberGoToTheHost() throws {
        var activity = Activity(host: "mo", invitees: Set(members))
        try activity.enter(name: "Walk", summary: "Forest", by: "mo")
        try activity.schedule(from: 10, to: 20, by: "mo", now: 0)
        try activity.invite(with: details, by: "mo", now: 1)
        activity.remove(member: "ana")
        #expect(activity.details?.tasks.map(\.assignee) == ["mo"])
    }

    @Test func pollOfARemovedHostIsCancelled() throws {
        var activity = try polling()
        activity.remove(member: "mo")
        #expect(activity.stage == .cancelled)
    }

    @Test func pollClosesWhenTheLastMissingVoterLeaves() throws {
        var activity = try polling()
        for member in ["mo", "ana", "lee"] { try activity.vote(member, for: [0], now: 1) }
        activity.remove(member: "kim")
        #expect(activity.stage == .scheduling)
    }

    /// Random valid and invalid steps by random members never leave an activity stuck.
    @Test(arguments: 0..<300 as Range<UInt64>)
    func everyActivityCanAlwaysBeFinished(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var activity = Activity(host: "mo", invitees: Set(members))
        var now: Int64 = 0
        var model: [String: Set<Int>] = [:]
        for _ in 0..<60 {
            now += Int64.random(in: 0...20, using: &random)
            step(&activity, now: now, model: &model, random: &random)
            if activity.stage == .polling {
                #expect(activity.poll?.votes == model)
                #expect(
                    activity.poll?.counts
                        == options.indices.map { option in
                            model.values.count { $0.contains(option) }
                        })
            }
        }
        try finish(&activity, now: now)
        #expect(activity.isFinal)
        #expect(activity.nextDeadline == nil)
    }

    private func step(
        _ activity: inout Activity, now: Int64, model: inout [String: Set<Int>],
        random: inout SeededGenerator
    ) {
        let member = members.randomElement(using: &random) ?? "mo"
        let actor = Bool.random(using: &random) ? activity.host : member
        // A rejected step must not change anything that matters, so the model follows only accepted
        // ones.
        switch Int.random(in: 0..<9, using: &random) {
        case 0:
            if let poll = try? Poll(options: options, deadline: now + 50, now: now),
                (try? activity.start(poll, by: actor)) != nil
            {
                model = [:]
            }
        case 1, 2, 3:
            let choices = Set(
                options.indices.filter { _ in Bool.random(using: &random) })
            if (try? activity.vote(member, for: choices, now: now)) != nil {
                model[member] = choices
            }
        case 4: _ = activity.advance(to: now)
        case 5: try? activity.breakTie(with: Int.random(in: 0..<3, using: &random), by: actor)
        case 6: try? activity.schedule(from: now + 5, to: now + 30, by: actor, now: now)
        case 7: try? activity.invite(with: details, by: actor, now: now)
        default:
            if Int.random(in: 0..<12, using: &random) == 0 {
                activity.remove(member: member)
                model[member] = nil
            }
        }
    }

    /// Takes the intended next step of each stage.
    private func finish(_ activity: inout Activity, now: Int64) throws {
        let host = activity.host
        var now = now
        for _ in 0..<10 where !activity.isFinal {
            switch activity.stage {
            case .draft, .unvoted: try activity.enter(name: "Walk", summary: "Forest", by: host)
            case .polling, .invited:
                now = try #require(activity.nextDeadline)
                let advanced5 = activity.advance(to: now)
                #expect(advanced5)
            case .tied:
                guard case .tie(let tied) = activity.poll?.outcome else {
                    Issue.record("a tied poll must list its options")
                    return
                }
                try activity.breakTie(with: tied[0], by: host)
            case .scheduling:
                try activity.schedule(from: now + 1, to: now + 2, by: host, now: now)
            case .detailing:
                let task = ActivityTask(name: "Pack", assignee: activity.invitees.min() ?? host)
                if let slot = activity.slot, slot.lowerBound <= now {
                    try activity.goBack(by: host)
                } else {
                    try activity.invite(
                        with: ActivityDetails(location: "Zoo", type: "Trip", tasks: [task]),
                        by: host, now: now)
                }
            case .done, .cancelled: return
            }
        }
    }
}
