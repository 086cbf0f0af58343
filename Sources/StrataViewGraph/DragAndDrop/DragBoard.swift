package import CoreTransferable

/// The items that the windows of an app are dragging, or have copied, by the token of the drag.
///
/// # The life of a drag
///
/// 1. The user presses the pointer on a draggable view. The script makes a token of 128 random
///    bits, and sends a ``DragEvent``. The window evaluates the payload, puts the item here, and
///    answers with the types that it offers, and with its text for other programs
///    (`HostRequest.dragOffer`). A browser accepts that text only while the drag begins, and so it
///    has to be there before.
/// 2. The drag begins. The script puts the token and the text into the browser's `DataTransfer`,
///    and tells the types to the other tabs of the app. So each tab knows, while the pointer moves,
///    which destinations accept the item; the content does not leave the server.
/// 3. The user drops the item. The destination's tab reads the token, which the browser reveals
///    only then, and sends it in a ``DropEvent``. The destination finds the item here, in whichever
///    window of the same person it was dragged.
/// 4. The item stays until its window drags another one or closes, because the end of the drag may
///    arrive before the drop, which comes by another connection.
///
/// A view whose item is made by a closure of the app (`onDrag`) evaluates it when the drag begins,
/// because such closures change state. Its text arrives too late for other programs.
///
/// An item for which a new window can open has a ``WindowOffer``. It is also put here when the user
/// opens a context menu on it.
///
/// The invariant: each window has at most one item of each ``Use``, so that the memory is
/// bounded by the number of windows. A token that is not here is that of another server or is
/// forged; it names nothing.
@MainActor
package final class DragBoard {
    /// A use of an item by the user.
    package enum Use {
        case drag, copy, menu
    }

    private struct Entry {
        let window: ObjectIdentifier
        /// The digest of the window's person; nil if the app does not know the person.
        let owner: String?
        let use: Use
        let item: NSItemProvider
        let offer: WindowOffer?
    }

    private var entries: [String: Entry] = [:]

    package init() {}

    /// Adds an item of a window, in place of the previous one. Ignores a token that exists.
    ///
    /// - Parameters:
    ///   - use: What the user does with the item.
    ///   - offer: What a new window shows for the item; nil if none can.
    package func add(_ item: NSItemProvider, _ token: String, _ use: Use, offer: WindowOffer? = nil, from window: WindowGraph) {
        let (window, owner) = (ObjectIdentifier(window), window.session.identity.owner)
        guard entries[token] == nil else { return }
        for (other, entry) in entries where entry.window == window && entry.use == use { entries[other] = nil }
        entries[token] = Entry(window: window, owner: owner, use: use, item: item, offer: offer)
    }

    /// Returns whether there is an item with a token.
    func contains(_ token: String) -> Bool { entries[token] != nil }

    /// Returns the item with a token that a window of the same person has added; nil if there is none.
    func item(_ token: String, for window: WindowGraph) -> NSItemProvider? {
        guard let entry = entries[token], entry.owner == window.session.identity.owner else { return nil }
        return entry.item
    }

    /// Returns what a new window shows for an item that a window has added; nil for nothing.
    func offer(_ token: String, of window: WindowGraph) -> WindowOffer? {
        guard let entry = entries[token], entry.window == ObjectIdentifier(window) else { return nil }
        return entry.offer
    }

    /// Removes an item that a window has added.
    func remove(_ token: String, of window: WindowGraph) {
        if entries[token]?.window == ObjectIdentifier(window) { entries[token] = nil }
    }

    /// Removes the items of a window.
    func removeAll(of window: WindowGraph) {
        let window = ObjectIdentifier(window)
        entries = entries.filter { $0.value.window != window }
    }

    /// The number of items.
    package var count: Int { entries.count }
}
