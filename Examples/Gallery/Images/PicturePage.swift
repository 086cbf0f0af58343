import SwiftUI

/// Pictures that an app has as data: in their own size, scaled to fit, scaled to fill, clipped, and
/// as a template.
struct PicturePage: View {
    /// A sunset behind a hill, 160 by 120 pixels, as an attribute with external storage would have it.
    private static let hill = UIImage(data: Data(base64Encoded: base64) ?? Data())

    var body: some View {
        VStack(alignment: .leading, spacing: 12) {
            if let hill = Self.hill {
                Image(uiImage: hill)
                    .accessibilityIdentifier("picture.whole")
                HStack(spacing: 12) {
                    Image(uiImage: hill).resizable().scaledToFit().frame(width: 80, height: 80)
                    Image(uiImage: hill).resizable().scaledToFill().frame(width: 80, height: 80).clipped()
                    Image(uiImage: hill).resizable().scaledToFill().frame(width: 80, height: 80).clipShape(.circle)
                        .accessibilityLabel("Sunset")
                        .accessibilityIdentifier("picture.circle")
                }
                Text("\(Int(hill.size.width)) × \(Int(hill.size.height)) points")
                    .accessibilityIdentifier("picture.size")
            }
        }
        .padding(.vertical, 8)
    }

    private static let base64 = """
        iVBORw0KGgoAAAANSUhEUgAAAKAAAAB4CAIAAAD6wG44AAADo0lEQVR42u3RZXIbQRCG4T5UTpEjJA4zMzMzJzIzM9thcg4QZmZwmNHpqi25ZE\
        uWtVbvbHvmq3r+TlV/81JPZBRYjP5FRoPF6G9mBliMA48Bi9GfrLFgMQ48DixGv7PHg8U48ASwGP3KmQgW48CTwGL0M3cyWIwDTwGL0Y+8qWAx\
        DjwNLEbf86eDxTjwDLAYfSuYCRbjwLPAYvS1cDZYjAPPAYvRl6K5YDEOPA8sRp+L54PFOPAC8KunO5K6cE+lTyULIXW+0sYK62AOvAgGNeSuiU\
        obvZw+li6G5ATrekwez4GXwEDE0/bNbGICfShbCgkFWtdjYAUHXgbxDNSNNg52CL0vXw79GKvrCXQLB14BsQzXjTYOag69q1gJvUKp6wloEQde\
        BZ4Q60Yby4+it5WrwRN64CBGceA1wEKvG20svIu6q9aCkroe2WkceB0oCyw5jd5UrwdVgWWnceANjlNVN9pYbB29rtnoOIWBBddx4E0uU1g32l\
        hmIL2q3ewytYGlBnLgLS5THFhmIL2s2+oytYGlBnLgbS5THFhmIL2o3+4ytYGlBnLgHS5THFhmID1v2OkytYGlBnLgXS5THFhmID1r3O0ytYGl\
        BnLgPS5THFhmID1t2usytYGlBnLgfS5THFhmID1p3u8ytYGlBnLgAy5THFhmID1uOeg4hXUF13HgQ45TGVhsHT1qPQyq6spO48BHQFlgyWn0sC\
        0CqgLLTuPAmcDU1BXeRQ/as8ATet0gRnHgbPAoCCw/iu535ECvEOsGtIgD50KskOoGNYfudeZBP4brBrqFA+dDPIN1gx1Cd48WQEIG6hpYwYEL\
        YSAB1zUxge4cK4LkxNOaPJ4DF8OgROsavZxuHy+B1A25a1gHc+BS8Mtn2jBPpVsnysBiHLgcUjEiY+SQhXg23TxZAQmlUzQ5kys4cCXECq5rot\
        KBz6Ebp6qAmewaL7hdHLjaZeF2TVRaeCBdP13jIG1d40kt5cC1TtGftm/mdPfStTN1LhheXftJZzgHrrfbsE4bV9r3fLp6tsFWNqWN5esTKOZZ\
        ox1s7RqXOaXfoH7PrpxrGr4cSesrGQ38rHkYcTNtKr0o+bPL51s0Q9dBe1HKL1tVQcsUe5GvZ5e62sKFcn7R0J5d6mo3CZ1MB4518UJHENBGS+\
        C+sTvTgR7aAwMCAwIDAgMCAwIjMCAwIDAgMCAwIDAgMAIDAgMCAwIDAgMCAwIjMCAwIDAgMCAwIDD48B8X5/TFZiEiCAAAAABJRU5ErkJggg==
        """
}
