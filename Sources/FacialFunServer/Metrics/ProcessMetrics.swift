import Glibc

/// Metrics of this process from the kernel.
struct ProcessMetrics: Sendable {
    /// Resident memory in bytes; 0 if unknown.
    var residentBytes = 0
    /// Open descriptors; 0 if unknown.
    var openDescriptors = 0

    /// Queries the kernel.
    static func now() -> ProcessMetrics {
        var figures = ProcessMetrics()
        if let file = fopen("/proc/self/statm", "re") {
            var (size, resident) = (0, 0)
            withUnsafeMutablePointer(to: &size) { size in
                withUnsafeMutablePointer(to: &resident) { resident in
                    _ = withVaList([size, resident]) { vfscanf(file, "%ld %ld", $0) }
                }
            }
            fclose(file)
            figures.residentBytes = resident * Int(sysconf(Int32(_SC_PAGESIZE)))
        }
        if let folder = opendir("/proc/self/fd") {
            var count = 0
            while readdir(folder) != nil { count += 1 }
            closedir(folder)
            // Without `.`, `..` and the folder itself.
            figures.openDescriptors = max(0, count - 3)
        }
        return figures
    }
}
