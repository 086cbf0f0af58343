import CoreData

/// The transformers that models name and their apps would have.
enum TransformerNames {
    private final class Transformer: NSSecureUnarchiveFromDataTransformer, @unchecked Sendable {}

    static func register(in model: NSManagedObjectModel) {
        for entity in model.entities {
            for attribute in entity.attributesByName.values {
                guard let name = attribute.valueTransformerName.map(NSValueTransformerName.init(rawValue:)) else { continue }
                if ValueTransformer(forName: name) == nil {
                    ValueTransformer.setValueTransformer(Transformer(), forName: name)
                }
            }
        }
    }
}
