/// A view that is the source of a group of matched views, or may become one.
@MainActor
final class MatchedSource {
    /// The parts of a warning that name a source.
    struct Description {
        let id: AnyHashable
        let namespace: Namespace.ID
        let fileID: StaticString
        let line: UInt
    }

    private weak var node: ViewNode?
    /// The group of which the view is the source; nil for a follower.
    private(set) var key: MatchKey?
    private(set) var description: Description?

    init(_ node: ViewNode) { self.node = node }

    /// Makes the view the source of a group.
    func report(_ key: MatchKey, _ description: Description) {
        self.description = description
        guard key != self.key else { return }
        end()
        self.key = key
        node?.graph.matchedSources.add(self, to: key)
    }

    /// Makes the view a follower.
    func end() {
        if let key { node?.graph.matchedSources.remove(self, from: key) }
        key = nil
    }

    /// Whether the view is there and is shown. Of the alternatives of a ``ViewThatFits``, one is
    /// shown at most, and only the host knows which.
    var isPresent: Bool {
        guard let node, node.isInGraph, node.element != nil || !node.elementsBelow.isEmpty else { return false }
        return !sequence(first: node, next: \.parent).contains(where: \.isAlternative)
    }
}

extension ViewNode {
    /// Whether a host shows one of the elements of the node.
    fileprivate var isAlternative: Bool {
        if case .layout(.fitting) = element?.content { true } else { false }
    }
}

/// The sources of the groups of matched views in a window.
///
/// They are needed for the warning about groups with several sources. A group is checked after an
/// update that added a source to it, because a view that replaces another one is often evaluated
/// before that one is removed.
@MainActor
struct MatchedSources {
    private struct Weak {
        weak var source: MatchedSource?
    }

    private var sources: [MatchKey: [Weak]] = [:]
    /// The groups that have another source since the last check.
    private var unchecked: Set<MatchKey> = []
    /// The number of groups above which those without sources are removed.
    private var limit = 64

    fileprivate mutating func add(_ source: MatchedSource, to key: MatchKey) {
        sources[key, default: []].removeAll { $0.source == nil }
        sources[key, default: []].append(Weak(source: source))
        unchecked.insert(key)
    }

    fileprivate mutating func remove(_ source: MatchedSource, from key: MatchKey) {
        sources[key]?.removeAll { $0.source == nil || $0.source === source }
    }

    /// Writes a warning for each group that has got another source since the last check and has
    /// several.
    mutating func check() {
        guard !unchecked.isEmpty else { return }
        for key in unchecked {
            let present = sources[key, default: []].compactMap(\.source).filter(\.isPresent)
            if present.count > 1 { Self.warn(present.compactMap(\.description)) }
        }
        unchecked = []
        guard sources.count > limit else { return }
        sources = sources.filter { $0.value.contains { $0.source != nil } }
        limit = max(64, sources.count * 2)
    }

    private static func warn(_ sources: [MatchedSource.Description]) {
        guard let first = sources.first else { return }
        let places = sources.reduce(into: [String]()) { places, source in
            let place = "\(source.fileID):\(source.line)"
            if !places.contains(place) { places.append(place) }
        }
        WarningLog.warn(
            """
            Multiple inserted views in the matched geometry group with the ID \(String(reflecting: first.id.base).prefix(100)) \
            in \(first.namespace) have `isSource: true`, results are undefined. Set `isSource: false` for all but one of them: \
            \(places.joined(separator: ", ")).
            """)
    }
}
