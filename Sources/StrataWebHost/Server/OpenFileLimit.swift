import Glibc

/// The system's limit for the open files of the process, connections among them.
enum OpenFileLimit {
    /// Raises the limit as far as the process may. Many systems begin with 1,024, of which each window
    /// takes one.
    static func raise() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, limit.rlim_cur < limit.rlim_max else { return }
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
