import FacialFun
import Glibc

/// Opens and closes a camera repeatedly, and counts leaked resources.
struct Rounds {
    /// Number of rounds.
    let count: Int

    /// Prints the resources before and after: descriptors, mappings of buffers, threads.
    func run() throws(FacialFunError) {
        // The first rounds load things that a process loads once.
        for _ in 0..<3 { _ = try round(0) }
        let before = Self.state
        var frames = 0
        for number in 0..<count { frames += try round(number) }
        print("before \(before)")
        print("after \(Self.state)")
        print("frames \(frames)")
    }

    /// Runs one round; four ways of leaving the stream take turns.
    ///
    /// - Returns: The number of frames taken.
    private func round(_ number: Int) throws(FacialFunError) -> Int {
        let stream = try CameraProbe.open()
        switch number % 4 {
        case 0:
            // Takes no frame and does not close the stream.
            return 0
        case 1:
            stream.close()
            stream.close()
            return 0
        default:
            guard case .event(.frame(let frame)) = stream.next(within: 2000) else { return 0 }
            stream.close()
            // Held beyond the end of the stream.
            return frame.withBytes { $0.isEmpty } ? 0 : 1
        }
    }

    /// The resources of the process.
    private static var state: String {
        "descriptors \(DirectoryListing.all(in: "/proc/self/fd").count) "
            + "mappings \(lines(of: "/proc/self/maps").count { $0.contains("memfd") }) "
            + "threads \(DirectoryListing.all(in: "/proc/self/task").count)"
    }

    /// Number of threads with a name.
    static func threads(named name: String) -> Int {
        DirectoryListing.all(in: "/proc/self/task").count { thread in
            lines(of: "/proc/self/task/\(thread)/comm").first == Substring(name)
        }
    }

    private static func lines(of file: String) -> [Substring] {
        let descriptor = Glibc.open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var text: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            guard count > 0 else { break }
            text += chunk[..<count]
        }
        return String(decoding: text, as: UTF8.self).split(separator: "\n")
    }
}
