import Testing

@testable import FacialFun

struct CameraSelectorTests {
    private static let denied = FacialFunError(code: .cameraPermissionDenied, message: "no")
    private static let cameras = [
        CameraDescription(
            path: "/dev/video0", name: "HD Webcam",
            obstacle: FacialFunError(code: .notACamera, message: "metadata")),
        CameraDescription(
            path: "/dev/video1", stablePaths: ["/dev/v4l/by-id/usb-A-video-index0"],
            name: "HD Webcam"),
        CameraDescription(path: "/dev/video2", name: "HD Webcam Pro"),
        CameraDescription(path: "/dev/video10", obstacle: denied),
    ]

    @Test(
        "a text is parsed as a number, a path or a name",
        arguments: [
            ("", CameraSelector.first), ("0", .index(0)), ("12", .index(12)),
            ("/dev/video3", .path("/dev/video3")), ("./cam", .path("./cam")),
            ("webcam", .name("webcam")), ("-1", .name("-1")), ("3D Cam", .name("3D Cam")),
        ])
    func reading(text: String, selector: CameraSelector) {
        #expect(CameraSelector(text) == selector)
    }

    @Test(
        "a camera is found by each of its names",
        arguments: [
            ("", "/dev/video1"), ("1", "/dev/video1"), ("/dev/video2", "/dev/video2"),
            ("/dev/v4l/by-id/usb-A-video-index0", "/dev/video1"), ("hd webcam", "/dev/video1"),
            ("pro", "/dev/video2"),
        ])
    func found(text: String, path: String) throws {
        #expect(try CameraSelector(text).choose(from: Self.cameras).path == path)
    }

    @Test(
        "an unavailable camera is named with the reason",
        arguments: [
            ("0", FacialFunError.Code.notACamera), ("10", .cameraPermissionDenied),
            ("7", .cameraNotFound),
            ("webc", .cameraAmbiguous), ("thermal", .cameraNotFound),
        ])
    func refused(text: String, code: FacialFunError.Code) {
        let error = #expect(throws: FacialFunError.self) {
            try CameraSelector(text).choose(from: Self.cameras)
        }
        #expect(error?.code == code)
    }

    @Test("an ambiguous name lists the matching paths, an unknown name lists all cameras")
    func lists() {
        let ambiguous = #expect(throws: FacialFunError.self) {
            try CameraSelector("webc").choose(from: Self.cameras)
        }
        #expect(ambiguous?.message.contains("/dev/video1, /dev/video2") == true)
        let missing = #expect(throws: FacialFunError.self) {
            try CameraSelector("thermal").choose(from: Self.cameras)
        }
        #expect(missing?.message.contains("/dev/video2 (HD Webcam Pro)") == true)
    }

    @Test("without a usable camera the error names one that cannot be opened")
    func none() {
        let error = #expect(throws: FacialFunError.self) {
            try CameraSelector.first.choose(from: [Self.cameras[0], Self.cameras[3]])
        }
        #expect(error == Self.denied)
        let empty = #expect(throws: FacialFunError.self) {
            try CameraSelector.first.choose(from: [])
        }
        #expect(empty?.code == .cameraNotFound)
    }

    @Test("system errors name the device and the remedy")
    func remedies() {
        #expect(FacialFunError("open", "/dev/video0", errno: 13).message.contains("group `video`"))
        #expect(FacialFunError("open", "/dev/video0", errno: 16).code == .cameraBusy)
        #expect(FacialFunError("open", "/dev/video0", errno: 19).code == .cameraUnplugged)
        for number: Int32 in [1, 2, 5, 13, 16, 19, 22] {
            #expect(
                FacialFunError("open", "/dev/videoX", errno: number).message.contains("/dev/videoX")
            )
        }
    }
}
