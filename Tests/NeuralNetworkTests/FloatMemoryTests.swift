import Testing

@testable import NeuralNetwork

/// Heap memory, small pages and huge pages.
@Suite struct FloatMemoryTests {
    /// Sizes on both sides of the thresholds of 256 KB and 2 MB.
    private static let counts = [
        0, 1, 15, 16, 17, 1000, 65_535, 65_536, 65_537, 524_287, 524_288, 524_289, 1_500_001,
    ]

    @Test(arguments: counts)
    func memoryIsZeroedAndAligned(count: Int) {
        // Runs twice: data of the first round must not reappear.
        for _ in 0..<2 {
            let memory = FloatMemory(count: count)
            #expect(Int(bitPattern: memory.base) % 64 == 0)
            let floats = UnsafeMutableBufferPointer(start: memory.base, count: count)
            #expect(floats.allSatisfy { $0.bitPattern == 0 })
            floats.update(repeating: 1)
        }
    }

    @Test func piecesDoNotOverlap() {
        let pieces = (0..<40).map { FloatMemory(count: Self.counts[$0 % Self.counts.count]) }
        for (number, piece) in pieces.enumerated() {
            let count = Self.counts[number % Self.counts.count]
            UnsafeMutableBufferPointer(start: piece.base, count: count)
                .update(repeating: Float(number))
        }
        for (number, piece) in pieces.enumerated() {
            let count = Self.counts[number % Self.counts.count]
            #expect(
                UnsafeMutableBufferPointer(start: piece.base, count: count)
                    .allSatisfy { $0 == Float(number) })
        }
    }
}
