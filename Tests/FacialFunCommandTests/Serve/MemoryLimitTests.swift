import Foundation
import Testing
import TestSupport

@testable import FacialFunCommand

/// Memory limit of a process.
struct MemoryLimitTests {
    @Test("the lowest limit of a control group and its parents applies")
    func groups() throws {
        let folder = try TemporaryFolder()
        let inner = folder.path("groups/user.slice/facialfun.service")
        try FileManager.default.createDirectory(
            atPath: inner, withIntermediateDirectories: true)
        let membership = folder.path("cgroup")
        try "0::/user.slice/facialfun.service\n".write(
            toFile: membership, atomically: false, encoding: .utf8)
        func limit() -> Int {
            MemoryLimit.bytes(membership: membership, groups: folder.path("groups"))
        }
        func set(_ text: String, _ path: String) throws {
            try (text + "\n").write(
                toFile: folder.path(path) + "/memory.max", atomically: false, encoding: .utf8)
        }
        let machine = limit()
        #expect(machine > 100_000_000)
        try set("max", "groups/user.slice/facialfun.service")
        #expect(limit() == machine)
        try set("90000000", "groups/user.slice")
        #expect(limit() == 90_000_000)
        try set("80000000", "groups/user.slice/facialfun.service")
        #expect(limit() == 80_000_000)
        try set("70000000", "groups")
        #expect(limit() == 70_000_000)
    }

    @Test("without control groups the memory of the machine is the limit")
    func machine() {
        #expect(MemoryLimit.bytes(membership: "/nowhere", groups: "/nowhere") > 100_000_000)
    }
}
