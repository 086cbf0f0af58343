public import Foundation

// The forms with a title as their label.

extension ShareLink where Label == DefaultShareLinkLabel {
    /// Creates a control that shares URLs.
    public init<Data: RandomAccessCollection>(items: Data, subject: Text? = nil, message: Text? = nil)
    where Data.Element == URL {
        self.init(items: items, subject: subject, message: message) { DefaultShareLinkLabel() }
    }

    /// Creates a control that shares URLs, which have titles.
    public init<Data: RandomAccessCollection, PreviewImage, PreviewIcon>(
        items: Data, subject: Text? = nil, message: Text? = nil,
        preview: @escaping (Data.Element) -> SharePreview<PreviewImage, PreviewIcon>
    ) where Data.Element == URL {
        self.init(items: items, subject: subject, message: message, preview: preview) { DefaultShareLinkLabel() }
    }

    /// Creates a control that shares a URL, which has a title.
    public init<PreviewImage, PreviewIcon>(
        item: URL, subject: Text? = nil, message: Text? = nil, preview: SharePreview<PreviewImage, PreviewIcon>
    ) {
        self.init(item: item, subject: subject, message: message, preview: preview) { DefaultShareLinkLabel() }
    }

    /// Creates a control with a localized title that shares URLs.
    public init<Data: RandomAccessCollection>(
        _ titleKey: LocalizedStringKey, items: Data, subject: Text? = nil, message: Text? = nil
    )
    where Data.Element == URL {
        self.init(items: items, subject: subject, message: message) { DefaultShareLinkLabel(title: Text(titleKey)) }
    }

    /// Creates a control with a localized title that shares URLs, which have titles.
    public init<Data: RandomAccessCollection, PreviewImage, PreviewIcon>(
        _ titleKey: LocalizedStringKey, items: Data, subject: Text? = nil, message: Text? = nil,
        preview: @escaping (Data.Element) -> SharePreview<PreviewImage, PreviewIcon>
    ) where Data.Element == URL {
        self.init(items: items, subject: subject, message: message, preview: preview) {
            DefaultShareLinkLabel(title: Text(titleKey))
        }
    }

    /// Creates a control with a localized title that shares a URL, which has a title.
    public init<PreviewImage, PreviewIcon>(
        _ titleKey: LocalizedStringKey, item: URL, subject: Text? = nil, message: Text? = nil,
        preview: SharePreview<PreviewImage, PreviewIcon>
    ) {
        self.init(item: item, subject: subject, message: message, preview: preview) {
            DefaultShareLinkLabel(title: Text(titleKey))
        }
    }

    /// Creates a control with a string as its title that shares URLs.
    @_disfavoredOverload
    public init<S: StringProtocol, Data: RandomAccessCollection>(
        _ title: S, items: Data, subject: Text? = nil, message: Text? = nil
    )
    where Data.Element == URL {
        self.init(items: items, subject: subject, message: message) { DefaultShareLinkLabel(title: Text(title)) }
    }

    /// Creates a control with a string as its title that shares URLs, which have titles.
    @_disfavoredOverload
    public init<S: StringProtocol, Data: RandomAccessCollection, PreviewImage, PreviewIcon>(
        _ title: S, items: Data, subject: Text? = nil, message: Text? = nil,
        preview: @escaping (Data.Element) -> SharePreview<PreviewImage, PreviewIcon>
    ) where Data.Element == URL {
        self.init(items: items, subject: subject, message: message, preview: preview) {
            DefaultShareLinkLabel(title: Text(title))
        }
    }

    /// Creates a control with a string as its title that shares a URL, which has a title.
    @_disfavoredOverload
    public init<S: StringProtocol, PreviewImage, PreviewIcon>(
        _ title: S, item: URL, subject: Text? = nil, message: Text? = nil, preview: SharePreview<PreviewImage, PreviewIcon>
    ) {
        self.init(item: item, subject: subject, message: message, preview: preview) { DefaultShareLinkLabel(title: Text(title)) }
    }

    /// Creates a control with a `Text` as its title that shares URLs.
    public init<Data: RandomAccessCollection>(_ title: Text, items: Data, subject: Text? = nil, message: Text? = nil)
    where Data.Element == URL {
        self.init(items: items, subject: subject, message: message) { DefaultShareLinkLabel(title: title) }
    }

    /// Creates a control with a `Text` as its title that shares URLs, which have titles.
    public init<Data: RandomAccessCollection, PreviewImage, PreviewIcon>(
        _ title: Text, items: Data, subject: Text? = nil, message: Text? = nil,
        preview: @escaping (Data.Element) -> SharePreview<PreviewImage, PreviewIcon>
    ) where Data.Element == URL {
        self.init(items: items, subject: subject, message: message, preview: preview) { DefaultShareLinkLabel(title: title) }
    }

    /// Creates a control with a `Text` as its title that shares a URL, which has a title.
    public init<PreviewImage, PreviewIcon>(
        _ title: Text, item: URL, subject: Text? = nil, message: Text? = nil, preview: SharePreview<PreviewImage, PreviewIcon>
    ) {
        self.init(item: item, subject: subject, message: message, preview: preview) { DefaultShareLinkLabel(title: title) }
    }
}

