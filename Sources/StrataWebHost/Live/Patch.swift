import Foundation
import StrataViewGraph

/// A message to the browser after a change: the operations that update its page.
///
/// `WindowGraph` returns a flush as mutations of elements; a patch is their form for a browser, in
/// HTML and attributes. An element keeps its ID, which is in `data-id`, from its insertion to its
/// removal. For example, pressing a button that appends a row and changes a count sends
///
///     {"operations": [["inside", 4, "3 quakes"],
///                     ["insert", 9, 17, "<div class=\"row\" data-id=\"21\">…</div>"]],
///      "acknowledged": 6}
///
/// The script applies the operations in order, so each one can rely on those before it. An
/// insertion contains the whole subtree. An operation that refers to an unknown ID means that page
/// and server disagree: the script closes the connection, and the window is redrawn when it
/// reconnects.
///
/// **Text fields** are the one place where both sides write. The script numbers its messages, and a
/// patch acknowledges the last one that the server has processed. If the user has typed since, the
/// field keeps what was typed, because the next message will report it.
struct Patch {
    /// One operation, written as an array that starts with its name; `patches.js` reads this form.
    enum Operation: Equatable {
        /// Removes an element with its subtree.
        case remove(id: Int)
        /// Inserts an element with its subtree after a sibling; nil for the first child.
        case insert(parent: Int, after: Int?, html: String)
        /// Moves an element after a sibling; nil for the first child.
        case move(id: Int, parent: Int, after: Int?)
        /// Replaces all attributes of an element.
        case attributes(id: Int, [String: String])
        /// Changes the rows for which a gap of a list stands.
        case gap(id: Int, ListGap)
        /// Replaces the HTML that an element has inside besides its children.
        case inside(id: Int, html: String)
        /// Replaces the whole window, after a reconnection.
        case redraw(html: String)
        /// Names the scene session that the tab keeps.
        case scene(name: String)
        /// Reports the last message of the tab whose effects are saved.
        case saved(number: Int)
        /// Opens or closes a tab of the app, or downloads a file.
        case request(HostRequest)
    }

    /// The timing of an animation for the Web Animations API: milliseconds, and a CSS easing
    /// function.
    struct Timing: Equatable {
        let duration: Double
        let delay: Double
        let easing: String
        /// The number of times that a change of appearance runs; 0 for no end, nil for once.
        var repetitions: Double?
        /// Whether every second repetition runs backward.
        var alternates: Bool?
    }

    var operations: [Operation]
    /// The animation of moved, inserted and removed elements; nil for none.
    var animation: Timing?
    /// The number of the last message from the browser that this patch reflects, so that the patch
    /// does not overwrite newer input.
    var acknowledged: Int
}

extension Patch {
    @MainActor
    init(_ mutations: [Mutation], animation: Animation? = nil, acknowledged: Int) {
        self.animation = animation.map(Timing.init)
        operations = mutations.flatMap { mutation -> [Operation] in
            switch mutation {
            case .remove(let element): [.remove(id: element.id)]
            case .insert(let element, let parent, let after):
                [.insert(parent: parent.id, after: after?.id, html: HTMLRenderer.html(of: element, in: parent, .compact))]
            case .move(let element, let parent, let after): [.move(id: element.id, parent: parent.id, after: after?.id)]
            case .update(let element): Self.update(of: element)
            case .updateText(let element): Self.updateOfInside(of: element)
            }
        }
        self.acknowledged = acknowledged
    }

    @MainActor
    private static func update(of element: Element) -> [Operation] {
        // Almost every change of a list changes its gaps, which have five attributes.
        if case .collection(.gap(let gap)) = element.content, element.traits.isEmpty { return [.gap(id: element.id, gap)] }
        let tag = HTMLRenderer.tag(of: element, in: element.parent)
        let attributes = Dictionary(tag.attributes.map { ($0.name, $0.value) }) { _, last in last }
        return [.attributes(id: element.id, attributes)] + updateOfInside(of: element)
    }

    @MainActor
    private static func updateOfInside(of element: Element) -> [Operation] {
        var writer = HTMLWriter(.compact)
        return HTMLRenderer.writeInside(of: element, to: &writer) ? [.inside(id: element.id, html: writer.html)] : []
    }
}

extension Patch.Timing {
    init(_ animation: Animation) {
        duration = animation.duration * 1000
        delay = animation.wait * 1000
        if animation.repetitions != 1 {
            repetitions = animation.repetitions ?? 0
            alternates = animation.autoreverses
        }
        easing =
            switch animation.curve {
            case .bezier(let x1, let y1, let x2, let y2): "cubic-bezier(\(x1), \(y1), \(x2), \(y2))"
            case .samples(let samples):
                "linear(\(samples.map { String(($0 * 10_000).rounded() / 10_000) }.joined(separator: ", ")))"
            }
    }
}
