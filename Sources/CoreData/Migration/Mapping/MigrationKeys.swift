// The variables of value expressions. An expression in Xcode's editor, or in a format, spells them
// with a dollar sign: `$source.title`.

/// The variable for the migration manager: `$manager`.
public let NSMigrationManagerKey = "manager"
/// The variable for the source object: `$source`.
public let NSMigrationSourceObjectKey = "source"
/// The variable for the destination object: `$destination`.
public let NSMigrationDestinationObjectKey = "destination"
/// The variable for the entity mapping: `$entityMapping`.
public let NSMigrationEntityMappingKey = "entityMapping"
/// The variable for the property mapping: `$propertyMapping`.
public let NSMigrationPropertyMappingKey = "propertyMapping"
/// The variable for the entity migration policy: `$entityPolicy`.
public let NSMigrationEntityPolicyKey = "entityPolicy"
