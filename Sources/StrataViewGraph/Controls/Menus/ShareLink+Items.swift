public import Foundation

extension ShareContent {
    /// Creates the content for several URLs, of which browsers accept one: several are lines of the
    /// text.
    @MainActor
    init<Data: RandomAccessCollection>(_ items: Data, _ subject: Text?, _ message: Text?) where Data.Element == URL {
        if items.count == 1, let url = items.first {
            self.init(url: url.absoluteString, subject: subject?.string, text: message?.string)
        } else {
            self.init(items.map(\.absoluteString), subject, message)
        }
    }

    /// Creates the content for several strings, which are lines of the text before the message.
    @MainActor
    init<Data: RandomAccessCollection>(_ items: Data, _ subject: Text?, _ message: Text?) where Data.Element == String {
        let lines = Array(items) + [message?.string].compactMap(\.self)
        self.init(url: nil, subject: subject?.string, text: lines.joined(separator: "\n"))
    }
}

extension ShareLink {
    /// Creates a control that shares URLs, with a label made of views.
    public init<Data: RandomAccessCollection>(
        items: Data, subject: Text? = nil, message: Text? = nil, @ViewBuilder label: () -> Label
    ) where Data.Element == URL {
        self.init(ShareContent(items, subject, message), label: label())
    }

    /// Creates a control that shares URLs with titles, with a label made of views. The title of the
    /// first one is the subject, if there is no other.
    public init<Data: RandomAccessCollection, PreviewImage, PreviewIcon>(
        items: Data, subject: Text? = nil, message: Text? = nil,
        preview: @escaping (Data.Element) -> SharePreview<PreviewImage, PreviewIcon>, @ViewBuilder label: () -> Label
    ) where Data.Element == URL {
        self.init(items: items, subject: subject ?? items.first.map { preview($0).title }, message: message, label: label)
    }

    /// Creates a control that shares a URL with a title, with a label made of views. The title is the
    /// subject, if there is no other.
    public init<PreviewImage, PreviewIcon>(
        item: URL, subject: Text? = nil, message: Text? = nil, preview: SharePreview<PreviewImage, PreviewIcon>,
        @ViewBuilder label: () -> Label
    ) {
        self.init(item: item, subject: subject ?? preview.title, message: message, label: label)
    }

    /// Creates a control that shares strings, with a label made of views.
    public init<Data: RandomAccessCollection>(
        items: Data, subject: Text? = nil, message: Text? = nil, @ViewBuilder label: () -> Label
    ) where Data.Element == String {
        self.init(ShareContent(items, subject, message), label: label())
    }

    /// Creates a control that shares strings with titles, with a label made of views. The title of the
    /// first one is the subject, if there is no other.
    public init<Data: RandomAccessCollection, PreviewImage, PreviewIcon>(
        items: Data, subject: Text? = nil, message: Text? = nil,
        preview: @escaping (Data.Element) -> SharePreview<PreviewImage, PreviewIcon>, @ViewBuilder label: () -> Label
    ) where Data.Element == String {
        self.init(items: items, subject: subject ?? items.first.map { preview($0).title }, message: message, label: label)
    }

    /// Creates a control that shares a string with a title, with a label made of views. The title is the
    /// subject, if there is no other.
    public init<PreviewImage, PreviewIcon>(
        item: String, subject: Text? = nil, message: Text? = nil, preview: SharePreview<PreviewImage, PreviewIcon>,
        @ViewBuilder label: () -> Label
    ) {
        self.init(item: item, subject: subject ?? preview.title, message: message, label: label)
    }
}
