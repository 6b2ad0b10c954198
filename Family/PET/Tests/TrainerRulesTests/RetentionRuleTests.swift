import Testing
import TrainerRules

@Suite struct RetentionRuleTests {
    private let rule = RetentionRule()
    private let used = Day(20_000)

    @Test func accountIsKeptForTwoYearsWithoutASignIn() {
        for days in [0, 1, 729] {
            #expect(rule.decision(lastUsed: used, noticed: nil, today: used + days) == .keep)
        }
        #expect(
            rule.decision(lastUsed: used, noticed: nil, today: used + 730)
                == .notice(deletion: used + 790))
    }

    @Test func accountIsDeletedSixtyDaysAfterItsNotice() {
        let noticed = used + 800
        #expect(
            rule.decision(lastUsed: used, noticed: noticed, today: noticed)
                == .wait(deletion: noticed + 60))
        #expect(
            rule.decision(lastUsed: used, noticed: noticed, today: noticed + 59)
                == .wait(deletion: noticed + 60))
        #expect(rule.decision(lastUsed: used, noticed: noticed, today: noticed + 60) == .delete)
    }

    @Test func signInWithdrawsTheNotice() {
        let noticed = used + 800
        #expect(
            rule.decision(lastUsed: noticed + 3, noticed: noticed, today: noticed + 60)
                == .withdrawNotice)
    }

    @Test func clockJumpDeletesNothingAtOnce() {
        // If the clock is ten years ahead for a day, all accounts get a notice, and none is
        // deleted. When it is corrected, the notices are withdrawn.
        let jumped = used + 3650
        #expect(
            rule.decision(lastUsed: used, noticed: nil, today: jumped)
                == .notice(deletion: jumped + 60))
        #expect(
            rule.decision(lastUsed: used, noticed: jumped, today: used + 1) == .withdrawNotice)
        #expect(rule.decision(lastUsed: used, noticed: nil, today: used + -5) == .keep)
    }

    @Test func everyAccountHasANoticeForSixtyDaysBeforeDeletion() {
        var noticed: Day?
        var deleted: Day?
        for days in 0...1000 {
            let today = used + days
            switch rule.decision(lastUsed: used, noticed: noticed, today: today) {
            case .notice: noticed = today
            case .delete: deleted = deleted ?? today
            case .withdrawNotice: Issue.record("it was not used")
            case .keep, .wait: break
            }
        }
        #expect(noticed == used + 730 && deleted == used + 790)
    }
}
