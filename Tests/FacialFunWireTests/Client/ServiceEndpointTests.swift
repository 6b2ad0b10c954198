import Glibc
import Testing
import TestSupport

@testable import FacialFunWire

struct ServiceEndpointTests {
    @Test("an endpoint is printed as users write it")
    func description() {
        #expect(ServiceEndpoint.unix(path: "/run/a.sock").description == "/run/a.sock")
        #expect(ServiceEndpoint.loopback(port: 8600).description == "127.0.0.1:8600")
    }

    @Test(
        "an impossible socket path is rejected before opening it",
        arguments: ["", String(repeating: "x", count: 108)])
    func path(path: String) {
        let error = #expect(throws: ScoringClientError.self) {
            try ServiceEndpoint.unix(path: path).connected(milliseconds: 1000)
        }
        #expect(error?.code == .cannotConnect && error?.cause == 0)
    }

    @Test("without a listening service the message names the address, the reason and the remedy")
    func nothing() throws {
        let folder = try TemporaryFolder()
        let error = #expect(throws: ScoringClientError.self) {
            try ServiceEndpoint.unix(path: folder.path("none.sock")).connected(milliseconds: 1000)
        }
        #expect(error?.code == .cannotConnect && error?.cause == ENOENT)
        #expect(error?.message.contains(folder.path("none.sock")) == true)
        #expect(error?.message.contains("facialfun serve") == true)
    }
}
