internal import StrataModelFormat

// Conversions between the enumerations of the file format and those of the description classes.

extension NSAttributeType {
    init(_ type: AttributeType) {
        self =
            switch type {
            case .undefined: .undefinedAttributeType
            case .integer16: .integer16AttributeType
            case .integer32: .integer32AttributeType
            case .integer64: .integer64AttributeType
            case .decimal: .decimalAttributeType
            case .double: .doubleAttributeType
            case .float: .floatAttributeType
            case .string: .stringAttributeType
            case .boolean: .booleanAttributeType
            case .date: .dateAttributeType
            case .binary: .binaryDataAttributeType
            case .uuid: .UUIDAttributeType
            case .uri: .URIAttributeType
            case .transformable: .transformableAttributeType
            case .objectID: .objectIDAttributeType
            case .composite: .compositeAttributeType
            }
    }

    var fileType: AttributeType {
        switch self {
        case .undefinedAttributeType: .undefined
        case .integer16AttributeType: .integer16
        case .integer32AttributeType: .integer32
        case .integer64AttributeType: .integer64
        case .decimalAttributeType: .decimal
        case .doubleAttributeType: .double
        case .floatAttributeType: .float
        case .stringAttributeType: .string
        case .booleanAttributeType: .boolean
        case .dateAttributeType: .date
        case .binaryDataAttributeType: .binary
        case .UUIDAttributeType: .uuid
        case .URIAttributeType: .uri
        case .transformableAttributeType: .transformable
        case .objectIDAttributeType: .objectID
        case .compositeAttributeType: .composite
        }
    }
}

extension NSDeleteRule {
    init(_ rule: DeletionRule) {
        self =
            switch rule {
            case .noAction: .noActionDeleteRule
            case .nullify: .nullifyDeleteRule
            case .cascade: .cascadeDeleteRule
            case .deny: .denyDeleteRule
            }
    }

    var fileRule: DeletionRule {
        switch self {
        case .noActionDeleteRule: .noAction
        case .nullifyDeleteRule: .nullify
        case .cascadeDeleteRule: .cascade
        case .denyDeleteRule: .deny
        }
    }
}

extension NSPropertyDescription {
    /// Reads the fields that all kinds of properties share.
    func readCommonParts(_ file: any PropertyElement) {
        self.file = file
        name = file.name
        isOptional = file.isOptional
        isTransient = file.isTransient
        isIndexed = file.isIndexed
        isIndexedBySpotlight = file.isIndexedBySpotlight
        isStoredInExternalRecord = file.fields[flag: Self.externalRecordField]
        userInfo = file.userInfo?.dictionary ?? [:]
        versionHashModifier = file.versionHashModifier
        renamingIdentifier = file.renamingIdentifier
    }

    /// The file's field for `isStoredInExternalRecord`.
    static var externalRecordField: String { "storedInTruthFile" }
}
