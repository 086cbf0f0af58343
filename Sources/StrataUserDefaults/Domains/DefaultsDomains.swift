internal import Foundation
internal import Glibc
internal import StrataArchives
internal import Synchronization

/// The domains of the process, and what they share.
enum DefaultsDomains {
    private struct State {
        /// The domains by the names of their suites; nil is the app's own.
        var domains: [String?: DefaultsDomain] = [:]
        /// The order in which domains were last used, for the removal of idle ones.
        var uses: [String?: Int] = [:]
        var useCount = 0
        /// The suites that are searched after a domain, by the name of its suite; nil is the app's own.
        var addedSuites: [String?: [String]] = [:]
        var registered: [String: PropertyListValue] = [:]
        var writesAtExit = false
    }

    private static let state = Mutex(State())

    /// The number of domains that are kept although nothing observes them. A server may have one for
    /// each person.
    private static let mostIdleDomains = 256

    /// Returns the domain of a suite; nil for the app's own.
    static func domain(_ suite: String?) -> DefaultsDomain {
        let domain = state.withLock { state in
            state.useCount += 1
            state.uses[suite] = state.useCount
            if let known = state.domains[suite] { return known }
            if state.domains.count > mostIdleDomains { removeIdleDomains(&state) }
            let domain = DefaultsDomain(unopened: file(for: suite))
            state.domains[suite] = domain
            if !state.writesAtExit {
                state.writesAtExit = true
                atexit { DefaultsDomains.writeAll() }
            }
            return domain
        }
        // Without the lock: the disk of one domain must not delay the threads that use others.
        domain.open()
        return domain
    }

    /// Returns the domain with a name. The app's own has the identifier of the app, and the name of its
    /// file.
    static func domain(named name: String) -> DefaultsDomain {
        domain(name == ownName || AppIdentifiers.contains(name) ? nil : name)
    }

    /// Removes the less recently used half of the domains that are written and not observed.
    private static func removeIdleDomains(_ state: inout State) {
        let idle = state.domains.filter { $0.key != nil && $0.value.isClean && $0.value.keys.isEmpty }.keys
        let sorted = idle.sorted { state.uses[$0] ?? 0 < state.uses[$1] ?? 0 }
        for suite in sorted.prefix((sorted.count + 1) / 2) {
            state.domains[suite] = nil
            state.uses[suite] = nil
        }
    }

    /// Writes the pending changes of all domains.
    static func writeAll() {
        let domains = state.withLock { Array($0.domains.values) }
        for domain in domains where !domain.isClean { domain.write() }
    }

    // MARK: Files

    /// Returns the file of a domain: where Foundation on Linux keeps it, so that values that an app
    /// has written before are found.
    private static func file(for suite: String?) -> DefaultsFile {
        let environment = ProcessInfo.processInfo.environment
        let configuration = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
        let folder = configuration ?? "\(environment["HOME"] ?? NSHomeDirectory())/.config"
        return DefaultsFile(folder: folder, name: "\(fileName(suite ?? ownName)).plist")
    }

    /// The name of the app's own domain in its file.
    private static var ownName: String { Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName }

    /// Returns a name as that of a file. A suite may be named after a person, whose name must not
    /// lead to another folder.
    static func fileName(_ name: String) -> String {
        let escaped = name.replacing("%", with: "%25").replacing("/", with: "%2F").replacing("\0", with: "%00")
        return escaped.hasPrefix(".") ? "%2E\(escaped.dropFirst())" : escaped
    }

    // MARK: Registered defaults and added suites

    /// The registered default of a key.
    static func registered(_ key: String) -> PropertyListValue? { state.withLock { $0.registered[key] } }

    /// All registered defaults.
    static var registered: [String: PropertyListValue] { state.withLock { $0.registered } }

    /// Registers defaults, which are not written.
    static func register(_ values: [String: PropertyListValue]) {
        let (changed, domains) = state.withLock { state in
            let changed = values.filter { state.registered[$0.key] != $0.value }
            state.registered.merge(changed) { $1 }
            return (changed, Array(state.domains.values))
        }
        guard !changed.isEmpty else { return }
        for domain in domains {
            let visible = changed.keys.filter { domain.value(for: $0) == nil }
            domain.keys.publish(Set(visible), in: nil)
        }
    }

    /// Returns the suites that are searched after the domain of a suite; nil is the app's own.
    static func addedSuites(of receiver: String?) -> [String] { state.withLock { $0.addedSuites[receiver] ?? [] } }

    /// Adds a suite to those that are searched after the domain of another one, or removes it.
    static func setSuite(_ suite: String, isAdded: Bool, to receiver: String?) {
        let isChanged = state.withLock { state in
            var suites = state.addedSuites[receiver] ?? []
            guard suite != receiver, suites.contains(suite) != isAdded else { return false }
            suites.removeAll { $0 == suite }
            if isAdded { suites.append(suite) }
            state.addedSuites[receiver] = suites.isEmpty ? nil : suites
            return true
        }
        guard isChanged else { return }
        domain(receiver).keys.publish(Set(domain(suite).values.keys), in: nil)
    }

    /// Returns the domains after which a domain is searched, because it is an added suite of theirs.
    static func domainsThatSearch(_ domain: DefaultsDomain) -> [DefaultsDomain] {
        let receivers = state.withLock { state in
            state.addedSuites.filter { $0.value.contains { state.domains[$0] === domain } }.keys
        }
        return receivers.map { self.domain($0) }
    }
}
