import FacialFunWire
import Testing
import TestSupport

@testable import FacialFun

struct PersonTrackerTests {
    /// With this much noise, faces of a person are similar, but not certainly the same.
    private static let muchNoise = 12.0

    /// The appearance of a unique face: its own blurred noise, and a little more noise in each
    /// sighting.
    private static func appearance(
        _ person: UInt64, frame: UInt64 = 0, noise: Double = 4
    ) -> FaceAppearance {
        let side = 48
        var own = SeededGenerator(seed: person)
        let base = (0..<side * side).map { _ in Double.random(in: 0...255, using: &own) }
        var other = SeededGenerator(seed: person &* 7919 &+ frame &+ 1)
        let image = Image(width: side, height: side) { pixels in
            for y in 0..<side {
                for x in 0..<side {
                    var sum = 0.0
                    for dy in 0..<3 {
                        for dx in 0..<3 {
                            sum += base[(y + dy) % side * side + (x + dx) % side]
                        }
                    }
                    let value = sum / 9 + Double.random(in: -noise...noise, using: &other)
                    for channel in 0..<3 {
                        pixels[(y * side + x) * 3 + channel] = UInt8(min(max(value, 0), 255))
                    }
                }
            }
        }
        return FaceAppearance(of: image)
    }

    private static func sighting(
        _ person: UInt64, x: Double, frame: UInt64, isClear: Bool = true
    ) -> PersonTracker.Sighting {
        PersonTracker.Sighting(
            box: Box(x: x, y: 100, width: 80, height: 80),
            appearance: appearance(person, frame: frame), isClear: isClear)
    }

    @Test("different people differ, and sightings of one person are similar")
    func appearances() {
        #expect(Self.appearance(1, frame: 1).likeness(to: Self.appearance(1, frame: 2)) > 0.6)
        #expect(Self.appearance(1).likeness(to: Self.appearance(2)) < 0.5)
        #expect(abs(Self.appearance(1).likeness(to: Self.appearance(1)) - 1) < 1e-5)
    }

    @Test("two people who cross keep their numbers, also if one hides the other")
    func crossing() {
        var tracker = PersonTracker()
        for frame in 0..<50 {
            let (left, right) = (Double(frame) * 12, 600 - Double(frame) * 12)
            var seen = [Self.sighting(1, x: left, frame: UInt64(frame))]
            if abs(left - right) > 60 {
                seen.append(Self.sighting(2, x: right, frame: UInt64(frame)))
            }
            // The order of the faces must not matter.
            if frame % 2 == 1 { seen.reverse() }
            let labels = tracker.update(seen, atSeconds: Double(frame) / 25)
            let numbers = labels.map { tracker.number(of: $0) }
            #expect(numbers[frame % 2 == 1 ? seen.count - 1 : 0] == 1)
            if seen.count == 2 { #expect(numbers[frame % 2 == 1 ? 0 : 1] == 2) }
        }
        #expect(tracker.count == 2)
    }

    @Test("a person who returns elsewhere after a long time gets the old number")
    func returningPersonKeepsTheNumber() throws {
        var tracker = PersonTracker()
        for frame in 0..<10 {
            _ = tracker.update(
                [
                    Self.sighting(1, x: 10, frame: UInt64(frame)),
                    Self.sighting(2, x: 500, frame: 1),
                ],
                atSeconds: Double(frame) / 10)
        }
        _ = tracker.update([Self.sighting(2, x: 500, frame: 3)], atSeconds: 5)
        let back = tracker.update(
            [Self.sighting(1, x: 300, frame: 99), Self.sighting(2, x: 500, frame: 4)],
            atSeconds: 60)
        #expect(back.map { tracker.number(of: $0) } == [1, 2])
    }

    @Test("a bad first sighting gets no number until better ones follow")
    func badFirstSighting() throws {
        var tracker = PersonTracker()
        for frame in 0..<10 {
            _ = tracker.update(
                [Self.sighting(1, x: 10, frame: UInt64(frame))], atSeconds: Double(frame) / 10)
        }
        _ = tracker.update([], atSeconds: 1)
        // A half-hidden person who resembles no one.
        let first = try #require(
            tracker.update([Self.sighting(77, x: 300, frame: 1, isClear: false)], atSeconds: 10)
                .first)
        #expect(tracker.number(of: first) == nil)
        var bad = Self.sighting(1, x: 300, frame: 50)
        bad.box.x += 2
        let second = try #require(tracker.update([bad], atSeconds: 10.04).first)
        #expect(tracker.number(of: second) == 1)
    }

