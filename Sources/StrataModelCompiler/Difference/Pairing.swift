import StrataModelFormat

/// Pairs the elements of two versions that are the same one.
///
/// Follows Core Data's inference: by the renaming identifier, which is the name if none is set. An
/// identifier may also be the plain name of the element in the old version.
struct Pairing<Element: AnnotatedElement> {
    /// In the order of the new version, with the removed elements last.
    private(set) var pairs: [(old: Element?, new: Element?)] = []

    init(_ old: [Element], _ new: [Element]) {
        var rest = old
        func take(where matches: (Element) -> Bool) -> Element? {
            rest.firstIndex(where: matches).map { rest.remove(at: $0) }
        }
        var found: [Int: Element] = [:]
        // An exact match has precedence over a plain name, independent of the order in the file.
        for (position, element) in new.enumerated() {
            found[position] = take { $0.identity == element.identity }
        }
        for (position, element) in new.enumerated() where found[position] == nil {
            found[position] = take { $0.name == element.identity || $0.name == element.name }
        }
        pairs = new.enumerated().map { (found[$0.offset], $0.element) } + rest.map { ($0, nil) }
    }
}

extension AnnotatedElement {
    /// The name of the element across versions.
    var identity: String {
        renamingIdentifier ?? name
    }
}
