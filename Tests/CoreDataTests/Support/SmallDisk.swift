import Foundation
import Glibc

/// A file system of its own in memory, of a given size; root only.
final class SmallDisk: Sendable {
    let url = FileManager.default.temporaryDirectory.appending(path: "strata-disk-\(UUID().uuidString)")

    /// Whether this process may mount file systems: tests that need to are skipped where it may
    /// not.
    static let isPossible: Bool = (try? SmallDisk(megabytes: 1)) != nil

    init(megabytes: Int) throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        guard mount("tmpfs", url.path, "tmpfs", 0, "size=\(megabytes)m") == 0 else { throw POSIXError(.EPERM) }
    }

    deinit {
        umount2(url.path, Int32(MNT_DETACH))
        try? FileManager.default.removeItem(at: url)
    }

    /// Makes the whole disk read-only or writable again. No file may be open for writing.
    func setReadOnly(_ isReadOnly: Bool) throws {
        let flags = UInt(MS_REMOUNT) | (isReadOnly ? UInt(MS_RDONLY) : 0)
        let deadline = ContinuousClock.now + .seconds(300)
        while mount("tmpfs", url.path, "tmpfs", flags, nil) != 0 {
            let code = errno
            // A process that another test starts has all files open that were open here, until it
            // runs its program.
            guard code == EBUSY, ContinuousClock.now < deadline else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EIO) }
            usleep(1_000)
        }
    }

    /// Makes one file read-only for as long as `body` runs.
    func withReadOnly(_ file: URL, _ body: () throws -> Void) throws {
        guard mount(file.path, file.path, nil, UInt(MS_BIND), nil) == 0,
            mount(nil, file.path, nil, UInt(MS_REMOUNT) | UInt(MS_BIND) | UInt(MS_RDONLY), nil) == 0
        else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        defer { umount2(file.path, Int32(MNT_DETACH)) }
        try body()
    }

    /// Leaves no room on the disk but about so many bytes.
    func fill(leaving rest: Int) throws {
        let filler = url.appending(path: "filler")
        FileManager.default.createFile(atPath: filler.path, contents: nil)
        let handle = try FileHandle(forWritingTo: filler)
        defer { try? handle.close() }
        try handle.write(contentsOf: Data(count: max(0, free - rest)))
    }

    /// Removes what `fill(leaving:)` has written, and waits until there is room.
    func empty() throws {
        let filler = url.appending(path: "filler")
        let size = try FileManager.default.attributesOfItem(atPath: filler.path)[.size] as? Int ?? 0
        let before = free
        try FileManager.default.removeItem(at: filler)
        // A process that another test starts keeps the file until it runs its program. Half of the size,
        // since stores may write meanwhile.
        let deadline = ContinuousClock.now + .seconds(300)
        while free < before + size / 2, ContinuousClock.now < deadline { usleep(1_000) }
    }

    /// The bytes that are free on the disk.
    private var free: Int {
        var information = statvfs()
        statvfs(url.path, &information)
        return Int(information.f_bavail) * Int(information.f_frsize)
    }
}
