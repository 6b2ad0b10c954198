import CommandSupport
import Testing

struct NaturalOrderTests {
    @Test(
        "digits in names are compared as numbers, everything else by bytes",
        arguments: [
            ["2.jpg", "10.jpg", "a.jpg"],
            ["clip 1 take 9.mp4", "clip 1 take 10.mp4", "clip 2 take 1.mp4"],
            ["a", "a1", "a01b", "a1c", "a2", "aa"],
            ["x007", "x07", "x7", "x8"],
            ["99999999999999999999998", "99999999999999999999999", "100000000000000000000000"],
            ["", "0", "00", "Z", "a", "ä"],
        ])
    func order(names: [String]) {
        let bytes = names.map { Array($0.utf8) }
        for shift in bytes.indices {
            let rotated = Array(bytes[shift...] + bytes[..<shift])
            #expect(rotated.sorted(by: NaturalOrder.precedes) == bytes)
        }
        for (index, name) in bytes.enumerated() {
            for (place, other) in bytes.enumerated() {
                #expect(NaturalOrder.precedes(name, other) == (index < place))
            }
        }
    }
}
