import Foundation
import StrataModelFormat
import Testing

@Suite("Values of attributes")
struct ValueTests {
    @Test(
        arguments: [
            (AttributeType.integer16, "32767", AttributeElement.Value.integer(32767)),
            (.integer64, "-9223372036854775808", .integer(.min)),
            // Xcode leaves the text of a Double in an attribute that became an integer.
            (.integer16, "0.0", .integer(0)),
            (.decimal, "0.10", .decimal(Decimal(sign: .plus, exponent: -1, significand: 1))),
            (.float, "-1.5", .double(-1.5)),
            (.double, "1e3", .double(1000)),
            (.boolean, "YES", .boolean(true)),
            (.boolean, "0", .boolean(false)),
            (.boolean, "0.0", .boolean(false)),
            (.boolean, "1.0", .boolean(true)),
            (.string, "", .string("")),
            (
                .uuid, "E621E1F8-C36C-495A-93FC-0C247A3E6E5F",
                .uuid(
                    UUID(uuid: (0xE6, 0x21, 0xE1, 0xF8, 0xC3, 0x6C, 0x49, 0x5A, 0x93, 0xFC, 0x0C, 0x24, 0x7A, 0x3E, 0x6E, 0x5F)))
            ),
            (.date, "2001-01-01 00:01:00 +0000", .date(Date(timeIntervalSinceReferenceDate: 60))),
            (.binary, "AQI=", .data(Data([1, 2]))),
        ])
    func `a default has the type of the attribute`(_ type: AttributeType, _ text: String, _ value: AttributeElement.Value) {
        var attribute = AttributeElement(name: "a", type: type)
        attribute.defaultValueString = text
        #expect(attribute.defaultValue == value)
    }

    @Test(
        arguments: [
            (AttributeType.integer16, "32768"), (.integer32, "1.5"), (.integer64, "x"), (.decimal, "12 apples"), (.double, "nan"),
            (.boolean, "maybe"), (.uuid, "1"), (.date, "tomorrow"), (.binary, "?"), (.transformable, "x"),
        ])
    func `a default that does not fit the type of the attribute is nil`(_ type: AttributeType, _ text: String) {
        var attribute = AttributeElement(name: "a", type: type)
        attribute.defaultValueString = text
        #expect(attribute.defaultValue == nil)
    }

    @Test(arguments: [("YES", true), ("NO", false), ("true", true), ("1", true), ("", false), ("0", false), ("nonsense", false)])
    func `flags are read as Foundation reads them`(_ text: String, _ value: Bool) {
        var attribute = AttributeElement(name: "a", type: .string)
        attribute.fields["optional"] = text
        #expect(attribute.isOptional == value)
    }
}
