internal import Foundation
internal import Synchronization

/// The path of a view node that is the same in another process, for what a browser keeps about an
/// element: its scroll position, the focus, text that the server has not saved.
///
/// The IDs of elements count the elements of a window, so they differ each time. A path is a hash
/// of what identifies the node: for each node from the root, the kind of its view and its position
/// among its siblings with the branch of an `if`, or the ID in a ``ForEach``.
///
/// The kind of a view is its type without generic arguments, since those name all types inside:
/// another text deep in a body must not change the paths of everything around it.
struct StablePath {
    private var combined = StableHash()

    /// The hash of what was combined.
    var hash: UInt64 { combined.value }

    mutating func combine(_ text: String) {
        combined.combine(text.utf8)
        // Separates a text from the next one; no UTF-8 contains it.
        combined.combine(CollectionOfOne(0xFF))
    }

    mutating func combine(_ number: Int) {
        withUnsafeBytes(of: Int64(number).littleEndian) { combined.combine($0) }
    }

    /// Combines the ID of an element of a `ForEach`: a string, the JSON of a `Codable` value, or
    /// the description of another one.
    mutating func combine(id: AnyHashable) {
        if let text = id.base as? String {
            combine(text)
            // Ignored: a value without JSON, such as NaN, counts by its description.
        } else if let value = id.base as? any Encodable, let json = try? JSONEncoder.sorted.encode(value) {
            combined.combine(json)
            combined.combine(CollectionOfOne(0xFF))
        } else {
            combine(String(describing: id.base))
        }
    }

    /// Returns the name of a type without its generic arguments and the addresses that describe
    /// private contexts.
    static func kind(of type: Any.Type) -> String {
        let key = ObjectIdentifier(type)
        if let known = kinds.withLock({ $0[key] }) { return known }
        let name = String(String(reflecting: type).prefix { $0 != "<" })
        let kind = name.replacing(/\(unknown context at \$[0-9a-f]+\)\./, with: "")
        kinds.withLock { $0[key] = kind }
        return kind
    }

    private static let kinds = Mutex<[ObjectIdentifier: String]>([:])
}

/// The storage of a node whose children have IDs.
@MainActor
protocol KeyedContent: AnyObject {
    /// Returns the ID of a child, and the number of siblings with the same ID before it; nil for a
    /// child without an ID.
    func key(of child: ViewNode) -> (id: AnyHashable, occurrence: Int)?
}

extension ViewNode {
    /// The path of the node, as it is in another process. O(siblings) for each node above.
    var stablePath: UInt64 {
        var path = StablePath()
        addPath(to: &path)
        return path.hash
    }

    private func addPath(to path: inout StablePath) {
        guard let parent else { return }
        parent.addPath(to: &path)
        path.combine(kind)
        if let key = (parent.storage as? any KeyedContent)?.key(of: self) {
            path.combine(id: key.id)
            path.combine(key.occurrence)
        } else {
            // A child that is being made comes after its siblings.
            path.combine(parent.children.firstIndex { $0 === self } ?? parent.children.count)
            path.combine(branch)
        }
    }
}

extension ElementContent {
    /// Whether a browser keeps something about the element: its scroll position, or the text that
    /// the user has typed.
    var isKeptByPath: Bool {
        switch self {
        case .layout(.scroll), .control(.textField), .presentation(.sheet): true
        case .collection(.list), .collection(.form), .collection(.tableBody): true
        default: false
        }
    }
}
