import FacialFunWire
import Testing

struct BoxTests {
    private let box = Box(x: 10, y: 10, width: 20, height: 10)

    @Test("a box overlaps itself completely, and a distant or touching one not at all")
    func extremes() {
        #expect(box.intersectionOverUnion(box) == 1)
        #expect(box.intersectionOverUnion(Box(x: 100, y: 100, width: 5, height: 5)) == 0)
        #expect(box.intersectionOverUnion(Box(x: 30, y: 10, width: 20, height: 10)) == 0)
    }

    @Test("boxes that share half of each have an overlap of one third")
    func half() {
        let other = Box(x: 20, y: 10, width: 20, height: 10)
        #expect(abs(box.intersectionOverUnion(other) - 1.0 / 3) < 1e-12)
    }

    @Test("an empty box overlaps nothing, not even itself")
    func empty() {
        let empty = Box(x: 10, y: 10, width: 0, height: 0)
        #expect(empty.intersectionOverUnion(empty) == 0)
        #expect(empty.intersectionOverUnion(box) == 0)
    }
}
