internal import Foundation

// Foundation's objects, built from fields whose types are checked. The keys are those of Apple's
// archives.
extension KeyedArchiveDecoder {
    /// The classes of property lists.
    static let propertyListClasses: [AnyClass] = [
        NSArray.self, NSDictionary.self, NSString.self, NSNumber.self, NSDate.self, NSData.self,
    ]

    /// The classes that an error's information and the attributes of a string may have in addition to
    /// those that are allowed for the object itself.
    private static let detailClasses: [AnyClass] =
        propertyListClasses + [
            NSURL.self, NSUUID.self, NSSet.self, NSNull.self, NSError.self, NSAttributedString.self, NSValue.self,
        ]

    /// Returns the classes that are allowed inside an error or the attributes of a string, for which a
    /// list of classes is allowed.
    static func detailed(_ allowed: [AnyClass]) -> [AnyClass] {
        allowed + detailClasses.filter { detail in !allowed.contains { $0 == detail } }
    }

    /// The result of decoding an object as one of Foundation's.
    enum FoundationObject {
        case object(AnyObject)
        case invalid
        /// It is not of one of the classes of Foundation that can be archived.
        case unknown

        init(_ object: AnyObject?) {
            self = object.map(Self.object) ?? .invalid
        }
    }

    /// Returns the object that is being decoded, if the name of its class is one of Foundation's.
    func foundationObject(named name: String) -> FoundationObject {
        switch name {
        case "NSString": .init(string)
        case "NSMutableString": .init(string.map { NSMutableString(string: String($0)) })
        case "NSData": .init(data("NS.data").map { NSData(data: $0) })
        case "NSMutableData": .init(data("NS.data").map { NSMutableData(data: $0) })
        case "NSDecimalNumber", "NSDecimalNumberPlaceholder": .init(decimal.map { NSDecimalNumber(decimal: $0) })
        case "NSDate": .init(real("NS.time").map { NSDate(timeIntervalSinceReferenceDate: $0) })
        case "NSNull": .object(NSNull())
        case "NSUUID": .init(uuid)
        case "NSURL": .init(url)
        case "NSArray": .init(members("NS.objects").map { NSArray(array: $0) })
        case "NSMutableArray": .init(members("NS.objects").map { NSMutableArray(array: $0) })
        case "NSSet": .init(hashed(members("NS.objects")).map { NSSet(array: $0) })
        case "NSMutableSet": .init(hashed(members("NS.objects")).map { NSMutableSet(array: $0) })
        case "NSCountedSet": .init(countedSet)
        case "NSOrderedSet": .init(orderedMembers.map { NSOrderedSet(array: $0) })
        case "NSMutableOrderedSet": .init(orderedMembers.map { NSMutableOrderedSet(array: $0) })
        case "NSDictionary": .init(entries.map { NSDictionary(objects: $0.values, forKeys: $0.keys) })
        case "NSMutableDictionary": .init(entries.map { NSMutableDictionary(objects: $0.values, forKeys: $0.keys) })
        case "NSAttributedString": .init(attributedString.map { NSAttributedString(attributedString: $0) })
        case "NSMutableAttributedString": .init(attributedString)
        case "NSError": .init(error(allowed.map(Self.detailed)))
        case "NSValue", "NSConcreteValue": .init(value)
        case "NSIndexSet": .init(indexSet.map { NSIndexSet(indexSet: $0) })
        case "NSMutableIndexSet": .init(indexSet.map { NSMutableIndexSet(indexSet: $0) })
        case "NSIndexPath": .init(indexPath)
        case "NSCharacterSet": .init(characterSet.map { $0 as NSCharacterSet })
        case "NSMutableCharacterSet": .init(mutableCharacterSet)
        case "NSRegularExpression": .init(regularExpression)
        case "NSLocale": .init(locale)
        case "NSTimeZone": .init(timeZone)
        case "NSCalendar": .init(calendar)
        case "NSDateComponents": .init(dateComponents)
        case "NSDateInterval": .init(dateInterval)
        case "NSPersonNameComponents": .init(personName)
        case "NSMeasurement": .init(measurement)
        case "NSUnitConverterLinear": .init(linearConverter)
        case "NSDimension": .init(unit(named: name))
        case "NSUnitConverterReciprocal": .init(reciprocalConverter)
        case _ where name.hasPrefix("NSUnit"): .init(unit(named: name))
        default: .unknown
        }
    }

