internal import Dispatch
internal import Glibc
internal import Synchronization

/// Calls a handler when a file in a folder is replaced, written or removed, by any process.
final class FolderWatch: Sendable {
    private let number: Int?

    /// Starts a watch, which ends when the object is released. Watches nothing if the folder does
    /// not exist. If a limit of inotify is reached, logs that too.
    init(folder: String, name: String, handler: @escaping @Sendable () -> Void) {
        number = FolderNotices.shared?.add(folder, name, handler)
    }

    deinit { if let number { FolderNotices.shared?.remove(number) } }
}

/// The inotify instance for all watches of user defaults.
// Safe to share: constants, a dispatch source, which may be used on any thread, and a mutex around
// the rest.
private final class FolderNotices: @unchecked Sendable {
    /// A file that is watched.
    private struct Place: Hashable {
        let folder: Int32
        let name: String
    }

    private struct State {
        var places: [Int: Place] = [:]
        var handlers: [Place: [Int: @Sendable () -> Void]] = [:]
        var last = 0
    }

    static let shared = FolderNotices()

    private let descriptor: Int32
    private let source: any DispatchSourceRead
    private let state = Mutex(State())

    private init?() {
        descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
        guard descriptor >= 0 else {
            Self.reportFailure(errno, of: "any user defaults")
            return nil
        }
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: DispatchQueue(label: "strata.defaults.watch"))
        source.setEventHandler { [weak self] in self?.read() }
        source.activate()
    }

    func add(_ folder: String, _ name: String, _ handler: @escaping @Sendable () -> Void) -> Int? {
        state.withLock { state in
            // inotify returns the same descriptor for a folder that is already watched.
            let watched = inotify_add_watch(descriptor, folder, UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_DELETE))
            guard watched >= 0 else {
                if errno != ENOENT, errno != ENOTDIR { Self.reportFailure(errno, of: "the user defaults in \(folder)") }
                return nil
            }
            state.last += 1
            let place = Place(folder: watched, name: name)
            state.places[state.last] = place
            state.handlers[place, default: [:]][state.last] = handler
            return state.last
        }
    }

    private static func reportFailure(_ code: Int32, of what: String) {
        DefaultsLog.write("Changes by other processes to \(what) will not be noticed: \(String(cString: strerror(code))).")
    }

    /// Removes a handler. The folder stays watched: a process has few.
    func remove(_ number: Int) {
        state.withLock { state in
            guard let place = state.places.removeValue(forKey: number) else { return }
            state.handlers[place]?[number] = nil
            if state.handlers[place]?.isEmpty == true { state.handlers[place] = nil }
        }
    }

    /// Reads all pending notices, and calls the handlers of the files that they name, or all
    /// handlers if inotify's queue overflowed.
    private func read() {
        var changed: Set<Place> = []
        var isOverflown = false
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            guard count > 0 else { break }
            buffer.withUnsafeBytes { bytes in
                var offset = 0
                while offset < count {
                    let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                    let start = offset + MemoryLayout<inotify_event>.size
                    offset = start + Int(event.len)
                    if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { isOverflown = true }
                    let name = String(decoding: bytes[start..<offset].prefix { $0 != 0 }, as: UTF8.self)
                    changed.insert(Place(folder: event.wd, name: name))
                }
            }
        }
        let handlers = state.withLock { state in
            isOverflown
                ? state.handlers.values.flatMap(\.values) : changed.flatMap { state.handlers[$0].map { Array($0.values) } ?? [] }
        }
        for handler in handlers { handler() }
    }
}
