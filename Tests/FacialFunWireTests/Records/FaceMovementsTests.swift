import FacialFunWire
import Testing

@Suite struct FaceMovementsTests {
    static let movements = FaceMovements(
        values: FaceMovement.allCases.indices.map { Float($0) / 64 })

    @Test func namesAreThoseOfARKitInAlphabeticalOrder() {
        let names = FaceMovement.allCases.map(\.rawValue)
        #expect(names.count == 51)
        #expect(names == names.sorted())
        for (index, movement) in FaceMovement.allCases.enumerated() {
            #expect(movement.index == index)
        }
    }

    @Test func bothSidesOfAMovementShareAnActionUnit() {
        let gazes: Set<FaceMovement> = [
            .eyeLookInLeft, .eyeLookInRight, .eyeLookOutLeft, .eyeLookOutRight,
        ]
        for movement in FaceMovement.allCases where !gazes.contains(movement) {
            #expect(movement.mirrored.actionUnit == movement.actionUnit)
        }
        // Both eyes turn to the left (AU 61) together.
        #expect(FaceMovement.eyeLookOutLeft.actionUnit == "AU61")
        #expect(FaceMovement.eyeLookInRight.actionUnit == "AU61")
        #expect(FaceMovement.eyeLookInLeft.actionUnit == "AU62")
        #expect(FaceMovement.mouthSmileLeft.actionUnit == "AU12")
        #expect(FaceMovement.mouthLeft.actionUnit == nil)
        for unit in FaceMovement.allCases.compactMap(\.actionUnit) {
            #expect((unit.hasPrefix("AU") || unit.hasPrefix("AD")) && Int(unit.dropFirst(2)) != nil)
        }
    }

    @Test func mirroringTwiceIsIdentity() {
        #expect(Self.movements.mirrored.mirrored == Self.movements)
        #expect(Self.movements.mirrored[.mouthSmileLeft] == Self.movements[.mouthSmileRight])
        #expect(Self.movements.mirrored[.jawLeft] == Self.movements[.jawRight])
        #expect(Self.movements.mirrored[.jawOpen] == Self.movements[.jawOpen])
    }
}
