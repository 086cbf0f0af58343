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
    private static let mostItems = 8
    private static let unescaped = CharacterSet(
        charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~")

    init(tabs: [String?] = [], paths: [[Component]]) { (self.tabs, self.paths) = (tabs, paths) }

    /// Parses a query. Ignores items that are not a path. A path ends before the first component
    /// without a type.
    init(query: String) {
        // The value of a window, which is in the query of the tab's URL, too, may be longer.
        let all = query.drop { $0 == "?" }.split(separator: "&").filter { $0.hasPrefix("tab=") || $0.hasPrefix("path=") }
        guard all.reduce(0, { $0 + 1 + $1.utf8.count }) <= Self.mostBytes else {
            (tabs, paths) = ([], [])
            return
        }
        tabs = all.filter { $0.hasPrefix("tab=") }.prefix(Self.mostItems).map { item in
            item == "tab=" ? nil : item.dropFirst(4).removingPercentEncoding
        }
        let items = all.filter { $0.hasPrefix("path=") }
        paths = items.prefix(Self.mostItems).map { item in
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

    /// The query, with its question mark; empty if no path has values.
    ///
    /// It ends before the first tab or value with which it would be longer than a location may be: the
    /// places before it are a place, too.
    var query: String {
        var items: [String] = []
        var rest = Self.mostBytes
        /// Returns whether there is room for the text of an item, and takes it.
        func fits(_ text: String, _ isIncluded: Bool = true) -> Bool {
            // With the character before it.
            let size = text.utf8.count + 1
            guard isIncluded, size <= rest else { return false }
            rest -= size
            return true
        }
        for (index, tab) in tabs.enumerated() {
            let item = "tab=" + Self.escape(tab ?? "")
            guard fits(item, index < Self.mostItems) else { return Self.query(of: items) }
            items.append(item)
        }
        for (index, path) in paths.enumerated() {
            var item = "path="
            guard fits(item, index < Self.mostItems) else { break }
            let components = path.map { Self.escape($0.type) + ":" + Self.escape($0.text) }
            let fitting = components.enumerated().prefix { fits($1, $0 < Self.mostComponents) }
            item += fitting.map(\.element).joined(separator: "/")
            items.append(item)
            // The stacks of the further paths may be in the pages that are missing.
            if fitting.count < components.count { break }
        }
        return Self.query(of: items)
    }

    /// Returns the query of items, without empty ones at the end of the tabs and the paths.
    private static func query(of items: [String]) -> String {
        var tabs = items.filter { $0.hasPrefix("tab=") }
        while tabs.last == "tab=" { tabs.removeLast() }
        var paths = items.filter { $0.hasPrefix("path=") }
        while paths.last == "path=" { paths.removeLast() }
        return tabs.isEmpty && paths.isEmpty ? "" : "?" + (tabs + paths).joined(separator: "&")
    }

    private static func escape(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: unescaped) ?? ""
    }
}
