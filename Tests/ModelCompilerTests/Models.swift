import Foundation
import StrataModelFormat

/// Reads a model whose entities are given as XML. The first entity begins in line 2.
func model(_ entities: String) throws -> ModelElement {
    try ModelElement(contents: Data("<model>\n\(entities)\n</model>".utf8), file: "m")
}