extension ShareLink where Label == DefaultShareLinkLabel {
    /// Creates a control that shares strings.
    public init<Data: RandomAccessCollection>(items: Data, subject: Text? = nil, message: Text? = nil)
    where Data.Element == String {
        self.init(items: items, subject: subject, message: message) { DefaultShareLinkLabel() }
    }

    /// Creates a control that shares strings, which have titles.
    public init<Data: RandomAccessCollection, PreviewImage, PreviewIcon>(
        items: Data, subject: Text? = nil, message: Text? = nil,
        preview: @escaping (Data.Element) -> SharePreview<PreviewImage, PreviewIcon>
    ) where Data.Element == String {
        self.init(items: items, subject: subject, message: message, preview: preview) { DefaultShareLinkLabel() }
    }

    /// Creates a control that shares a string, which has a title.
    public init<PreviewImage, PreviewIcon>(
        item: String, subject: Text? = nil, message: Text? = nil, preview: SharePreview<PreviewImage, PreviewIcon>
    ) {
        self.init(item: item, subject: subject, message: message, preview: preview) { DefaultShareLinkLabel() }
    }

    /// Creates a control with a localized title that shares strings.
    public init<Data: RandomAccessCollection>(
        _ titleKey: LocalizedStringKey, items: Data, subject: Text? = nil, message: Text? = nil
    )
    where Data.Element == String {
        self.init(items: items, subject: subject, message: message) { DefaultShareLinkLabel(title: Text(titleKey)) }
    }

    /// Creates a control with a localized title that shares strings, which have titles.
    public init<Data: RandomAccessCollection, PreviewImage, PreviewIcon>(
        _ titleKey: LocalizedStringKey, items: Data, subject: Text? = nil, message: Text? = nil,
        preview: @escaping (Data.Element) -> SharePreview<PreviewImage, PreviewIcon>
    ) where Data.Element == String {
        self.init(items: items, subject: subject, message: message, preview: preview) {
            DefaultShareLinkLabel(title: Text(titleKey))
        }
    }

    /// Creates a control with a localized title that shares a string, which has a title.
    public init<PreviewImage, PreviewIcon>(
        _ titleKey: LocalizedStringKey, item: String, subject: Text? = nil, message: Text? = nil,
        preview: SharePreview<PreviewImage, PreviewIcon>
    ) {
        self.init(item: item, subject: subject, message: message, preview: preview) {
            DefaultShareLinkLabel(title: Text(titleKey))
        }
    }

    /// Creates a control with a string as its title that shares strings.
    @_disfavoredOverload
    public init<S: StringProtocol, Data: RandomAccessCollection>(
        _ title: S, items: Data, subject: Text? = nil, message: Text? = nil
    )
    where Data.Element == String {
        self.init(items: items, subject: subject, message: message) { DefaultShareLinkLabel(title: Text(title)) }
    }

    /// Creates a control with a string as its title that shares strings, which have titles.
    @_disfavoredOverload
    public init<S: StringProtocol, Data: RandomAccessCollection, PreviewImage, PreviewIcon>(
        _ title: S, items: Data, subject: Text? = nil, message: Text? = nil,
        preview: @escaping (Data.Element) -> SharePreview<PreviewImage, PreviewIcon>
    ) where Data.Element == String {
        self.init(items: items, subject: subject, message: message, preview: preview) {
            DefaultShareLinkLabel(title: Text(title))
        }
    }

    /// Creates a control with a string as its title that shares a string, which has a title.
    @_disfavoredOverload
    public init<S: StringProtocol, PreviewImage, PreviewIcon>(
        _ title: S, item: String, subject: Text? = nil, message: Text? = nil, preview: SharePreview<PreviewImage, PreviewIcon>
    ) {
        self.init(item: item, subject: subject, message: message, preview: preview) { DefaultShareLinkLabel(title: Text(title)) }
    }

    /// Creates a control with a `Text` as its title that shares strings.
    public init<Data: RandomAccessCollection>(_ title: Text, items: Data, subject: Text? = nil, message: Text? = nil)
    where Data.Element == String {
        self.init(items: items, subject: subject, message: message) { DefaultShareLinkLabel(title: title) }
    }

    /// Creates a control with a `Text` as its title that shares strings, which have titles.
    public init<Data: RandomAccessCollection, PreviewImage, PreviewIcon>(
        _ title: Text, items: Data, subject: Text? = nil, message: Text? = nil,
        preview: @escaping (Data.Element) -> SharePreview<PreviewImage, PreviewIcon>
    ) where Data.Element == String {
        self.init(items: items, subject: subject, message: message, preview: preview) { DefaultShareLinkLabel(title: title) }
    }

    /// Creates a control with a `Text` as its title that shares a string, which has a title.
    public init<PreviewImage, PreviewIcon>(
        _ title: Text, item: String, subject: Text? = nil, message: Text? = nil, preview: SharePreview<PreviewImage, PreviewIcon>
    ) {
        self.init(item: item, subject: subject, message: message, preview: preview) { DefaultShareLinkLabel(title: title) }
    }
}
