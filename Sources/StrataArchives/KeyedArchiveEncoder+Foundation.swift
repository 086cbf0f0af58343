internal import Foundation

// Foundation's objects, with the keys of Apple's archives.
extension KeyedArchiveEncoder {
    /// Returns the names under which an archive has an object's class and superclasses; nil for an
    /// object that is of none of the classes that `encodeFields(of:)` knows.
    func foundationNames(of object: AnyObject) -> [String]? {
        switch object {
        case is NSMutableString: ["NSMutableString", "NSString"]
        case is NSString: ["NSString"]
        case is NSDecimalNumber: ["NSDecimalNumberPlaceholder", "NSDecimalNumber", "NSNumber", "NSValue"]
        case is NSNumber: ["NSNumber", "NSValue"]
        case is NSMutableData: ["NSMutableData", "NSData"]
        case is NSData: ["NSData"]
        case is NSDate: ["NSDate"]
        case is NSNull: ["NSNull"]
        case is NSUUID: ["NSUUID"]
        case is NSURL: ["NSURL"]
        case is NSMutableArray: ["NSMutableArray", "NSArray"]
        case is NSArray: ["NSArray"]
        case is NSCountedSet: ["NSCountedSet", "NSMutableSet", "NSSet"]
        case is NSMutableSet: ["NSMutableSet", "NSSet"]
        case is NSSet: ["NSSet"]
        case is NSMutableOrderedSet: ["NSMutableOrderedSet", "NSOrderedSet"]
        case is NSOrderedSet: ["NSOrderedSet"]
        case is NSMutableDictionary: ["NSMutableDictionary", "NSDictionary"]
        case is NSDictionary: ["NSDictionary"]
        case is NSMutableAttributedString: ["NSMutableAttributedString", "NSAttributedString"]
        case is NSAttributedString: ["NSAttributedString"]
        case is NSError: ["NSError"]
        case is NSValue: ["NSValue"]
        case is NSMutableIndexSet: ["NSMutableIndexSet", "NSIndexSet"]
        case is NSIndexSet: ["NSIndexSet"]
        case is NSIndexPath: ["NSIndexPath"]
        case is NSMutableCharacterSet: ["NSMutableCharacterSet", "NSCharacterSet"]
        case is NSCharacterSet: ["NSCharacterSet"]
        case is NSRegularExpression: ["NSRegularExpression"]
        case is NSLocale: ["NSLocale"]
        case is NSTimeZone: ["NSTimeZone"]
        case is NSCalendar: ["NSCalendar"]
        case is NSDateComponents: ["NSDateComponents"]
        case is NSDateInterval: ["NSDateInterval"]
        case is NSPersonNameComponents: ["NSPersonNameComponents"]
        case is NSMeasurement: ["NSMeasurement"]
        case is UnitConverterLinear: ["NSUnitConverterLinear", "NSUnitConverter"]
        case is UnitConverter: converterNames(of: object)
        case is Unit: unitNames(of: object)
        default: nil
        }
    }

    private func converterNames(of object: AnyObject) -> [String]? {
        let type: AnyClass = type(of: object)
        guard ArchivedClasses.isFoundations(type) else { return nil }
        let name = NSStringFromClass(type)
        return name == "NSUnitConverterReciprocal" ? [name, "NSUnitConverter"] : nil
    }

    /// Returns the names of one of Foundation's units. An app's unit encodes itself.
    private func unitNames(of object: AnyObject) -> [String]? {
        let type: AnyClass = type(of: object)
        guard ArchivedClasses.isFoundations(type) else { return nil }
        let name = NSStringFromClass(type)
        guard object is Dimension else { return ["NSUnit"] }
        return name == "NSDimension" ? [name, "NSUnit"] : [name, "NSDimension", "NSUnit"]
    }

    /// Returns an object that archives have as a value; nil for one with fields.
    func plain(_ object: AnyObject) -> PropertyList? {
        switch object {
        case is NSMutableString, is NSMutableData, is NSDecimalNumber: return nil
        case let string as NSString: return .string(String(string))
        case let data as NSData: return .data(Data(data))
        case let number as NSNumber:
            switch String(cString: number.objCType) {
            // Foundation on Linux has this type for Booleans only.
            case "c", "B": return .bool(number.boolValue)
            case "d", "f": return .real(number.doubleValue)
            case "Q": return number.uint64Value > Int64.max ? .unsigned(number.uint64Value) : .int(number.int64Value)
            default: return .int(number.int64Value)
            }
        default: return nil
        }
    }