    // MARK: Fields

    /// Returns the string of a field; nil if it is missing or no string.
    func text(_ key: String) -> String? { (part(key, of: [NSString.self]) as? NSString).map { String($0) } }

    func data(_ key: String) -> Data? { (part(key, of: [NSData.self]) as? NSData).map { Data($0) } }

    func real(_ key: String) -> Double? { (part(key, of: [NSNumber.self]) as? NSNumber)?.doubleValue }

    /// Returns the integer of a field; nil if it is missing or no integer.
    func whole(_ key: String) -> Int? {
        if let place = fields[key]?.reference {
            return archive.objects.indices.contains(place) ? archive.objects[place].int : nil
        }
        return fields[key]?.int
    }

    // MARK: Texts and numbers

    private var string: NSString? {
        if let data = fields["NS.bytes"]?.data { return String(data: data, encoding: .utf8).map { NSString(string: $0) } }
        return text("NS.string").map { NSString(string: $0) }
    }

    private var decimal: Decimal? {
        // The key of archives of Strata's earlier versions.
        if let digits = text("NSDecimal") { return Decimal(string: digits, locale: Locale(identifier: "en_US_POSIX")) }
        guard let exponent = whole("NS.exponent"), let length = whole("NS.length"), let bytes = data("NS.mantissa"),
            (-128...127).contains(exponent), (0...8).contains(length), bytes.count >= 2 * length
        else { return nil }
        let isNegative = fields["NS.negative"]?.bool ?? false
        let isLittleEndian = (whole("NS.mantissa.bo") ?? 1) == 1
        let mantissa = (0..<length).reversed().reduce(into: UInt128(0)) { mantissa, word in
            let (first, second) = (UInt128(bytes[bytes.startIndex + 2 * word]), UInt128(bytes[bytes.startIndex + 2 * word + 1]))
            mantissa = mantissa << 16 | (isLittleEndian ? second << 8 | first : first << 8 | second)
        }
        if length == 0, isNegative { return .nan }
        return Decimal(string: "\(isNegative ? "-" : "")\(mantissa)e\(exponent)", locale: Locale(identifier: "en_US_POSIX"))
    }

    private var uuid: NSUUID? {
        guard let bytes = data("NS.uuidbytes"), bytes.count == 16 else { return nil }
        return [UInt8](bytes).withUnsafeBufferPointer { $0.baseAddress.map { NSUUID(uuidBytes: $0) } }
    }

    private var url: NSURL? {
        guard let relative = text("NS.relative") else { return nil }
        var base: URL?
        if let object = part("NS.base", of: [NSURL.self]) as? NSURL {
            base = Self.bridged(object)
            if base == nil { return nil }
        }
        guard let url = NSURL(string: relative, relativeTo: base), Self.bridged(url) != nil else { return nil }
        return url
    }

    /// Returns the URL of an `NSURL`; nil if Swift's parser does not accept its text, where the
    /// conversion `as URL` traps.
    private static func bridged(_ url: NSURL) -> URL? { (url as Any) as? URL }

    // MARK: Collections

    private func hashed(_ objects: [AnyObject]?) -> [AnyObject]? { objects.flatMap { Self.canHash($0) ? $0 : nil } }

    /// Whether a dictionary with these keys can be read in Swift: an array or a dictionary is a
    /// structure without a hash there, and as a key it traps in Foundation's conversion.
    static func canBridge(_ keys: [Any]) -> Bool { !keys.contains { $0 is NSArray || $0 is NSDictionary } }

    private var entries: (keys: [NSObject], values: [AnyObject])? {
        guard let keys = hashed(members("NS.keys")) as? [NSObject], let values = members("NS.objects"),
            keys.count == values.count, Self.canBridge(keys)
        else { return nil }
        return (keys, values)
    }

    /// The members of an ordered set, which has a field for each.
    private var orderedMembers: [AnyObject]? {
        if fields["NS.objects"] != nil { return hashed(members("NS.objects")) }
        var objects: [AnyObject] = []
        while fields["NS.object.\(objects.count)"] != nil {
            guard let object = part("NS.object.\(objects.count)", of: allowed) else { return nil }
            objects.append(object)
        }
        return hashed(objects)
    }

