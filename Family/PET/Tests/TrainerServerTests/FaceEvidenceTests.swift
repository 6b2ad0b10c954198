import FamilyAccounts
import FamilyWeb
import FacialFunWire
import Testing

@testable import TrainerServer

@Suite struct FaceEvidenceTests {
    private func evidence(
        _ excess: Double, change: Double? = nil, lead: Double = -3
    ) -> MatchEvidence {
        MatchEvidence(excess: excess, change: change, rival: .anger, lead: lead, seen: nil)
    }

    private let notYet = Verdict.notYet(progress: 0.5, hint: .openMouth, praise: nil)
    private let matched = Verdict.matched(praise: .wellDone)

    @Test func gaugeFadesWhileAnotherEmotionLeads() {
        #expect(FaceEvidence.shownProgress(0.8, evidence(-1, lead: -2)) == 0.8)
        #expect(FaceEvidence.shownProgress(0.8, evidence(-1, lead: 0.75)) == 0.4)
        #expect(FaceEvidence.shownProgress(0.8, evidence(-1, lead: 4)) == 0)
        #expect(FaceEvidence.shownProgress(0.8, nil) == 0.8)
    }

    @Test func gaugeIsFullForAMatchEvenIfAnotherEmotionIsLikely() {
        #expect(FaceEvidence.shownProgress(1, evidence(1, lead: 2)) == 1)
    }

    @Test func oneBadPictureOfThreeDoesNotPreventAMatch() {
        let (good, bad) = (evidence(2.5, change: 2), evidence(-4, change: 0.2))
        for pictures in [[bad, good, good], [good, bad, good], [good, good, bad]] {
            let verdict = FaceEvidence.pooled(pictures[2] == bad ? notYet : matched, pictures)
            #expect(verdict == matched)
        }
    }

    @Test func oneGoodPictureOfThreeIsNotEnoughForAMatch() {
        let (good, bad) = (evidence(2.5, change: 2), evidence(-4, change: 0.2))
        #expect(FaceEvidence.pooled(matched, [bad, bad, good]).kind == .notYet)
        #expect(FaceEvidence.pooled(notYet, [good, bad, bad]) == notYet)
    }

    @Test func picturesWithoutAChangeFromTheBaselineDoNotMatch() {
        let still = evidence(2, change: 0.3)
        #expect(FaceEvidence.pooled(notYet, [still, still, still]) == notYet)
    }

    @Test func aPictureThatCannotBeJudgedIsLeftOut() {
        let blurred = Verdict.cannotJudge(.noFace)
        #expect(FaceEvidence.pooled(blurred, [evidence(2), evidence(2), nil]) == matched)
        #expect(FaceEvidence.pooled(blurred, [evidence(-1), evidence(2), nil]) == matched)
        #expect(FaceEvidence.pooled(blurred, [evidence(-2), evidence(1), nil]) == blurred)
        // A single picture gets its own verdict.
        #expect(FaceEvidence.pooled(notYet, [nil, nil, evidence(-2)]) == notYet)
        #expect(FaceEvidence.pooled(matched, [evidence(2)]) == matched)
    }
}
