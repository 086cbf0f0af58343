internal import Foundation

/// The selected tabs and the paths of the stacks of a window, as the query of a URL.
struct NavigationLocation {
    /// A value: the name of its type, and its text.
    struct Component: Equatable {
        let type: String
        let text: String
    }

    /// The selected pages of tab views; nil for the page that was selected from the start.
    var tabs: [String?]
    var paths: [[Component]]

    private static let mostBytes = 8192
    private static let mostComponents = 64
    private static let unescaped = CharacterSet(
        charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")

    init(tabs: [String?] = [], paths: [[Component]]) { (self.tabs, self.paths) = (tabs, paths) }

    /// Parses a query. Ignores items that are not a path. A path ends before the first component
    /// without a type.
    init(query: String) {
        guard query.utf8.count <= Self.mostBytes else {
            (tabs, paths) = ([], [])
            return
        }
        let all = query.drop { $0 == "?" }.split(separator: "&")
        tabs = all.filter { $0.hasPrefix("tab=") }.prefix(8).map { item in
            item == "tab=" ? nil : item.dropFirst(4).removingPercentEncoding
        }
        let items = all.filter { $0.hasPrefix("path=") }
        paths = items.prefix(8).map { item in
            var path: [Component] = []
            for part in item.dropFirst(5).split(separator: "/").prefix(Self.mostComponents) {
                guard let component = Self.component(part) else { break }
                path.append(component)
            }
            return path
        }
    }

    private static func component(_ part: Substring) -> Component? {
        guard let colon = part.firstIndex(of: ":"), let type = part[..<colon].removingPercentEncoding,
            let text = part[part.index(after: colon)...].removingPercentEncoding
        else { return nil }
        return Component(type: type, text: text)
    }

    /// The query, with its question mark; empty if no path has values, or if it would be longer
    /// than a location may be.
    var query: String {
        var paths = self.paths
        while paths.last?.isEmpty == true { paths.removeLast() }
        var tabs = self.tabs
        while case .some(nil) = tabs.last { tabs.removeLast() }
        let items =
            tabs.map { "tab=" + Self.escape($0 ?? "") }
            + paths.map { path in
                "path=" + path.map { Self.escape($0.type) + ":" + Self.escape($0.text) }.joined(separator: "/")
            }
        let query = items.isEmpty ? "" : "?" + items.joined(separator: "&")
        return query.utf8.count <= Self.mostBytes ? query : ""
    }

    private static func escape(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unescaped) ?? ""
    }
}
