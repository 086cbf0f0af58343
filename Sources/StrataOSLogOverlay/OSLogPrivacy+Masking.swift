import Foundation

extension OSLogPrivacy {
    /// Whether this process shows private values.
    private static let showsPrivateValues = ProcessInfo.processInfo.environment["STRATA_LOG_PRIVATE"] == "1"

    /// Returns the text that appears for a value. Calls `value` only if it is shown or hashed.
    func text(isPublicByDefault: Bool, _ value: () -> String) -> String {
        let isShown =
            switch visibility {
            case .open: true
            case .hidden: Self.showsPrivateValues
            case .sensitive: false
            case .automatic: isPublicByDefault || Self.showsPrivateValues
            }
        if isShown { return value() }
        switch mask {
        case .hash: return "<mask.hash: \(Self.hash(of: value()))>"
        case .none: return visibility == .sensitive ? "<sensitive>" : "<private>"
        }
    }

    /// Returns a hash with the process's random seed, so that the text cannot be guessed from it.
    private static func hash(of text: String) -> String {
        let hash = UInt64(bitPattern: Int64(text.hashValue))
        return String(hash, radix: 16)
    }
}
