import CommandSupport
import Glibc

/// How many descriptors the process may open.
enum DescriptorLimit {
    /// Raises the soft limit to the hard one, for thousands of connections; what the system does not
    /// grant is done without.
    ///
    /// - Returns: The limit that holds then; nil where the system does not say.
    static func raise() -> Int? {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0 else { return nil }
        let soft = limit.rlim_cur
        limit.rlim_cur = limit.rlim_max
        return Int(clamping: setrlimit(resource, &limit) == 0 ? limit.rlim_max : soft)
    }
}
