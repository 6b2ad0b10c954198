import Testing
import TrainerRules

@Suite("The seeded generator")
struct SeededGeneratorTests {
    @Test("The seeded generator gives the published numbers of SplitMix64")
    func knownNumbers() {
        // The first numbers of the reference implementation (Vigna) for the seed 1234567.
        var generator = SeededGenerator(seed: 1_234_567)
        #expect(generator.next() == 6_457_827_717_110_365_317)
        #expect(generator.next() == 3_203_168_211_198_807_973)
        #expect(generator.next() == 9_817_491_932_198_370_423)
    }

    @Test("The seeded generator shuffles evenly and loses no element")
    func shuffles() {
        var generator = SeededGenerator(seed: 9)
        var orders: [[Int]: Int] = [:]
        for _ in 0..<6_000 { orders[generator.shuffled([1, 2, 3]), default: 0] += 1 }
        #expect(orders.count == 6)
        // 1000 are expected; five standard deviations are 144.
        #expect(orders.values.allSatisfy { abs($0 - 1_000) < 144 }, "\(orders)")
        #expect(generator.shuffled([Int]()).isEmpty)
        #expect(generator.shuffled([7]) == [7])
    }

    @Test("The seeded generator's numbers stay below their bound or between zero and one")
    func bounds() {
        var generator = SeededGenerator(seed: 0)
        for bound in 1..<100 {
            #expect((0..<bound).contains(generator.below(bound)))
            #expect((0..<1).contains(generator.fraction()))
        }
    }
}
