import Testing

@testable import FacialFunWire

/// The contract of service and training has the names of the enumerations.
struct ContractTests {
    @Test func namesAreThoseOfTheEnumerations() {
        #expect(Contract.shared.emotions == Emotion.allCases.map(\.rawValue))
        #expect(Contract.shared.features == GeometricFeature.allCases.map(\.rawValue))
        #expect(Contract.shared.movements == FaceMovement.allCases.map(\.rawValue))
    }

    @Test func everyHintHasContradictions() {
        #expect(Set(Contract.shared.contradictions.keys) == Set(HintCode.allCases))
    }

    @Test func limitsAreNotStricterAtEasierLevels() {
        let levels = Contract.shared.levels
        for limits in [
            levels.maxFalseAccepts, levels.maxFalseAcceptsWithBaseline, levels.maxAtRest,
        ] {
            #expect(limits.count == 5)
            #expect(zip(limits, limits.dropFirst()).allSatisfy { $0 > $1 })
        }
    }

    @Test func theCanonicalFaceIsSymmetric() {
        let points = Contract.shared.canonicalFace.map(\.position)
        #expect(points.count == 66)
        for point in points {
            #expect(points.contains(SIMD3(-point.x, point.y, point.z)))
        }
    }
}
