internal import Dispatch
internal import Foundation
internal import Glibc
internal import Synchronization

/// Calls a handler when files with certain names in a folder are written, created, replaced or
/// removed, by any process.
///
/// It watches the folder, since a write-ahead log is created and removed while a store is in use.
/// Events in quick succession may be reported by one call.
final class FileWatch: Sendable {
    private let number: Int

    /// Starts a watch, which ends when the object is released.
    ///
    /// - Parameter handler: called on a queue shared by all watches; must return quickly.
    /// - Throws: a POSIXError, for example if the folder does not exist or a limit of inotify is
    ///   reached.
    init(folder: URL, names: Set<String>, handler: @escaping @Sendable () -> Void) throws {
        number = try FolderEvents.shared.get().add(folder, names, handler)
    }

    deinit {
        // Ignored: if there is no instance of inotify, the initializer has thrown.
        try? FolderEvents.shared.get().remove(number)
    }
}

/// The inotify instance for all watches of stores. By default, Linux allows a user only 128
/// instances, but many more watches.
// Safe to share: constants, a dispatch source, which may be used on any thread, and a mutex around
// the rest.
private final class FolderEvents: @unchecked Sendable {
    private struct Watcher {
        let folder: Int32
        let names: Set<String>
        let handler: @Sendable () -> Void
    }

    private struct State {
        var watchers: [Int: Watcher] = [:]
        var last = 0
    }

    static let shared = Result { try FolderEvents() }

    private static let mask = UInt32(
        IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_TO | IN_MOVED_FROM | IN_CLOSE_WRITE)

    private let descriptor: Int32
    private let source: any DispatchSourceRead
    private let state = Mutex(State())

    private init() throws {
        descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else { throw Self.lastError }
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: DispatchQueue(label: "FolderEvents"))
        source.setEventHandler { [weak self] in self?.read() }
        source.activate()
    }

    private static var lastError: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }

    func add(_ folder: URL, _ names: Set<String>, _ handler: @escaping @Sendable () -> Void) throws -> Int {
        try state.withLock { state in
            // inotify returns the same descriptor for a folder that is already watched.
            let watched = inotify_add_watch(descriptor, folder.path, Self.mask)
            guard watched >= 0 else { throw Self.lastError }
            state.last += 1
            state.watchers[state.last] = Watcher(folder: watched, names: names, handler: handler)
            return state.last
        }
    }

    func remove(_ number: Int) {
        state.withLock { state in
            guard let removed = state.watchers.removeValue(forKey: number),
                !state.watchers.values.contains(where: { $0.folder == removed.folder })
            else { return }
            // Fails if the folder was removed, which also removed the watch.
            _ = inotify_rm_watch(descriptor, removed.folder)
        }
    }

    /// Reads all pending events and calls the handlers of the affected watches, or all handlers if
    /// inotify's queue overflowed.
    private func read() {
        var touched: [Int32: Set<String>] = [:]
        var isOverflown = false
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            guard count > 0 else { break }
            buffer.withUnsafeBytes { bytes in
                var offset = 0
                while offset < count {
                    let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                    let start = offset + MemoryLayout<inotify_event>.size
                    let name = bytes[start..<start + Int(event.len)].prefix { $0 != 0 }
                    if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { isOverflown = true }
                    touched[event.wd, default: []].insert(String(decoding: name, as: UTF8.self))
                    offset = start + Int(event.len)
                }
            }
        }
        let handlers = state.withLock { state in
            state.watchers.values
                .filter { isOverflown || !(touched[$0.folder] ?? []).isDisjoint(with: $0.names) }
                .map(\.handler)
        }
        for handler in handlers { handler() }
    }
}
