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
/// patch acknowledges the last one that the server has processed. The edits of the user after that
/// are not in the patch's text of the field, and the script rebases them over it (`TextRewrites`).
/// A patch without operations only acknowledges edits.
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
        /// Sets the entries of the page's own menu.
        case offer(ActivityOffer)
        /// Answers the request for a link that continues the activity with a title. Without a token,
        /// there is nothing to continue.
        case handoffLink(token: String?, title: String?, seconds: Int)
        /// Answers a search for activities.
        case foundActivities(search: Int, [FoundActivity])
        /// Reports that a chosen activity cannot be continued.
        case activityIsGone
        /// Opens or closes a tab of the app, or downloads a file.
        case request(HostRequest)
    }

    /// An activity that a search has found.
    struct FoundActivity: Equatable {
        let id: String
        let title: String
    }

    /// The timing of an animation for the Web Animations API: milliseconds, and a curve.
    struct Timing: Equatable {
        enum Curve: Equatable {
            /// A CSS easing function.
            case easing(String)
            /// A spring with a damping, as a fraction of critical damping. `springs.js` computes its
            /// easing function, which would make up most of a short patch.
            case spring(damping: Double)
        }

        let duration: Double
        let delay: Double
        let curve: Curve
        /// The number of times that a change of appearance runs; 0 for no end, nil for once.
        var repetitions: Double?
        /// Whether every second repetition runs backward.
        var alternates: Bool?
    }

    /// A part of the page whose changes have an animation of their own; nil for none. `timings.js`
    /// finds the scope of an element.
    struct Scope: Equatable {
        /// The IDs of the outermost elements.
        let elements: [Int]
        let animation: Timing?
        /// Whether the elements inside are not part of it.
        let isShallow: Bool
    }

    var operations: [Operation]
    /// The animation of moved, inserted, removed and changed elements; nil for none.
    var animation: Timing?
    /// The parts of the page with animations of their own, outer ones first.
    var scopes: [Scope] = []
    /// The number of the last message from the browser that this patch reflects, so that the patch
    /// does not overwrite newer input.
    var acknowledged: Int
}

extension Patch {
    @MainActor
    init(_ mutations: [Mutation], animation: Animation? = nil, scopes: [AnimationScope] = [], acknowledged: Int) {
        self.animation = animation.map(Timing.init)
        self.scopes = scopes.map {
            Scope(elements: $0.elements, animation: $0.animation.map(Timing.init), isShallow: $0.isShallow)
        }
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
        duration = Self.milliseconds(animation.duration)
        delay = Self.milliseconds(animation.wait)
        if animation.repetitions != 1 {
            repetitions = animation.repetitions ?? 0
            alternates = animation.autoreverses
        }
        curve =
            switch animation.curve {
            case .bezier(let x1, let y1, let x2, let y2): .easing("cubic-bezier(\(x1), \(y1), \(x2), \(y2))")
            case .spring(let spring): .spring(damping: Self.rounded(spring.dampingRatio, to: 10_000))
            case .samples(let samples):
                .easing("linear(\(samples.map { String(Self.rounded($0, to: 10_000)) }.joined(separator: ", ")))")
            }
    }

    /// Returns a number of seconds in milliseconds, with one digit after the decimal point. JSON has no
    /// infinity, for which a time of years stands.
    private static func milliseconds(_ seconds: Double) -> Double {
        seconds.isNaN ? 0 : rounded(min(max(seconds * 1000, -1e12), 1e12), to: 10)
    }

    private static func rounded(_ number: Double, to parts: Double) -> Double { (number * parts).rounded() / parts }
}
