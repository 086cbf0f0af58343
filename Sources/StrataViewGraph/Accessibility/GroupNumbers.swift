/// The numbers by which a host knows the linked groups and the labeled pairs of a window.
///
/// A key has a number as long as a view with the key exists, so that the table has no more keys than
/// the window has views. No number is used twice: the host may still show it.
@MainActor
struct GroupNumbers {
    private var groups: [NamespaceKey: (number: Int, views: Int)] = [:]
    private var lastNumber = 0

    /// The number of keys.
    var count: Int { groups.count }

    /// Adds a view to the group with a key, and returns the number of the group.
    mutating func addView(_ key: NamespaceKey) -> Int {
        if let group = groups[key] {
            groups[key] = (group.number, group.views + 1)
            return group.number
        }
        lastNumber += 1
        groups[key] = (lastNumber, 1)
        return lastNumber
    }

    /// Removes a view from the group with a key.
    mutating func removeView(_ key: NamespaceKey) {
        guard let group = groups[key] else { return }
        groups[key] = group.views > 1 ? (group.number, group.views - 1) : nil
    }
}
