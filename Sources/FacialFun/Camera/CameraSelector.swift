import FacialFunWire

/// Selection of a camera.
package enum CameraSelector: Hashable, Sendable, CustomStringConvertible {
    /// The first usable camera.
    case first
    /// The number of `/dev/videoN`.
    case index(Int)
    /// A path: a device, or a link to one, such as those below `/dev/v4l/by-id`.
    case path(String)
    /// A camera's name or a part of it, ignoring case.
    case name(String)

    /// Parses a user's input: a number, a path with a slash, or a name.
    ///
    /// An empty text selects the first camera.
    package init(_ text: String) {
        if text.isEmpty {
            self = .first
        } else if let index = Int(text), index >= 0,
            text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
        {
            self = .index(index)
        } else if text.containsUTF8("/") {
            self = .path(text)
        } else {
            self = .name(text)
        }
    }

    /// The selector as a user would type it.
    package var description: String {
        switch self {
        case .first: "the first camera"
        case .index(let index): "/dev/video\(index)"
        case .path(let path): path
        case .name(let name): "\"\(name)\""
        }
    }

    /// The selected camera among the available ones.
    ///
    /// - Throws: `cameraNotFound`, `cameraAmbiguous`; and the reason why the camera cannot be used.
    package func choose(from cameras: [CameraDescription]) throws(FacialFunError)
        -> CameraDescription
    {
        let found: [CameraDescription] =
            switch self {
            case .first: Array(cameras.filter(\.isUsable).prefix(1))
            case .index(let index): cameras.filter { $0.index == index }
            case .path(let path):
                cameras.filter { camera in
                    ([camera.path] + camera.stablePaths).contains { $0.hasSameUTF8(as: path) }
                }
            case .name(let name): Self.named(name, in: cameras)
            }
        guard let camera = found.first else { throw missing(from: cameras) }
        guard found.count == 1 else {
            let list = found.map(\.path).joined(separator: ", ")
            throw FacialFunError(
                code: .cameraAmbiguous,
                message: "\(self) matches several cameras: \(list). Name one of these paths.")
        }
        if let obstacle = camera.obstacle { throw obstacle }
        return camera
    }

    /// The cameras with exactly this name; if there are none, those whose name contains it.
    ///
    /// Devices that are not cameras are only returned if no camera matches.
    private static func named(_ name: String, in cameras: [CameraDescription])
        -> [CameraDescription]
    {
        let wanted = name.lowercased()
        let steps: [(CameraDescription) -> Bool] = [
            { $0.isUsable && $0.name.lowercased().hasSameUTF8(as: wanted) },
            { $0.isUsable && $0.name.lowercased().containsUTF8(wanted) },
            { $0.name.lowercased().containsUTF8(wanted) },
        ]
        return steps.lazy.map { cameras.filter($0) }.first { !$0.isEmpty } ?? []
    }

    private func missing(from cameras: [CameraDescription]) -> FacialFunError {
        let usable = cameras.filter(\.isUsable)
        if case .first = self, let other = cameras.first(where: { !$0.isUsable }) {
            // The most common cause of "no camera" is missing permission.
            let obstacles = cameras.compactMap(\.obstacle)
            for code in [
                FacialFunError.Code.cameraPermissionDenied, .cameraBusy, .cameraFormatUnsupported,
            ] {
                if let obstacle = obstacles.first(where: { $0.code == code }) { return obstacle }
            }
            return FacialFunError(
                code: .cameraNotFound,
                message: "No camera can be used; \(other.label) delivers no pictures. "
                    + "Plug in a camera; `facialfun cameras` has details.")
        }
        guard !usable.isEmpty else {
            return FacialFunError(
                code: .cameraNotFound,
                message: "No camera\(self == .first ? "" : " \(self)") was found. Plug one in; "
                    + "`facialfun cameras` lists the video devices.")
        }
        let list = usable.map(\.label).joined(separator: ", ")
        return FacialFunError(
            code: .cameraNotFound, message: "No camera matches \(self). Available: \(list).")
    }
}
