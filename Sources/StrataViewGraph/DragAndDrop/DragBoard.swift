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
///    window it was dragged.
/// 4. The item stays until its window drags another one or closes, because the end of the drag may
///    arrive before the drop, which comes by another connection.
///
/// A view whose item is made by a closure of the app (`onDrag`) evaluates it when the drag begins,
/// because such closures change state. Its text arrives too late for other programs.
///
/// The invariant: each window has at most one dragged and one copied item, so that the memory is
/// bounded by the number of windows. A token that is not here is that of another server or is
/// forged; it names nothing.
@MainActor
package final class DragBoard {
    private struct Entry {
        let window: ObjectIdentifier
        let isCopy: Bool
        let item: NSItemProvider
    }

    private var entries: [String: Entry] = [:]

    package init() {}

    /// Adds an item of a window, in place of the previous one. Ignores a token that exists.
    ///
    /// - Parameter isCopy: Whether the user has copied the item, instead of dragging it.
    package func add(_ item: NSItemProvider, _ token: String, isCopy: Bool, from window: WindowGraph) {
        let window = ObjectIdentifier(window)
        guard entries[token] == nil else { return }
        for (other, entry) in entries where entry.window == window && entry.isCopy == isCopy { entries[other] = nil }
        entries[token] = Entry(window: window, isCopy: isCopy, item: item)
    }

    /// Returns the item with a token; nil if there is none.
    func item(_ token: String) -> NSItemProvider? { entries[token]?.item }

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
