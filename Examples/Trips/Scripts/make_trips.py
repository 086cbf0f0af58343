#!/usr/bin/env python3
"""Writes Sources/Trips/Resources/trips.json: invented trips to real places, the same ones each time."""

import datetime
import json
import random
from pathlib import Path

COUNT = 3000
FILE = Path(__file__).resolve().parents[1] / "Sources" / "Trips" / "Resources" / "trips.json"

PLACES = {
    "Argentina": ["Buenos Aires", "Mendoza", "Salta", "Ushuaia", "Bariloche", "Córdoba"],
    "Australia": ["Sydney", "Melbourne", "Cairns", "Perth", "Hobart", "Alice Springs"],
    "Austria": ["Vienna", "Salzburg", "Graz", "Innsbruck", "Hallstatt", "Linz"],
    "Belgium": ["Brussels", "Ghent", "Bruges", "Antwerp", "Leuven"],
    "Brazil": ["Rio de Janeiro", "São Paulo", "Salvador", "Recife", "Manaus", "Paraty"],
    "Canada": ["Toronto", "Montréal", "Vancouver", "Québec", "Banff", "Halifax"],
    "Chile": ["Santiago", "Valparaíso", "San Pedro de Atacama", "Puerto Natales", "Pucón"],
    "Colombia": ["Bogotá", "Medellín", "Cartagena", "Salento", "Cali"],
    "Croatia": ["Zagreb", "Split", "Dubrovnik", "Zadar", "Rovinj", "Hvar"],
    "Czechia": ["Prague", "Brno", "Český Krumlov", "Olomouc", "Telč"],
    "Denmark": ["Copenhagen", "Aarhus", "Odense", "Skagen", "Ribe"],
    "Egypt": ["Cairo", "Luxor", "Aswan", "Alexandria", "Dahab"],
    "Estonia": ["Tallinn", "Tartu", "Pärnu", "Kuressaare"],
    "Finland": ["Helsinki", "Turku", "Tampere", "Rovaniemi", "Porvoo"],
    "France": ["Paris", "Lyon", "Marseille", "Bordeaux", "Strasbourg", "Annecy", "Arles"],
    "Germany": ["Berlin", "Hamburg", "Munich", "Dresden", "Freiburg", "Bamberg", "Lübeck"],
    "Greece": ["Athens", "Thessaloniki", "Nafplio", "Chania", "Naxos", "Meteora"],
    "Hungary": ["Budapest", "Pécs", "Eger", "Szeged", "Tihany"],
    "Iceland": ["Reykjavík", "Akureyri", "Vík", "Höfn", "Húsavík"],
    "India": ["Delhi", "Jaipur", "Udaipur", "Varanasi", "Kochi", "Hampi"],
    "Indonesia": ["Jakarta", "Yogyakarta", "Ubud", "Bandung", "Labuan Bajo"],
    "Ireland": ["Dublin", "Galway", "Cork", "Dingle", "Kilkenny"],
    "Italy": ["Rome", "Florence", "Venice", "Naples", "Bologna", "Palermo", "Turin"],
    "Japan": ["Tokyo", "Kyoto", "Osaka", "Kanazawa", "Hiroshima", "Nikkō", "Sapporo"],
    "Jordan": ["Amman", "Petra", "Aqaba", "Madaba", "Wadi Rum"],
    "Mexico": ["Mexico City", "Oaxaca", "Mérida", "Puebla", "Guanajuato", "Tulum"],
    "Morocco": ["Marrakesh", "Fez", "Essaouira", "Chefchaouen", "Tangier"],
    "Netherlands": ["Amsterdam", "Utrecht", "Rotterdam", "Haarlem", "Delft"],
    "New Zealand": ["Auckland", "Wellington", "Queenstown", "Nelson", "Wānaka"],
    "Norway": ["Oslo", "Bergen", "Tromsø", "Ålesund", "Flåm", "Trondheim"],
    "Peru": ["Lima", "Cusco", "Arequipa", "Puno", "Huaraz"],
    "Poland": ["Warsaw", "Kraków", "Gdańsk", "Wrocław", "Zakopane", "Toruń"],
    "Portugal": ["Lisbon", "Porto", "Coimbra", "Évora", "Lagos", "Funchal"],
    "Scotland": ["Edinburgh", "Glasgow", "Inverness", "Oban", "Portree"],
    "Slovenia": ["Ljubljana", "Bled", "Piran", "Maribor", "Bovec"],
    "South Korea": ["Seoul", "Busan", "Gyeongju", "Jeonju", "Sokcho"],
    "Spain": ["Madrid", "Barcelona", "Sevilla", "Granada", "Bilbao", "Valencia", "Cádiz"],
    "Sweden": ["Stockholm", "Göteborg", "Malmö", "Uppsala", "Kiruna", "Visby"],
    "Switzerland": ["Zürich", "Bern", "Lucerne", "Zermatt", "Lugano", "Basel"],
    "Türkiye": ["Istanbul", "Izmir", "Göreme", "Antalya", "Kaş"],
    "United States": ["New York", "San Francisco", "Chicago", "New Orleans", "Boston", "Santa Fe", "Seattle"],
    "Vietnam": ["Hanoi", "Huế", "Hội An", "Đà Lạt", "Ninh Bình"],
}

