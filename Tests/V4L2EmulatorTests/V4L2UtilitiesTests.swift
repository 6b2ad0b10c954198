import CameraTestSupport
import Foundation
import Testing
import TestSupport

/// v4l-utils, by the authors of V4L2, with an emulated camera.
@Suite(.needsV4L2Utilities)
struct V4L2UtilitiesTests {
    static let webcam = """
        [/dev/video0]
        name = Emulated Webcam
        bus = usb-0000:00:14.0-1
        id = usb-FacialFun_Emulated_Webcam_0001-video-index0
        format = MJPG 640x480@30,7.5 1280x720@30
        format = YUYV 640x480@30
        frames = pattern
        controls = brightness hflip white_balance_auto exposure_auto exposure_absolute

        [/dev/video1]
        name = Emulated Webcam
        bus = usb-0000:00:14.0-1
        kind = metadata
        """

    func control(_ arguments: String..., cameras: EmulatedCameras) throws -> String {
        let program = try #require(ExternalProgram.v4l2ctl)
        let result = try program.run(arguments, with: cameras)
        #expect(result.status == 0, "\(result.text)\(result.errors)")
        return result.text
    }

    @Test func `v4l2-ctl describes the camera like a real driver`() throws {
        let text = try control("--all", cameras: EmulatedCameras(Self.webcam))
        for line in [
            "Driver name      : uvcvideo", "Card type        : Emulated Webcam",
            "Bus info         : usb-0000:00:14.0-1", "Device Caps      : 0x04200001",
            "Capabilities     : 0x84a00001", "Pixel Format      : 'MJPG' (Motion-JPEG)",
            "Width/Height      : 640/480", "Frames per second: 30.000 (30/1)",
            "brightness 0x00980900 (int)    : min=-64 max=64 step=1 default=0 value=0",
            "auto_exposure 0x009a0901 (menu)   : min=0 max=3 default=3 value=3",
            "exposure_time_absolute 0x009a0902 (int)    : min=1 max=5000 step=1 default=157 "
                + "value=157 flags=inactive",
        ] {
            #expect(text.contains(line), "\(line)")
        }
    }

    @Test func `The metadata node captures no pictures, although its device does`() throws {
        let text = try control(
            "--device", "/dev/video1", "--info", cameras: EmulatedCameras(Self.webcam))
        #expect(text.contains("Capabilities     : 0x84a00001"))
        #expect(text.contains("Device Caps      : 0x04a00000"))
    }

    @Test func `v4l2-ctl lists both nodes as one device`() throws {
        let text = try control("--list-devices", cameras: EmulatedCameras(Self.webcam))
        #expect(
            text.hasPrefix(
                "Emulated Webcam (usb-0000:00:14.0-1):\n\t/dev/video0\n\t/dev/video1\n"), "\(text)")
    }

    @Test func `v4l2-ctl lists formats, sizes and rates`() throws {
        let text = try control("--list-formats-ext", cameras: EmulatedCameras(Self.webcam))
        let expected = """
            ioctl: VIDIOC_ENUM_FMT
            	Type: Video Capture

            	[0]: 'MJPG' (Motion-JPEG, compressed)
            		Size: Discrete 640x480
            			Interval: Discrete 0.033s (30.000 fps)
            			Interval: Discrete 0.133s (7.500 fps)
            		Size: Discrete 1280x720
            			Interval: Discrete 0.033s (30.000 fps)
            	[1]: 'YUYV' (YUYV 4:2:2)
            		Size: Discrete 640x480
            			Interval: Discrete 0.033s (30.000 fps)

            """
        #expect(text == expected)
    }

    @Test func `Controls keep their values`() throws {
        let text = try control(
            "--set-ctrl", "brightness=20,auto_exposure=1,exposure_time_absolute=300",
            "--get-ctrl", "brightness,auto_exposure,exposure_time_absolute",
            cameras: EmulatedCameras(Self.webcam))
        #expect(
            text == "brightness: 20\nauto_exposure: 1 (Manual Mode)\nexposure_time_absolute: 300\n")
    }

    @Test(arguments: [
        (CameraPixels.mjpeg, 640, 480), (.mjpeg, 1280, 720), (.yuyv, 640, 480), (.nv12, 320, 240),
        (.gray, 320, 240),
    ])
    func `v4l2-ctl streams the files byte for byte`(
        pixels: CameraPixels, width: Int, height: Int
    ) throws {
        let recorded = try RecordedFrames(pixels, width: width, height: height)
        let cameras = try recorded.cameras()
        let file = recorded.folder.path("streamed")
        _ = try control(
            "--device", "/dev/v4l/by-id/usb-FacialFun_Recorded_Faces_0001-video-index0",
            "--stream-mmap", "--stream-count=12", "--stream-to=\(file)", cameras: cameras)
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == recorded.bytes(of: 12))
        let journal = try cameras.journal()
        #expect(journal["frames-delivered"] ?? 0 >= 12)
        #expect(journal["opens"] == journal["closes"])
        #expect(journal["mmaps"] == journal["munmaps"])
        #expect(journal["streamons"] == 1 && journal["streamoffs"] == 1)
    }

    @Test func `libv4l2, which calls by syscall, streams the files byte for byte`() throws {
        let recorded = try RecordedFrames(.yuyv, width: 320, height: 240)
        let file = recorded.folder.path("streamed")
        let cameras = try recorded.cameras()
        _ = try control(
            "--wrapper", "--stream-mmap", "--stream-count=7", "--stream-to=\(file)",
            cameras: cameras)
        #expect(try Data(contentsOf: URL(fileURLWithPath: file)) == recorded.bytes(of: 7))
    }

    /// Control events, which report changes by other programs, are not emulated.
    @Test func `v4l2-compliance reports only missing events, also while streaming`() throws {
        let cameras = try EmulatedCameras(
            """
            [/dev/video0]
            format = YUYV 320x240@100,50 160x120@100
            format = GREY 320x240@100
            frames = pattern
            controls = brightness hflip white_balance_auto exposure_auto exposure_absolute
            waits = yes
            """)
        let program = try #require(ExternalProgram.v4l2compliance)
        let result = try program.run(["--device", "/dev/video0", "--streaming"], with: cameras)
        let failures = result.text.split(separator: "\n").filter { $0.hasSuffix(": FAIL") }
        #expect(
            failures == ["\ttest VIDIOC_(UN)SUBSCRIBE_EVENT/DQEVENT: FAIL"],
            "\(result.text)\(result.errors)")
        #expect(result.text.contains("test VIDIOC_G/S/TRY_EXT_CTRLS: OK"))
        #expect(result.text.contains("test MMAP (epoll): OK"))
    }
}
