public import Foundation
import Glibc

/// Faults of the system that a process injects into itself, for exit tests: the limits of a process
/// are those of all its threads, so a test that sets one runs in a process of its own.
public enum Faults {
    /// Whether a process can become an ordinary user, which only root can.
    public static let canBecomeOrdinaryUser = geteuid() == 0

    /// The reason for a test that is skipped.
    public static let onlyRoot = "Only root can become an ordinary user, for whom files are unreadable."

    /// Calls a closure while no file can grow, as on a full disk: writes fail with EFBIG.
    @discardableResult
    public static func onFullDisk<Result>(_ body: () throws -> Result) throws -> Result {
        signal(SIGXFSZ, SIG_IGN)
        return try with(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), 0, body)
    }

    /// Calls a closure while no file can be opened: the process has as many as it may have.
    @discardableResult
    public static func withoutDescriptors<Result>(_ body: () throws -> Result) throws -> Result {
        try with(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), 256) {
            let used = useDescriptors()
            defer { for descriptor in used { close(descriptor) } }
            return try body()
        }
    }

    /// Opens all descriptors that are free below the limit.
    private static func useDescriptors() -> [Int32] {
        var used: [Int32] = []
        while true {
            let descriptor = open("/dev/null", O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return used }
            used.append(descriptor)
        }
    }

    /// Calls a closure while no file can grow, as on a full disk: writes fail with EFBIG.
    @MainActor
    @discardableResult
    public static func onFullDisk<Result>(_ body: @MainActor () async throws -> Result) async throws -> Result {
        signal(SIGXFSZ, SIG_IGN)
        let former = try set(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), 0)
        defer { reset(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), former) }
        return try await body()
    }

    /// Calls a closure while no file can be opened: the process has as many as it may have.
    @MainActor
    @discardableResult
    public static func withoutDescriptors<Result>(_ body: @MainActor () async throws -> Result) async throws -> Result {
        let former = try set(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), 256)
        let used = useDescriptors()
        defer {
            for descriptor in used { close(descriptor) }
            reset(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), former)
        }
        return try await body()
    }

    private static func with<Result>(
        _ resource: __rlimit_resource_t, _ value: rlim_t, _ body: () throws -> Result
    ) throws -> Result {
        let former = try set(resource, value)
        defer { reset(resource, former) }
        return try body()
    }

    private static func set(_ resource: __rlimit_resource_t, _ value: rlim_t) throws -> rlimit {
        var former = rlimit()
        guard getrlimit(resource, &former) == 0 else { throw lastError }
        reset(resource, rlimit(rlim_cur: value, rlim_max: former.rlim_max))
        return former
    }

    private static func reset(_ resource: __rlimit_resource_t, _ limit: rlimit) {
        var limit = limit
        _ = setrlimit(resource, &limit)
    }

    /// Makes this process that of an ordinary user, for good. Files that only root may read are
    /// unreadable then.
    public static func becomeOrdinaryUser() throws {
        guard setgid(65_534) == 0, setuid(65_534) == 0 else { throw lastError }
    }

    /// Creates a folder that every user may use.
    public static func makePublicFolder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "strata-fault-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try setMode(0o777, of: folder)
        return folder
    }

    /// Sets the permissions of a file or folder.
    public static func setMode(_ mode: mode_t, of url: URL) throws {
        guard chmod(url.path, mode) == 0 else { throw lastError }
    }

    private static var lastError: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
