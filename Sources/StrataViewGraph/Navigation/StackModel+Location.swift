internal import Foundation
internal import StrataArchives

// The path of a stack in a location.
extension StackModel {
    /// The start of the type of an item, which is not part of the path. No name of a type contains it.
    private static let itemMark = "item~"
    /// The start of the type of a column's first value if a link in the column itself has pushed it.
    private static let ownMark = "own~"

    /// The values and items of the pages, up to the first page without a `Codable` one.
    var encodedPath: [NavigationLocation.Component] {
        var path: [NavigationLocation.Component] = []
        for entry in entries {
            guard let value = (entry.value ?? entry.item)?.base, let codable = value as? any Codable,
                let text = (value as? String)
                    // Ignored: an entry without JSON ends the location, as one that is not Codable
                    // does.
                    ?? (try? JSONEncoder.sorted.encode(codable)).map({ String(decoding: $0, as: UTF8.self) })
            else { break }
            let isOwn = path.isEmpty && isColumn && !isFirstFromOtherColumn
            let mark = entry.value == nil ? Self.itemMark : isOwn ? Self.ownMark : ""
            path.append(NavigationLocation.Component(type: mark + String(describing: type(of: value)), text: text))
        }
        return path
    }

    /// Pushes the page of the next value or item of a path whose first ones have pages already. Returns
    /// false if there is no next one, or it cannot be decoded.
    func openNext(of path: [NavigationLocation.Component]) -> Bool {
        let count = entries.count
        guard count < path.count, encodedPath == Array(path.prefix(count)) else { return false }
        let component = path[count]
        if component.type.hasPrefix(Self.itemMark) {
            let name = component.type.dropFirst(Self.itemMark.count)
            for (_, item) in items where String(describing: item.type) == name && item.read() == nil {
                guard let value = Self.decode(item.type, from: component.text) else { continue }
                item.write(value)
                showsColumn?()
                node?.graph.update()
                return entries.count > count
            }
            return false
        }
        let isOwn = count == 0 && component.type.hasPrefix(Self.ownMark)
        let name = isOwn ? component.type.dropFirst(Self.ownMark.count) : component.type[...]
        let candidates = self.path.elementType.map { [$0] } ?? types
        for type in candidates where String(describing: type) == name {
            guard let value = Self.decode(type, from: component.text) else { continue }
            push(value, isFromOtherColumn: !isOwn)
            showsColumn?()
            node?.graph.update()
            return entries.count > count
        }
        return false
    }

    private static func decode(_ type: any Hashable.Type, from text: String) -> AnyHashable? {
        if type == String.self { return AnyHashable(text) }
        guard let type = type as? any (Decodable & Hashable).Type else { return nil }
        return decodeJSON(type, from: text)
    }

    private static func decodeJSON<V: Decodable & Hashable>(_ type: V.Type, from text: String) -> AnyHashable? {
        // Ignored: an address that a person has changed leads to a page that exists.
        (try? JSONDecoder().decode(type, fromUntrusted: Data(text.utf8))).map { AnyHashable($0) }
    }
}

extension JSONEncoder {
    /// An encoder with sorted keys, so that the URL of a place stays the same.
    static var sorted: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}
