import Foundation
import StrataArchives
import Testing

/// The app's own domain by its names.
struct OwnDomainTests {
    @Test func `the app's own domain has the identifier of the app`() {
        let name = "strata.test.\(UUID().uuidString)"
        defer { UserDefaults.standard.removeObject(forKey: name) }
        UserDefaults.standard.set(1, forKey: name)
        #expect(UserDefaults.standard.persistentDomain(forName: name) == nil)
        AppIdentifiers.add(name)
        #expect(UserDefaults.standard.persistentDomain(forName: name)?[name] as? Int == 1)
    }

    @Test func `the app's own domain has the name of its file`() {
        let key = "strata.test.\(UUID().uuidString)"
        defer { UserDefaults.standard.removeObject(forKey: key) }
        let name = Bundle.main.bundleIdentifier ?? ProcessInfo.processInfo.processName
        for value in 1...3 {
            UserDefaults.standard.set(value, forKey: key)
            #expect(UserDefaults.standard.persistentDomain(forName: name)?[key] as? Int == value)
        }
    }
}
