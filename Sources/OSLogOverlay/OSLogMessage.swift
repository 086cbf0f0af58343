/// A message with values, each with its privacy and format.
public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
    let text: String

    public init(stringLiteral value: String) { text = value }

    public init(stringInterpolation: OSLogInterpolation) { text = stringInterpolation.text }
}

/// The literals and values of a message.
public struct OSLogInterpolation: StringInterpolationProtocol {
    private(set) var text = ""

    public init(literalCapacity: Int, interpolationCount: Int) {
        text.reserveCapacity(literalCapacity + interpolationCount * 8)
    }

    public mutating func appendLiteral(_ literal: String) { text += literal }

    private mutating func append(
        _ align: OSLogStringAlignment, _ privacy: OSLogPrivacy, isPublicByDefault: Bool, _ value: () -> String
    ) {
        text += align.aligned(privacy.text(isPublicByDefault: isPublicByDefault, value))
    }
}

extension OSLogInterpolation {
    /// Appends a text, which is private unless the message says otherwise.
    public mutating func appendInterpolation(
        _ value: String, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        append(align, privacy, isPublicByDefault: false) { value }
    }

    /// Appends a value's description, which is private unless the message says otherwise.
    @_disfavoredOverload
    public mutating func appendInterpolation<T: CustomStringConvertible>(
        _ value: T, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        append(align, privacy, isPublicByDefault: false) { value.description }
    }

    /// Appends an error, which is private unless the message says otherwise.
    public mutating func appendInterpolation(
        _ value: any Error, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        append(align, privacy, isPublicByDefault: false) { String(describing: value) }
    }

    /// Appends a type's name.
    public mutating func appendInterpolation(
        _ value: Any.Type, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        append(align, privacy, isPublicByDefault: true) { String(describing: value) }
    }

    /// Appends an integer.
    public mutating func appendInterpolation<T: FixedWidthInteger>(
        _ value: T, format: OSLogIntegerFormatting = .decimal, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        append(align, privacy, isPublicByDefault: true) { format.text(of: value) }
    }

    /// Appends a floating-point number.
    public mutating func appendInterpolation(
        _ value: Double, format: OSLogFloatFormatting = .fixed, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        append(align, privacy, isPublicByDefault: true) { format.text(of: value) }
    }

    /// Appends a floating-point number.
    public mutating func appendInterpolation(
        _ value: Float, format: OSLogFloatFormatting = .fixed, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        append(align, privacy, isPublicByDefault: true) { format.text(of: Double(value)) }
    }

    /// Appends a Boolean value.
    public mutating func appendInterpolation(
        _ value: Bool, format: OSLogBoolFormat = .truth, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        append(align, privacy, isPublicByDefault: true) { format.text(of: value) }
    }
}
