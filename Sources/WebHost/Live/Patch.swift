import Foundation
import ViewGraph

/// What is sent to a browser after a change: the operations that bring its page up to date.
struct Patch: Encodable {
    /// One operation, written as an array with its sign first; `strata.js` reads the same shapes.
    enum Operation: Encodable, Equatable {
        case remove(id: Int)
        case insert(parent: Int, after: Int?, html: String)
        case move(id: Int, parent: Int, after: Int?)
        /// All attributes of an element.
        case attributes(id: Int, [String: String])
        /// What stands inside an element besides its children.
        case inside(id: Int, html: String)
        /// The whole window anew.
        case redraw(html: String)

        func encode(to encoder: any Encoder) throws {
            var array = encoder.unkeyedContainer()
            switch self {
            case .remove(let id):
                try array.encode("remove")
                try array.encode(id)
            case .insert(let parent, let after, let html):
                try array.encode("insert")
                try array.encode(parent)
                try array.encode(after)
                try array.encode(html)
            case .move(let id, let parent, let after):
                try array.encode("move")
                try array.encode(id)
                try array.encode(parent)
                try array.encode(after)
            case .attributes(let id, let attributes):
                try array.encode("attributes")
                try array.encode(id)
                try array.encode(attributes)
            case .inside(let id, let html):
                try array.encode("inside")
                try array.encode(id)
                try array.encode(html)
            case .redraw(let html):
                try array.encode("redraw")
                try array.encode(html)
            }
        }
    }

    /// How what moves gets to its new place, in terms of the Web Animations API: milliseconds, and a CSS easing function.
    struct Timing: Encodable, Equatable {
        let duration: Double
        let delay: Double
        let easing: String
    }

    var operations: [Operation]
    /// nil for at once.
    var animation: Timing?
    /// The number of the last message from the browser that is accounted for, so that it does not undo newer input.
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
                [.insert(parent: parent.id, after: after?.id, html: HTMLRenderer.html(of: element, in: parent))]
            case .move(let element, let parent, let after): [.move(id: element.id, parent: parent.id, after: after?.id)]
            case .update(let element): Self.update(of: element)
            }
        }
        self.acknowledged = acknowledged
    }

    @MainActor
    private static func update(of element: Element) -> [Operation] {
        let tag = HTMLRenderer.tag(of: element, in: nil)
        var operations: [Operation] = [
            .attributes(id: element.id, Dictionary(tag.attributes.map { ($0.name, $0.value) }) { _, last in last })
        ]
        switch element.content {
        case .text, .alert, .row:
            var writer = HTMLWriter()
            HTMLRenderer.writeInside(of: element, to: &writer)
            operations.append(.inside(id: element.id, html: writer.html))
        default: break
        }
        return operations
    }
}

extension Patch.Timing {
    init(_ animation: Animation) {
        duration = animation.duration * 1000
        delay = animation.wait * 1000
        easing =
            switch animation.curve {
            case .bezier(let x1, let y1, let x2, let y2): "cubic-bezier(\(x1), \(y1), \(x2), \(y2))"
            case .samples(let samples):
                "linear(\(samples.map { String(($0 * 10_000).rounded() / 10_000) }.joined(separator: ", ")))"
            }
    }
}
