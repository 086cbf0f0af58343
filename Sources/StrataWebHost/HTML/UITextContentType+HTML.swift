import StrataViewGraph

extension UITextContentType {
    /// The value of HTML's attribute "autocomplete"; "off" for types that HTML lacks.
    var autocomplete: String {
        switch self {
        case .name: "name"
        case .namePrefix: "honorific-prefix"
        case .givenName: "given-name"
        case .middleName: "additional-name"
        case .familyName: "family-name"
        case .nameSuffix: "honorific-suffix"
        case .nickname: "nickname"
        case .jobTitle: "organization-title"
        case .organizationName: "organization"
        case .fullStreetAddress: "street-address"
        case .streetAddressLine1: "address-line1"
        case .streetAddressLine2: "address-line2"
        case .addressCity: "address-level2"
        case .addressState: "address-level1"
        case .sublocality: "address-level3"
        case .countryName: "country-name"
        case .postalCode: "postal-code"
        case .telephoneNumber: "tel"
        case .emailAddress: "email"
        case .URL: "url"
        case .creditCardNumber: "cc-number"
        case .username: "username"
        case .password: "current-password"
        case .newPassword: "new-password"
        case .oneTimeCode: "one-time-code"
        case .birthdate: "bday"
        default: "off"
        }
    }
}
