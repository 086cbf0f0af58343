import StrataModelFormat

/// The elements of two versions, paired if they are versions of the same element.
///
/// Elements are paired as Core Data infers it: by the renaming identifier, which is the name if
/// none is set. The remaining elements are paired if the new one's identifier or name is the name
/// of the old one.
struct Pairing<Element: AnnotatedElement> {
    /// The pairs in the order of the new version, with the removed elements last.
    private(set) var pairs: [(old: Element?, new: Element?)] = []

    init(_ old: [Element], _ new: [Element]) {
        var rest = old
        func take(where matches: (Element) -> Bool) -> Element? {
            rest.firstIndex(where: matches).map { rest.remove(at: $0) }
        }
        var found: [Int: Element] = [:]
        // An equal identifier takes precedence over a name, independent of the order in the file.
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
