import Foundation
import StrataModelFormat
import Testing

@Suite("Writing a model")
struct WritingTests {
    @Test func `every element comes back byte for byte`() throws {
        #expect(try EveryElement.model().contents == EveryElement.contents)
    }

    @Test func `fields and elements that are not known are kept`() throws {
        let source = """
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" sourceLanguage="Swift" future="1">
                <entity name="A" syncable="YES" future="2">
                    <attribute name="a" attributeType="String" future="3">
                        <later name="x">
                            <deeper/>
                        </later>
                    </attribute>
                    <uniquenessConstraints>
                        <uniquenessConstraint>
                            <constraint value="a" future="4"/>
                        </uniquenessConstraint>
                    </uniquenessConstraints>
                    <userInfo>
                        <entry key="k" value="v" future="5"/>
                    </userInfo>
                    <uniquenessConstraints>
                        <note text="kept"/>
                    </uniquenessConstraints>
                </entity>
                <compositeAttribute name="C">
                    <attribute name="c" attributeType="String"/>
                </compositeAttribute>
                <configuration name="K">
                    <memberEntity name="A" future="6"/>
                </configuration>
                <novelty/>
            </model>
            """
        let model = try ModelElement(contents: Data(source.utf8), file: "contents")
        #expect(model.contents == source)
        #expect(model.unknown.map(\.name) == ["novelty"])
        #expect(model.composites.map(\.name) == ["C"])
    }

    @Test func `a model made in memory reads back equal`() throws {
        var count = AttributeElement(name: "count", type: .integer32)
        count.usesScalarValueType = true
        count.defaultValueString = "0"
        var items = RelationshipElement(name: "items", destination: "Item", isToMany: true)
        items.isOptional = true
        items.deletionRule = .cascade
        items.inverseName = "list"
        var list = EntityElement(name: "List")
        list.representedClassName = "List"
        list.codeGeneration = .classDefinition
        list.attributes = [count]
        list.relationships = [items]
        list.uniquenessConstraints = [PropertyListElement(["count"])]
        list.fetchIndexes = [FetchIndexElement(name: "byCount", parts: [FetchIndexPart(property: "count")])]
        list.userInfo = UserInfoElement([.init(key: "tab", value: "a\tb")])
        var model = ModelElement()
        model.entities = [list]
        let again = try ModelElement(contents: Data(model.contents.utf8), file: "contents")
        #expect(again == model)
        #expect(again.entities.first?.userInfo?.dictionary == ["tab": "a\tb"])
        #expect(
            again.contents.contains(
                #"<attribute name="count" attributeType="Integer 32" defaultValueString="0" usesScalarValueType="YES"/>"#))
    }

    /// Xcode 7 and earlier wrote the identifier first.
    @Test func `old models keep their order`() throws {
        let source = """
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <model name="" userDefinedModelVersionIdentifier="" type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" \
            lastSavedToolsVersion="2061" systemVersion="12D78" minimumToolsVersion="Xcode 4.3" macOSVersion="Automatic" \
            iOSVersion="Automatic"/>
            """
        #expect(try ModelElement(contents: Data(source.utf8), file: "contents").contents == source)
    }
}
