import Foundation
import StrataModelCompiler
import StrataModelDifference
import StrataModelFormat
import Testing

@Suite("Outlines")
struct OutlineTests {
    @Test func everythingThatCanBeSaid() throws {
        let source = """
            <entity name="Animal" representedClassName=".Animal" isAbstract="YES" codeGenerationType="category" elementID="Beast">
            <attribute name="born" attributeType="Date" minDateTimeInterval="0" defaultDateTimeInterval="60" usesScalarValueType="NO"/>
            <attribute name="home" optional="YES" attributeType="Composite" compositeName="Address"/>
            <attribute name="legs" attributeType="Integer 16" minValueString="0" maxValueString="8" defaultValueString="4" usesScalarValueType="YES"/>
            <attribute name="name" optional="YES" attributeType="String" minValueString="1" defaultValueString="" regularExpressionString="[a-z]+">
            <userInfo><entry key="label" value="Name&#10;here"/></userInfo></attribute>
            <attribute name="search" optional="YES" attributeType="String" derived="YES" derivationExpression="canonical:(name)"/>
            <relationship name="cubs" toMany="YES" minCount="1" maxCount="3" ordered="YES" deletionRule="Deny" destinationEntity="Cat"/>
            <fetchedProperty name="peers"><fetchRequest name="f" entity="Animal" predicateString="legs == 4"/></fetchedProperty>
            <fetchIndex name="byLegs"><fetchIndexElement property="legs" order="descending" type="RTree"/></fetchIndex>
            <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint></uniquenessConstraints>
            </entity>
            <entity name="Cat" parentEntity="Animal"/>
            <composite name="Address"><attribute name="city" optional="YES" attributeType="String"/></composite>
            <fetchRequest name="Big" entity="Animal" predicateString="legs &gt; 4" fetchLimit="2" fetchBatchSize="20"/>
            <configuration name="Local"><memberEntity name="Animal"/><memberEntity name="Cat"/></configuration>
            <configuration name="Cloud" usedWithCloudKit="YES"><memberEntity name="Cat"/></configuration>
            <configuration name="Nothing"/>
            """
        #expect(
            ModelOutline.text(of: try model(source)) == """

                Animal  abstract, class .Animal, properties generated, was Beast
                    born    Date = 2001-01-01T00:01:00Z  at least 2001-01-01T00:00:00Z
                    home    Address?
                    legs    Integer 16 = 4               scalar, 0 to 8
                    name    String? = “”                 length at least 1, matches [a-z]+, label: Name here
                    search  String?                      derived from canonical:(name)
                    cubs    → [Cat]                      no inverse, deny, ordered, 1 to 3 objects
                    peers   fetches Animal               where legs == 4
                    unique (name)
                    index byLegs (legs descending R-tree)

                Cat: Animal  no class of its own

                Address  composite
                    city  String?

                fetch request Big  Animal where legs > 4, at most 2, 20 at a time
                configuration Local  Animal, Cat
                configuration Cloud  Cat, used with CloudKit
                configuration Nothing  no entities

                """)
    }

    /// The expected texts were read against the XML line by line.
    @Test(.enabled(if: !SharedModels.bundles.isEmpty, "../shared/data/models is not here"), arguments: SharedModels.bundles)
    func theBundlesOfPublicProjects(url: URL) throws {
        let expected = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Outlines/\(url.deletingPathExtension().lastPathComponent).txt")
        let bundle = try ModelBundle(contentsOf: url)
        let text = bundle.versions.map { ModelOutline.text(of: $0, in: bundle) }.joined(separator: "\n")
        #expect(try text == String(contentsOf: expected, encoding: .utf8))
        #expect(ModelChecker.problems(in: bundle) == [])
    }
}
