public import Foundation

extension NSNotification.Name {
    /// Posted when a group is opened inside another, when one is closed, before an undo or a redo, and
    /// by `canRedo`.
    public static let NSUndoManagerCheckpoint = Notification.Name("NSUndoManagerCheckpointNotification")
    /// Posted just before the actions of an undo are performed.
    public static let NSUndoManagerWillUndoChange = Notification.Name("NSUndoManagerWillUndoChangeNotification")
    /// Posted just after the actions of an undo were performed.
    public static let NSUndoManagerDidUndoChange = Notification.Name("NSUndoManagerDidUndoChangeNotification")
    /// Posted just before the actions of a redo are performed.
    public static let NSUndoManagerWillRedoChange = Notification.Name("NSUndoManagerWillRedoChangeNotification")
    /// Posted just after the actions of a redo were performed.
    public static let NSUndoManagerDidRedoChange = Notification.Name("NSUndoManagerDidRedoChangeNotification")
    /// Posted after a group was opened. Not posted while actions are performed.
    public static let NSUndoManagerDidOpenUndoGroup = Notification.Name("NSUndoManagerDidOpenUndoGroupNotification")
    /// Posted before a group is closed, with `NSUndoManagerGroupIsDiscardableKey` if it can be dropped.
    /// Not posted while actions are performed.
    public static let NSUndoManagerWillCloseUndoGroup = Notification.Name("NSUndoManagerWillCloseUndoGroupNotification")
    /// Posted after a group was closed. Not posted while actions are performed.
    public static let NSUndoManagerDidCloseUndoGroup = Notification.Name("NSUndoManagerDidCloseUndoGroupNotification")
}

/// The key of `true` in the user info of `NSUndoManagerWillCloseUndoGroup` if the group can be
/// dropped.
public let NSUndoManagerGroupIsDiscardableKey = "NSUndoManagerGroupIsDiscardableKey"

extension UndoManager {
    /// The key of a value that an app attaches to a step.
    ///
    ///     extension UndoManager.UserInfoKey {
    ///         static let icon: UndoManager.UserInfoKey = "icon"
    ///     }
    public struct UserInfoKey: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
        /// The name of the key.
        public let rawValue: String

        /// Creates a key with a name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Creates a key with a name.
        public init(_ rawValue: String) { self.rawValue = rawValue }

        /// Creates a key with a name.
        public init(stringLiteral value: String) { rawValue = value }
    }
}
