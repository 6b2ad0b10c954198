import CFacialFun
import Glibc

/// Lists the video devices.
package enum CameraList {
    private static let devices = "/dev"
    private static let links = "/dev/v4l/by-id"

    /// All video devices, ordered by number, with the reason if one cannot be used.
    package static func all() -> [CameraDescription] {
        let numbers = DirectoryListing.all(in: devices).compactMap { name -> Int? in
            name.hasPrefix("video") ? Int(name.dropFirst("video".count)) : nil
        }
        let stable = stablePaths()
        return numbers.sorted().map { number in
            let path = "\(devices)/video\(number)"
            return describe(path: path, stablePaths: stable[path] ?? [])
        }
    }

    /// The device at a path, with links followed.
    ///
    /// - Throws: `cameraNotFound` if nothing exists there.
    package static func camera(atPath path: String) throws(FacialFunError) -> CameraDescription {
        guard let real = resolved(path) else {
            throw FacialFunError("open", path, errno: errno)
        }
        let stable = stablePaths()[real] ?? []
        var camera = describe(path: real, stablePaths: stable)
        // Other links to the device are also stable names.
        if path != real, !camera.stablePaths.contains(path) { camera.stablePaths.append(path) }
        return camera
    }

    /// Finds the selected camera.
    ///
    /// - Throws: `cameraNotFound`, `cameraAmbiguous`, and the reason why the camera cannot be used.
    package static func find(_ selector: CameraSelector) throws(FacialFunError) -> CameraDescription
    {
        switch selector {
        case .index(let index):
            return try selector.choose(from: [camera(atPath: "\(devices)/video\(index)")])
        case .path(let path):
            return try selector.choose(from: [camera(atPath: path)])
        case .first, .name:
            return try selector.choose(from: all())
        }
    }

    private static func describe(path: String, stablePaths: [String]) -> CameraDescription {
        var camera = CameraDescription(path: path, stablePaths: stablePaths)
        do throws(FacialFunError) {
            let device = try VideoDevice(path: path, label: path)
            let identity: cv4l_device
            do throws(FacialFunError) {
                identity = try device.identity()
            } catch {
                throw error.code == .cameraFailed
                    ? notACamera(path, "it is not a video device") : error
            }
            camera.name = VideoDevice.text(of: identity.card)
            camera.driver = VideoDevice.text(of: identity.driver)
            camera.bus = VideoDevice.text(of: identity.bus)
            if let reason = reason(against: identity) { throw notACamera(camera.label, reason) }
            camera.formats = device.formats()
            camera.obstacle = obstacle(camera, device)
        } catch {
            camera.obstacle = error
        }
        return camera
    }

    /// Reason why a device delivers no usable frames.
    private static func reason(against device: cv4l_device) -> String? {
        if device.captures {
            return device.streams ? nil : "it delivers pictures by read() only"
        }
        if device.is_metadata { return "it delivers metadata, not pictures" }
        if device.captures_planes {
            return "it delivers pictures in several planes, like an image processor"
        }
        if device.is_output { return "it is an output device" }
        return "it delivers no pictures, like a radio or a tuner"
    }

    private static func notACamera(_ label: String, _ reason: String) -> FacialFunError {
        FacialFunError(
            code: .notACamera,
            message: "\(label) is not a camera: \(reason). `facialfun cameras` lists the cameras.")
    }

    private static func obstacle(
        _ camera: CameraDescription, _ device: VideoDevice
    ) -> FacialFunError? {
        guard camera.formats.contains(where: { !$0.sizes.isEmpty }) else {
            return FacialFunError(
                code: .cameraFormatUnsupported,
                message: "\(camera.label) offers no picture format. Another program may use it: "
                    + "close that, or unplug the camera and plug it in again.")
        }
        let isReadable = camera.formats.contains { $0.pixelFormat != nil && !$0.sizes.isEmpty }
        return isReadable || FrameConverter(device)?.plan(for: CaptureOptions()) != nil
            ? nil : .unsupportedFormats(camera)
    }

    /// The links below `/dev/v4l/by-id`, by the device to which they lead.
    private static func stablePaths() -> [String: [String]] {
        var paths: [String: [String]] = [:]
        for name in DirectoryListing.all(in: links).sorted() {
            let link = links + "/" + name
            if let device = resolved(link) { paths[device, default: []].append(link) }
        }
        return paths
    }

    /// The path with all links resolved; nil if it leads nowhere.
    private static func resolved(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}
