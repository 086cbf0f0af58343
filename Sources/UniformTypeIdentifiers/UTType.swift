public import Foundation

/// A type of files or data, such as an image or a PDF document.
///
///     let type = UTType(filenameExtension: "jpg")   // .jpeg
///     type?.conforms(to: .image)                    // true
///
/// Types have the identifiers, filename extensions and MIME types of Apple's. Declarations of an
/// app's own types in an `Info.plist` are not read: ``init(exportedAs:conformingTo:)`` makes such
/// types, without filename extensions of their own.
public struct UTType: Hashable, Sendable, Codable, CustomStringConvertible {
    /// The identifier in reverse-DNS notation, such as `public.jpeg`.
    public let identifier: String
    /// The identifier of the type to which a type without a declaration conforms.
    private var parent: String?

    init(declared identifier: String) { self.identifier = identifier }

    private init(_ identifier: String, conformingTo parent: UTType?) {
        self.identifier = identifier
        self.parent = parent?.identifier
    }

    /// Creates the type with an identifier; nil if it is not known.
    public init?(_ identifier: String) {
        guard let declaration = Declarations.byIdentifier[identifier.lowercased()] else { return nil }
        self.init(declared: declaration.identifier)
    }

    /// Creates the type of files with a filename extension. If no known type has it, the type is
    /// dynamic.
    ///
    /// - Parameters:
    ///   - filenameExtension: The extension.
    ///   - supertype: A type to which the new one conforms; nil is returned if the known type does not.
    public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
        self.init(tag: filenameExtension, tagClass: .filenameExtension, conformingTo: supertype)
    }

    /// Creates the type of data with a MIME type. If no known type has it, the type is dynamic.
    ///
    /// - Parameters:
    ///   - mimeType: The MIME type.
    ///   - supertype: A type to which the new one conforms.
    public init?(mimeType: String, conformingTo supertype: UTType = .data) {
        self.init(tag: mimeType, tagClass: .mimeType, conformingTo: supertype)
    }

    /// Creates the type with a tag. If no known type has it, the type is dynamic; nil for an empty
    /// tag.
    ///
    /// - Parameters:
    ///   - tag: The tag.
    ///   - tagClass: The class of the tag.
    ///   - supertype: A type to which the new one conforms; nil for any.
    public init?(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) {
        let tag = tag.lowercased()
        let known = Declarations.identifiers(of: tag, tagClass).map(UTType.init(declared:))
        if let type = known.first(where: { supertype == nil || $0.conforms(to: supertype!) }) {
            self = type
        } else if tag.isEmpty || tag.contains(where: { "/\0:".contains($0) }) && tagClass == .filenameExtension {
            return nil
        } else {
            self.init("dyn.\(tagClass.rawValue).\(tag)", conformingTo: supertype ?? .data)
        }
    }

    /// Creates a type that the app declares.
    public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {
        self.init(identifier, conformingTo: Declarations.byIdentifier[identifier.lowercased()] == nil ? parentType ?? .data : nil)
    }

    /// Creates a type that another app declares.
    public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) {
        self.init(exportedAs: identifier, conformingTo: parentType)
    }

    // MARK: Properties

    private var declaration: Declaration? { Declarations.byIdentifier[identifier.lowercased()] }

    /// The filename extensions and MIME types, by their class. The preferred one is the first.
    public var tags: [UTTagClass: [String]] {
        if isDynamic {
            for tagClass in [UTTagClass.filenameExtension, .mimeType] where identifier.hasPrefix("dyn.\(tagClass.rawValue).") {
                return [tagClass: [String(identifier.dropFirst("dyn.\(tagClass.rawValue).".count))]]
            }
        }
        guard let declaration else { return [:] }
        return [.filenameExtension: declaration.extensions, .mimeType: declaration.mimeTypes].filter { !$0.value.isEmpty }
    }

    /// The filename extension that files of the type should have; nil if there is none.
    public var preferredFilenameExtension: String? { tags[.filenameExtension]?.first }

    /// The MIME type that data of the type should have; nil if there is none.
    public var preferredMIMEType: String? { tags[.mimeType]?.first }

    /// A description of the type, in English; nil if there is none.
    public var localizedDescription: String? { declaration?.name }

    /// The identifier.
    public var description: String { identifier }

    /// Whether the type was made for an unknown filename extension or MIME type.
    public var isDynamic: Bool { identifier.hasPrefix("dyn.") }

    /// Whether the type is known, or declared by the app.
    public var isDeclared: Bool { !isDynamic }

    /// Whether the type is one of the common types, whose identifiers begin with `public.`.
    public var isPublic: Bool { identifier.hasPrefix("public.") }

    /// The types to which the type conforms, directly or by way of others, without itself.
    public var supertypes: Set<UTType> {
        var found: Set<UTType> = []
        var next = directSupertypes
        while let type = next.popLast() {
            if found.insert(type).inserted { next += type.directSupertypes }
        }
        return found
    }

    private var directSupertypes: [UTType] {
        if let declaration { return declaration.supertypes.map(UTType.init(declared:)) }
        return parent.map { [UTType($0) ?? UTType(exportedAs: $0)] } ?? []
    }

    /// Returns whether the type is another one, or conforms to it.
    public func conforms(to type: UTType) -> Bool { self == type || supertypes.contains(type) }

    /// Returns whether the type conforms to another one.
    public func isSubtype(of type: UTType) -> Bool { self != type && conforms(to: type) }

    /// Returns whether another type conforms to this one.
    public func isSupertype(of type: UTType) -> Bool { type.isSubtype(of: self) }

    // MARK: Equality and coding

    /// Returns whether two types have the same identifier.
    public static func == (a: UTType, b: UTType) -> Bool { a.identifier == b.identifier }

    /// Hashes the identifier.
    public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }

    /// Decodes the identifier.
    public init(from decoder: any Decoder) throws {
        let identifier = try decoder.singleValueContainer().decode(String.self)
        self = UTType(identifier) ?? UTType(exportedAs: identifier)
    }

    /// Encodes the identifier.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(identifier)
    }
}

/// A kind of tags of types: filename extensions, or MIME types.
public struct UTTagClass: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The name of the kind.
    public let rawValue: String

    /// Creates a kind with a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Filename extensions, without the dot.
    public static let filenameExtension = UTTagClass(rawValue: "public.filename-extension")
    /// MIME types.
    public static let mimeType = UTTagClass(rawValue: "public.mime-type")

    /// The name of the kind.
    public var description: String { rawValue }
}

extension URL {
    /// Appends a filename with the preferred filename extension of a type, unless the name ends with
    /// an extension of that type.
    public func appendingPathComponent(_ partialName: String, conformingTo contentType: UTType) -> URL {
        appendingPathComponent((partialName as NSString).appendingPathExtension(for: contentType))
    }

    /// Appends the preferred filename extension of a type, unless the URL ends with an extension of
    /// that type.
    public func appendingPathExtension(for contentType: UTType) -> URL {
        deletingLastPathComponent().appendingPathComponent(
            (lastPathComponent as NSString).appendingPathExtension(for: contentType))
    }
}

extension NSString {
    /// Returns the name with the preferred filename extension of a type, unless it ends with an
    /// extension of that type.
    public func appendingPathExtension(for contentType: UTType) -> String {
        let name = String(self)
        guard let preferred = contentType.preferredFilenameExtension else { return name }
        let own = pathExtension.lowercased()
        if contentType.tags[.filenameExtension]?.contains(own) == true { return name }
        return "\(name).\(preferred)"
    }
}
