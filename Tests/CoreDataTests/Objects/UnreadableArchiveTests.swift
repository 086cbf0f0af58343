import Foundation
import StrataArchives
import Testing

@testable import CoreData

/// The reason why a transformable attribute reads as nil, which the log has.
@Suite struct UnreadableArchiveTests {
    private func archive(ofClass name: String) -> Data {
        var archive = KeyedArchive()
        archive.root = archive.reserve()
        archive.set(archive.root, [:], ofClass: name)
        return archive.data
    }

    @Test func `a class that the app does not have is named`() {
        let coding = TransformableCoding(attribute: "Note.value", transformerName: nil)
        #expect(coding.decode(archive(ofClass: "NoSuchWords")) == nil)
        #expect(
            TransformableCoding.reason(archive(ofClass: "NoSuchWords"), nil)
                == "contains an object of the class 'NoSuchWords', which is unknown")
    }

    @Test func `a class that the transformer does not allow is named`() throws {
        let data = try KeyedArchiveEncoder.data(of: Palette(["red"]), isSecure: true)
        let reason = try #require(TransformableCoding.reason(data, NSSecureUnarchiveFromDataTransformer()))
        #expect(reason.contains("Palette") && reason.contains("not allowed"))
    }

    @Test func `there is no reason for an archive that can be read, and for other data`() throws {
        #expect(TransformableCoding.reason(try KeyedArchiveEncoder.data(of: Palette(["red"])), nil) == nil)
        #expect(TransformableCoding.reason(Data([1, 2, 3]), nil) == nil)
    }
}