    @Test("a new person gets a new number after half a second at the latest")
    func newcomer() throws {
        var tracker = PersonTracker()
        _ = tracker.update([Self.sighting(1, x: 10, frame: 0)], atSeconds: 0)
        _ = tracker.update([], atSeconds: 2)
        var numbers: [Int?] = []
        for frame in 0..<20 {
            let label = try #require(
                tracker.update(
                    [Self.sighting(5, x: 10, frame: UInt64(frame))],
                    atSeconds: 3 + Double(frame) / 25
                ).first)
            numbers.append(tracker.number(of: label))
        }
        #expect(numbers.first == .some(nil))
        #expect(numbers.last == 2)
        #expect(numbers.firstIndex(of: 2).map { $0 <= 13 } == true)
    }

    @Test("after a cut, a face does not get the number of the person at its position")
    func cut() {
        var tracker = PersonTracker()
        _ = tracker.update([Self.sighting(1, x: 10, frame: 0)], atSeconds: 0)
        let after = tracker.update(
            [Self.sighting(2, x: 10, frame: 0)], atSeconds: 0.04, isCut: true)
        tracker.settle()
        #expect(after.map { tracker.number(of: $0) } == [2])
        let back = tracker.update(
            [Self.sighting(1, x: 300, frame: 7)], atSeconds: 0.08, isCut: true)
        #expect(back.map { tracker.number(of: $0) } == [1])
    }

    @Test("two similar people are distinguished by place, and get no number after a cut")
    func twins() {
        var tracker = PersonTracker()
        var numbers: Set<[Int?]> = []
        for frame in 0..<20 {
            let labels = tracker.update(
                [
                    Self.sighting(1, x: 10, frame: UInt64(frame)),
                    Self.sighting(1, x: 400, frame: UInt64(frame) + 100),
                ], atSeconds: Double(frame) / 25)
            numbers.insert(labels.map { tracker.number(of: $0) })
        }
        #expect(numbers == [[1, 2]])
        let after = tracker.update(
            [Self.sighting(1, x: 200, frame: 500)], atSeconds: 3, isCut: true)
        tracker.settle()
        #expect(after.map { tracker.number(of: $0) } == [3])
    }

    @Test(
        "one person keeps one number at low frame rates with changing appearance",
        arguments: [1.0, 0.5, 0.2])
    func lowFrameRate(framesPerSecond: Double) {
        var tracker = PersonTracker()
        let likeness = Self.appearance(1, frame: 1, noise: Self.muchNoise).likeness(
            to: Self.appearance(1, frame: 2, noise: Self.muchNoise))
        #expect((PersonTracker.minMovedLikeness..<PersonTracker.sureLikeness).contains(likeness))
        for frame in 0..<20 where frame != 9 {
            // Frames of films are rarely exactly a second apart; one sighting is missing.
            let seconds = (Double(frame) + (frame % 2 == 1 ? 0.001 : 0)) / framesPerSecond
            let sighting = PersonTracker.Sighting(
                box: Box(x: frame % 2 == 0 ? 100 : 160, y: 100, width: 80, height: 80),
                appearance: Self.appearance(1, frame: UInt64(frame), noise: Self.muchNoise),
                isClear: true)
            // At low frame rates a moving camera looks like a cut.
            _ = tracker.update([sighting], atSeconds: seconds, isCut: frame % 5 == 4)
        }
        tracker.settle()
        #expect(tracker.count == 1)
    }

    @Test("at a low frame rate another person in the same place gets another number")
    func lowFrameRateSwap() {
        var tracker = PersonTracker()
        for frame in 0..<10 {
            let person: UInt64 = frame < 5 ? 1 : 2
            let sighting = Self.sighting(person, x: 100, frame: UInt64(frame))
            _ = tracker.update([sighting], atSeconds: Double(frame) * 4)
        }
        tracker.settle()
        #expect(tracker.count == 2)
    }

    @Test("the same faces give the same numbers, without duplicates in a frame")
    func deterministic() {
        func run() -> [[Int?]] {
            var generator = SeededGenerator(seed: 3)
            var tracker = PersonTracker()
            return (0..<60).map { frame in
                let seen = (1...4).compactMap { person -> PersonTracker.Sighting? in
                    guard Int.random(in: 0..<3, using: &generator) > 0 else { return nil }
                    return Self.sighting(
                        UInt64(person), x: Double.random(in: 0...500, using: &generator),
                        frame: UInt64(frame), isClear: Bool.random(using: &generator))
                }
                let labels = tracker.update(seen, atSeconds: Double(frame) / 10)
                #expect(Set(labels).count == labels.count)
                return labels.map { tracker.number(of: $0) }
            }
        }
        #expect(run() == run())
    }
}
