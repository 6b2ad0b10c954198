import Glibc

/// The environment variable `FUZZ_TARGET` names one of ``targets``.
private let target: (@Sendable ([UInt8]) -> Void) = {
    let name = getenv("FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let target = targets[name] else {
        fatalError("FUZZ_TARGET is one of \(targets.keys.sorted().joined(separator: ", "))")
    }
    return target
}()

/// Parsers by name.
///
/// A parser accepts or rejects arbitrary bytes; it must not crash.
private let targets: [String: @Sendable ([UInt8]) -> Void] = [
    "http": HTTPTarget.run, "json": DocumentTargets.json, "bodies": DocumentTargets.bodies,
    "manifest": DocumentTargets.manifest, "levels": DocumentTargets.levels,
    "hints": DocumentTargets.hints, "replay": DocumentTargets.replay, "exif": PictureTargets.exif,
    "stream": StreamTargets.jpegs, "film": StreamTargets.frames, "foreign": ForeignTarget.run,
]

/// libFuzzer's entry point, for programs that link their own main.
@_cdecl("LLVMFuzzerTestOneInput")
package func fuzzOneInput(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
    target(Array(UnsafeBufferPointer(start: bytes, count: count)))
    return 0
}

/// libFuzzer's driver.
@_extern(c, "LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<Int32>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
    _ body: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

/// The package manager's name for the main function of a program.
@_cdecl("Fuzzer_main")
package func fuzzerMain(
    _ count: Int32, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
    var (count, arguments) = (count, arguments)
    return runDriver(&count, &arguments) { fuzzOneInput($0, $1) }
}
