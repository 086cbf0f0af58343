import Foundation
import StrataViewGraph

extension [ShadowStyle] {
    /// The declarations that draw the shadows of whatever an element draws.
    var filterCSS: [String] {
        isEmpty ? [] : ["filter:" + map { "drop-shadow(\($0.css))" }.joined(separator: " ")]
    }

    /// The declarations that draw the shadows of the box of an element, but not of its content.
    var boxCSS: [String] { isEmpty ? [] : ["box-shadow:" + map(\.css).joined(separator: ", ")] }
}

extension ShadowStyle {
    fileprivate var css: String { "\(x.px) \(y.px) \(Swift.max(radius, 0).px) \(color.css)" }
}
