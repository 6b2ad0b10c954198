import FoundationEssentials
import Glibc

/// How much memory this process may have.
enum MemoryLimit {
    /// The least of what the machine has, what the process was given (`ulimit -v` and `-d`), and what
    /// its control groups leave it.
    ///
    /// - Parameters:
    ///   - membership: The file that names the process's control group.
    ///   - groups: Where the control groups lie.
    /// - Returns: Bytes.
    static func bytes(
        membership: String = "/proc/self/cgroup", groups: String = "/sys/fs/cgroup"
    ) -> Int {
        let machine = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
        let own = [RLIMIT_AS, RLIMIT_DATA].compactMap { resource in
            var limit = rlimit()
            let isKnown = getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0
            return isKnown ? Int(clamping: limit.rlim_cur) : nil
        }
        return (own + ofGroups(membership, groups) + [machine]).min() ?? machine
    }

    /// The limits of the group and of those that it lies in (cgroups(7), version 2); `max`, and what
    /// cannot be read, is none.
    private static func ofGroups(_ membership: String, _ groups: String) -> [Int] {
        let text = (try? String(contentsOfFile: membership, encoding: .utf8)) ?? ""
        guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("0::/") }) else {
            return []
        }
        var parts = line.dropFirst(3).split(separator: "/")
        var limits: [Int] = []
        while true {
            let folder = ([Substring(groups)] + parts).joined(separator: "/")
            let limit = try? String(contentsOfFile: folder + "/memory.max", encoding: .utf8)
            limits += limit.flatMap { Int($0.prefix { $0 != "\n" }) }.map { [$0] } ?? []
            guard parts.popLast() != nil else { return limits }
        }
    }
}
