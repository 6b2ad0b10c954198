import FoundationEssentials
import Glibc

/// Memory limit of this process.
enum MemoryLimit {
    /// The minimum of the machine's memory, the process limits (`ulimit -v` and `-d`), and the
    /// limits of its control groups.
    ///
    /// - Parameters:
    ///   - membership: The file that names the process's control group.
    ///   - groups: The folder of the control groups.
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

    /// The limits of the group and its parents (cgroups(7), version 2); `max` and unreadable values
    /// mean no limit.
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
