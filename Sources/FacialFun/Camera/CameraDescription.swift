/// A video device of this machine, usable or not.
package struct CameraDescription: Sendable {
    /// The device's path, such as `/dev/video0`.
    package var path: String
    /// Paths below `/dev/v4l/by-id` that lead to it and do not depend on the port.
    package var stablePaths: [String]
    /// The camera's own name; empty if it could not be queried.
    package var name: String
    /// The kernel's driver.
    package var driver: String
    /// Bus address of the camera's port.
    package var bus: String
    /// Offered formats; empty if the device is not a camera.
    package var formats: [OfferedFormat]
    /// Reason why the camera cannot be used; nil if it can.
    package var obstacle: FacialFunError?

    /// Makes a description.
    package init(
        path: String, stablePaths: [String] = [], name: String = "", driver: String = "",
        bus: String = "", formats: [OfferedFormat] = [], obstacle: FacialFunError? = nil
    ) {
        self.path = path
        self.stablePaths = stablePaths
        self.name = name
        self.driver = driver
        self.bus = bus
        self.formats = formats
        self.obstacle = obstacle
    }

    /// Whether it can be used.
    package var isUsable: Bool { obstacle == nil }

    /// The number in its path: 2 for `/dev/video2`; nil for other paths.
    package var index: Int? {
        guard path.hasPrefix("/dev/video") else { return nil }
        return Int(path.dropFirst("/dev/video".count))
    }

    /// Name for messages: the path, followed by the camera's name if it has one.
    package var label: String { name.isEmpty ? path : "\(path) (\(name))" }

    /// Whether this is the same camera, possibly under another path.
    func isSame(as other: CameraDescription) -> Bool {
        name == other.name && bus == other.bus && driver == other.driver
    }
}
