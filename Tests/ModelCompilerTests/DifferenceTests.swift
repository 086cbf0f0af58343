import StrataModelDifference
import StrataModelFormat
import Testing

@Suite("What a migration does")
struct DifferenceTests {
    /// The changes from one model to another as they are printed, the reason behind a bar.
    private func changes(_ old: String, _ new: String) throws -> [String] {
        try ModelDifference(from: model(old), to: model(new)).changes
            .map { $0.description.replacing("\n      ", with: " | ") }
    }

    /// The changes of an entity `A` with one property.
    private func changes(property old: String, _ new: String) throws -> [String] {
        let entities = "<entity name=\"B\"/><entity name=\"C\" parentEntity=\"B\"/><entity name=\"D\"/>"
        return try changes("<entity name=\"A\">\(old)</entity>\(entities)", "<entity name=\"A\">\(new)</entity>\(entities)")
    }

    @Test func nothing() throws {
        let difference = try ModelDifference(from: model("<entity name=\"A\"/>"), to: model("<entity name=\"A\"/>"))
        #expect(difference.description == "The versions do not differ.")
        #expect(difference.isLightweight)
    }

    @Test(arguments: [
        ("", "<attribute name=\"a\" optional=\"YES\" attributeType=\"String\"/>", "+ A.a  String?"),
        ("", "<attribute name=\"a\" attributeType=\"Integer 16\" defaultValueString=\"0\"/>", "+ A.a  Integer 16 = 0"),
        (
            "", "<attribute name=\"a\" attributeType=\"String\"/>",
            "? A.a  String | Needs a value in each stored object. If one may have none, give it a default or make it optional."
        ),
        ("<attribute name=\"a\" attributeType=\"String\"/>", "", "- A.a  String"),
        (
            "<attribute name=\"a\" attributeType=\"Integer 16\"/>", "<attribute name=\"a\" attributeType=\"Integer 32\"/>",
            "~ A.a  Integer 16 became Integer 32"
        ),
        (
            "<attribute name=\"a\" attributeType=\"Decimal\"/>", "<attribute name=\"a\" attributeType=\"Float\"/>",
            "~ A.a  Decimal became Float"
        ),
        (
            "<attribute name=\"a\" optional=\"YES\" attributeType=\"Integer 16\"/>",
            "<attribute name=\"a\" attributeType=\"Integer 32\"/>",
            "? A.a  Integer 16? became Integer 32 | Needs a value in each stored object. If one may have none, give it a default or make it optional."
        ),
        (
            "<attribute name=\"a\" attributeType=\"Integer 16\"/>", "<attribute name=\"a\" attributeType=\"String\"/>",
            "! A.a  Integer 16 became String | No value is converted from Integer 16 to String."
        ),
        (
            "<attribute name=\"a\" attributeType=\"String\"/>",
            "<attribute name=\"a\" optional=\"YES\" attributeType=\"String\"/>",
            "~ A.a  String became String?"
        ),
        (
            "<attribute name=\"a\" optional=\"YES\" attributeType=\"Float\"/>",
            "<attribute name=\"a\" attributeType=\"Float\" defaultValueString=\"1\"/>", "~ A.a  Float? became Float = 1"
        ),
        (
            "<attribute name=\"a\" optional=\"YES\" attributeType=\"Float\"/>", "<attribute name=\"a\" attributeType=\"Float\"/>",
            "? A.a  Float? became Float | Needs a value in each stored object. If one may have none, give it a default or make it optional."
        ),
        (
            "<attribute name=\"a\" attributeType=\"Float\"/>", "<attribute name=\"b\" attributeType=\"Float\" elementID=\"a\"/>",
            "~ A.b  renamed from a"
        ),
        // A name that chains over several versions: the identifier is the first of them.
        (
            "<attribute name=\"b\" attributeType=\"Float\" elementID=\"a\"/>",
            "<attribute name=\"c\" attributeType=\"Float\" elementID=\"a\"/>", "~ A.c  renamed from b"
        ),
        (
            "<attribute name=\"a\" transient=\"YES\" attributeType=\"Float\"/>",
            "<attribute name=\"a\" attributeType=\"Float\"/>",
            "? A.a  no longer transient | Needs a value in each stored object. If one may have none, give it a default or make it optional."
        ),
        (
            "<relationship name=\"b\" destinationEntity=\"B\"/>",
            "<relationship name=\"b\" toMany=\"YES\" destinationEntity=\"B\"/>",
            "~ A.b  → B became → [B]"
        ),
        (
            "<relationship name=\"b\" toMany=\"YES\" destinationEntity=\"B\"/>",
            "<relationship name=\"b\" toMany=\"YES\" ordered=\"YES\" destinationEntity=\"B\"/>", "~ A.b  now ordered"
        ),
        (
            "<relationship name=\"b\" destinationEntity=\"C\"/>", "<relationship name=\"b\" destinationEntity=\"B\"/>",
            "~ A.b  → C became → B"
        ),
        (
            "<relationship name=\"b\" destinationEntity=\"B\"/>", "<relationship name=\"b\" destinationEntity=\"D\"/>",
            "! A.b  → B became → D | Objects of B cannot become objects of D."
        ),
        (
            "", "<relationship name=\"b\" destinationEntity=\"B\"/>",
            "? A.b  → B, no inverse, nullify | Needs an object at its other end for each stored object. If one may have none, make it optional."
        ),
        (
            "<attribute name=\"a\" attributeType=\"Float\"/>",
            "<attribute name=\"a\" attributeType=\"Float\"/><uniquenessConstraints><uniquenessConstraint><constraint value=\"a\"/>"
                + "</uniquenessConstraint></uniquenessConstraints>",
            "+ A  unique (a), fails where stored objects are alike in it"
        ),
    ])
    func oneProperty(_ old: String, _ new: String, _ change: String) throws {
        #expect(try changes(property: old, new) == [change])
    }