    private var countedSet: NSCountedSet? {
        var objects: [AnyObject] = []
        var counts: [Int] = []
        for place in 0..<max(0, min(whole("NS.count") ?? 0, fields.count)) {
            guard let object = part("NS.object\(place)", of: allowed), let count = whole("NS.count\(place)"),
                (1...Self.highestCount).contains(count)
            else { return nil }
            objects.append(object)
            counts.append(count)
        }
        guard Self.canHash(objects), counts.reduce(0, +) <= Self.highestTotal else { return nil }
        let set = NSCountedSet()
        for (object, count) in zip(objects, counts) { for _ in 0..<count { set.add(object) } }
        return set
    }

    // MARK: Strings with attributes, and errors

    private var attributedString: NSMutableAttributedString? {
        guard let string = text("NSString") else { return nil }
        let result = NSMutableAttributedString(string: string)
        guard fields["NSAttributes"] != nil else { return result }
        let allowed = allowed.map(Self.detailed)
        let attributes = part("NSAttributes", of: allowed)
        if let attributes = attributes as? NSDictionary {
            guard let attributes = Self.attributes(attributes) else { return nil }
            if result.length > 0 { result.setAttributes(attributes, range: NSRange(location: 0, length: result.length)) }
            return result
        }
        // Pairs of the length of a run and the index of its attributes.
        guard let list = attributes as? NSArray, let numbers = data("NSAttributeInfo").flatMap(Self.numbers),
            numbers.count.isMultiple(of: 2)
        else { return nil }
        let known = list.map { ($0 as? NSDictionary).flatMap(Self.attributes) }
        var location = 0
        for pair in stride(from: 0, to: numbers.count, by: 2) {
            let (length, place) = (numbers[pair], numbers[pair + 1])
            guard length <= result.length - location, known.indices.contains(place), let attributes = known[place] else {
                return nil
            }
            if length > 0 { result.setAttributes(attributes, range: NSRange(location: location, length: length)) }
            location += length
        }
        return result
    }

    private static func attributes(_ dictionary: NSDictionary) -> [NSAttributedString.Key: Any]? {
        var attributes: [NSAttributedString.Key: Any] = [:]
        for (key, value) in dictionary {
            guard let key = key as? String else { return nil }
            attributes[NSAttributedString.Key(key)] = value
        }
        return attributes
    }

    private func error(_ allowed: [AnyClass]?) -> NSError? {
        guard let domain = text("NSDomain"), let code = whole("NSCode") else { return nil }
        guard fields["NSUserInfo"] != nil, let info = part("NSUserInfo", of: allowed) else {
            return NSError(domain: domain, code: code)
        }
        guard let info = info as? NSDictionary as? [String: Any] else { return nil }
        return NSError(domain: domain, code: code, userInfo: info)
    }

    // MARK: Values, ranges and indexes

    private var value: NSValue? {
        func numbers(_ key: String, _ count: Int) -> [CGFloat]? {
            guard let text = text(key), text.utf8.count < 1_000 else { return nil }
            let numbers = text.split { "{}, ".contains($0) }.map { Double($0) }
            guard numbers.count == count else { return nil }
            let known = numbers.compactMap { $0.map { CGFloat($0) } }
            return known.count == count ? known : nil
        }
        switch whole("NS.special") {
        case 1: return numbers("NS.pointval", 2).map { NSValue(point: NSPoint(x: $0[0], y: $0[1])) }
        case 2: return numbers("NS.sizeval", 2).map { NSValue(size: NSSize(width: $0[0], height: $0[1])) }
        case 3:
            return numbers("NS.rectval", 4).map { NSValue(rect: NSRect(x: $0[0], y: $0[1], width: $0[2], height: $0[3])) }
        case 4:
            guard let location = whole("NS.rangeval.location"), let length = whole("NS.rangeval.length") else { return nil }
            return NSValue(range: NSRange(location: location, length: length))
        case 12:
            guard let top = real("NS.edgeval.top"), let left = real("NS.edgeval.left"),
                let bottom = real("NS.edgeval.bottom"), let right = real("NS.edgeval.right")
            else { return nil }
            return NSValue(
                edgeInsets: NSEdgeInsets(top: CGFloat(top), left: CGFloat(left), bottom: CGFloat(bottom), right: CGFloat(right)))
        default: return nil
        }
    }

    /// Returns numbers that are stored with seven bits in a byte, the lowest first; nil for data that
    /// does not have whole numbers.
    private static func numbers(_ data: Data) -> [Int]? {
        var numbers: [Int] = []
        var (number, shift) = (0, 0)
        for byte in data {
            guard shift < 63 else { return nil }
            number |= Int(byte & 0x7F) << shift
            shift += 7
            guard byte & 0x80 == 0 else { continue }
            numbers.append(number)
            (number, shift) = (0, 0)
        }
        return shift == 0 ? numbers : nil
    }

