import FacialFunWire
import Testing
import TrainerRules

@Suite struct PortalKeyTests {
    @Test func groupsAreParsedFromTheirDescription() {
        var keys: [PortalKey] = (0...10).map { .learning(step: $0) }
        for emotion in Emotion.allCases {
            keys.append(.confusion(shown: emotion, chosen: .fear))
            for age in AgeBand.allCases {
                keys.append(.faces(level: 3, emotion: emotion, age: age))
                for part in Question.Part.allCases {
                    keys.append(
                        .answers(
                            .init(
                                level: 5, emotion: emotion, form: .person, part: part,
                                probe: part == .eyes, age: age)))
                }
            }
        }
        for key in keys { #expect(PortalKey(key.description) == key) }
        #expect(Set(keys.map(\.description)).count == keys.count)
        for text in ["", "answers", "faces/1/joy/5-6", "learning/11", "learning/x", "other/1"] {
            #expect(PortalKey(text) == nil)
        }
    }

    @Test(arguments: [(1, 0), (50, 0), (51, 1), (500, 9), (501, 10), (100_000, 10)])
    func questionsAreGroupedInStepsOfFifty(number: Int, step: Int) {
        #expect(PortalKey.step(ofQuestion: number) == .learning(step: step))
    }

    @Test(arguments: [
        (2026, AgeBand.under5), (2022, .under5), (2021, .from5to6), (2018, .from7to8),
        (2016, .from9to10), (2014, .from11to12), (2009, .from13to17), (2008, .adult),
        (1930, .adult),
        (2030, .under5),
    ])
    func ageIsTheYearMinusTheBirthYear(birth: Int, band: AgeBand) {
        #expect(AgeBand(birthYear: birth, in: 2026) == band)
    }
}