    /// Sets the fields of one of Foundation's objects.
    func encodeFields(of object: AnyObject) {
        switch object {
        case let string as NSMutableString: set(.string(String(string)), "NS.string")
        case let data as NSMutableData: set(.data(Data(data)), "NS.data")
        case let number as NSDecimalNumber: encodeFields(of: number.decimalValue)
        case let date as NSDate: set(.real(date.timeIntervalSinceReferenceDate), "NS.time")
        case is NSNull: break
        case let array as NSArray: set(objects: array.map { $0 }, "NS.objects")
        case let set as NSCountedSet: encodeFields(of: set)
        case let set as NSSet: self.set(objects: hashed(Self.sorted(set.allObjects)), "NS.objects")
        case let set as NSOrderedSet:
            for (place, member) in hashed(set.array).enumerated() { encode(member, forKey: "NS.object.\(place)") }
        case let dictionary as NSDictionary:
            let keys = hashed(Self.sorted(dictionary.allKeys))
            if !KeyedArchiveDecoder.canBridge(keys) {
                failWithError(ArchiveError("contains a dictionary with an array or a dictionary as a key"))
            }
            set(objects: keys, "NS.keys")
            set(objects: keys.map { dictionary.object(forKey: $0) ?? NSNull() }, "NS.objects")
        case let string as NSAttributedString: encodeFields(of: string)
        case let error as NSError:
            encode(error.domain as NSString, forKey: "NSDomain")
            encode(error.code, forKey: "NSCode")
            if !error.userInfo.isEmpty { encode(error.userInfo as NSDictionary, forKey: "NSUserInfo") }
        case let set as NSCharacterSet: encodeFields(of: set as CharacterSet)
        case let expression as NSRegularExpression:
            if expression.pattern.utf8.count > KeyedArchiveDecoder.longestPattern {
                failWithError(
                    ArchiveError("contains a regular expression of more than \(KeyedArchiveDecoder.longestPattern) bytes"))
            }
            expression.encode(with: self)
        case let locale as NSLocale where !KeyedArchiveDecoder.isLocaleIdentifier((locale as Locale).identifier):
            failWithError(ArchiveError("contains a locale with the invalid identifier '\((locale as Locale).identifier)'"))
        case let calendar as NSCalendar where !KeyedArchiveDecoder.isLocaleIdentifier(calendar.locale?.identifier ?? ""):
            failWithError(ArchiveError("contains a calendar whose locale has an invalid identifier"))
        // Foundation encodes these as they are in Apple's archives.
        case let object as any NSCoding: object.encode(with: self)
        default: break
        }
    }

    /// Returns the members of a set or the keys of a dictionary, and makes the archive an error if the
    /// decoder would not hash them.
    private func hashed(_ objects: [Any]) -> [Any] {
        if !KeyedArchiveDecoder.canHash(objects) {
            failWithError(
                ArchiveError(
                    "contains a set or the keys of a dictionary with an NSDecimalNumber, an NSError or more than 1,000 collections"
                ))
        }
        return objects
    }

    /// Returns the members of a set in an order that depends on its content only, if they are strings.
    private static func sorted(_ objects: [Any]) -> [Any] {
        let strings = objects.compactMap { $0 as? String }
        return strings.count == objects.count ? strings.sorted() : objects
    }

    private func encodeFields(of decimal: Decimal) {
        // An integer, whose text is its digits. Not a number has no digits, and a sign.
        let mantissa = decimal.isNaN ? 0 : UInt128(decimal.significand.magnitude.description) ?? 0
        let bytes = (0..<16).map { UInt8(truncatingIfNeeded: mantissa >> (8 * UInt128($0))) }
        let isNegative = decimal.isNaN || decimal < 0
        set(.int(Int64(decimal.isNaN ? 0 : decimal.exponent)), "NS.exponent")
        set(.int(Int64(((bytes.lastIndex { $0 != 0 } ?? -1) + 2) / 2)), "NS.length")
        set(.bool(isNegative), "NS.negative")
        set(.bool(true), "NS.compact")
        // The order of the bytes: little-endian.
        set(.int(1), "NS.mantissa.bo")
        set(.data(Data(bytes)), "NS.mantissa")
    }

    private func encodeFields(of set: NSCountedSet) {
        self.set(.int(Int64(set.count)), "NS.count")
        var total = 0
        for (place, member) in hashed(set.allObjects).enumerated() {
            encode(member, forKey: "NS.object\(place)")
            let count = set.count(for: member)
            total += count
            if count > KeyedArchiveDecoder.highestCount || total > KeyedArchiveDecoder.highestTotal {
                failWithError(
                    ArchiveError(
                        "contains a counted set with a member more than \(KeyedArchiveDecoder.highestCount) times, or more than \(KeyedArchiveDecoder.highestTotal) members"
                    ))
            }
            self.set(.int(Int64(count)), "NS.count\(place)")
        }
    }

    /// Foundation's own method encodes the characters as a string of which the memory is freed.
    private func encodeFields(of set: CharacterSet) {
        if let place = KeyedArchiveDecoder.namedSets.firstIndex(of: set) {
            return self.set(.int(Int64(place + 1)), "NSBuiltinID")
        }
        let (bits, inverted) = (set.bitmapRepresentation, set.inverted.bitmapRepresentation)
        self.set(.data(inverted.count < bits.count ? inverted : bits), "NSBitmap")
        if inverted.count < bits.count { self.set(.bool(true), "NSIsInverted") }
    }

    private func encodeFields(of string: NSAttributedString) {
        encode(NSString(string: string.string), forKey: "NSString")
        var runs: [(length: Int, attributes: [NSAttributedString.Key: Any])] = []
        var location = 0
        while location < string.length {
            var range = NSRange()
            let attributes = string.attributes(at: location, effectiveRange: &range)
            let length = min(max(NSMaxRange(range) - location, 1), string.length - location)
            runs.append((length, attributes))
            location += length
        }
        let lists = runs.map { run in
            NSDictionary(
                objects: run.attributes.map(\.value), forKeys: run.attributes.map { NSString(string: $0.key.rawValue) })
        }
        guard lists.count > 1 else { return encode(lists.first ?? NSDictionary(), forKey: "NSAttributes") }
        encode(NSArray(array: lists), forKey: "NSAttributes")
        var info: [UInt8] = []
        for (place, run) in runs.enumerated() { info += Self.bytes(of: run.length) + Self.bytes(of: place) }
        encode(NSMutableData(data: Data(info)), forKey: "NSAttributeInfo")
    }

    /// Returns a number with seven bits in a byte, the lowest first.
    private static func bytes(of number: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }
}
