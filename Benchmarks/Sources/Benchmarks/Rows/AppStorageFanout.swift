import Foundation
import Glibc
import SwiftUI

/// The time from a change of one of 100 settings until its patches are at 100 tabs. In each tab, ten
/// views read each setting, so 1,000 of 100,000 views are evaluated.
///
/// The peers are the same with ten settings, to see whether the time depends on the number of other
/// keys, and the settings in one property of an observable object, whose change evaluates all views.
enum AppStorageFanout {
    private static let (windows, readers, changes) = (100, 10, 5)

    static func run() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "strata-fanout-\(UUID().uuidString)")
        setenv("XDG_CONFIG_HOME", folder.path, 1)
        // Ignored: a leftover in the temporary directory is harmless.
        defer { try? FileManager.default.removeItem(at: folder) }
        let many = try await LocalServer.start { FanoutPage(keys: 100, suite: "many") { StoredSetting(key: $0) } }
        let few = try await LocalServer.start { FanoutPage(keys: 10, suite: "few") { StoredSetting(key: $0) } }
        let observed = try await LocalServer.start { FanoutPage(keys: 100, suite: "none") { ObservedSetting(key: $0) } }
        try await LocalServer.client {
            try Contest(
                row: "appstorage-fanout",
                ours: Contest.Contestant(name: "strata-100-keys", run: tabs(port: many, setting("many"))),
                peers: [
                    Contest.Contestant(name: "strata-10-keys", run: tabs(port: few, setting("few"))),
                    Contest.Contestant(
                        name: "all-bodies",
                        run: tabs(port: observed) { value in MainActor.assumeIsolated { Settings.shared.values[3] = value } }),
                ]
            ).run()
        }
    }

    /// Returns a function that changes a setting of a suite.
    private static func setting(_ suite: String) -> @Sendable (Int) -> Void {
        { value in UserDefaults(suiteName: suite)?.set(value, forKey: "key 3") }
    }

    /// Opens the tabs, and returns a function that measures the mean time of changes.
    private static func tabs(port: Int, _ set: @escaping @Sendable (Int) -> Void) throws -> () throws -> Duration {
        let tabs = try (0..<windows).map { _ in try BrowserTab(try WebPage.get(port: port), port: port) }
        try BrowserTab.settle(tabs, for: 1_000)
        var value = 0
        return {
            var messages: [String] = []
            let duration = try Stopwatch.measure {
                for _ in 0..<changes {
                    value += 1
                    let next = value
                    DispatchQueue.main.async { set(next) }
                    try BrowserTab.messages(of: tabs) { messages.append($0) }
                }
            }
            for message in messages {
                let texts = try ReceivedPatch(message).operands(of: "inside").compactMap { $0.last as? String }
                guard texts.count == readers, Set(texts).count == 1, texts.first?.hasPrefix("key 3 is ") == true else {
                    throw WrongResult(description: "The patch does not change the readers of one key: \(texts)")
                }
            }
            return duration / changes
        }
    }

    /// The peer's settings.
    @MainActor @Observable
    fileprivate final class Settings {
        static let shared = Settings()
        var values = [Int](repeating: 0, count: 100)
    }

    fileprivate struct StoredSetting: View {
        private let key: Int
        @AppStorage private var value: Int

        init(key: Int) {
            self.key = key
            _value = AppStorage(wrappedValue: 0, "key \(key)")
        }

        var body: some View { Text(verbatim: "key \(key) is \(value)") }
    }

    fileprivate struct ObservedSetting: View {
        let key: Int

        var body: some View { Text(verbatim: "key \(key) is \(Settings.shared.values[key])") }
    }
}

/// An app with views that each read one of several settings.
private struct FanoutPage<Setting: View>: App {
    private let keys: Int
    private let suite: String
    private let setting: (Int) -> Setting

    init(keys: Int, suite: String, setting: @escaping (Int) -> Setting) {
        self.keys = keys
        self.suite = suite
        self.setting = setting
    }

    init() { preconditionFailure("The benchmark starts this app with its views; it does not start by itself.") }

    var body: some Scene {
        WindowGroup("Settings") {
            VStack {
                ForEach(0..<keys, id: \.self) { key in
                    ForEach(0..<10, id: \.self) { _ in setting(key) }
                }
            }
        }
        .defaultAppStorage(UserDefaults(suiteName: suite) ?? .standard)
    }
}