NAMES = {
    "city": ["Weekend in {0}", "{0} on Foot", "A Week in {0}", "{0} and {1}", "Back to {0}", "Spring in {0}", "Friends in {0}"],
    "nature": ["Hiking around {0}", "By Bike from {0} to {1}", "Cabins near {0}", "From {0} to {1}", "The Trails of {0}"],
    "beach": ["Sea and Sun in {0}", "Summer in {0}", "Sailing off {0}", "A Quiet Week near {0}", "Family Days in {0}"],
    "culture": ["Museums of {0}", "Festival in {0}", "{0} by Train", "Food of {0}", "Old Towns: {0} and {1}"],
    "work": ["Conference in {0}", "Workshop in {0}", "Fair in {0}", "Team Week in {0}"],
}

DAYS = {"city": (2, 7), "nature": (4, 16), "beach": (5, 15), "culture": (3, 12), "work": (1, 5)}

NOTES = [
    "Book the night train early.", "The small guesthouse by the station was the best choice.", "Bring a rain jacket, even in July.",
    "Market on Saturday mornings.", "Ask for the room at the back.", "Next time with more days.", "The bus runs only twice a day.",
    "Carry cash for the ferry.", "Dinner at the place with the green door.", "Sunrise from the hill above the town.",
    "The museum is closed on Mondays.", "Take the slow road along the coast.",
]


def trip(number: int, random: random.Random) -> dict:
    country = random.choice(list(PLACES))
    kind = random.choices(list(NAMES), weights=[9, 6, 5, 6, 3])[0]
    shortest, longest = DAYS[kind]
    days = random.randint(shortest, longest)
    most = min(len(PLACES[country]), days, 5)
    places = random.sample(PLACES[country], random.randint(1, most))
    names = [name for name in NAMES[kind] if "{1}" not in name or len(places) > 1]
    arrivals = sorted([0, *random.sample(range(1, days), len(places) - 1)])
    start = datetime.date(2009, 1, 1) + datetime.timedelta(random.randrange(19 * 365))
    return {
        "id": number,
        "name": random.choice(names).format(*places, ""),
        "country": country,
        "start": start.isoformat(),
        "days": days,
        "kind": kind,
        "rating": random.choices(range(6), weights=[3, 1, 2, 5, 8, 5])[0],
        "stops": [[place, arrival] for place, arrival in zip(places, arrivals)],
    } | ({"notes": random.choice(NOTES)} if random.random() < 0.3 else {})


def main() -> None:
    generator = random.Random(3000)
    lines = [json.dumps(trip(number, generator), ensure_ascii=False, separators=(",", ":")) for number in range(1, COUNT + 1)]
    FILE.write_text("[\n" + ",\n".join(lines) + "\n]\n")


if __name__ == "__main__":
    main()
