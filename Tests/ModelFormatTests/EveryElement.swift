import Foundation
import StrataModelFormat

/// A model with every element and field of the format, as Xcode lays it out.
enum EveryElement {
    static let contents = """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" lastSavedToolsVersion="22758" systemVersion="23F79" \
        minimumToolsVersion="Automatic" sourceLanguage="Swift" usedWithCloudKit="YES" userDefinedModelVersionIdentifier="v2">
            <entity name="Animal" representedClassName="Zoo.Beast" isAbstract="YES" versionHashModifier="7" elementID="Creature" \
        syncable="YES" codeGenerationType="category" coreSpotlightDisplayNameExpression="name">
                <attribute name="born" attributeType="Date" minDateTimeInterval="0" maxDateTimeInterval="1000" \
        defaultDateTimeInterval="0.5" usesScalarValueType="NO"/>
                <attribute name="home" optional="YES" attributeType="Composite" compositeName="Address"/>
                <attribute name="image" optional="YES" attributeType="Binary" allowsExternalBinaryDataStorage="YES" \
        allowsCloudEncryption="YES"/>
                <attribute name="legs" optional="YES" attributeType="Integer 16" minValueString="0" maxValueString="8" \
        defaultValueString="4" usesScalarValueType="YES" preserveAfterDeletion="YES"/>
                <attribute name="name" attributeType="String" minValueString="1" maxValueString="20" defaultValueString="&quot;A&amp;B&quot;" \
        regularExpressionString="[A-Z&lt;]+" spotlightIndexingEnabled="YES" storedInTruthFile="YES">
                    <userInfo>
                        <entry key="label" value="Name"/>
                    </userInfo>
                </attribute>
                <attribute name="search" optional="YES" attributeType="String" derived="YES" derivationExpression="canonical:(name)"/>
                <attribute name="tags" optional="YES" transient="YES" attributeType="Transformable" \
        valueTransformerName="NSSecureUnarchiveFromData" customClassName="[String]"/>
                <relationship name="keepers" toMany="YES" minCount="1" maxCount="3" deletionRule="Deny" ordered="YES" \
        destinationEntity="Keeper" inverseName="animal" inverseEntity="Keeper" elementID="guards"/>
                <fetchedProperty name="peers" optional="YES">
                    <fetchRequest name="fetchedPropertyFetchRequest" entity="Animal" predicateString="legs == $FETCH_SOURCE.legs"/>
                    <userInfo/>
                </fetchedProperty>
                <fetchIndex name="byName" partialIndexPredicate="legs &gt; 2">
                    <fetchIndexElement property="name" type="Binary" order="descending"/>
                    <fetchIndexElement expression="legs + 1" expressionType="Integer 64" type="RTree" order="ascending"/>
                </fetchIndex>
                <compoundIndexes>
                    <compoundIndex>
                        <index value="born"/>
                        <index value="legs"/>
                    </compoundIndex>
                </compoundIndexes>
                <uniquenessConstraints>
                    <uniquenessConstraint>
                        <constraint value="name"/>
                        <constraint value="born"/>
                    </uniquenessConstraint>
                </uniquenessConstraints>
                <userInfo>
                    <entry key="a" value="1"/>
                    <entry key="b" value="two&#10;lines"/>
                </userInfo>
            </entity>
            <entity name="Keeper" representedClassName=".Keeper" parentEntity="Animal" syncable="YES" codeGenerationType="class">
                <relationship name="animal" optional="YES" maxCount="1" deletionRule="No Action" destinationEntity="Animal" \
        inverseName="keepers" inverseEntity="Animal"/>
            </entity>
            <composite name="Address">
                <attribute name="city" optional="YES" attributeType="String"/>
            </composite>
            <fetchRequest name="Big" entity="Animal" predicateString="legs &gt; $N" fetchLimit="5" fetchBatchSize="10" resultType="2" \
        includeSubentities="NO" includePropertyValues="YES" includePendingChanges="NO" returnObjectsAsFaults="NO" \
        returnDistinctResults="YES"/>
            <configuration name="Cloud" usedWithCloudKit="YES">
                <memberEntity name="Animal"/>
                <memberEntity name="Keeper"/>
            </configuration>
            <elements>
                <element name="Animal" positionX="-63" positionY="-18" width="128" height="89"/>
            </elements>
        </model>
        """

    static func model() throws -> ModelElement {
        try ModelElement(contents: Data(contents.utf8), file: "contents")
    }
}
