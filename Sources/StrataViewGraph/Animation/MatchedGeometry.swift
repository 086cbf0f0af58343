/// The group of views to which an element belongs, and its part in it.
///
/// # Matched geometry
///
/// `matchedGeometryEffect` connects views that stand for the same thing. Each group has one source.
/// The other views of the group follow it: they are drawn with its position, its size or both. If
/// the source is removed and another one is inserted in the same change, the new one begins with
/// the frame of the former.
///
/// Only a host knows frames, and they change without the server whenever something scrolls. So the
/// graph does not compute any. The modifier puts a box around the view, whose content is a
/// `MatchedGeometry`: the key of the group, and what the view gives to it or takes from it. The
/// host does the rest (`matches.js`):
///
/// - The box of a follower keeps the frame that the view would have without the modifier, so that
///   the views around it do not move. The view inside is drawn elsewhere.
/// - The size of the source is proposed to the view inside the box, as on Apple's platforms. A view
///   takes it only along the axes on which it grows. A frame outside the modifier therefore belongs
///   to the space that the view leaves empty, and a fixed frame inside keeps its size:
///
///       Rectangle().matchedGeometryEffect(id: 1, in: space, isSource: false).frame(width: 80)
///       Rectangle().frame(width: 80).matchedGeometryEffect(id: 1, in: space, isSource: false)
///
///   The first rectangle has the width of the source, and takes 80 points in its stack. The second
///   one is 80 points wide, at the position of the source.
/// - The frame of a source is the one that the layout gives it, together with the followers and
///   effects around it.
///
/// The key is a digest of namespace and ID. It needs no table, and it is short, because each matched
/// element carries it to the host.
package struct MatchedGeometry: Hashable, Sendable {
    /// The group in the window.
    package let key: MatchKey
    /// The parts of the frame that the view takes.
    package let properties: MatchedGeometryProperties
    /// The point of the view that is at the same place as that of the source.
    package let anchor: UnitPoint
    /// Whether the view is the source of the group.
    package let isSource: Bool
}

/// A digest of a namespace and an ID in it.
///
/// It has 53 bits, the integers that every host can represent. Two of 100,000 keys are equal with a
/// probability of one in two million. It differs between processes.
package struct MatchKey: Hashable, Sendable {
    package let number: UInt64

    init(id: some Hashable, in namespace: Namespace.ID) {
        var hasher = Hasher()
        hasher.combine(namespace)
        hasher.combine(AnyHashable(id))
        number = UInt64(truncatingIfNeeded: hasher.finalize()) >> 11
    }
}
