internal import Observation

/// A model in no context, for an identifier whose class is not known.
final class UnknownModel: PersistentModel {
    var persistentBackingData: any BackingData<UnknownModel>

    static var schemaMetadata: [Schema.PropertyMetadata] { [] }

    init(backingData: any BackingData<UnknownModel>) { persistentBackingData = backingData }

    convenience init() { self.init(backingData: ModelBackingData(for: UnknownModel.self)) }
}
