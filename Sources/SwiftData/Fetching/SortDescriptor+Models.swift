public import Foundation
internal import StrataPredicates

// The default comparison of text, which is `.lexical` in Foundation on Linux and
// `.localizedStandard` on Apple's platforms. These initializers take precedence for models.
extension SortDescriptor where Compared: PersistentModel {
    /// Creates a descriptor that sorts models by a text, as the Finder sorts names: in the order of the
    /// user's language, and with numbers by their values.
    ///
    /// For another order, name a comparator: `SortDescriptor(\.name, comparator: .lexical)`.
    public init(_ keyPath: any KeyPath<Compared, String> & Sendable, order: SortOrder = .forward) {
        self.init(keyPath, comparator: .localizedStandard, order: order)
    }

    /// Creates a descriptor that sorts models by an optional text, as the Finder sorts names. Models
    /// without one come first.
    public init(_ keyPath: any KeyPath<Compared, String?> & Sendable, order: SortOrder = .forward) {
        self.init(keyPath, comparator: .localizedStandard, order: order)
    }
}