    /// An attribute whose element ID is the old name counts as that attribute, renamed.
    @Test func anIdentifierGoesBeforeAName() throws {
        let old = "<attribute name=\"a\" attributeType=\"Float\"/>"
        let new =
            "<attribute name=\"a2\" attributeType=\"Float\" elementID=\"a\"/><attribute name=\"x\" optional=\"YES\" attributeType=\"Date\"/>"
        #expect(try changes(property: old, new) == ["~ A.a2  renamed from a", "+ A.x  Date?"])
    }

    @Test func anAttributeIsNoRelationship() throws {
        let old = "<attribute name=\"a\" optional=\"YES\" attributeType=\"Float\"/>"
        let new = "<relationship name=\"a\" optional=\"YES\" destinationEntity=\"B\"/>"
        #expect(try changes(property: old, new) == ["- A.a  Float?", "+ A.a  → B?, no inverse, nullify"])
    }

    @Test func entities() throws {
        let old = "<entity name=\"A\"/><entity name=\"B\"/><entity name=\"C\" isAbstract=\"YES\"/>"
        let new =
            "<entity name=\"A2\" elementID=\"A\"/><entity name=\"D\"><attribute name=\"d\" attributeType=\"Date\"/></entity>"
        #expect(
            try changes(old, new) == ["~ A2  renamed from A", "+ D  new entity", "- B  with its objects", "- C  abstract entity"])
    }

    private let name = "<attribute name=\"name\" attributeType=\"String\"/>"

    @Test func propertiesMoveUpToANewParent() throws {
        let old = "<entity name=\"Dog\">\(name)</entity><entity name=\"Cat\">\(name)</entity>"
        let new = """
            <entity name="Animal" isAbstract="YES">\(name)</entity><entity name="Dog" parentEntity="Animal"/>
            <entity name="Cat" parentEntity="Animal"/>
            """
        #expect(
            try changes(old, new) == [
                "+ Animal  new entity", "~ Animal.name  moved from Dog.name", "~ Dog  parent none became Animal",
                "~ Cat  parent none became Animal",
                "! Cat  now has Animal as its top entity, as Dog has | Their tables were Cat's and Dog's. Two hierarchies cannot be merged.",
            ])
    }

    @Test func propertiesMoveDown() throws {
        let children = "<entity name=\"Cat\" parentEntity=\"Animal\"/>"
        let old = "<entity name=\"Animal\">\(name)</entity><entity name=\"Dog\" parentEntity=\"Animal\"/>\(children)"
        let new = "<entity name=\"Animal\"/><entity name=\"Dog\" parentEntity=\"Animal\">\(name)</entity>\(children)"
        #expect(try changes(old, new) == ["~ Dog.name  moved from Animal.name"])
    }

    /// Cats had no name, so a required one cannot move to where they inherit it.
    @Test func aRequiredPropertyMovesUpToObjectsThatHadNone() throws {
        let old =
            "<entity name=\"Animal\"/><entity name=\"Dog\" parentEntity=\"Animal\">\(name)</entity><entity name=\"Cat\" parentEntity=\"Animal\"/>"
        let new =
            "<entity name=\"Animal\">\(name)</entity><entity name=\"Dog\" parentEntity=\"Animal\"/><entity name=\"Cat\" parentEntity=\"Animal\"/>"
        #expect(
            try changes(old, new) == [
                "? Animal.name  moved from Dog.name | Needs a value in each stored object. If one may have none, give it a default or make it optional."
            ])
    }

    /// The identifier takes the old name, so the new attribute of that name has no old values.
    @Test func aPropertyWithTheNameOfARenamedOneIsNew() throws {
        let new = """
            <attribute name="b" attributeType="Float" elementID="a"/><attribute name="a" optional="YES" attributeType="Float"/>
            """
        #expect(
            try changes(property: "<attribute name=\"a\" attributeType=\"Float\"/>", new) == [
                "~ A.b  renamed from a", "+ A.a  Float?",
            ])
    }

    /// Neither the order of the new properties nor that of the old ones matters.
    @Test func anIdentifierGoesBeforeANameInAnyOrder() throws {
        func versions(_ list: [String]) -> [String] {
            list.count < 2
                ? list
                : list.indices.flatMap { first in
                    versions(list.indices.filter { $0 != first }.map { list[$0] }).map { list[first] + $0 }
                }
        }
        let plain = "<attribute name=\"a\" optional=\"YES\" attributeType=\"Float\"/>"
        let renamed = "<attribute name=\"b\" optional=\"YES\" attributeType=\"Float\" elementID=\"a\"/>"
        for new in versions([renamed, plain]) {
            #expect(try Set(changes(property: plain, new)) == ["~ A.b  renamed from a", "+ A.a  Float?"])
            // From then on, both are what they were.
            for old in versions([renamed, plain]) { #expect(try changes(property: old, new) == []) }
        }
        // The old name counts even if the old property has an identifier of its own.
        let twice = "<attribute name=\"a\" optional=\"YES\" attributeType=\"Float\" elementID=\"z\"/>"
        for new in versions([renamed, plain]) {
            #expect(try Set(changes(property: twice, new)) == ["~ A.b  renamed from a", "+ A.a  Float?"])
        }
    }

    /// The identifier also takes the old values if both new properties are in a parent entity.
    @Test func anIdentifierGoesBeforeANameInAParent() throws {
        let plain = "<attribute name=\"a\" optional=\"YES\" attributeType=\"Float\"/>"
        let renamed = "<attribute name=\"b\" optional=\"YES\" attributeType=\"Float\" elementID=\"a\"/>"
        let old = "<entity name=\"Animal\"/><entity name=\"Dog\" parentEntity=\"Animal\">\(plain)</entity>"
        for properties in [plain + renamed, renamed + plain] {
            let new = "<entity name=\"Animal\">\(properties)</entity><entity name=\"Dog\" parentEntity=\"Animal\"/>"
            let difference = try ModelDifference(from: model(old), to: model(new))
            #expect(difference.oldNames(ofPropertiesOf: "Dog") == ["b": "a"])
        }
    }

    /// Objects of an entity that gets a parent lack what it now inherits.
    @Test func anInheritedPropertyNeedsAValueInObjectsThatLackIt() throws {
        let old = "<entity name=\"Animal\">\(name)</entity><entity name=\"Dog\"/>"
        let new = "<entity name=\"Animal\">\(name)</entity><entity name=\"Dog\" parentEntity=\"Animal\"/>"
        #expect(
            try changes(old, new).first
                == "? Animal.name  in more objects than before | Needs a value in each stored object. If one may have none, give it a default or make it optional."
        )
    }

    private func attribute(_ elements: String, _ fields: String = "") -> String {
        "<attribute name=\"a\" attributeType=\"Composite\" \(fields)>\(elements)</attribute>"
    }

    @Test func theElementsOfACompositeAreComparedWhereTheyAre() throws {
        let float = "<attribute name=\"x\" optional=\"YES\" attributeType=\"Float\"/>"
        let string = "<attribute name=\"x\" optional=\"YES\" attributeType=\"String\"/>"
        #expect(
            try changes(property: attribute(float), attribute(string)) == [
                "! A.a.x  Float? became String? | No value is converted from Float to String."
            ])
        #expect(try changes(property: "", attribute(float, "optional=\"YES\"")) == ["+ A.a  Composite?"])
        #expect(
            try changes(property: "", attribute("<attribute name=\"x\" attributeType=\"Float\"/>")) == [
                "! A.a  Composite | Stored objects have no value for it. Give it a default or make it optional."
            ])
    }

    @Test func `a required composite needs a value in one of its elements`() throws {
        let float = "<attribute name=\"x\" optional=\"YES\" attributeType=\"Float\"/>"
        let one = "<attribute name=\"y\" optional=\"YES\" attributeType=\"Float\" defaultValueString=\"1\"/>"
        #expect(
            try changes(property: "", attribute(float)) == [
                "? A.a  Composite | Needs a value in each stored object. If one may have none, give it a default or make it optional."
            ])
        #expect(try changes(property: "", attribute(float + one)) == ["+ A.a  Composite"])
        #expect(
            try changes(property: attribute(float, "optional=\"YES\""), attribute(float)) == [
                "? A.a  Composite? became Composite | Needs a value in each stored object. If one may have none, give it a default or make it optional."
            ])
    }

    @Test func aDerivedAttributeNeedsNoValueOfItsOwn() throws {
        let derived = "<attribute name=\"a\" attributeType=\"Date\" derived=\"YES\" derivationExpression=\"now()\"/>"
        #expect(try changes(property: "", derived) == ["+ A.a  Date, derived from now()"])
        let stored = "<attribute name=\"a\" optional=\"YES\" attributeType=\"String\"/>"
        #expect(try changes(property: stored, derived) == ["~ A.a  String? became Date; now derived from now()"])
    }

    @Test func whichOldPropertyAValueComesFrom() throws {
        let old = "<entity name=\"Animal\">\(name)</entity><entity name=\"Dog\" parentEntity=\"Animal\"/>"
        let new = """
            <entity name="Beast" elementID="Animal"/>
            <entity name="Dog" parentEntity="Beast"><attribute name="title" attributeType="String" elementID="name"/></entity>
            """
        let difference = try ModelDifference(from: model(old), to: model(new))
        #expect(difference.oldName(of: "Beast") == "Animal")
        #expect(difference.oldNames(ofPropertiesOf: "Beast") == [:])
        #expect(difference.oldNames(ofPropertiesOf: "Dog") == ["title": "name"])
    }

    @Test func theVerdict() throws {
        let possible = try ModelDifference(from: model("<entity name=\"A\"/>"), to: model("<entity name=\"B\" elementID=\"A\"/>"))
        #expect(possible.description == "~ B  renamed from A\n\nA lightweight migration does all of this.")
        let conditional = try ModelDifference(
            from: model("<entity name=\"A\"/>"), to: model("<entity name=\"A\">\(name)</entity>"))
        #expect(!conditional.isLightweight)
        #expect(
            conditional.description == """
                ? A.name  String
                      Needs a value in each stored object. If one may have none, give it a default or make it optional.

                A lightweight migration does all of this, if the stored objects have what is marked with ?.
                """)
        let date = "<attribute name=\"name\" attributeType=\"Date\"/>"
        let impossible = try ModelDifference(
            from: model("<entity name=\"A\">\(date)</entity>"),
            to: model("<entity name=\"A\">\(name)<attribute name=\"b\" attributeType=\"Date\"/></entity>"))
        #expect(!impossible.isLightweight)
        #expect(
            impossible.description == """
                ! A.name  Date became String
                      No value is converted from Date to String.
                ? A.b  Date
                      Needs a value in each stored object. If one may have none, give it a default or make it optional.

                A lightweight migration cannot do what is marked with !. It takes a custom migration, or a step in between.
                """)
    }
}
