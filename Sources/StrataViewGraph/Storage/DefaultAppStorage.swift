public import Foundation
internal import StrataUserDefaults

/// The store that `@AppStorage` uses, as a value of the environment.
///
/// A body often makes the store again: `defaultAppStorage(UserDefaults(suiteName: person)!)`. Two
/// stores with the same values are equal, so that the views below are not evaluated for it.
struct DefaultAppStorage: Equatable {
    let defaults: UserDefaults

    static func == (a: DefaultAppStorage, b: DefaultAppStorage) -> Bool { a.defaults.isSameStore(as: b.defaults) }
}

private struct DefaultAppStorageKey: EnvironmentKey {
    static var defaultValue: DefaultAppStorage? { nil }
}

extension EnvironmentValues {
    /// The store of `@AppStorage` properties without a store of their own; nil for
    /// `UserDefaults.standard`.
    var defaultAppStorage: DefaultAppStorage? {
        get { self[DefaultAppStorageKey.self] }
        set { self[DefaultAppStorageKey.self] = newValue }
    }
}

extension View {
    /// Sets the store that `@AppStorage` uses in the view and in the views inside it, in place of
    /// `UserDefaults.standard`.
    public func defaultAppStorage(_ store: UserDefaults) -> some View {
        environment(\.defaultAppStorage, DefaultAppStorage(defaults: store))
    }
}

extension Scene {
    /// Sets the store that `@AppStorage` uses in the windows of the scene, in place of
    /// `UserDefaults.standard`.
    public func defaultAppStorage(_ store: UserDefaults) -> some Scene {
        environment(\.defaultAppStorage, DefaultAppStorage(defaults: store))
    }
}
