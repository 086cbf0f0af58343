internal import Foundation

extension NSPropertyDescription {
    /// The text that the descriptions of all kinds of properties begin with.
    final var commonText: String {
        let warnings = validationWarnings.map { PropertyListText.plain($0) }
        return
            "(<\(type(of: self)): \(address(of: self))>), name \(name), isOptional \(isOptional ? 1 : 0), isTransient \(isTransient ? 1 : 0), entity \(owner?.name ?? "(null)"), renamingIdentifier \(renamingIdentifier ?? "(null)"), validation predicates \(PropertyListText.list(validationPredicates.map(\.predicateFormat))), warnings \(PropertyListText.list(warnings)), versionHashModifier \(versionHashModifier ?? "(null)")\n userInfo \(PropertyListText.dictionary(named: userInfo))"
    }
}

extension PropertyListText {
    static func dictionary(named values: [AnyHashable: Any]?) -> String {
        dictionary(Dictionary((values ?? [:]).map { ("\($0)", $1) }, uniquingKeysWith: { first, _ in first }))
    }
}
