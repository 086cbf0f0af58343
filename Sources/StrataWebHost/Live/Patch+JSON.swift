import StrataViewGraph

extension Patch {
    /// The message to the browser.
    var json: String {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("operations") { $0.array { for operation in operations { $0.write(operation) } } }
            if let animation { writer.member("animation", write: animation.write) }
            if !scopes.isEmpty {
                writer.member("scopes") { $0.array { for scope in scopes { $0.write(scope) } } }
            }
            writer.member("acknowledged") { $0.number(acknowledged) }
        }
        return writer.text
    }
}

extension JSONWriter {
    /// Writes an operation as an array.
    fileprivate mutating func write(_ operation: Patch.Operation) {
        switch operation {
        case .remove(let id): self.operation("remove") { $0.number(id) }
        case .insert(let parent, let after, let html):
            self.operation("insert") {
                $0.number(parent)
                $0.number(after)
                $0.string(html)
            }
        case .move(let id, let parent, let after): self.operation("move") { $0.numbers([id, parent, after]) }
        case .attributes(let id, let attributes):
            self.operation("attributes") {
                $0.number(id)
                $0.object { writer in
                    for (name, value) in attributes.sorted(by: { $0.key < $1.key }) { writer.member(name) { $0.string(value) } }
                }
            }
        case .gap(let id, let gap): self.operation("gap") { $0.numbers([id, gap.firstRow, gap.rows, gap.headers]) }
        case .inside(let id, let html):
            self.operation("inside") {
                $0.number(id)
                $0.string(html)
            }
        case .redraw(let html): self.operation("redraw") { $0.string(html) }
        case .scene(let name): self.operation("scene") { $0.string(name) }
        case .saved(let message): self.operation("saved") { $0.number(message) }
        case .offer(let offer):
            self.operation("offer") {
                $0.boolean(offer.continues)
                $0.boolean(offer.searches)
            }
        case .handoffLink(let token, let title, let seconds):
            self.operation("handoffLink") {
                $0.strings([token, title])
                $0.number(seconds)
            }
        case .foundActivities(let search, let activities):
            self.operation("foundActivities") {
                $0.number(search)
                $0.array { for activity in activities { $0.array { $0.strings([activity.id, activity.title]) } } }
            }
        case .activityIsGone: self.operation("activityIsGone") { _ in }
        case .request(let request): write(request)
        }
    }

    /// Writes a request of the app as an array.
    private mutating func write(_ request: HostRequest) {
        switch request {
        case .openWindow(let scene, let value, let name): operation("openWindow") { $0.strings([scene, value, name]) }
        case .openActivity(let scene, let token): operation("openActivity") { $0.strings([scene, token]) }
        case .nameWindow(let name): operation("nameWindow") { $0.string(name) }
        case .comeForward: operation("comeForward") { _ in }
        case .closeWindow(let scene, let value): operation("closeWindow") { $0.strings([scene, value]) }
        case .download(let id): operation("download") { $0.string(id) }
        case .dragOffer(let token, let types, let texts):
            operation("dragOffer") {
                $0.string(token)
                $0.array { $0.strings(types) }
                $0.array { writer in
                    for (type, text) in texts.sorted(by: { $0.key < $1.key }) { writer.array { $0.strings([type, text]) } }
                }
            }
        case .windowOffer(let token): operation("windowOffer") { $0.string(token) }
        case .dropProposal(let element, let operation):
            self.operation("dropProposal") {
                $0.number(element)
                $0.string(operation.name)
            }
        case .rotors(let revision, let rotors):
            operation("rotors") {
                $0.number(revision)
                $0.array { for rotor in rotors { $0.write(rotor) } }
            }
        case .announce(let message): operation("announce") { $0.string(message) }
        case .reveal(let element, let range):
            operation("reveal") { $0.numbers([element, range?.lowerBound, range?.upperBound]) }
        }
    }

