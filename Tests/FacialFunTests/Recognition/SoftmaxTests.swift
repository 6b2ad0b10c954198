import Testing

@testable import FacialFun

struct SoftmaxTests {
    @Test("scores of any finite logits are probabilities")
    func probabilities() {
        var generator = SystemRandomNumberGenerator()
        for magnitude: Float in [1, 30, 1e4, 1e30] {
            var logits = SIMD8<Float>()
            for index in logits.indices {
                logits[index] = .random(in: -magnitude...magnitude, using: &generator)
            }
            let scores = softmax(logits)
            #expect(scores.min() >= 0)
            #expect(abs(scores.sum() - 1) < 1e-5)
        }
    }

    @Test("a common shift changes no score, and a higher logit has a higher score")
    func shiftAndOrder() {
        let logits = SIMD8<Float>(0, 1, 2, 3, 4, 5, 6, 7)
        let scores = softmax(logits)
        #expect((scores - softmax(logits + 64)).max() < 1e-6)
        for index in 1..<8 { #expect(scores[index] > scores[index - 1]) }
        #expect(abs(scores[7] / scores[6] - 2.718_281_8) < 1e-4)
    }
}
