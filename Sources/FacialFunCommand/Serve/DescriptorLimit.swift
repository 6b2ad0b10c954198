import CommandSupport
import Glibc

/// Limit of open descriptors.
enum DescriptorLimit {
    /// Raises the soft limit to the hard one, for thousands of connections; failures are ignored.
    ///
    /// - Returns: The resulting limit; nil if unknown.
    static func raise() -> Int? {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0 else { return nil }
        let soft = limit.rlim_cur
        limit.rlim_cur = limit.rlim_max
        return Int(clamping: setrlimit(resource, &limit) == 0 ? limit.rlim_max : soft)
    }
}
