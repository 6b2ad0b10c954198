import FacialFun
import NIOHTTP1
import TestSupport
import Testing

@testable import FacialFunServer

/// The status with which an error of the library leaves the service.
struct ProblemTests {
    private typealias Code = FacialFunError.Code

    private func problem(_ code: Code) -> Problem {
        Problem(FacialFunError(code: code, message: "The cause. The remedy."))
    }

    @Test("each camera error of the schema becomes 503 with Retry-After")
    func cameras() throws {
        let responses = try Contract.description.get()["components"]?["responses"]
        let texts = (responses?.keys ?? []).compactMap { responses?[$0]?["description"]?.text }
        let documented = try #require(texts.first { $0.contains("`camera_failed`") })
        for code in Code.ofCameras {
            let problem = problem(code)
            #expect(problem.status == .serviceUnavailable && problem.code == code.rawValue)
            #expect(problem.headers.map(\.name) == ["Retry-After"])
            #expect(documented.contains("`\(code.rawValue)`"))
        }
        let listed = documented.split(separator: "`").filter { $0.contains("camera") }
        // `no_camera` means that the service was started without one.
        #expect(Set(listed.map(String.init)) == Set(Code.ofCameras.map(\.rawValue) + ["no_camera"]))
    }

    @Test(
        "an error that no route expects is a fault of the service: 500 without Retry-After",
        arguments: ["unreadable", "system", "models_not_found", "malformed_levels", "new_code"])
    func unexpected(name: String) {
        let problem = problem(Code(name))
        #expect(problem.status == .internalServerError && problem.code == name)
        #expect(problem.headers.isEmpty)
        #expect(problem.detail == "The cause. The remedy.")
    }
}
