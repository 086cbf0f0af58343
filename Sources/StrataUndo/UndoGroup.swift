/// Actions that are undone together, in the order of their registration.
final class UndoGroup {
    /// A registered action, or a group that was closed inside this one.
    enum Entry {
        case action(UndoAction)
        case group(UndoGroup)

        var isAlive: Bool {
            switch self {
            case .action(let action): action.target != nil
            case .group(let group): group.isAlive
            }
        }
    }

    /// The open group around this one.
    let parent: UndoGroup?
    /// Whether the manager has opened the group for an event, and closes it with that.
    let isOfEvent: Bool
    /// Whether the event of the group has ended while a group inside it was open.
    var isOver = false
    private(set) var entries: [Entry] = []
    /// The group inside this one whose actions are being performed. It is no entry anymore.
    private var performed: UndoGroup?
    var name = ""
    var isDiscardable = false
    var userInfo: [UndoManager.UserInfoKey: Any] = [:]

    init(in parent: UndoGroup? = nil, isOfEvent: Bool = false) {
        self.parent = parent
        self.isOfEvent = isOfEvent
    }

    /// Creates the group that takes the actions which reverse those of another.
    init(reversing other: UndoGroup) {
        (parent, isOfEvent) = (nil, false)
        (name, isDiscardable, userInfo) = (other.name, other.isDiscardable, other.userInfo)
    }

    var isEmpty: Bool { entries.isEmpty }

    /// Whether the target of any action exists. O(1) unless targets are gone.
    var isAlive: Bool { entries.contains(where: \.isAlive) }

    func append(_ action: UndoAction) { entries.append(.action(action)) }

    /// Appends a group that was closed inside this one, and adopts its description where this one has
    /// none.
    func append(_ group: UndoGroup) {
        entries.append(.group(group))
        if name.isEmpty { name = group.name }
        userInfo.merge(group.userInfo) { own, _ in own }
    }

    /// Removes and returns the last entry if it is a group; otherwise nil.
    func popGroup() -> UndoGroup? {
        guard case .group(let group)? = entries.last else { return nil }
        entries.removeLast()
        return group
    }

    /// Performs the actions, the last one first. An action may remove those that are left.
    func perform() {
        while let entry = entries.popLast() {
            switch entry {
            case .action(let action): action.perform()
            case .group(let group):
                performed = group
                group.perform()
                performed = nil
            }
        }
    }

    func removeAll() {
        entries = []
        performed?.removeAll()
    }

    /// Removes the actions with a target, and groups that have no others.
    func removeAll(with target: ObjectIdentifier) {
        performed?.removeAll(with: target)
        entries.removeAll { entry in
            switch entry {
            case .action(let action): return action.targetID == target
            case .group(let group):
                group.removeAll(with: target)
                return group.isEmpty
            }
        }
    }
}

/// One registered action. It does not keep its target.
struct UndoAction {
    private(set) weak var target: AnyObject?
    let targetID: ObjectIdentifier
    private let handler: (AnyObject) -> Void

    init(_ target: AnyObject, _ handler: @escaping (AnyObject) -> Void) {
        self.target = target
        targetID = ObjectIdentifier(target)
        self.handler = handler
    }

    /// Calls the handler, unless the target is gone.
    func perform() {
        if let target { handler(target) }
    }
}
