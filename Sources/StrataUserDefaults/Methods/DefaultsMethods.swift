package import Foundation
internal import StrataTraps

/// The methods that ``MethodReplacement`` puts in the place of those of Foundation's `UserDefaults`.
///
/// No instance of this class itself is ever made: its methods run with instances of `UserDefaults`.
/// So it has no stored properties, and declares no methods that `UserDefaults` does not have.
package class DefaultsMethods: UserDefaults {
    // MARK: Reading

    package override func object(forKey defaultName: String) -> Any? {
        argument(defaultName) ?? stored(defaultName)?.object
    }

    package override func string(forKey defaultName: String) -> String? { value(defaultName)?.asString }

    package override func array(forKey defaultName: String) -> [Any]? { object(forKey: defaultName) as? [Any] }

    package override func dictionary(forKey defaultName: String) -> [String: Any]? {
        object(forKey: defaultName) as? [String: Any]
    }

    package override func data(forKey defaultName: String) -> Data? { object(forKey: defaultName) as? Data }

    package override func stringArray(forKey defaultName: String) -> [String]? { object(forKey: defaultName) as? [String] }

    package override func integer(forKey defaultName: String) -> Int { value(defaultName)?.asInteger ?? 0 }

    package override func float(forKey defaultName: String) -> Float { Float(value(defaultName)?.asReal ?? 0) }

    package override func double(forKey defaultName: String) -> Double { value(defaultName)?.asReal ?? 0 }

    package override func bool(forKey defaultName: String) -> Bool { value(defaultName)?.asBoolean ?? false }

    package override func url(forKey defaultName: String) -> URL? { value(defaultName)?.asURL }

    package override func dictionaryRepresentation() -> [String: Any] {
        var values = DefaultsDomains.registered
        for suite in searchedSuites.reversed() { values.merge(DefaultsDomains.domain(suite).values) { $1 } }
        values.merge(storage.values) { $1 }
        return values.mapValues(\.object).merging(volatileDomain(forName: UserDefaults.argumentDomain)) { $1 }
    }

    // MARK: Writing

    package override func set(_ value: Any?, forKey defaultName: String) {
        guard let value else { return change([defaultName: nil]) }
        if let url = value as? URL { return set(url, forKey: defaultName) }
        guard let stored = PropertyListValue(value) else {
            trap(
                """
                UserDefaults cannot keep a value of type \(type(of: value)) for the key "\(defaultName)". Set a string, a \
                number, a Boolean, a date, data, or an array or a dictionary of these.
                """)
        }
        change([defaultName: stored])
    }

    package override func set(_ value: Int, forKey defaultName: String) { change([defaultName: .integer(value)]) }

    package override func set(_ value: Float, forKey defaultName: String) { change([defaultName: .real(Double(value))]) }

    package override func set(_ value: Double, forKey defaultName: String) { change([defaultName: .real(value)]) }

    package override func set(_ value: Bool, forKey defaultName: String) { change([defaultName: .boolean(value)]) }

    package override func set(_ url: URL?, forKey defaultName: String) {
        change([defaultName: url.flatMap(PropertyListValue.init(_:))])
    }

    package override func removeObject(forKey defaultName: String) { change([defaultName: nil]) }

    package override func synchronize() -> Bool {
        storage.synchronize()
    }

    // MARK: Domains

    package override func register(defaults registrationDictionary: [String: Any]) {
        DefaultsDomains.register(Self.values(registrationDictionary))
    }

    package override func addSuite(named suiteName: String) { setSuite(suiteName, isAdded: true) }

    package override func removeSuite(named suiteName: String) { setSuite(suiteName, isAdded: false) }

    package override func persistentDomain(forName domainName: String) -> [String: Any]? {
        let values = DefaultsDomains.domain(named: domainName).values
        return values.isEmpty ? nil : values.mapValues(\.object)
    }

    package override func setPersistentDomain(_ domain: [String: Any], forName domainName: String) {
        replaceValues(of: domainName, with: Self.values(domain))
    }

    package override func removePersistentDomain(forName domainName: String) { replaceValues(of: domainName, with: [:]) }
}

extension UserDefaults {
    /// The storage of the instance's values.
    final var storage: any DefaultsStorage {
        if type(of: self) != UserDefaults.self, let stored = self as? StoredDefaults { return stored.ownStorage }
        return DefaultsDomains.domain(InstanceLayout.suiteName(of: self))
    }

    /// The suites that are searched after the instance's own values. Instances of one suite share them.
    fileprivate final var searchedSuites: [String] {
        self is StoredDefaults ? [] : DefaultsDomains.addedSuites(of: InstanceLayout.suiteName(of: self))
    }

    /// Adds a suite to those that are searched after the instance's own values, or removes it.
    fileprivate final func setSuite(_ suite: String, isAdded: Bool) {
        guard !(self is StoredDefaults) else { return }
        DefaultsDomains.setSuite(suite, isAdded: isAdded, to: InstanceLayout.suiteName(of: self))
    }

    /// The value that the program was started with: `-key value`.
    fileprivate final func argument(_ key: String) -> Any? { volatileDomain(forName: UserDefaults.argumentDomain)[key] }

    /// The instance's own value, that of an added suite, or the registered default.
    fileprivate final func stored(_ key: String) -> PropertyListValue? {
        if let value = storage.value(for: key) { return value }
        for suite in searchedSuites {
            if let value = DefaultsDomains.domain(suite).value(for: key) { return value }
        }
        return DefaultsDomains.registered(key)
    }

    /// The value of a key, with its type.
    fileprivate final func value(_ key: String) -> PropertyListValue? {
        if let argument = argument(key) { return PropertyListValue(argument) }
        return stored(key)
    }

    fileprivate final func change(_ changes: [String: PropertyListValue?]) {
        guard storage.set(changes) else { return }
        postChange()
    }

    fileprivate final func replaceValues(of domainName: String, with values: [String: PropertyListValue]) {
        let domain = DefaultsDomains.domain(named: domainName)
        var changes: [String: PropertyListValue?] = values.mapValues { $0 }
        for key in domain.values.keys where values[key] == nil { changes.updateValue(nil, forKey: key) }
        guard domain.set(changes) else { return }
        postChange()
    }

    /// Posts the notice of a change that this process has made. Changes of other processes are not
    /// announced by it, as on Apple's platforms.
    private final func postChange() {
        NotificationCenter.default.post(name: UserDefaults.didChangeNotification, object: self)
    }

    /// Returns values as those of a property list. Traps if it cannot contain one.
    fileprivate static func values(_ objects: [String: Any]) -> [String: PropertyListValue] {
        Dictionary(
            uniqueKeysWithValues: objects.map { key, object in
                guard let value = (object as? URL).flatMap(PropertyListValue.init(_:)) ?? PropertyListValue(object) else {
                    trap("UserDefaults cannot keep a value of type \(type(of: object)) for the key \"\(key)\".")
                }
                return (key, value)
            })
    }
}
