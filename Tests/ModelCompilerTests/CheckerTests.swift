import StrataModelCompiler
import StrataModelFormat
import Testing

@Suite("Checking a model")
struct CheckerTests {
    /// The problems of a model as they are printed.
    private func problems(_ entities: String) throws -> [String] {
        ModelChecker.problems(in: try model(entities)).map(\.description)
    }

    /// The problems of an entity `A` with one attribute.
    private func problems(attribute: String) throws -> [String] {
        try problems("<entity name=\"A\">\n<attribute \(attribute)/>\n</entity>")
    }

    /// The problems of an entity `A` with a relationship to `B`, which has another one back.
    private func problems(relationship: String, back: String) throws -> [String] {
        try problems(
            "<entity name=\"A\">\n<relationship \(relationship)/>\n</entity><entity name=\"B\">\n<relationship \(back)/>\n</entity>"
        )
    }

    private let back = "name=\"a\" maxCount=\"1\" destinationEntity=\"A\" inverseName=\"b\" inverseEntity=\"A\""

    @Test func aSoundModelHasNoProblems() throws {
        #expect(
            try problems(relationship: "name=\"b\" toMany=\"YES\" destinationEntity=\"B\" inverseName=\"a\"", back: back) == [])
    }

    @Test func relationshipsWithoutAnEnd() throws {
        #expect(
            try problems(relationship: "name=\"b\"", back: "name=\"a\" destinationEntity=\"C\"") == [
                "m:3: error: Misconfigured Property: A.b does not have a destination entity",
                "m:5: error: Misconfigured Property: the destination entity “C” of B.a is not in the model",
            ])
    }

    @Test func inverses() throws {
        #expect(
            try problems(
                relationship: "name=\"b\" destinationEntity=\"B\"", back: "name=\"a\" destinationEntity=\"A\" inverseName=\"c\"")
                == [
                    "m:3: warning: Misconfigured Property: A.b should have an inverse",
                    "m:5: error: Misconfigured Property: the inverse “c” of B.a is not a relationship of A",
                ])
        #expect(
            try problems(
                relationship: "name=\"b\" destinationEntity=\"B\" inverseName=\"a\"",
                back: "name=\"a\" destinationEntity=\"B\" inverseName=\"a\"") == [
                    "m:3: error: Misconfigured Property: the inverse B.a of A.b leads to B, not back to A"
                ])
        let twice = """
            <entity name="A">
            <relationship name="b" destinationEntity="B" inverseName="a"/>
            <relationship name="c" destinationEntity="B" inverseName="a"/>
            </entity>
            <entity name="B"><relationship name="a" destinationEntity="A" inverseName="b"/></entity>
            """
        #expect(
            try problems(twice) == [
                "m:4: warning: Misconfigured Property: A.c has B.a as its inverse, which has A.b: inverses must be mutual"
            ])
    }

    @Test func `an inverse belongs to the entity that the file names`() throws {
        let source = """
            <entity name="Team">
            <relationship name="players" toMany="YES" destinationEntity="Player" inverseName="team" inverseEntity="Team"/></entity>
            <entity name="Player"><relationship name="team" destinationEntity="Team" inverseName="players"/></entity>
            """
        #expect(
            try problems(source) == [
                "m:3: error: Misconfigured Property: the inverse “team” of Team.players is not a relationship of Team"
            ])
    }

    /// The inverse may be inherited, and lead to a superentity.
    @Test func inheritedInverses() throws {
        let source = """
            <entity name="Base"><relationship name="owner" destinationEntity="Owner" inverseName="items"/></entity>
            <entity name="Item" parentEntity="Base"/>
            <entity name="Owner"><relationship name="items" toMany="YES" destinationEntity="Item" inverseName="owner"/></entity>
            """
        #expect(try problems(source) == [])
    }

    @Test(arguments: [
        (
            "toMany=\"YES\" minCount=\"3\" maxCount=\"2\"", "warning",
            "A.b has a minimum count (3) greater than its maximum count (2)"
        ),
        ("toMany=\"YES\" maxCount=\"1\"", "warning", "A.b is to-many but has a maximum count of 1"),
        ("maxCount=\"2\"", "warning", "A.b is to-one but has a maximum count of 2"),
        ("toMany=\"YES\" minCount=\"-1\"", "error", "A.b has a negative count"),
        ("maxCount=\"1\" ordered=\"YES\"", "warning", "A.b is ordered but not to-many"),
        (
            "deletionRule=\"No Action\"", "warning",
            "A.b has the delete rule No Action; this is an advanced setting (objects may keep a reference to a deleted one)"
        ),
    ])
    func countsAndRules(_ fields: String, _ severity: String, _ message: String) throws {
        let found = try problems(relationship: "name=\"b\" destinationEntity=\"B\" inverseName=\"a\" \(fields)", back: back)
        #expect(found == ["m:3: \(severity): Misconfigured Property: \(message)"])
    }

    @Test(arguments: [
        ("name=\"a\"", "error", "A.a must have a defined type"),
        (
            "name=\"a\" attributeType=\"Transformable\"", "warning",
            "A.a is using a nil or insecure value transformer. Please switch to NSSecureUnarchiveFromDataTransformerName or a custom "
                + "NSValueTransformer subclass of NSSecureUnarchiveFromDataTransformer. The former is called NSSecureUnarchiveFromData "
                + "in the model"
        ),
        ("name=\"a\" attributeType=\"Composite\"", "error", "A.a must have a composite of the model as its type"),
        (
            "name=\"a\" attributeType=\"Integer 16\" defaultValueString=\"40000\"", "error",
            "the default “40000” of A.a is not a number that an Integer 16 holds"
        ),
        (
            "name=\"a\" attributeType=\"Boolean\" defaultValueString=\"x\"", "error",
            "the default “x” of A.a is not a Boolean (YES or NO)"
        ),
        (
            "name=\"a\" attributeType=\"Boolean\" defaultValueString=\"0.0\"", "warning",
            "the default “0.0” of A.a is a number, which is taken for NO. Write NO"
        ),
        (
            "name=\"a\" attributeType=\"Date\" minDateTimeInterval=\"x\"", "error",
            "the minimum “x” of A.a is not a date (seconds since 2001)"
        ),
        (
            "name=\"a\" transient=\"YES\" defaultValueString=\"x\"", "error",
            "the default “x” of A.a is not a value: a file has none of the type Undefined"
        ),
        (
            "name=\"a\" attributeType=\"Date\" derived=\"YES\" derivationExpression=\" \"", "error",
            "A.a is derived and must have a derivation expression"
        ),
        (
            "name=\"a\" attributeType=\"Date\" defaultDateTimeInterval=\"x\"", "error",
            "the default “x” of A.a is not a date (seconds since 2001)"
        ),
        (
            "name=\"a\" attributeType=\"Integer 16\" minValueString=\"5\" maxValueString=\"4\"", "warning",
            "the minimum of A.a is greater than its maximum, so that no value is valid"
        ),
        (
            "name=\"a\" attributeType=\"Integer 16\" maxValueString=\"100000\"", "warning",
            "the maximum “100000” of A.a is not a number that an Integer 16 holds"
        ),
        ("name=\"a\" attributeType=\"Double\" maxValueString=\"x\"", "error", "the maximum “x” of A.a is not a number"),
        (
            "name=\"a\" attributeType=\"Integer 32\" minValueString=\"1\" defaultValueString=\"0\"", "warning",
            "the default “0” of A.a is below its minimum"
        ),
        (
            "name=\"a\" attributeType=\"String\" maxValueString=\"2\" defaultValueString=\"abc\"", "warning",
            "the default “abc” of A.a is above its maximum"
        ),
        (
            "name=\"a\" attributeType=\"String\" regularExpressionString=\"(\"", "warning",
            "the regular expression “(” of A.a is not valid, so that validating a value fails"
        ),
        ("name=\"a\" attributeType=\"Date\" derived=\"YES\"", "error", "A.a is derived and must have a derivation expression"),
        (
            "name=\"a\" attributeType=\"Date\" transient=\"YES\" derived=\"YES\" derivationExpression=\"now()\"", "error",
            "A.a is derived by the store and cannot be transient"
        ),
        (
            "name=\"description\" attributeType=\"String\"", "error",
            "A.description has a reserved name: NSManagedObject has a method “description”"
        ),
        (
            "name=\"deleted\" attributeType=\"Boolean\"", "warning",
            "A.deleted has a name that key-value coding takes for another property of NSManagedObject"
        ),
        ("name=\"Name\" attributeType=\"String\"", "warning", "A.Name should begin with a lower case letter"),
        (
            "name=\"first name\" attributeType=\"String\"", "error",
            "A.first name is not a valid name: use letters, digits and underscores, and begin with a letter"
        ),
        (
            "name=\"2nd\" attributeType=\"String\"", "error",
            "A.2nd is not a valid name: use letters, digits and underscores, and begin with a letter"
        ),
    ])
    func attributes(_ fields: String, _ severity: String, _ message: String) throws {
        #expect(try problems(attribute: fields) == ["m:3: \(severity): Misconfigured Property: \(message)"])
    }

    @Test(arguments: [
        "attributeType=\"Transformable\" valueTransformerName=\"ColorsTransformer\"",
        "attributeType=\"UUID\" defaultValueString=\"\"",
        "attributeType=\"Integer 16\" defaultValueString=\"0.0\"", "attributeType=\"Boolean\" defaultValueString=\"NO\"",
        "attributeType=\"Boolean\" defaultValueString=\"0\"", "attributeType=\"Date\" minDateTimeInterval=\"\"",
        "attributeType=\"Date\" defaultDateTimeInterval=\"0\" minDateTimeInterval=\"0\"", "transient=\"YES\"",
        "attributeType=\"String\" minValueString=\"1\" maxValueString=\"3\" defaultValueString=\"ab\"",
    ])
    func soundAttributes(_ fields: String) throws {
        #expect(try problems(attribute: "name=\"größe\" \(fields)") == [])
    }

    @Test func unknownFieldsAndElements() throws {
        let source =
            "<entity name=\"A\" abstract=\"YES\">\n<attribute name=\"a\" attributeType=\"String\" renamingIdentifier=\"b\"/>\n<novelty/></entity>"
        #expect(
            try problems(source) == [
                "m:2: warning: Unknown Element: abstract=\"YES\" of entity A is not known and has no effect. The field is called isAbstract",
                "m:3: warning: Unknown Element: renamingIdentifier=\"b\" of attribute a is not known and has no effect. "
                    + "The field is called elementID",
                "m:4: warning: Unknown Element: <novelty> is not known and has no effect",
            ])
    }
}
