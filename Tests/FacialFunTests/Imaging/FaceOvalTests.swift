import FacialFunWire
import Testing

@testable import FacialFun

struct FaceOvalTests {
    private func rows(_ width: Double, _ below: Double) -> [Int] {
        let oval = FaceOval(Framing(sideOverBoxWidth: width, centreBelowEyes: below))
        return (0..<100).filter { !oval.columns(row: $0, width: 100, height: 100).isEmpty }
    }

    @Test("the oval spans from the brows to the lower lip, wherever the framing places the eyes")
    func follows() {
        #expect(rows(1.14, 0.1) == Array(22..<94))
        #expect(rows(1.14, 0.2) == Array(12..<84))
    }

    @Test("in a rectangle of twice the width the face is half as large")
    func shrinks() {
        // The eyes are at 0.40, and the center is 0.09 below them.
        #expect(rows(2.28, 0.1) == Array(31..<67))
    }
}
