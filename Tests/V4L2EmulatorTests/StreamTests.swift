import CameraTestSupport
import Foundation
import Testing
import TestSupport

/// Streams and paths as seen by a program that makes raw system calls.
@Suite(.needsPython)
struct StreamTests {
    @Test(arguments: ["poll", "select", "epoll", "block"])
    func `Every wait method gets every frame`(kind: String) throws {
        let recorded = try RecordedFrames(.yuyv, width: 160, height: 120, count: 4)
        let events = try Event.of(
            "stream", "/dev/video0", "--wait", kind, "--frames", "9", cameras: recorded.cameras())
        try #require(events.map(\.sequence) == Array(0..<9))
        #expect(Set(events.map(\.digest)).count == 4)
        #expect(events[0].digest == events[4].digest && events[0].digest == events[8].digest)
    }

    @Test func `Frames without a buffer are lost and do not delay later frames`() throws {
        let cameras = try FaultTests.cameras(more: "waits = no")
        let events = try Event.of(
            "stream", "/dev/video0", "--hold-ms", "300", "--frames", "8", cameras: cameras)
        let sequences = events.compactMap(\.sequence)
        // Four buffers were filled in the first 40 ms; the rest of the 300 ms is lost.
        #expect(sequences.prefix(4) == [0, 1, 2, 3])
        #expect(sequences.dropFirst(4).first ?? 0 >= 15)
        #expect(events.first?.ageMilliseconds ?? 0 >= 150)
        let lost = try cameras.journal()["frames-lost"] ?? 0
        #expect(lost >= 10)
        // Frames neither lost nor fetched were still in the buffers at the end.
        #expect(try cameras.journal()["frames-delivered"] ?? 0 >= 8)
    }

    @Test func `A hundred rounds leak nothing`() throws {
        let cameras = try FaultTests.cameras()
        let events = try Event.of(
            "stream", "/dev/video0", "--frames", "1", "--rounds", "100", cameras: cameras)
        #expect(events.map(\.sequence) == Array(repeating: 0, count: 100))
        let journal = try cameras.journal()
        #expect(journal["opens"] == 100 && journal["closes"] == 100)
        #expect(journal["streamons"] == 100 && journal["streamoffs"] == 100)
        #expect(journal["mmaps"] == 400 && journal["munmaps"] == 400)
    }

    @Test func `Only emulated cameras are found`() throws {
        let cameras = try EmulatedCameras(
            """
            [/dev/video2]
            id = usb-One
            format = GREY 160x120@30
            [/dev/video10]
            name = The Other
            format = GREY 160x120@30
            fault = denied
            """)
        let script = """
            import glob, os
            print(sorted(n for n in os.listdir("/dev") if n.startswith("video")))
            print(sorted(glob.glob("/dev/video*")), "null" in os.listdir("/dev"))
            print(os.listdir("/dev/v4l/by-id"), os.path.realpath("/dev/v4l/by-id/usb-One"))
            print(os.path.exists("/dev/video0"), os.path.exists("/dev/v4l/by-id/usb-Two"))
            print(os.access("/dev/video2", os.R_OK), os.access("/dev/video10", os.R_OK))
            print(open("/sys/class/video4linux/video10/name").read().strip())
            s = os.stat("/dev/video10")
            print(os.major(s.st_rdev), os.minor(s.st_rdev))
            """
        let python = try #require(ExternalProgram.python)
        let result = try python.run(["-c", script], with: cameras)
        let expected = """
            ['video10', 'video2']
            ['/dev/video10', '/dev/video2'] True
            ['usb-One'] /dev/video2
            False False
            True False
            The Other
            81 10

            """
        #expect(result.text == expected, "\(result.errors)")
    }

    @Test func `Two cameras stream at the same time`() throws {
        let cameras = try EmulatedCameras(
            """
            [/dev/video0]
            format = GREY 160x120@100
            frames = pattern
            waits = yes
            [/dev/video2]
            format = YUYV 160x120@100
            frames = pattern
            waits = yes
            """)
        let script = """
            import os, runpy, sys, threading
            sys.argv = ["camera.py", "caps", "/dev/video0"]
            library = runpy.run_path("\(ExternalProgram.script)")
            class Options: frames, wait, hold_ms = 5, "poll", 0
            def play(path):
                options = Options()
                options.device = path
                library["stream"](options)
            threads = [threading.Thread(target=play, args=[f"/dev/video{n}"]) for n in (0, 2)]
            for thread in threads: thread.start()
            for thread in threads: thread.join()
            """
        let python = try #require(ExternalProgram.python)
        let result = try python.run(["-c", script], with: cameras)
        let events = try result.text.split(separator: "\n").map { try Event(parsing: $0) }
        let sizes = events.compactMap(\.bytes)
        #expect(sizes.filter { $0 == 160 * 120 }.count == 5, "\(result.errors)")
        #expect(sizes.filter { $0 == 160 * 120 * 2 }.count == 5)
    }

    @Test(arguments: [
        ("[/dev/video0]\nformat = GREY\n", "cameras.conf:2: format GREY has no size"),
        ("[/dev/video0]\nfault = fire\n", "cameras.conf:2: unknown fault 'fire'"),
        ("name = X\n", "cameras.conf:1: a setting before the first [/dev/videoN]"),
        ("[/dev/video0]\n", "/dev/video0 captures, but has no format line"),
    ])
    func `An error in the camera file ends the program`(text: String, words: String) throws {
        let python = try #require(ExternalProgram.python)
        let result = try python.run(["-c", "print(1)"], with: EmulatedCameras(text))
        #expect(result.status == 78 && result.output.isEmpty)
        #expect(result.errors.contains(words), "\(result.errors)")
    }
}
