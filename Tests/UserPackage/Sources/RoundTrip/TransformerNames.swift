import CoreData

/// The transformers that models name and their apps would have.
enum TransformerNames {
    private final class Transformer: NSSecureUnarchiveFromDataTransformer {}

    static func register(in model: NSManagedObjectModel) {
        let attributes = model.entities.flatMap(\.attributesByName.values)
        for name in Set(attributes.compactMap(\.valueTransformerName)).map(NSValueTransformerName.init)
        where ValueTransformer(forName: name) == nil {
            ValueTransformer.setValueTransformer(Transformer(), forName: name)
        }
    }
}
