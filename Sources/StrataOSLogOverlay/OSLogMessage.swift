/// A log message with interpolated values, each with its privacy and format.
public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
    let text: String

    /// Creates a message from a literal, which is public.
    public init(stringLiteral value: String) { text = value }

    /// Creates a message from a literal with interpolated values.
    public init(stringInterpolation: OSLogInterpolation) { text = stringInterpolation.text }
}

/// The string interpolation of a log message.
public struct OSLogInterpolation: StringInterpolationProtocol {
    private(set) var text = ""

    /// Creates an empty interpolation. Reserves memory for the literal and eight bytes for each
    /// value.
    public init(literalCapacity: Int, interpolationCount: Int) {
        text.reserveCapacity(literalCapacity + interpolationCount * 8)
    }

    /// Appends a part of the literal, which is public.
    public mutating func appendLiteral(_ literal: String) { text += literal }

    private mutating func append(
        _ align: OSLogStringAlignment, _ privacy: OSLogPrivacy, isPublicByDefault: Bool, _ value: () -> String
    ) {
        text += align.aligned(privacy.text(isPublicByDefault: isPublicByDefault, value))
    }
}

extension OSLogInterpolation {
    /// Appends a string, which is private by default.
    public mutating func appendInterpolation(
        _ value: String, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        append(align, privacy, isPublicByDefault: false) { value }
    }

    /// Appends a value's description, which is private by default.
    @_disfavoredOverload
    public mutating func appendInterpolation<T: CustomStringConvertible>(
        _ value: T, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        append(align, privacy, isPublicByDefault: false) { value.description }
    }

    /// Appends an error, which is private by default.
    public mutating func appendInterpolation(
        _ value: any Error, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        append(align, privacy, isPublicByDefault: false) { String(describing: value) }
    }

    /// Appends a type's name, which is public by default.
    public mutating func appendInterpolation(
        _ value: Any.Type, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        append(align, privacy, isPublicByDefault: true) { String(describing: value) }
    }

    /// Appends an integer, which is public by default.
    public mutating func appendInterpolation<T: FixedWidthInteger>(
        _ value: T, format: OSLogIntegerFormatting = .decimal, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        append(align, privacy, isPublicByDefault: true) { format.text(of: value) }
    }

    /// Appends a floating-point number, which is public by default.
    public mutating func appendInterpolation(
        _ value: Double, format: OSLogFloatFormatting = .fixed, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        append(align, privacy, isPublicByDefault: true) { format.text(of: value) }
    }

    /// Appends a floating-point number, which is public by default.
    public mutating func appendInterpolation(
        _ value: Float, format: OSLogFloatFormatting = .fixed, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) {
        append(align, privacy, isPublicByDefault: true) { format.text(of: Double(value)) }
    }

    /// Appends a Boolean value, which is public by default.
    public mutating func appendInterpolation(
        _ value: Bool, format: OSLogBoolFormat = .truth, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        append(align, privacy, isPublicByDefault: true) { format.text(of: value) }
    }
}
