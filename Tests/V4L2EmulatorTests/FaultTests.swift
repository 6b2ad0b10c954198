import CameraTestSupport
import Foundation
import Testing
import TestSupport

/// Each fault as seen by a program that makes raw system calls.
@Suite(.needsPython)
struct FaultTests {
    static func cameras(_ faults: String..., more: String = "") throws -> EmulatedCameras {
        let lines = faults.map { "fault = \($0)" }.joined(separator: "\n")
        return try EmulatedCameras(
            """
            [/dev/video0]
            format = GREY 320x240@100 160x120@100
            frames = pattern
            waits = yes
            \(lines)
            \(more)
            """)
    }

    @Test(arguments: [
        ("denied", "open EACCES"), ("busy-at-open", "open EBUSY"), ("busy", "S_FMT EBUSY"),
        ("refuse-format", "S_FMT EBUSY"),
    ])
    func `A request is rejected by the same call as in real drivers`(fault: String, call: String)
        throws
    {
        let events = try Event.of("stream", "/dev/video0", cameras: Self.cameras(fault))
        #expect(events.map(\.failure) == [call])
    }

    @Test func `The driver chooses another size than requested`() throws {
        let events = try Event.of(
            "stream", "/dev/video0", "--frames", "1", cameras: Self.cameras("refuse-size"))
        #expect(events.map(\.bytes) == [160 * 120])
    }

    @Test(arguments: ["poll", "select", "epoll"])
    func `A driver that stops delivering lets the wait time out`(kind: String) throws {
        let cameras = try Self.cameras("stall-after 3")
        let events = try Event.of("stream", "/dev/video0", "--wait", kind, cameras: cameras)
        #expect(events.map(\.sequence) == [0, 1, 2, nil])
        #expect(events.last?.isTimeout == true)
        let journal = try cameras.journal()
        #expect(journal["streamoffs"] == 1 && journal["munmaps"] == journal["mmaps"])
    }

    @Test func `A new stream ends a stall`() throws {
        let events = try Event.of(
            "stream", "/dev/video0", "--frames", "4", "--rounds", "2",
            cameras: Self.cameras("stall-once-after 2"))
        #expect(events.map(\.sequence) == [0, 1, nil, 0, 1, 2, 3])
    }

    @Test(arguments: ["poll", "epoll"])
    func `An unplugged camera reports a hangup and disappears`(kind: String) throws {
        let cameras = try Self.cameras("unplug-after 3")
        let events = try Event.of(
            "stream", "/dev/video0", "--wait", kind, "--rounds", "2", cameras: cameras)
        #expect(events.prefix(3).map(\.sequence) == [0, 1, 2])
        #expect(events.dropFirst(3).first?.trouble.contains("POLLHUP") == true)
        #expect(events.dropFirst(4).map(\.failure) == ["DQBUF ENODEV", "open ENOENT"])
        let journal = try cameras.journal()
        #expect(journal["unplugs-while-streaming"] == 1)
        #expect(journal["closes"] == 1 && journal["munmaps"] == journal["mmaps"])
    }

    @Test func `A blocking wait ends when the camera is unplugged`() throws {
        let events = try Event.of(
            "stream", "/dev/video0", "--wait", "block", cameras: Self.cameras("unplug-after 2"))
        #expect(events.map(\.sequence) == [0, 1, nil])
        #expect(events.last?.failure == "DQBUF ENODEV")
    }

    @Test func `A replugged camera starts again with its first frame`() throws {
        let cameras = try Self.cameras("unplug-after 2 return-after 100")
        let events = try Event.of(
            "stream", "/dev/video0", "--frames", "4", "--wait", "block", "--rounds", "2",
            "--pause-ms", "300", cameras: cameras)
        #expect(events.compactMap(\.sequence) == [0, 1, 0, 1, 2, 3])
        #expect(events.compactMap(\.failure) == ["DQBUF ENODEV"])
    }

    @Test func `A replugged camera may be another node with the same name`() throws {
        let cameras = try Self.cameras(
            "unplug-after 2 return-after 100 return-as /dev/video3", more: "id = usb-Camera")
        let device = "/dev/v4l/by-id/usb-Camera"
        let events = try Event.of(
            "stream", device, "--frames", "3", "--wait", "block", "--rounds", "2", "--pause-ms",
            "300", cameras: cameras)
        #expect(events.compactMap(\.sequence) == [0, 1, 0, 1, 2])
    }

    @Test func `Each nth frame is missing with its number`() throws {
        let events = try Event.of(
            "stream", "/dev/video0", "--frames", "6", cameras: Self.cameras("drop-every 3"))
        #expect(events.map(\.sequence) == [0, 1, 3, 4, 6, 7])
    }

    @Test func `Each nth frame is truncated and marked`() throws {
        let events = try Event.of(
            "stream", "/dev/video0", "--frames", "4", cameras: Self.cameras("corrupt-flag-every 2"))
        let (whole, half) = (320 * 240, 320 * 240 / 2)
        #expect(events.map(\.bytes) == [whole, half, whole, half])
        #expect(events.map(\.isMarkedDamaged) == [false, true, false, true])
    }

    @Test func `Each nth JPEG is damaged in a different way and not marked`() throws {
        let recorded = try RecordedFrames(.mjpeg, width: 320, height: 240, count: 1)
        let events = try Event.of(
            "stream", "/dev/video0", "--frames", "8",
            cameras: recorded.cameras("fault = corrupt-every 2"))
        let whole = recorded.frames[0].count
        #expect(events.map(\.bytes) == [whole, whole / 2, whole, whole, whole, whole, whole, 0])
        let digests = events.map(\.digest)
        #expect(Set([digests[0], digests[2], digests[4], digests[6]]).count == 1)
        #expect(Set([digests[0], digests[1], digests[3], digests[5], digests[7]]).count == 5)
        #expect(!events.contains { $0.isMarkedDamaged })
    }

    @Test func `Late frames have the time at which they were due`() throws {
        let events = try Event.of("stream", "/dev/video0", cameras: Self.cameras("late 40"))
        #expect(events.count == 10)
        for event in events { #expect(event.ageMilliseconds ?? 0 >= 40) }
    }
}
