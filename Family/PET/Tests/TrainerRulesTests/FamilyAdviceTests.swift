import FacialFunWire
import Testing
import TrainerRules

struct FamilyAdviceTests {
    private let today = Day(20_000)

    private func day(
        _ emotion: Emotion, asked: Int, right: Int, back: Int = 3
    ) -> EmotionDay {
        var row = EmotionDay(day: today + -back, emotion: emotion, level: .standard(1))
        row.asked = asked
        row.firstRight = right
        return row
    }

    private func advice(
        _ days: [EmotionDay], _ confusions: [ConfusionCount] = [], _ faces: [FaceDay] = []
    ) -> FamilyAdvice {
        FamilyAdvice(
            emotionDays: days, confusions: confusions, faceDays: faces, today: today)
    }

    private func faces(
        _ emotion: Emotion, shown: Int, matched: Int, seen: Int = 0, back: Int = 3
    ) -> FaceDay {
        var row = FaceDay(day: today + -back, emotion: emotion, level: 1)
        (row.shown, row.matched, row.seen) = (shown, matched, seen)
        return row
    }

    @Test func rarelyRecognizedFaceIsNamedAndPracticed() {
        let found = advice(
            [day(.fear, asked: 20, right: 20)], [],
            [faces(.anger, shown: 13, matched: 1), faces(.happiness, shown: 12, matched: 12)])
        #expect(found.making == .hard(.anger, made: 1, of: 13))
        #expect(found.tryAtHome == .makeFace(.anger))
        #expect(found.finding == .allWell(right: 20, of: 20))
    }

