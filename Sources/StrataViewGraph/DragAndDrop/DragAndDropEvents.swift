/// A report about a drag that begins at an element.
package struct DragEvent: ElementEvent {
    package static let name = "drag"

    /// A phase of a drag.
    package enum Phase: String, Codable, Sendable {
        /// The pointer was pressed, so that a drag may begin.
        case lifted
        /// The pointer was released, and no drag has begun.
        case released
        /// The drag has begun.
        case began
        /// The drag is over.
        case ended
        /// The user has copied the item by the keyboard.
        case copied
        /// The user opens a context menu on the element.
        case menu
        /// The user has dropped the item where a new window opens for it.
        case opened
    }

    package var phase: Phase
    /// The token of the drag: 32 hexadecimal digits.
    package var token: String
    /// The place of a menu that only offers a new window; nil if the app has a menu there, whose
    /// ``MenuEvent`` has the same token.
    package var menu: MenuEvent?

    package init(_ phase: Phase, token: String, menu: MenuEvent? = nil) {
        self.phase = phase
        self.token = token
        self.menu = menu
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        phase = try values.decode(Phase.self, forKey: .phase)
        token = try values.decode(String.self, forKey: .token)
        menu = try values.decodeIfPresent(MenuEvent.self, forKey: .menu)
        guard RandomToken.isToken(token) else {
            throw DecodingError.dataCorruptedError(forKey: .token, in: values, debugDescription: "This is no token.")
        }
    }
}

/// A report about a drag over an element, or about items that are dropped or pasted there.
package struct DropEvent: ElementEvent {
    package static let name = "drop"

    /// A phase of a drag over an element.
    package enum Phase: String, Codable, Sendable {
        case entered, moved, exited, dropped
    }

    /// A file or text from outside of the app, which the host has received.
    package struct Received: Codable, Hashable, Sendable {
        /// The ID of the upload.
        package var id: String
        /// The MIME type.
        package var type: String
        /// Whether it is a file; otherwise it is one form of dragged text.
        package var isFile: Bool

        package init(id: String, type: String, isFile: Bool) {
            self.id = id
            self.type = type
            self.isFile = isFile
        }
    }

    package var phase: Phase
    /// The index of the destination among those of the element.
    package var index: Int
    /// The location in the element.
    package var x: Double
    package var y: Double
    /// The token of an item of the app; nil for items from outside, and if it is not known yet.
    package var token: String?
    /// The MIME types of items from outside.
    package var types: [String]
    /// The items from outside that are dropped.
    package var items: [Received]
    /// Whether the pointer is in the second half of a row.
    package var isAfter: Bool

    package var uploads: [String] { phase == .dropped ? items.map(\.id) : [] }

    package init(
        _ phase: Phase, index: Int = 0, x: Double = 0, y: Double = 0, token: String? = nil, types: [String] = [],
        items: [Received] = [], isAfter: Bool = false
    ) {
        self.phase = phase
        self.index = index
        self.x = x
        self.y = y
        self.token = token
        self.types = types
        self.items = items
        self.isAfter = isAfter
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        func number(_ key: CodingKeys) throws -> Double {
            let number = try values.decodeIfPresent(Double.self, forKey: key) ?? 0
            return number.isFinite ? min(max(number, -1e6), 1e6) : 0
        }
        phase = try values.decode(Phase.self, forKey: .phase)
        index = try values.decodeIfPresent(Int.self, forKey: .index) ?? 0
        x = try number(.x)
        y = try number(.y)
        token = try values.decodeIfPresent(String.self, forKey: .token)
        types = try values.decodeIfPresent([String].self, forKey: .types) ?? []
        items = try values.decodeIfPresent([Received].self, forKey: .items) ?? []
        isAfter = try values.decodeIfPresent(Bool.self, forKey: .isAfter) ?? false
        guard token.map(RandomToken.isToken) ?? true, types.count <= WindowFiles.mostFiles, items.count <= WindowFiles.mostFiles
        else {
            throw DecodingError.dataCorruptedError(forKey: .items, in: values, debugDescription: "This is no drop.")
        }
    }
}
