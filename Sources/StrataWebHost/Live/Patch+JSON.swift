import StrataViewGraph

extension Patch {
    /// The message to the browser.
    var json: String {
        var writer = JSONWriter()
        writer.array("{\"operations\":[", operations) { $0.write($1) }
        writer.markup("]")
        if let animation {
            writer.markup(",\"animation\":")
            animation.write(to: &writer)
        }
        if !scopes.isEmpty {
            writer.array(",\"scopes\":[", scopes) { $0.write($1) }
            writer.markup("]")
        }
        writer.markup(",\"acknowledged\":")
        writer.number(acknowledged)
        writer.markup("}")
        return writer.text
    }
}

extension JSONWriter {
    /// Writes an operation as an array.
    fileprivate mutating func write(_ operation: Patch.Operation) {
        switch operation {
        case .remove(let id):
            markup("[\"remove\",")
            number(id)
        case .insert(let parent, let after, let html):
            markup("[\"insert\",")
            number(parent)
            markup(",")
            number(after)
            markup(",")
            string(html)
        case .move(let id, let parent, let after):
            markup("[\"move\",")
            number(id)
            markup(",")
            number(parent)
            markup(",")
            number(after)
        case .attributes(let id, let attributes):
            markup("[\"attributes\",")
            number(id)
            markup(",")
            array("{", attributes.sorted { $0.key < $1.key }) { writer, attribute in
                writer.string(attribute.key)
                writer.markup(":")
                writer.string(attribute.value)
            }
            markup("}")
        case .gap(let id, let gap):
            markup("[\"gap\",")
            array("", [id, gap.firstRow, gap.rows, gap.headers]) { $0.number($1) }
        case .inside(let id, let html):
            markup("[\"inside\",")
            number(id)
            markup(",")
            string(html)
        case .redraw(let html):
            markup("[\"redraw\",")
            string(html)
        case .scene(let name):
            markup("[\"scene\",")
            string(name)
        case .saved(let message):
            markup("[\"saved\",")
            number(message)
        case .offer(let offer):
            markup("[\"offer\",\(offer.continues),\(offer.searches)")
        case .handoffLink(let token, let title, let seconds):
            markup("[\"handoffLink\",")
            array("", [token, title]) { $0.string($1) }
            markup(",\(seconds)")
        case .foundActivities(let search, let activities):
            markup("[\"foundActivities\",\(search),[")
            array("", activities) { writer, activity in
                writer.array("[", [activity.id, activity.title]) { $0.string($1) }
                writer.markup("]")
            }
            markup("]")
        case .activityIsGone: markup("[\"activityIsGone\"")
        case .request(.openWindow(let scene, let value, let name)):
            markup("[\"openWindow\",")
            array("", [scene, value, name]) { $0.string($1) }
        case .request(.openActivity(let scene, let token)):
            markup("[\"openActivity\",")
            array("", [scene, token]) { $0.string($1) }
        case .request(.nameWindow(let name)):
            markup("[\"nameWindow\",")
            string(name)
        case .request(.comeForward): markup("[\"comeForward\"")
        case .request(.closeWindow(let scene, let value)):
            markup("[\"closeWindow\",")
            array("", [scene, value]) { $0.string($1) }
        case .request(.download(let id)):
            markup("[\"download\",")
            string(id)
        case .request(.dragOffer(let token, let types, let texts)):
            markup("[\"dragOffer\",")
            string(token)
            markup(",[")
            array("", types) { $0.string($1) }
            markup("],[")
            array("", texts.sorted { $0.key < $1.key }) { writer, text in
                writer.markup("[")
                writer.array("", [text.key, text.value]) { $0.string($1) }
                writer.markup("]")
            }
            markup("]")
        case .request(.windowOffer(let token)):
            markup("[\"windowOffer\",")
            string(token)
        case .request(.dropProposal(let element, let operation)):
            markup("[\"dropProposal\",\(element),")
            string(operation.name)
        case .request(.rotors(let revision, let rotors)):
            markup("[\"rotors\",\(revision),[")
            array("", rotors) { $0.write($1) }
            markup("]")
        case .request(.announce(let message)):
            markup("[\"announce\",")
            string(message)
        case .request(.reveal(let element, let range)):
            markup("[\"reveal\",")
            array("", [element, range?.lowerBound, range?.upperBound]) { $0.number($1) }
        }
        markup("]")
    }
}

extension JSONWriter {
    /// Writes a rotor as an array.
    fileprivate mutating func write(_ rotor: RotorContent) {
        markup("[")
        array("", [rotor.title, rotor.replaced]) { $0.string($1) }
        markup(",\(rotor.element),[")
        array("", rotor.entries) { $0.string($1) }
        markup("]]")
    }

    /// Writes a scope as an array: the IDs, the animation, and whether it is shallow.
    fileprivate mutating func write(_ scope: Patch.Scope) {
        array("[[", scope.elements) { $0.number($1) }
        markup("],")
        if let animation = scope.animation { animation.write(to: &self) } else { markup("null") }
        markup(",\(scope.isShallow)]")
    }
}

extension Patch.Timing {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.markup("{\"duration\":")
        writer.number(duration)
        if delay != 0 {
            writer.markup(",\"delay\":")
            writer.number(delay)
        }
        switch curve {
        case .easing(let function):
            writer.markup(",\"easing\":")
            writer.string(function)
        case .spring(let damping):
            writer.markup(",\"spring\":")
            writer.number(damping)
        }
        if let repetitions { writer.markup(",\"repetitions\":\(repetitions)") }
        if let alternates { writer.markup(",\"alternates\":\(alternates)") }
        writer.markup("}")
    }
}

/// Writes JSON. Foundation's encoder takes longer for a short message than its evaluation.
private struct JSONWriter {
    private var bytes: [UInt8] = []

    /// The written JSON.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    init() { bytes.reserveCapacity(512) }

    /// Writes punctuation, names and numbers, which need no escaping.
    mutating func markup(_ markup: String) { bytes.append(contentsOf: markup.utf8) }

    /// Writes a number; null for nil.
    mutating func number(_ number: Int?) { markup(number.map { String($0) } ?? "null") }

    /// Writes a finite number, without a fraction if it is whole.
    mutating func number(_ number: Double) {
        markup(number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number))
    }

    /// Writes elements with commas between them.
    mutating func array<Element>(_ start: String, _ elements: [Element], write: (inout JSONWriter, Element) -> Void) {
        markup(start)
        for (index, element) in elements.enumerated() {
            if index > 0 { markup(",") }
            write(&self, element)
        }
    }

    /// Writes a string; null for nil.
    mutating func string(_ string: String?) {
        guard var string else { return markup("null") }
        bytes.append(UInt8(ascii: "\""))
        string.withUTF8 { utf8 in
            var start = 0
            for index in utf8.indices {
                let byte = utf8[index]
                guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 else { continue }
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<index]))
                bytes.append(UInt8(ascii: "\\"))
                if byte < 0x20 {
                    let digits = String(byte, radix: 16)
                    markup("u" + String(repeating: "0", count: 4 - digits.count) + digits)
                } else {
                    bytes.append(byte)
                }
                start = index + 1
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start...]))
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
