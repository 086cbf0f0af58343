internal import Foundation
internal import StrataTraps

/// The place of an instance's suite name, which Foundation keeps in a private property.
enum InstanceLayout {
    /// The size of an instance: its header, the name, and two references for volatile domains.
    static let size = 48
    /// The first property stands after the header of two words.
    private static let offset = 16

    /// Returns the name of an instance's suite; nil for the app's own defaults.
    static func suiteName(of defaults: UserDefaults) -> String? {
        _ = isChecked
        return withExtendedLifetime(defaults) {
            unsafeBitCast(defaults, to: UnsafeRawPointer.self).load(fromByteOffset: offset, as: String?.self)
        }
    }

    /// Compares the bytes of an instance whose name is known. A short string has no storage, so equal
    /// ones have equal bytes.
    private static let isChecked: Bool = {
        let name: String? = "strata.probe"
        guard let probe = UserDefaults(suiteName: name) else { return false }
        let isFound = withExtendedLifetime(probe) {
            let bytes = UnsafeRawBufferPointer(start: unsafeBitCast(probe, to: UnsafeRawPointer.self) + offset, count: 16)
            return withUnsafeBytes(of: name) { bytes.elementsEqual($0) }
        }
        require(isFound, "This version of Foundation's UserDefaults is not the one that Strata knows. Use Swift 6.3.")
        return true
    }()
}
