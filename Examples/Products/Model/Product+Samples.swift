extension Product {
    /// The plants with which the catalog starts.
    static let samples = [
        Product(
            id: "monstera", name: "Swiss Cheese Plant", botanicalName: "Monstera deliciosa", price: 34.5, stock: 7,
            light: .medium, wateringInterval: 8, notes: "Each new leaf has more holes than the last. Give it a stake to climb."),
        Product(
            id: "cactus", name: "Saguaro Cactus", botanicalName: "Carnegiea gigantea", price: 12, stock: 15, light: .bright,
            wateringInterval: 28, notes: "It grows a finger's breadth in a year, and may outlive the house."),
        Product(
            id: "snakeplant", name: "Snake Plant", botanicalName: "Dracaena trifasciata", price: 18.9, stock: 3, light: .low,
            wateringInterval: 21, notes: "The one for people who forget their plants. Too much water is its only enemy."),
        Product(
            id: "pilea", name: "Pancake Plant", botanicalName: "Pilea peperomioides", price: 14.5, stock: 9, light: .medium,
            wateringInterval: 7, notes: "Turn the pot every few days, because the leaves follow the light."),
        Product(
            id: "aloe", name: "Aloe", botanicalName: "Aloe vera", price: 9.9, stock: 22, light: .bright,
            wateringInterval: 18, notes: "It makes small plants around its foot, which you can give to friends."),
        Product(
            id: "fern", name: "Boston Fern", botanicalName: "Nephrolepis exaltata", price: 16, stock: 5, light: .low,
            wateringInterval: 4, notes: "It likes the bathroom, where the air is humid."),
        Product(
            id: "rubberfig", name: "Rubber Fig", botanicalName: "Ficus elastica", price: 29, stock: 0, light: .medium,
            wateringInterval: 9, notes: "Wipe the dust from its leaves, and do not move it without need."),
        Product(
            id: "palm", name: "Parlor Palm", botanicalName: "Chamaedorea elegans", price: 24.9, stock: 6, light: .low,
            wateringInterval: 7, notes: "A small palm that stays small, for a desk or a shelf."),
        Product(
            id: "echeveria", name: "Echeveria", botanicalName: "Echeveria elegans", price: 6.5, stock: 31, light: .bright,
            wateringInterval: 16, notes: "Water the soil and not the rosette, or the leaves get spots."),
        Product(
            id: "peacelily", name: "Peace Lily", botanicalName: "Spathiphyllum wallisii", price: 17.5, stock: 2, light: .low,
            wateringInterval: 6, notes: "It droops when it is thirsty, and stands up again an hour after a drink."),
        Product(
            id: "pearls", name: "String of Pearls", botanicalName: "Curio rowleyanus", price: 11.9, stock: 8, light: .bright,
            wateringInterval: 14, notes: "Hang it high. The strings grow as long as the shelf is high."),
        Product(
            id: "lavender", name: "Lavender", botanicalName: "Lavandula angustifolia", price: 8.5, stock: 18, light: .bright,
            wateringInterval: 10, notes: "For the balcony. Cut it back after the bloom, and it flowers again."),
    ]
}