    /// Writes a rotor as an array.
    private mutating func write(_ rotor: RotorContent) {
        array {
            $0.strings([rotor.title, rotor.replaced])
            $0.number(rotor.element)
            $0.array { $0.strings(rotor.entries) }
        }
    }

    /// Writes a scope as an array: the IDs, the animation, and whether it is shallow.
    fileprivate mutating func write(_ scope: Patch.Scope) {
        array {
            $0.array { $0.numbers(scope.elements) }
            if let animation = scope.animation { animation.write(to: &$0) } else { $0.null() }
            $0.boolean(scope.isShallow)
        }
    }
}

extension Patch.Timing {
    fileprivate func write(to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("duration") { $0.number(duration) }
            if delay != 0 { writer.member("delay") { $0.number(delay) } }
            switch curve {
            case .easing(let function): writer.member("easing") { $0.string(function) }
            case .spring(let damping): writer.member("spring") { $0.number(damping) }
            }
            if let repetitions { writer.member("repetitions") { $0.number(repetitions) } }
            if let alternates { writer.member("alternates") { $0.boolean(alternates) } }
        }
    }
}

/// Writes JSON, with a comma before each value that follows another one. Foundation's encoder takes
/// longer for a short message than its evaluation.
private struct JSONWriter {
    private var bytes: [UInt8] = []

    /// The written JSON.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    init() { bytes.reserveCapacity(512) }

    // MARK: Collections

    /// Writes an array that begins with the name of an operation.
    mutating func operation(_ name: String, write: (inout JSONWriter) -> Void) {
        array {
            $0.string(name)
            write(&$0)
        }
    }

    /// Writes an array, whose elements the closure writes.
    mutating func array(write: (inout JSONWriter) -> Void) {
        separate()
        markup("[")
        write(&self)
        markup("]")
    }

    /// Writes an object, whose members the closure writes.
    mutating func object(write: (inout JSONWriter) -> Void) {
        separate()
        markup("{")
        write(&self)
        markup("}")
    }

    /// Writes a member of an object, whose value the closure writes.
    mutating func member(_ name: String, write: (inout JSONWriter) -> Void) {
        string(name)
        markup(":")
        write(&self)
    }

    // MARK: Values

    mutating func null() { value("null") }

    mutating func boolean(_ boolean: Bool) { value(boolean ? "true" : "false") }

    /// Writes a number; null for nil.
    mutating func number(_ number: Int?) { value(number.map { String($0) } ?? "null") }

    /// Writes a finite number, without a fraction if it is whole.
    mutating func number(_ number: Double) {
        value(number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number))
    }

    /// Writes numbers one after the other.
    mutating func numbers(_ numbers: [Int?]) {
        for each in numbers { number(each) }
    }

    /// Writes strings one after the other.
    mutating func strings(_ strings: [String?]) {
        for each in strings { string(each) }
    }

    /// Writes a string; null for nil.
    mutating func string(_ string: String?) {
        guard var string else { return null() }
        separate()
        markup("\"")
        string.withUTF8 { utf8 in
            var start = 0
            for index in utf8.indices {
                let byte = utf8[index]
                guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") || byte < 0x20 else { continue }
                bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<index]))
                markup("\\")
                if byte < 0x20 {
                    let digits = String(byte, radix: 16)
                    bytes.append(contentsOf: "u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8)
                } else {
                    bytes.append(byte)
                }
                start = index + 1
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start...]))
        }
        markup("\"")
    }

    // MARK: Markup

    /// Writes a value that needs no escaping.
    private mutating func value(_ text: String) {
        separate()
        bytes.append(contentsOf: text.utf8)
    }

    /// Writes a comma, unless the next value is the first one of a collection or belongs to a name.
    private mutating func separate() {
        guard let last = bytes.last else { return }
        if last != UInt8(ascii: "["), last != UInt8(ascii: "{"), last != UInt8(ascii: ":") { markup(",") }
    }

    private mutating func markup(_ character: Unicode.Scalar) { bytes.append(UInt8(ascii: character)) }
}
