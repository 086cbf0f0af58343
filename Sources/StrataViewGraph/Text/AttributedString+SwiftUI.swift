public import Foundation

extension AttributeScopes {
    /// The attributes that views draw, and those of Foundation.
    public struct SwiftUIAttributes: AttributeScope {
        /// The font.
        public let font: FontAttribute
        /// The color of the text.
        public let foregroundColor: ForegroundColorAttribute
        /// The color behind the text.
        public let backgroundColor: BackgroundColorAttribute
        /// The line through the text.
        public let strikethroughStyle: StrikethroughStyleAttribute
        /// The line under the text.
        public let underlineStyle: UnderlineStyleAttribute
        /// The space after each character, in points. A value of `tracking` replaces it.
        public let kern: KerningAttribute
        /// The space after each character, in points.
        public let tracking: TrackingAttribute
        /// The distance by which the text is raised, in points.
        public let baselineOffset: BaselineOffsetAttribute
        /// Foundation's attributes.
        public let foundation: FoundationAttributes

        /// The attribute of the font.
        public enum FontAttribute: AttributedStringKey {
            /// The type of the attribute's value.
            public typealias Value = Font
            /// The name under which the attribute is encoded.
            public static let name = "SwiftUI.Font"
        }

        /// The attribute of the color of the text.
        public enum ForegroundColorAttribute: AttributedStringKey {
            /// The type of the attribute's value.
            public typealias Value = Color
            /// The name under which the attribute is encoded.
            public static let name = "SwiftUI.ForegroundColor"
        }

        /// The attribute of the color behind the text.
        public enum BackgroundColorAttribute: AttributedStringKey {
            /// The type of the attribute's value.
            public typealias Value = Color
            /// The name under which the attribute is encoded.
            public static let name = "SwiftUI.BackgroundColor"
        }

        /// The attribute of the line through the text.
        public enum StrikethroughStyleAttribute: AttributedStringKey {
            /// The type of the attribute's value.
            public typealias Value = Text.LineStyle
            /// The name under which the attribute is encoded.
            public static let name = "SwiftUI.StrikethroughStyle"
        }

        /// The attribute of the line under the text.
        public enum UnderlineStyleAttribute: AttributedStringKey {
            /// The type of the attribute's value.
            public typealias Value = Text.LineStyle
            /// The name under which the attribute is encoded.
            public static let name = "SwiftUI.UnderlineStyle"
        }

        /// The attribute of the space after each character, which `TrackingAttribute` replaces.
        public enum KerningAttribute: AttributedStringKey {
            /// The type of the attribute's value.
            public typealias Value = CGFloat
            /// The name under which the attribute is encoded.
            public static let name = "SwiftUI.Kern"
        }

        /// The attribute of the space after each character.
        public enum TrackingAttribute: AttributedStringKey {
            /// The type of the attribute's value.
            public typealias Value = CGFloat
            /// The name under which the attribute is encoded.
            public static let name = "SwiftUI.Tracking"
        }

        /// The attribute of the distance by which the text is raised.
        public enum BaselineOffsetAttribute: AttributedStringKey {
            /// The type of the attribute's value.
            public typealias Value = CGFloat
            /// The name under which the attribute is encoded.
            public static let name = "SwiftUI.BaselineOffset"
        }
    }

    /// The attributes that views draw.
    public var swiftUI: SwiftUIAttributes.Type { SwiftUIAttributes.self }
}

extension AttributeDynamicLookup {
    /// Returns the key of an attribute that views draw, so that `string.font` finds it.
    public subscript<T: AttributedStringKey>(dynamicMember keyPath: KeyPath<AttributeScopes.SwiftUIAttributes, T>) -> T {
        self[T.self]
    }
}

extension TextSegment {
    /// Returns the segments of an attributed string.
    static func segments(of string: AttributedString) -> [TextSegment] {
        string.runs.map { run in
            var style = TextRunStyle()
            style.font = run.font
            style.color = run.foregroundColor
            style.background = run.backgroundColor
            style.strikethrough = run.strikethroughStyle.map { .line($0) }
            style.underline = run.underlineStyle.map { .line($0) }
            style.tracking = run.tracking ?? run.kern
            style.baselineOffset = run.baselineOffset
            style.link = run.link
            return TextSegment(source: .verbatim(String(string[run.range].characters)), style: style)
        }
    }
}
