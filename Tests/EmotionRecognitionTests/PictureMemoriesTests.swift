import FaceImaging
import Testing

@testable import EmotionRecognition

@Suite struct PictureMemoriesTests {
    private func picture(_ memories: PictureMemories, grey: UInt8) -> Image {
        memories.withMemory { $0.make(width: 8, height: 8) { $0.update(repeating: grey) } }
    }

    private func address(_ image: Image) -> UnsafeRawPointer? {
        image.withPixels { UnsafeRawPointer($0.baseAddress) }
    }

    @Test func theNextPictureLiesWhereTheOneBeforeLay() {
        let memories = PictureMemories()
        let first = address(picture(memories, grey: 1))
        #expect(address(picture(memories, grey: 2)) == first)
    }

    @Test func aPictureThatIsHeldStaysAsItIs() {
        let memories = PictureMemories()
        let held = picture(memories, grey: 1)
        let next = picture(memories, grey: 2)
        #expect(held.withPixels { $0.allSatisfy { $0 == 1 } })
        #expect(next.withPixels { $0.allSatisfy { $0 == 2 } })
    }

    @Test func twoAtATimeHaveTwoMemories() {
        let memories = PictureMemories()
        memories.withMemory { outer in
            let first = outer.make(width: 8, height: 8) { $0.update(repeating: 1) }
            #expect(address(picture(memories, grey: 2)) != address(first))
        }
    }
}
