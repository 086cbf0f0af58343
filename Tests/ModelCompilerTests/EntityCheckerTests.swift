import StrataModelCompiler
import StrataModelFormat
import Testing

@Suite("Checking entities and what names them")
struct EntityCheckerTests {
    private func problems(_ entities: String) throws -> [String] {
        ModelChecker.problems(in: try model(entities)).map(\.description)
    }

    @Test func names() throws {
        #expect(
            try problems("<entity name=\"quake\"/>\n<entity name=\"My Quake\"/>") == [
                "m:2: warning: Misconfigured Entity: quake should begin with an upper case letter",
                "m:3: error: Misconfigured Entity: My Quake is not a valid name: use letters, digits and underscores, and begin with a letter",
            ])
    }

    @Test func flagsOfManagedObjects() throws {
        let property = "<attribute name=\"isDeleted\" attributeType=\"Boolean\"/>"
        let message = "has a name that key-value coding takes for another property of NSManagedObject"
        #expect(
            try problems(
                "<entity name=\"A\">\(property)</entity>\n<entity name=\"B\" codeGenerationType=\"class\">\(property)</entity>")
                == [
                    "m:2: warning: Misconfigured Property: A.isDeleted \(message)",
                    "m:3: error: Misconfigured Property: B.isDeleted \(message)",
                ])
    }

    /// Xcode itself made such indexes of to-many relationships that were marked as indexed.
    @Test func anIndexOfAToMany() throws {
        let source = """
            <entity name="A"><relationship name="many" toMany="YES" destinationEntity="A" inverseName="many"/>
            <fetchIndex name="byManyIndex"><fetchIndexElement property="many" type="Binary" order="ascending"/></fetchIndex></entity>
            """
        #expect(
            try problems(source) == [
                "m:3: warning: Misconfigured Entity: The fetch index byManyIndex of A names many, which is to-many and has no column"
            ])
    }

    @Test func aCycleIsReportedForItsMembersOnly() throws {
        let source = """
            <entity name="A" parentEntity="B"/>
            <entity name="B" parentEntity="C"/>
            <entity name="C" parentEntity="B"/>
            """
        #expect(
            try problems(source) == [
                "m:3: error: Misconfigured Entity: The parent entities form a cycle: B → C → B. Remove one of the parents.",
                "m:4: error: Misconfigured Entity: The parent entities form a cycle: C → B → C. Remove one of the parents.",
            ])
    }

    @Test func overriding() throws {
        let source = """
            <entity name="A"><attribute name="a" attributeType="String"/><attribute name="b" attributeType="Date"/></entity>
            <entity name="B" parentEntity="A"><attribute name="a" attributeType="String"/>
            <attribute name="b" attributeType="Double"/></entity>
            """
        #expect(
            try problems(source) == [
                "m:3: error: Misconfigured Property: B.a overrides A.a, which B inherits",
                "m:4: error: Misconfigured Property: B.b overrides A.b, which is of another type",
            ])
    }

    @Test func constraintsAndIndexes() throws {
        let source = """
            <entity name="A">
            <attribute name="a" attributeType="String"/>
            <attribute name="t" transient="YES" attributeType="String"/>
            <relationship name="many" toMany="YES" destinationEntity="A" inverseName="many"/>
            <fetchIndex name="i"><fetchIndexElement property="a"/><fetchIndexElement expression="a"/></fetchIndex>
            <fetchIndex name="i"><fetchIndexElement property="a" type="RTree"/>
            <fetchIndexElement property="gone" type="Binary"/></fetchIndex>
            <fetchIndex name="j"><fetchIndexElement type="Binary"/></fetchIndex>
            <fetchIndex name="k"/>
            <uniquenessConstraints>
            <uniquenessConstraint><constraint value="a"/><constraint value="x"/></uniquenessConstraint>
            <uniquenessConstraint><constraint value="many"/></uniquenessConstraint>
            <uniquenessConstraint><constraint value="t"/></uniquenessConstraint>
            <uniquenessConstraint/>
            </uniquenessConstraints>
            </entity>
            """
        #expect(
            try problems(source) == [
                "m:7: error: Misconfigured Entity: A has two fetch indexes with the name i",
                "m:7: error: Misconfigured Entity: The fetch index i of A has both binary and R-tree elements; make two indexes of them",
                "m:8: error: Misconfigured Entity: The fetch index i of A names “gone”, which A does not have",
                "m:9: error: Misconfigured Entity: The fetch index j of A has an element with neither a property nor an expression",
                "m:10: warning: Misconfigured Entity: The fetch index k of A has no elements",
                "m:12: error: Misconfigured Entity: A uniqueness constraint of A names “x”, which A does not have",
                "m:13: error: Misconfigured Entity: A uniqueness constraint of A names many, which is to-many and has no column",
                "m:14: error: Misconfigured Entity: A uniqueness constraint of A names t, which is transient and has no column",
                "m:15: warning: Misconfigured Entity: A has a uniqueness constraint without attributes",
            ])
    }

    @Test func renamingIdentifiersThatClash() throws {
        let source = """
            <entity name="A"><attribute name="a" attributeType="String"/>
            <attribute name="b" attributeType="String" elementID="a"/></entity>
            <entity name="B" elementID="A"/>
            """
        #expect(
            try problems(source) == [
                "m:3: warning: Misconfigured Property: A has two elements with the renaming identifier “a”: a and b",
                "m:4: warning: Misconfigured Entity: The model has two elements with the renaming identifier “A”: A and B",
            ])
    }

    @Test func requestsAndConfigurations() throws {
        let source = """
            <entity name="A">
            <fetchedProperty name="f"/>
            <fetchedProperty name="g"><fetchRequest name="r" entity="A"/></fetchedProperty>
            <fetchedProperty name="h">
            <fetchRequest name="r" entity="B" predicateString="x == 1"/></fetchedProperty>
            </entity>
            <fetchRequest name="R" entity="C"/>
            <fetchRequest name="S"/>
            <configuration name="K"><memberEntity name="A"/><memberEntity name="D"/></configuration>
            """
        #expect(
            try problems(source) == [
                "m:3: error: Misconfigured Property: A.f does not have a fetch request",
                "m:4: warning: Misconfigured Property: A.g has no predicate and fetches every A",
                "m:6: error: Misconfigured Property: A.h fetches the entity “B”, which is not in the model",
                "m:8: error: Misconfigured Fetch Request: The fetch request R fetches the entity “C”, which is not in the model",
                "m:9: error: Misconfigured Fetch Request: The fetch request S does not have an entity to fetch",
                "m:10: error: Misconfigured Configuration: K has the entity “D”, which is not in the model",
            ])
    }

    /// Each of them stops a program at its start.
    @Test(arguments: [
        #"<entity name="A" coreSpotlightDisplayNameExpression="1 +"/>"#,
        #"<entity name="A"><attribute name="a" attributeType="Date" derived="YES" derivationExpression="now("/></entity>"#,
        #"<entity name="A"/><fetchRequest name="r" entity="A" predicateString="a = = 1"/>"#,
        #"<entity name="A"><fetchedProperty name="a"><fetchRequest name="r" entity="A" predicateString="bad ("/></fetchedProperty></entity>"#,
        #"<entity name="A"><attribute name="a" attributeType="Date"/><fetchIndex name="i" partialIndexPredicate="a ="><fetchIndexElement property="a"/></fetchIndex></entity>"#,
        #"<entity name="A"><fetchIndex name="i"><fetchIndexElement expression="1 +"/></fetchIndex></entity>"#,
        #"<entity name="A"><fetchIndex name="i"><fetchIndexElement expression=" "/></fetchIndex></entity>"#,
        #"<entity name="A"><fetchIndex name="i"><fetchIndexElement property="" expression="1"/></fetchIndex></entity>"#,
        #"<entity name="A"><attribute name="a" attributeType="Composite"><attribute name="b" attributeType="Double" defaultValueString="x"/></attribute></entity>"#,
    ])
    func `a part that the program cannot read is an error`(_ source: String) throws {
        let problems = try problems(source)
        #expect(problems.filter { $0.contains(": error: ") }.count == 1, "\(problems)")
    }

    @Test func `an element of a composite has no column of its own`() throws {
        let source = """
            <entity name="A"><attribute name="a" attributeType="Composite" compositeName="C"/>
            <uniquenessConstraints><uniquenessConstraint><constraint value="a.b"/></uniquenessConstraint></uniquenessConstraints></entity>
            <composite name="C"><attribute name="b" attributeType="String"/></composite>
            """
        #expect(
            try problems(source) == [
                "m:3: error: Misconfigured Entity: A uniqueness constraint of A names “a.b”, which A does not have"
            ])
    }

    @Test func `composites may be sixteen inside each other`() throws {
        func problems(levels: Int) throws -> [String] {
            let composites = (1..<levels).map {
                "<composite name=\"C\($0)\"><attribute name=\"c\" attributeType=\"Composite\" compositeName=\"C\($0 + 1)\"/></composite>"
            }
            return try self.problems(
                "<entity name=\"A\"><attribute name=\"a\" attributeType=\"Composite\" compositeName=\"C1\"/></entity>"
                    + composites.joined()
                    + "<composite name=\"C\(levels)\"><attribute name=\"c\" attributeType=\"String\"/></composite>")
        }
        #expect(try problems(levels: 16) == [])
        #expect(
            try problems(levels: 17) == [
                "m:2: error: Misconfigured Property: A.a has more than 16 composites inside each other"
            ])
    }

    @Test func compositesThatContainThemselves() throws {
        let source = """
            <entity name="E"/>
            <composite name="A"><attribute name="b" attributeType="Composite" compositeName="B"/></composite>
            <composite name="B"><attribute name="a" attributeType="Composite" compositeName="A"/></composite>
            <composite name="C"><attribute name="a" attributeType="Composite" compositeName="A"/></composite>
            <composite name="D"/>
            """
        #expect(
            try problems(source) == [
                "m:3: error: Misconfigured Composite: A contains itself: A → B → A",
                "m:4: error: Misconfigured Composite: B contains itself: B → A → B",
                "m:6: warning: Misconfigured Composite: D has no elements",
            ])
    }

    @Test func aClassThatIsGeneratedTwice() throws {
        let source = """
            <entity name="A" representedClassName=".Thing" codeGenerationType="class"/>
            <entity name="B" representedClassName="Thing" codeGenerationType="category"/>
            <entity name="C" representedClassName="Thing"/>
            """
        #expect(
            try problems(source)
                == ["m:3: warning: Misconfigured Entity: A and B both generate the class Thing, which Xcode cannot build"])
    }

    @Test func moreThanAHundredProperties() throws {
        let attributes = (0...100).map { "<attribute name=\"a\($0)\" attributeType=\"String\"/>" }.joined()
        #expect(
            try problems("<entity name=\"A\">\(attributes)</entity>") == [
                "m:2: warning: Misconfigured Entity: A has more than 100 properties"
            ])
    }
}
