import Foundation
import Testing

@Suite("The mapping models of an Xcode folder")
struct MappingModelTests {
    private let content = """
        <?xml version="1.0" standalone="yes"?>
        <database><databaseInfo><version>134481920</version></databaseInfo>
        <object type="XDDEVENTITYMAPPING" id="z1"><attribute name="sourcename" type="string">Song</attribute>
        <attribute name="destinationname" type="string">Track</attribute>
        <attribute name="migrationpolicyclassname" type="string">SongPolicy</attribute></object>
        <object type="XDDEVMAPPINGMODEL" id="z2">
        <attribute name="sourcemodelpath" type="string">App/Music.xcdatamodeld/Music.xcdatamodel</attribute>
        <attribute name="destinationmodelpath" type="string">App/Music.xcdatamodeld/Music 2.xcdatamodel</attribute>
        <relationship name="entitymappings" type="0/0" idrefs="z1"></relationship></object>
        </database>
        """

    @Test("A mapping model is compiled into the program, where a migration finds it with its module")
    func compiled() throws {
        let folder = XcodeFolder()
        try folder.write("A.swift", "let a = 1\n")
        try folder.writeModel(
            "<entity name=\"Track\" representedClassName=\"Track\" codeGenerationType=\"class\"/>", named: "Music")
        try folder.writeMapping(content, named: "MusicTo2")
        #expect(folder.build() == [])
        let code = try folder.wholeCopy("MusicTo2.swift")
        #expect(code.contains("NSMappingModel.register(name: \"MusicTo2\", module: \"App\""))
        #expect(code.contains("SongPolicy"))
        #expect(try folder.wholeCopy("MusicTo2.cdm").contains("Strata mapping model"))
        #expect(try folder.wholeCopy("Music.swift").contains("class Track"))
    }

    @Test("A mapping model that cannot be read is an error at its line")
    func unreadable() throws {
        let folder = XcodeFolder()
        try folder.writeMapping("<database></database>", named: "Empty")
        let problems = folder.build()
        #expect(problems.count == 1)
        #expect(problems.first?.hasPrefix("Empty.xcmappingmodel/xcmapping.xml:1:1: error: ") == true, "\(problems)")
    }
}
