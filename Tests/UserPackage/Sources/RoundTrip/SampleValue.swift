import CoreData

/// A value for an attribute, different for each number.
struct SampleValue {
    let number: Int

    func value(for attribute: NSAttributeDescription) -> Any? {
        switch attribute.attributeType {
        case .integer16AttributeType: NSNumber(value: Int16(number))
        case .integer32AttributeType: NSNumber(value: Int32(70_000 + number))
        case .integer64AttributeType: NSNumber(value: Int64(5_000_000_000) + Int64(number))
        case .decimalAttributeType: NSDecimalNumber(string: "\(number).25")
        case .doubleAttributeType: NSNumber(value: Double(number) + 0.1)
        case .floatAttributeType: NSNumber(value: Float(number) + 0.5)
        // Letters, because a model may ask for them by a regular expression.
        case .stringAttributeType:
            String(UnicodeScalar(UInt8(97 + number / 26 % 14))) + String(UnicodeScalar(UInt8(97 + number % 14)))
        case .booleanAttributeType: NSNumber(value: number.isMultiple(of: 2))
        case .dateAttributeType: Date(timeIntervalSinceReferenceDate: Double(number) * 86_400.5)
        case .binaryDataAttributeType: Data([0, 1, UInt8(truncatingIfNeeded: number), 255])
        case .UUIDAttributeType: UUID(uuid: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, UInt8(truncatingIfNeeded: number)))
        case .URIAttributeType: URL(string: "https://example.org/\(number)")
        case .transformableAttributeType: ["a", "\(number)"] as NSArray
        default: nil
        }
    }
}
