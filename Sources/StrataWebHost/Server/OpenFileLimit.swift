import Glibc

/// The system's limit for the open files of the process, connections among them.
///
/// At the limit, the server accepts no connection until one has ended: browsers wait. Windows that
/// are open stay so.
enum OpenFileLimit {
    /// The number of files that are open besides the connections of windows, at most: those of
    /// stores, of event loops and of requests.
    static let otherFiles = 200

    /// Raises the limit as far as the process may. Many systems begin with 1,024, of which each window
    /// takes one.
    ///
    /// - Returns: The limit; nil if the system does not tell it.
    @discardableResult
    static func raise() -> Int? {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return nil }
        var raised = limit
        raised.rlim_cur = limit.rlim_max
        let isRaised = limit.rlim_cur < limit.rlim_max && setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0
        return Int(clamping: isRaised ? raised.rlim_cur : limit.rlim_cur)
    }
}
