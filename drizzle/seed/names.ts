/** Fictional people, companies and streets of the demo, in a real city's address format. */
export const firstNames = [
  "Ana",
  "Ben",
  "Carla",
  "Dmitri",
  "Elena",
  "Frank",
  "Grace",
  "Hassan",
  "Ines",
  "Jamal",
  "Kate",
  "Leo",
  "Maya",
  "Noah",
  "Olga",
  "Paul",
  "Quinn",
  "Rosa",
  "Sam",
  "Tara",
  "Umar",
  "Vera",
  "Wes",
  "Ximena",
  "Yusuf",
  "Zoe",
  "Arlo",
  "Bianca",
] as const;

export const lastNames = [
  "Alvarez",
  "Becker",
  "Chen",
  "Dawson",
  "Eriksen",
  "Fischer",
  "Garcia",
  "Hughes",
  "Ibrahim",
  "Jensen",
  "Kowalski",
  "Larsen",
  "Miller",
  "Novak",
  "Okafor",
  "Patel",
  "Quigley",
  "Reyes",
  "Schmidt",
  "Tran",
  "Ueda",
  "Vogel",
  "Walsh",
  "Young",
  "Ziegler",
] as const;

export const companies = [
  "Bay View Dental",
  "Harbor Lofts Association",
  "Third Ward Bakery",
  "Lakefront Storage",
  "Brady Street Bistro",
  "Northshore Child Care",
  "Kilbourn Print Works",
  "Riverwest Yoga",
  "Canal Street Brewing",
  "Washington Heights Pharmacy",
] as const;

export const streets = [
  "N Humboldt Blvd",
  "E Brady St",
  "S Kinnickinnic Ave",
  "W Vliet St",
  "N Prospect Ave",
  "E Oklahoma Ave",
  "W Burleigh St",
  "N Lake Dr",
  "S Howell Ave",
  "W Wisconsin Ave",
  "N Downer Ave",
  "E Capitol Dr",
  "W Bluemound Rd",
  "N Oakland Ave",
] as const;

/** Site locations in Milwaukee: a ZIP code with a point inside it. */
export const districts = [
  { postalCode: "53202", latitude: 43.0453, longitude: -87.8998 },
  { postalCode: "53207", latitude: 42.9792, longitude: -87.8987 },
  { postalCode: "53211", latitude: 43.0817, longitude: -87.8857 },
  { postalCode: "53212", latitude: 43.0722, longitude: -87.9086 },
  { postalCode: "53213", latitude: 43.0512, longitude: -88.0004 },
  { postalCode: "53208", latitude: 43.0486, longitude: -87.9659 },
] as const;

export const jobs = [
  { title: "No heat, furnace will not ignite", minutes: 90, priority: "emergency", serviceType: "No-heat diagnosis" },
  { title: "Furnace tune-up", minutes: 60, priority: "normal", serviceType: "Furnace tune-up" },
  { title: "Boiler leaking at relief valve", minutes: 120, priority: "high", serviceType: "Boiler service" },
  { title: "Heat pump short cycling", minutes: 90, priority: "normal", serviceType: "No-cool diagnosis" },
  { title: "Replace condensate pump", minutes: 60, priority: "normal", serviceType: null },
  { title: "Thermostat reading wrong", minutes: 60, priority: "low", serviceType: null },
  { title: "Blower motor noisy", minutes: 90, priority: "normal", serviceType: null },
  { title: "Install smart thermostat", minutes: 60, priority: "low", serviceType: "Thermostat installation" },
  {
    title: "Walk-in cooler not holding temperature",
    minutes: 120,
    priority: "high",
    serviceType: "Walk-in cooler repair",
  },
  {
    title: "Annual rooftop unit maintenance",
    minutes: 120,
    priority: "normal",
    serviceType: "Rooftop unit maintenance",
  },
  { title: "Refrigerant leak search", minutes: 120, priority: "high", serviceType: "Refrigerant leak search" },
  { title: "Duct cleaning estimate", minutes: 60, priority: "low", serviceType: "Duct inspection" },
  {
    title: "Carbon monoxide alarm, check heat exchanger",
    minutes: 90,
    priority: "emergency",
    serviceType: "Carbon monoxide investigation",
  },
  { title: "Zone damper stuck closed", minutes: 90, priority: "normal", serviceType: null },
] as const;

export const noteTexts = [
  "Customer says the noise started after the cold snap.",
  "Office has the gate code. Dog is friendly.",
  "Filter was completely blocked; replaced with a MERV 11.",
  "Cleaned flame sensor, back to 3.2 microamps.",
  "Quoted a new inducer motor; waiting for customer approval.",
  "Static pressure 0.9 in. w.c.: return duct is undersized.",
] as const;

/** Typical office notes on customers. */
export const customerNotes = [
  "Two friendly dogs. Please ring the bell twice and wait.",
  "Prefers mornings. Text 30 minutes ahead.",
  "Filters 16x25x1, kept in the basement next to the furnace.",
  "Replaced the thermostat themselves in 2024; wiring is labeled.",
  "Send invoices to the management office, not the tenant.",
] as const;

export const accessNotes = [
  "Gate code 4411. Park behind the building.",
  "Mechanical room is on the roof. Key at the front desk.",
  "Use the side door. Basement stairs are steep.",
] as const;
