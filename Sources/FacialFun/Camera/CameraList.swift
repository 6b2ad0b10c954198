import CFacialFun
import Glibc

/// Looks which video devices there are.
package enum CameraList {
    private static let devices = "/dev"
    private static let links = "/dev/v4l/by-id"

    /// All video devices in the order of their numbers, with the obstacle of each that cannot be used.
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

    /// The device at a path, or at the end of a link.
    ///
    /// - Throws: `notFound` where there is nothing.
    package static func camera(atPath path: String) throws(CameraError) -> CameraDescription {
        guard let real = resolved(path) else {
            throw CameraError("open", path, errno: errno)
        }
        let stable = stablePaths()[real] ?? []
        var camera = describe(path: real, stablePaths: stable)
        // A link from elsewhere is as good a name.
        if path != real, !camera.stablePaths.contains(path) { camera.stablePaths.append(path) }
        return camera
    }

    /// The camera that is meant.
    ///
    /// - Throws: `notFound`, `ambiguous`, and the obstacle of a camera that cannot be used.
    package static func find(_ selector: CameraSelector) throws(CameraError) -> CameraDescription {
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
        do throws(CameraError) {
            let device = try VideoDevice(path: path, label: path)
            let identity: cv4l_device
            do throws(CameraError) {
                identity = try device.identity()
            } catch {
                throw error.code == .system ? notACamera(path, "it is no video device") : error
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
            return device.streams ? nil : "it hands its pictures over by read() only"
        }
        if device.is_metadata { return "it gives data about pictures, no pictures" }
        if device.captures_planes {
            return "it gives its pictures in several planes, as image processors do, not webcams"
        }
        if device.is_output { return "it takes pictures, and gives none" }
        return "it gives no pictures (a radio or a tuner)"
    }

    private static func notACamera(_ label: String, _ reason: String) -> CameraError {
        CameraError(
            code: .notACamera,
            message: "\(label) is no camera: \(reason). `facialfun cameras` lists the cameras.")
    }

    private static func obstacle(
        _ camera: CameraDescription, _ device: VideoDevice
    ) -> CameraError? {
        guard camera.formats.contains(where: { !$0.sizes.isEmpty }) else {
            return CameraError(
                code: .unsupportedFormat,
                message: "\(camera.label) offers no picture format. Another program may hold it: "
                    + "close that, or unplug the camera and plug it in again.")
        }
        let isReadable = camera.formats.contains { $0.pixelFormat != nil && !$0.sizes.isEmpty }
        return isReadable || FrameConverter(device)?.plan(for: CaptureOptions()) != nil
            ? nil : .unsupportedFormats(camera)
    }

    /// The links below `/dev/v4l/by-id`, by the device that they lead to.
    private static func stablePaths() -> [String: [String]] {
        var paths: [String: [String]] = [:]
        for name in DirectoryListing.all(in: links).sorted() {
            let link = links + "/" + name
            if let device = resolved(link) { paths[device, default: []].append(link) }
        }
        return paths
    }

    /// The path with all links resolved; nil where it leads nowhere.
    private static func resolved(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}
