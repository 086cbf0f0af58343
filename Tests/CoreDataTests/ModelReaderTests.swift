import CoreData
import Foundation
import StrataModelFormat
import Testing

/// The descriptions that the elements of a model file become.
@Suite struct ModelReaderTests {
    private func attribute(_ fields: String) throws -> NSAttributeDescription {
        let model = try ModelSource.model(#"<entity name="E"><attribute name="a" \#(fields)/></entity>"#)
        return try #require(model.entities[0].attributesByName["a"])
    }

    @Test func defaultsAreOfTheirType() throws {
        func value(_ fields: String) throws -> Any? { try attribute(fields).defaultValue }
        #expect(try value(#"attributeType="Integer 16" defaultValueString="-7""#) as? NSNumber == -7)
        #expect(
            try value(#"attributeType="Integer 64" defaultValueString="9007199254740993""#) as? NSNumber == 9_007_199_254_740_993)
        #expect(try value(#"attributeType="Double" defaultValueString="0.1""#) as? NSNumber == 0.1)
        #expect(try value(#"attributeType="Boolean" defaultValueString="YES""#) as? NSNumber == true)
        #expect(try value(#"attributeType="Boolean" defaultValueString="NO""#) as? NSNumber == false)
        #expect(try value(#"attributeType="String" defaultValueString="""#) as? String == "")
        #expect(
            try value(#"attributeType="Decimal" defaultValueString="12345678901234567890.5""#) as? NSDecimalNumber
                == NSDecimalNumber(string: "12345678901234567890.5"))
        #expect(
            try value(#"attributeType="Date" defaultDateTimeInterval="86400.5" usesScalarValueType="NO""#) as? Date
                == Date(timeIntervalSinceReferenceDate: 86_400.5))
        #expect(
            try value(#"attributeType="UUID" defaultValueString="C2A2C2A2-0000-4000-8000-000000000001""#) as? UUID
                == UUID(uuidString: "C2A2C2A2-0000-4000-8000-000000000001"))
        #expect(
            try value(#"attributeType="URI" defaultValueString="https://example.org/a?b=c""#) as? URL
                == URL(string: "https://example.org/a?b=c"))
        #expect(try value(#"attributeType="String""#) == nil)
    }

    @Test func flagsAreOptIn() throws {
        let plain = try attribute(#"attributeType="String""#)
        #expect(!plain.isOptional)
        #expect(!plain.isTransient)
        #expect(!plain.preservesValueInHistoryOnDeletion)
        let full = try attribute(
            """
            attributeType="Binary" optional="YES" transient="YES" indexed="YES" spotlightIndexingEnabled="YES" \
            storedInTruthFile="YES" allowsExternalBinaryDataStorage="YES" preserveAfterDeletion="YES" allowsCloudEncryption="YES" \
            versionHashModifier="2" elementID="old"
            """)
        #expect(
            full.isOptional && full.isTransient && full.isIndexed && full.isIndexedBySpotlight && full.isStoredInExternalRecord)
        #expect(full.allowsExternalBinaryDataStorage && full.preservesValueInHistoryOnDeletion && full.allowsCloudEncryption)
        #expect(full.versionHashModifier == "2")
        #expect(full.renamingIdentifier == "old")
        #expect(full.attributeValueClassName == "NSData")
    }

    @Test func transformablesNameTransformerAndClass() throws {
        let named = try attribute(
            #"attributeType="Transformable" valueTransformerName="ColorTransformer" customClassName="UIColor""#)
        #expect(named.type == .transformable)
        #expect(named.valueTransformerName == "ColorTransformer")
        #expect(named.attributeValueClassName == "UIColor")
        #expect(try attribute(#"attributeType="Transformable""#).attributeValueClassName == nil)
    }

    /// Xcode keeps such texts, and `modelc check` has no error for them.
    @Test(arguments: [
        #"attributeType="UUID" defaultValueString="""#, #"attributeType="Date" defaultDateTimeInterval="""#,
        #"attributeType="Double" minValueString="" maxValueString="""#,
    ])
    func `an empty text is no value, except for a string`(fields: String) throws {
        let attribute = try attribute(fields)
        #expect(attribute.defaultValue == nil)
        #expect(attribute.validationPredicates == [])
    }

    @Test func `a limit beyond an integer type's range is kept`() throws {
        let attribute = try attribute(#"attributeType="Integer 16" minValueString="-0.5" maxValueString="40000""#)
        #expect(attribute.validationPredicates.map(\.predicateFormat) == ["SELF >= -0.5", "SELF <= 40000"])
    }

    @Test func limitsBecomeValidation() throws {
        let number = try attribute(#"attributeType="Integer 16" minValueString="1" maxValueString="10""#)
        #expect(number.validationPredicates == [NSPredicate(format: "SELF >= 1"), NSPredicate(format: "SELF <= 10")])
        #expect(number.validationWarnings as? [Int] == [NSValidationNumberTooSmallError, NSValidationNumberTooLargeError])
        #expect(number.validationPredicates.map { $0.evaluate(with: 11) } == [true, false])
        let text = try attribute(
            #"attributeType="String" minValueString="2" maxValueString="3" regularExpressionString="[a-z]+""#)
        #expect(
            text.validationWarnings as? [Int] == [
                NSValidationStringTooShortError, NSValidationStringTooLongError, NSValidationStringPatternMatchingError,
            ])
        #expect(text.validationPredicates.map { $0.evaluate(with: "abcd") } == [true, false, true])
        #expect(text.validationPredicates.map { $0.evaluate(with: "A") } == [false, true, false])
        let date = try attribute(#"attributeType="Date" minDateTimeInterval="100""#)
        #expect(date.validationPredicates.map { $0.evaluate(with: Date(timeIntervalSinceReferenceDate: 99)) } == [false])
    }

    @Test(arguments: [
        ("", "NSManagedObject"), (#"representedClassName="""#, "NSManagedObject"),
        (#"representedClassName="NSManagedObject""#, "NSManagedObject"), (#"representedClassName=".Quake""#, "App.Quake"),
        (#"representedClassName="Other.Quake""#, "Other.Quake"), (#"representedClassName="Quake""#, "Quake"),
    ])
    func aClassBelongsToItsModule(field: String, name: String) throws {
        let model = try ModelSource.model(#"<entity name="E" \#(field)/>"#, module: "App")
        #expect(model.entities[0].managedObjectClassName == name)
    }

    @Test func entitiesAreTiedTogether() throws {
        let model = try ModelSource.model(
            """
            <entity name="Note" isAbstract="YES" elementID="Memo" versionHashModifier="3">
                <attribute name="text" attributeType="String"/>
                <relationship name="tags" toMany="YES" maxCount="5" minCount="1" ordered="YES" deletionRule="Cascade"
                    destinationEntity="Tag" inverseName="note" inverseEntity="Tag"/>
                <userInfo><entry key="a" value="b"/></userInfo>
                <uniquenessConstraints><uniquenessConstraint><constraint value="text"/></uniquenessConstraint></uniquenessConstraints>
            </entity>
            <entity name="Letter" parentEntity="Note"/>
            <entity name="Tag">
                <relationship name="note" maxCount="1" deletionRule="Deny" destinationEntity="Note" inverseName="tags"
                    inverseEntity="Note"/>
            </entity>
            <configuration name="Tags"><memberEntity name="Tag"/></configuration>
            """)
        let entities = model.entitiesByName
        let note = try #require(entities["Note"])
        #expect(note.isAbstract)
        #expect((note.renamingIdentifier, note.versionHashModifier) == ("Memo", "3"))
        #expect(note.userInfo as? [String: String] == ["a": "b"])
        #expect(note.uniquenessConstraints as? [[String]] == [["text"]])
        #expect(note.subentities == [try #require(entities["Letter"])])
        let tags = try #require(note.relationshipsByName["tags"])
        #expect((tags.minCount, tags.maxCount, tags.isToMany, tags.isOrdered) == (1, 5, true, true))
        #expect(tags.deleteRule == .cascadeDeleteRule)
        let back = try #require(entities["Tag"]?.relationshipsByName["note"])
        #expect((back.isToMany, back.deleteRule) == (false, .denyDeleteRule))
        #expect(tags.inverseRelationship === back && back.inverseRelationship === tags)
        #expect(model.entities(forConfigurationName: "Tags")?.map(\.name) == ["Tag"])
    }

    @Test func requestsAndExpressionsAreRead() throws {
        let model = try ModelSource.model(
            """
            <entity name="E" coreSpotlightDisplayNameExpression="uppercase:(name)">
                <attribute name="name" attributeType="String"/>
                <attribute name="folded" attributeType="String" derived="YES" derivationExpression="canonical:(name)"/>
                <fetchedProperty name="same">
                    <fetchRequest name="request" entity="E" predicateString="name == $FETCH_SOURCE.name" fetchLimit="3"/>
                </fetchedProperty>
                <fetchIndex name="byName" partialIndexPredicate="name != nil">
                    <fetchIndexElement property="name" type="Binary" order="descending"/>
                    <fetchIndexElement expression="length:(name)" expressionType="Integer 64" type="RTree" order="ascending"/>
                </fetchIndex>
            </entity>
            <fetchRequest name="named" entity="E" predicateString="name BEGINSWITH[c] $START" resultType="1" includePendingChanges="NO"/>
            """)
        let entity = model.entities[0]
        #expect(entity.coreSpotlightDisplayNameExpression == NSExpression(format: "uppercase:(name)"))
        let folded = entity.attributesByName["folded"] as? NSDerivedAttributeDescription
        #expect(folded?.derivationExpression == NSExpression(format: "canonical:(name)"))
        let same = entity.propertiesByName["same"] as? NSFetchedPropertyDescription
        #expect(same?.fetchRequest?.predicate == NSPredicate(format: "name == $FETCH_SOURCE.name"))
        #expect(same?.fetchRequest?.fetchLimit == 3)
        #expect(same?.fetchRequest?.entity === entity)
        let index = entity.indexes[0]
        #expect(index.partialIndexPredicate == NSPredicate(format: "name != nil"))
        #expect(index.elements.map(\.isAscending) == [false, true])
        #expect(index.elements.map(\.collationType) == [.binary, .rTree])
        #expect((index.elements[1].property as? NSExpressionDescription)?.expression == NSExpression(format: "length:(name)"))
        let request = model.fetchRequestFromTemplate(withName: "named", substitutionVariables: ["START": "a"])
        #expect(request?.predicate == NSPredicate(format: "name BEGINSWITH[c] 'a'"))
        #expect(request?.resultType == .managedObjectIDResultType)
        #expect(request?.includesPendingChanges == false)
    }

    @Test func whatXcodeLeavesEmptyIsNone() throws {
        let model = try ModelSource.model(
            """
            <entity name="E" parentEntity="" representedClassName="" coreSpotlightDisplayNameExpression="">
                <attribute name="a" attributeType="String" regularExpressionString=""/>
                <relationship name="r" maxCount="1" destinationEntity="E" inverseName="" inverseEntity=""/>
            </entity>
            <fetchRequest name="all" entity="E" predicateString=""/>
            """)
        let entity = model.entities[0]
        #expect(entity.superentity == nil)
        #expect(entity.coreSpotlightDisplayNameExpression == nil)
        #expect(entity.attributesByName["a"]?.validationPredicates == [])
        #expect(entity.relationshipsByName["r"]?.inverseRelationship == nil)
        #expect(try #require(model.fetchRequestTemplate(forName: "all")).predicate == nil)
    }

    @Test func compositesHaveTheirElements() throws {
        let model = try ModelSource.model(
            """
            <entity name="E"><attribute name="place" attributeType="Composite" compositeName="Place"/></entity>
            <composite name="Place">
                <attribute name="latitude" attributeType="Double"/><attribute name="longitude" attributeType="Double"/>
            </composite>
            """)
        let place = model.entities[0].attributesByName["place"] as? NSCompositeAttributeDescription
        #expect(place?.elements.map(\.name) == ["latitude", "longitude"])
        #expect(place?.elements.map(\.type) == [.double, .double])
    }

    @Test(arguments: [
        (4, "whole", #"<entity name="E"><attribute name="n" attributeType="Integer 16" defaultValueString="whole"/></entity>"#),
        (4, "many", #"<entity name="E"><attribute name="n" attributeType="Integer 16" maxValueString="many"/></entity>"#),
        (4, "no destination", #"<entity name="E"><relationship name="r"/></entity>"#),
        (4, "'F'", #"<entity name="E"><relationship name="r" destinationEntity="F"/></entity>"#),
        (4, "inverse 'x'", #"<entity name="E"><relationship name="r" destinationEntity="E" inverseName="x"/></entity>"#),
        (4, "cycle", #"<entity name="E" parentEntity="E"/>"#),
        (4, "not in the model", #"<entity name="E" parentEntity="F"/>"#),
        (4, "no property 'x'", #"<entity name="E"><fetchIndex name="i"><fetchIndexElement property="x"/></fetchIndex></entity>"#),
        (4, "'F'", #"<entity name="E"/><configuration name="C"><memberEntity name="F"/></configuration>"#),
        (4, "'F'", #"<entity name="E"/><fetchRequest name="r" entity="F" predicateString="a == 1"/>"#),
        (4, "position 5", #"<entity name="E"/><fetchRequest name="r" entity="E" predicateString="a == "/>"#),
        (4, "derivation", #"<entity name="E"><attribute name="d" attributeType="String" derived="YES"/></entity>"#),
    ])
    func mistakesHaveAPlace(line: Int, part: String, inner: String) throws {
        let error = #expect(throws: ModelFileError.self) { try ModelSource.model("\n" + inner) }
        #expect(error?.location == SourceLocation(file: "contents", line: line))
        #expect(error?.message.contains(part) == true, "\(error?.message ?? "")")
    }
}