    @Test func faceConfirmedByAnAdultCountsAsMade() {
        let found = advice([], [], [faces(.anger, shown: 10, matched: 1, seen: 7)])
        #expect(found.making == .well(made: 8, of: 10))
        #expect(
            advice([], [], [faces(.anger, shown: 10, matched: 5)]).making
                == .mixed(made: 5, of: 10))
    }

    @Test func fewOrOldFacesGiveNoAdvice() {
        #expect(advice([], [], [faces(.anger, shown: 7, matched: 0)]).making == .tooLittle)
        #expect(
            advice([], [], [faces(.anger, shown: 30, matched: 0, back: 28)]).making == .tooLittle)
    }

    @Test func confusedEmotionsTakePrecedenceOverDifficultFaces() {
        let found = advice(
            [day(.fear, asked: 20, right: 8)],
            [
                .init(shown: .fear, chosen: .surprise, count: 12),
                .init(shown: .fear, chosen: .fear, count: 8),
            ],
            [faces(.anger, shown: 13, matched: 1)])
        #expect(found.tryAtHome == .tellApart(.fear, .surprise))
        #expect(found.making == .hard(.anger, made: 1, of: 13))
    }

    @Test func fewerThanTwentyAnswersGiveOnlyTheirCount() {
        #expect(advice([]).finding == .tooLittle(answers: 0, wanted: 20))
        let nearly = advice(
            [day(.fear, asked: 19, right: 0)],
            [.init(shown: .fear, chosen: .surprise, count: 19)])
        #expect(nearly.finding == .tooLittle(answers: 19, wanted: 20))
        #expect(nearly.tryAtHome == .playOn)
    }

    @Test func answersOlderThanFourWeeksDoNotCount() {
        let old = advice([day(.fear, asked: 100, right: 10, back: 28)])
        #expect(old.finding == .tooLittle(answers: 0, wanted: 20))
        let young = advice([day(.fear, asked: 100, right: 10, back: 27)])
        #expect(young.finding == .hard(.fear, right: 10, of: 100))
    }

    @Test func frequentlyConfusedPairIsNamedFirst() {
        let found = advice(
            [day(.fear, asked: 20, right: 8), day(.anger, asked: 20, right: 5)],
            [
                .init(shown: .fear, chosen: .fear, count: 8),
                .init(shown: .fear, chosen: .surprise, count: 12),
                .init(shown: .anger, chosen: .anger, count: 5),
                .init(shown: .anger, chosen: .disgust, count: 5),
                .init(shown: .anger, chosen: .sadness, count: 10),
            ])
        #expect(
            found.finding == .mixedUp(shown: .fear, chosen: .surprise, count: 12, of: 20))
        #expect(found.tryAtHome == .tellApart(.fear, .surprise))
    }

    @Test(arguments: [(3, 12), (4, 17), (9, 9)])
    func fewAnswersOrASmallShareAreNotAFrequentConfusion(_ mixed: Int, _ asked: Int) {
        let found = advice(
            [day(.fear, asked: 20, right: 18)],
            [
                .init(shown: .fear, chosen: .fear, count: asked - mixed),
                .init(shown: .fear, chosen: .surprise, count: mixed),
            ])
        if case .mixedUp = found.finding { Issue.record("\(mixed) of \(asked) is not often") }
    }

    @Test func hardestEmotionHasTheLowestShare() {
        let found = advice([
            day(.fear, asked: 10, right: 6), day(.anger, asked: 30, right: 17),
            // Too few answers to be called hard.
            day(.disgust, asked: 9, right: 0),
        ])
        #expect(found.finding == .hard(.anger, right: 17, of: 30))
        #expect(found.tryAtHome == .lookFor(.anger))
    }

    @Test func riseOfFifteenPointsIsAnImprovement() {
        let found = advice([
            day(.fear, asked: 20, right: 14, back: 20), day(.fear, asked: 20, right: 19, back: 2),
        ])
        #expect(found.finding == .better(.fear, from: 70, to: 95))
    }

    @Test func verdictAllWellNeedsEnoughAnswersForEachEmotion() {
        let well = [day(.fear, asked: 20, right: 18), day(.anger, asked: 20, right: 16)]
        #expect(advice(well).finding == .allWell(right: 34, of: 40))
        #expect(advice(well).tryAtHome == .everyDay)
        let mixed = well + [day(.disgust, asked: 20, right: 15)]
        #expect(advice(mixed).finding == .mixed(right: 49, of: 60))
        // Many emotions with a few answers each: too few for a statement about any of them.
        let few = Emotion.allCases.map { day($0, asked: 5, right: 5) }
        #expect(advice(few).finding == .mixed(right: 40, of: 40))
    }

    @Test func orderOfRowsDoesNotMatter() {
        let days = [
            day(.fear, asked: 20, right: 8), day(.anger, asked: 20, right: 8),
            day(.sadness, asked: 40, right: 39),
        ]
        let confusions: [ConfusionCount] = [
            .init(shown: .fear, chosen: .surprise, count: 6),
            .init(shown: .fear, chosen: .fear, count: 14),
            .init(shown: .anger, chosen: .disgust, count: 6),
            .init(shown: .anger, chosen: .anger, count: 14),
        ]
        let first = advice(days, confusions)
        #expect(advice(days.reversed(), confusions.reversed()) == first)
    }

    @Test func faceTotalsSumDaysByEmotionAndLevel() {
        var one = FaceDay(day: today, emotion: .fear, level: 2)
        (one.shown, one.matched, one.seen, one.tries) = (4, 2, 1, 7)
        var two = FaceDay(day: today + 1, emotion: .fear, level: 2)
        (two.shown, two.matched, two.hints) = (1, 1, 3)
        let sums = FaceTotals.bySkill([one, two, FaceDay(day: today, emotion: .anger, level: 1)])
        #expect(Set(sums.keys) == [FaceSkill(.fear, level: 2)])
        let sum = sums[FaceSkill(.fear, level: 2)]
        #expect(sum?.shown == 5 && sum?.matched == 3 && sum?.notYet == 1)
        #expect(sum?.tries == 7 && sum?.hints == 3)
    }

    @Test func similarEmotionsAreNamedIfTheyDominateTheMistakes() {
        func finding(between: Int, others: Int) -> FamilyAdvice.Finding {
            advice(
                [day(.fear, asked: 50, right: 45), day(.surprise, asked: 50, right: 45)],
                [
                    .init(shown: .fear, chosen: .fear, count: 50 - between),
                    .init(shown: .fear, chosen: .surprise, count: between),
                    .init(shown: .surprise, chosen: .surprise, count: 50 - others),
                    .init(shown: .surprise, chosen: .happiness, count: others),
                ]
            ).finding
        }
        #expect(
            finding(between: 8, others: 8)
                == .mixedUp(shown: .fear, chosen: .surprise, count: 8, of: 50))
        for (between, others) in [(7, 0), (8, 10)] {
            if case .mixedUp = finding(between: between, others: others) {
                Issue.record("\(between) mistakes beside \(others) others are not often")
            }
        }
    }
}
