/// A member with all information that its accessors require.
struct Accessor {
    var member: ManagedMember
    var place: PropertyPlace
    var body: Body

    enum Body {
        case property(CarriedType)
        case method(CollectionMethod, [CarriedType])
        /// The member can be declared but not used: its functions trap with this message.
        case trap(String)
    }
}
