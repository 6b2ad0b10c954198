import Glibc

/// How many descriptors the process may open.
enum DescriptorLimit {
    /// Raises the soft limit to the hard one, for thousands of connections; what the system does not
    /// grant is done without.
    static func raise() {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        guard getrlimit(resource, &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
        limit.rlim_cur = limit.rlim_max
        _ = setrlimit(resource, &limit)
    }
}