    private var indexSet: IndexSet? {
        guard let count = whole("NSRangeCount") else { return nil }
        let numbers: [Int]?
        switch count {
        case 0: numbers = []
        case 1:
            guard let location = whole("NSLocation"), let length = whole("NSLength") else { return nil }
            numbers = [location, length]
        default: numbers = data("NSRangeData").flatMap(Self.numbers)
        }
        guard let numbers, numbers.count.isMultiple(of: 2), numbers.count / 2 == count else { return nil }
        var set = IndexSet()
        var end = 0
        for pair in stride(from: 0, to: numbers.count, by: 2) {
            let (location, length) = (numbers[pair], numbers[pair + 1])
            guard location >= end, length > 0, length < NSNotFound - location else { return nil }
            end = location + length
            set.insert(integersIn: location..<end)
        }
        return set
    }

    private var indexPath: NSIndexPath? {
        guard let length = whole("NSIndexPathLength"), length >= 0 else { return nil }
        if length == 1 { return whole("NSIndexPathValue").map { NSIndexPath(index: $0) } }
        guard length > 0 else { return NSIndexPath() }
        guard let indexes = data("NSIndexPathData").flatMap(Self.numbers), indexes.count == length else { return nil }
        return IndexPath(indexes: indexes) as NSIndexPath
    }

    // MARK: Character sets and patterns

    /// A copy, because a set that NSMutableCharacterSet creates cannot be changed on Linux.
    private var mutableCharacterSet: NSMutableCharacterSet? {
        characterSet.flatMap { ($0 as NSCharacterSet).mutableCopy() as? NSMutableCharacterSet }
    }

    /// The sets that archives have as a number, in the order of the numbers from 1.
    static let namedSets: [CharacterSet] = [
        .controlCharacters, .whitespaces, .whitespacesAndNewlines, .decimalDigits, .letters, .lowercaseLetters,
        .uppercaseLetters, .nonBaseCharacters, .decomposables, .alphanumerics, .punctuationCharacters, .illegalCharacters,
        .capitalizedLetters, .symbols, .newlines,
    ]

    private var characterSet: CharacterSet? {
        var set: CharacterSet
        if let number = whole("NSBuiltinID") ?? whole("NSBuiltinID2") {
            let known = Self.namedSets
            guard known.indices.contains(number - 1) else { return nil }
            set = known[number - 1]
        } else if let range = whole("NSRange") {
            let (first, count) = (UInt32(truncatingIfNeeded: range >> 32), UInt32(truncatingIfNeeded: range))
            guard range >= 0, count > 0, count <= 0x11_0000, let start = Unicode.Scalar(first),
                let end = Unicode.Scalar(first + count - 1)
            else { return nil }
            set = CharacterSet(charactersIn: start...end)
        } else if let text = text("NSString") ?? text("NSStringObject") {
            set = CharacterSet(charactersIn: text)
        } else if let bitmap = data("NSBitmap") ?? data("NSBitmapObject"), Self.isBitmap(bitmap) {
            set = CharacterSet(bitmapRepresentation: bitmap)
        } else {
            return nil
        }
        let isInverted = (fields["NSIsInverted"] ?? fields["NSIsInverted2"])?.bool ?? false
        return isInverted ? set.inverted : set
    }

    /// Whether data is the bits of the first plane, and then a plane's number and bits for others.
    private static func isBitmap(_ data: Data) -> Bool {
        let bytes = [UInt8](data)
        guard bytes.count >= 8_192, (bytes.count - 8_192).isMultiple(of: 8_193) else { return false }
        let planes = stride(from: 8_192, to: bytes.count, by: 8_193).map { bytes[$0] }
        return planes.allSatisfy { (1...16).contains($0) } && planes == Set(planes).sorted()
    }

    private var regularExpression: NSRegularExpression? {
        guard let pattern = text("NSPattern"), pattern.utf8.count <= Self.longestPattern, let options = whole("NSOptions"),
            options >= 0
        else {
            return nil
        }
        // Ignored: the decoder reports the damaged object.
        return try? NSRegularExpression(pattern: pattern, options: .init(rawValue: UInt(options)))
    }
}
