import FoundationEssentials
import NeuralNetwork

/// The processors that this process may use.
package enum Processors {
    /// Number of processors that the scheduler allows (which respects limits of containers and
    /// `taskset`), at least 1.
    package static var available: Int { AvailableProcessors.count }

    /// The processor's name according to the kernel, or the architecture if the kernel has none.
    package static var name: String {
        // The name is unknown if the file is missing.
        let text = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("model name") }
        guard let value = line?.split(separator: ":", maxSplits: 1).last else {
            return architecture
        }
        return String(value.drop { $0 == " " })
    }

    private static var architecture: String {
        #if arch(x86_64)
            "x86-64"
        #elseif arch(arm64)
            "arm64"
        #else
            "unknown processor"
        #endif
    }
}
