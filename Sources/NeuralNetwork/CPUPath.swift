import CFacialFun
import FacialFunWire

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Code path of the layers.
package enum CPUPath: String, Sendable, CaseIterable {
    /// C kernels for AVX-512 (F, BW, DQ, VL).
    case avx512
    /// C kernels for AVX2 with FMA.
    case avx2
    /// C kernels for SSE2: any x86-64 CPU.
    case sse2
    /// C kernels for NEON: any 64-bit ARM CPU.
    case neon
    /// C kernels in plain C, for any CPU.
    case portable
    /// The slow reference in Swift.
    case reference

    /// The environment variable that overrides the choice.
    package static let environmentVariable = "FACIALFUN_CPU"

    /// Whether this CPU can run the path.
    package var isSupported: Bool {
        instructionSet.map { cnk_is_supported($0) } ?? true
    }

    /// The kernels of the path; the reference has none.
    var instructionSet: cnk_instruction_set? {
        switch self {
        case .avx512: CNK_AVX512
        case .avx2: CNK_AVX2
        case .sse2: CNK_SSE2
        case .neon: CNK_NEON
        case .portable: CNK_PORTABLE
        case .reference: nil
        }
    }

    /// The path named by `FACIALFUN_CPU`, or the fastest one that this CPU supports.
    ///
    /// - Throws: `unsupportedCPU` for an unknown name or an unsupported path.
    package static func selected() throws(NetworkError) -> CPUPath {
        guard let value = getenv(environmentVariable) else { return fastest }
        return try path(named: String(cString: value))
    }

    /// The fastest path that this CPU supports.
    package static var fastest: CPUPath { allCases.first(where: \.isSupported) ?? .reference }

    /// Looks up a path by its name; nil if this CPU does not support it.
    static func path(named name: String) throws(NetworkError) -> CPUPath {
        let supported = allCases.filter(\.isSupported).map(\.rawValue).joined(separator: ", ")
        guard let path = CPUPath(rawValue: name) else {
            throw NetworkError(
                code: .unsupportedCPU,
                message: "\(environmentVariable)=\(printable(name)): unknown. "
                    + "Unset it, or set it to one of \(supported).")
        }
        guard path.isSupported else {
            throw NetworkError(
                code: .unsupportedCPU,
                message: "\(environmentVariable)=\(name): this CPU cannot run it. "
                    + "Unset it, or set it to one of \(supported).")
        }
        return path
    }
}
