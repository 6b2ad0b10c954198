import FacialFun
import Glibc

/// Command-line access to the camera library for tests with an emulated camera: `CameraProbe
/// COMMAND …` prints what it receives.
@main
enum CameraProbe {
    static func main() async throws {
        let arguments = Array(CommandLine.arguments.dropFirst())
        guard let command = arguments.first else { exit(64) }
        let numbers = arguments.dropFirst().compactMap { Int($0) }
        do throws(FacialFunError) {
            switch (command, numbers.first) {
            case ("rounds", let count?): try Rounds(count: count).run()
            case ("frames", let count?): try Frames.hashes(count: count)
            case ("hold", let count?): try Frames.held(count: count)
            case ("slow", let milliseconds?):
                try Frames.slowly(milliseconds: milliseconds, count: numbers.last ?? 0)
            case ("events", let seconds?): try Frames.events(seconds: seconds)
            case ("sequence", let count?): try await Frames.sequence(count: count)
            default: exit(64)
            }
        } catch {
            print("error \(error.code.rawValue) \(error.message)")
            exit(3)
        }
    }

    /// The camera named by an environment variable, or the first one.
    static func open() throws(FacialFunError) -> CameraStream {
        var options = CaptureOptions()
        options.rate = 1000
        options.stallMilliseconds = 1000
        options.retryMilliseconds = 50
        let name = getenv("CAMERA").map { String(cString: $0) } ?? ""
        return try CameraStream(CameraSelector(name), options: options)
    }
}
