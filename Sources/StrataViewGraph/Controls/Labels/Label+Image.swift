extension Label where Title == Text, Icon == Image {
    /// Creates a label with a localized title and a symbol of the system.
    public init(_ titleKey: LocalizedStringKey, systemImage name: String) {
        self.init {
            Text(titleKey)
        } icon: {
            Image(systemName: name)
        }
    }

    /// Creates a label with a string as its title and a symbol of the system.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, systemImage name: String) {
        self.init {
            Text(title)
        } icon: {
            Image(systemName: name)
        }
    }

    /// Creates a label with a localized title and a picture of an asset catalog.
    public init(_ titleKey: LocalizedStringKey, image name: String) {
        self.init {
            Text(titleKey)
        } icon: {
            Image(name)
        }
    }

    /// Creates a label with a string as its title and a picture of an asset catalog.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, image name: String) {
        self.init {
            Text(title)
        } icon: {
            Image(name)
        }
    }

    /// Creates a label with a localized title and a picture of an asset catalog.
    public init(_ titleKey: LocalizedStringKey, image resource: ImageResource) {
        self.init {
            Text(titleKey)
        } icon: {
            Image(resource)
        }
    }

    /// Creates a label with a string as its title and a picture of an asset catalog.
    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, image resource: ImageResource) {
        self.init {
            Text(title)
        } icon: {
            Image(resource)
        }
    }
}
