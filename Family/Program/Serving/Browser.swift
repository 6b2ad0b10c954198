import Foundation

/// Opens the browser of this machine.
enum Browser {
    /// Opens an address if there is a display.
    ///
    /// - Returns: The reason why it could not be opened; nil on success.
    static func open(_ address: String) -> String? {
        let environment = ProcessInfo.processInfo.environment
        let hasDisplay = ["DISPLAY", "WAYLAND_DISPLAY"].contains {
            environment[$0]?.isEmpty == false
        }
        guard hasDisplay else { return "There is no display: open the address yourself." }
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/xdg-open")
        process.arguments = [address]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        do {
            try process.run()
            return nil
        } catch {
            return "xdg-open cannot be started (package xdg-utils): open the address yourself."
        }
    }
}
