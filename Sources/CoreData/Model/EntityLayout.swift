internal import Foundation
internal import Predicates

/// An entity in the form that objects and stores work with: attributes in slots, sorted by name.
///
/// A slot is the position of an attribute among the entity's properties sorted by name. Generated accessors name
/// their slot as a constant, so the order is part of the contract with generated code.
final class EntityLayout: Sendable {
    // Entity and layout hold each other, so a model in use lives as long as the program. Anything weaker costs every object
    // a slower count, since objects hold their layout only and reach their entity through it.
    let entity: NSEntityDescription
    let name: String
    let attributes: [NSAttributeDescription]
    let types: ContiguousArray<NSAttributeType>
    /// The values of a new object.
    let defaults: ContiguousArray<Value>
    /// Each constraint as slots.
    let uniqueSlots: [[Int]]
    private let slots: [String: Int]

    init(of entity: NSEntityDescription) {
        guard let name = entity.name, !name.isEmpty else {
            preconditionFailure("An entity needs a name before it can be used.")
        }
        self.entity = entity
        self.name = name
        let attributes = entity.properties
            .map { property in
                guard let attribute = property as? NSAttributeDescription else {
                    preconditionFailure(
                        "\(name).\(property.name) is not an attribute; an entity holds NSAttributeDescription only.")
                }
                return attribute
            }
            .sorted { $0.name < $1.name }
        self.attributes = attributes
        slots = Dictionary(
            attributes.enumerated().map { ($1.name, $0) },
            uniquingKeysWith: { _, _ in preconditionFailure("The entity '\(name)' has two properties of one name.") }
        )
        types = ContiguousArray(attributes.map(\.attributeType))
        defaults = ContiguousArray(
            attributes.map { attribute in
                guard attribute.attributeType != .undefinedAttributeType else {
                    preconditionFailure("\(name).\(attribute.name) has no attribute type.")
                }
                guard let value = Value(attribute.defaultValue, as: attribute.attributeType) else {
                    preconditionFailure("The default value of \(name).\(attribute.name) is not of the attribute's type.")
                }
                return value
            }
        )
        let slots = slots
        uniqueSlots = entity.uniquenessConstraints.map { constraint in
            constraint.map { element in
                let key = (element as? NSPropertyDescription)?.name ?? element as? String ?? ""
                guard let slot = slots[key] else {
                    preconditionFailure("A uniqueness constraint of '\(name)' names '\(element)', which is no attribute of it.")
                }
                return slot
            }
        }
    }

    func slot(of name: String) -> Int? { slots[name] }

    /// The slot of a name that must exist; a name that does not is the programmer's mistake.
    func requiredSlot(of name: String) -> Int {
        guard let slot = slots[name] else {
            preconditionFailure("The entity '\(self.name)' has no property '\(name)'.")
        }
        return slot
    }

    /// The class of this entity's objects.
    var managedObjectClass: NSManagedObject.Type { entity.managedObjectClass }
}
