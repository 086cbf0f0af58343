import StrataViewGraph

extension MatchedGeometry {
    /// The tag of the box around a matched view.
    ///
    /// The attribute that `matches.js` reads has the key of the group, and after it what is not the
    /// default: "position", "size" or "none", and the coordinates of the anchor.
    var tag: HTMLTag {
        var tag = HTMLTag("div", class: "box matched")
        var words = [key.name]
        if properties != .frame || anchor != .center { words.append(properties.name) }
        if anchor != .center { words += [anchor.x.number, anchor.y.number] }
        tag[isSource ? "data-source" : "data-follows"] = words.joined(separator: " ")
        return tag
    }
}

extension MatchKey {
    /// The key in attributes.
    var name: String { String(number, radix: 36) }
}

extension MatchedGeometryProperties {
    fileprivate var name: String {
        switch (contains(.position), contains(.size)) {
        case (true, true): "frame"
        case (true, false): "position"
        case (false, true): "size"
        case (false, false): "none"
        }
    }
}
