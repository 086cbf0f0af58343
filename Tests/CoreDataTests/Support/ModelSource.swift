import CoreData
import Foundation
import StrataModelFormat

/// Makes models of the text of their files.
enum ModelSource {
    static func contents(_ inner: String, fields: String = "") -> Data {
        Data(
            """
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0"\(fields)>
            \(inner)
            </model>
            """.utf8)
    }

    /// - Throws: `ModelFileError`.
    static func model(_ inner: String, module: String? = nil) throws -> NSManagedObjectModel {
        try NSManagedObjectModel(ModelElement(contents: contents(inner), file: "contents"), module: module)
    }
}
