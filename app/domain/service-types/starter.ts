import type { ServiceCategory, ServiceTask, TaskKind } from "./service-type";

type StarterTask = Omit<ServiceTask, "id" | "sequence" | "active">;

/** A service type that a business can start with. */
interface StarterServiceType {
  name: string;
  category: ServiceCategory;
  minutes: number;
  /** Dollars; null: quoted per job. */
  price: number | null;
  description: string;
  skills: readonly string[];
  certifications?: readonly string[];
  refrigerant?: true;
  parts: readonly { name: string; quantity: number }[];
  tasks: readonly StarterTask[];
}

type More = Partial<Pick<ServiceTask, "instructions" | "required" | "skills">>;

const task = (kind: TaskKind, title: string, more: More = {}): StarterTask => ({
  kind,
  title,
  instructions: null,
  required: true,
  skills: [],
  unit: null,
  min: null,
  max: null,
  ...more,
});
const check = (title: string, more?: More) => task("check", title, more);
const photo = (title: string, more?: More) => task("photo", title, more);
const reading = (title: string, more?: More) => task("reading", title, more);
const note = (title: string, more?: More) => task("note", title, { required: false, ...more });
const sign = task("signature", "Customer signature");
const measure = (
  title: string,
  unit: string,
  [min, max]: [number | null, number | null],
  more?: More,
): StarterTask => ({
  ...task("measurement", title, more),
  unit,
  min,
  max,
});
const part = (name: string, quantity = 1) => ({ name, quantity });

const MANIFOLD = "Natural gas. For LP: 10 to 11 in. w.c.";
const combustion = [
  measure("Flue CO, air-free", "ppm", [null, 100], {
    instructions: "After 10 minutes of steady burn. Above 100: find the cause. Above 400: shut down and red-tag.",
    skills: ["Combustion analysis"],
  }),
  measure("CO in the supply air", "ppm", [null, 9]),
];

/** The usual work of a heating and cooling business, with the technicians' steps. */
export const starterServiceTypes: readonly StarterServiceType[] = [
  {
    name: "Furnace tune-up",
    category: "maintenance",
    minutes: 75,
    price: 149,
    description: "Annual safety and efficiency visit for a gas furnace, before the heating season.",
    skills: ["Gas furnaces"],
    parts: [part("Filter 16x25x1"), part("Flame sensor cleaning pad")],
    tasks: [
      check("Run a heating cycle and listen for noises", { instructions: "Before opening any panel." }),
      check("Check filter, replace if dirty"),
      check("Inspect heat exchanger for cracks and corrosion", {
        instructions: "Use a mirror and light, or a borescope.",
      }),
      measure("Flame sensor current", "µA", [1, 10], {
        instructions: "If below 1.5, clean the sensor and test again.",
      }),
      measure("Manifold gas pressure", "in. w.c.", [3.2, 3.8], { instructions: MANIFOLD }),
      measure("Temperature rise", "°F", [35, 65], {
        instructions: "Supply minus return. Use the range on the nameplate.",
      }),
      measure("Total external static pressure", "in. w.c.", [null, 0.8]),
      ...combustion,
      check("Test high limit, rollout and pressure switches"),
      check("Flush condensate trap and drain"),
      photo("Photo of nameplate and burner compartment"),
      note("Recommendations"),
      sign,
    ],
  },
  {
    name: "AC tune-up",
    category: "maintenance",
    minutes: 75,
    price: 139,
    description: "Spring visit for central air conditioning: clean, measure, clear the drain, report.",
    skills: ["Refrigerant"],
    certifications: ["EPA 608"],
    refrigerant: true,
    parts: [part("Filter 16x25x1"), part("Condensate tablets", 2)],
    tasks: [
      check("Check filter, replace if dirty"),
      check("Wash condenser coil", { instructions: "Power off, from the inside out, no pressure washer." }),
      check("Inspect contactor and tighten terminals"),
      measure("Run capacitor, deviation from rating", "%", [-6, 6], { instructions: "(Measured - rated) / rated." }),
      measure("Compressor amp draw", "A", [null, null]),
      measure("Temperature split (Delta T)", "°F", [16, 22], {
        instructions: "After 15 minutes, with a clean filter.",
      }),
      reading("Superheat and subcooling", {
        instructions: "Only after airflow is correct. Skip gauges if the split is in range.",
      }),
      check("Flush condensate drain, test float switch"),
      photo("Photo of outdoor unit and nameplate"),
      note("Recommendations"),
      sign,
    ],
  },
  {
    name: "No-cool diagnosis",
    category: "repair",
    minutes: 90,
    price: 119,
    description: "Find out why the house isn't cooling and quote the repair.",
    skills: ["Refrigerant", "Controls"],
    certifications: ["EPA 608"],
    refrigerant: true,
    parts: [part("Run capacitor 45/5 µF"), part("Contactor 30 A")],
    tasks: [
      check("Verify call for cooling", { instructions: "If in doubt, jumper R to Y at the board." }),
      measure("Control voltage at the contactor", "V", [22, 28]),
      check("Check airflow: filter, blower and coil"),
      measure("Run capacitor, deviation from rating", "%", [-6, 6]),
      measure("Temperature split (Delta T)", "°F", [16, 22]),
      reading("Superheat and subcooling"),
      photo("Photo of failed part"),
      task("note", "Cause and approved repair"),
      sign,
    ],
  },
  {
    name: "No-heat diagnosis",
    category: "emergency",
    minutes: 90,
    price: 129,
    description: "No heat: find the cause today and leave the house warm or safe.",
    skills: ["Gas furnaces"],
    parts: [part("Hot surface igniter"), part("Flame sensor"), part("Pressure switch")],
    tasks: [
      check("Ask about CO alarms and gas odor", {
        instructions: "If in doubt, get everyone out and shut off the gas.",
      }),
      check("Read and record fault code"),
      check("Check the sequence of operation"),
      measure("Inlet gas pressure", "in. w.c.", [5, 10.5]),
      measure("Manifold gas pressure", "in. w.c.", [3.2, 3.8], { instructions: MANIFOLD }),
      ...combustion,
      photo("Photo of failed part"),
      task("note", "Cause and approved repair"),
      sign,
    ],
  },
  {
    name: "Heat pump install",
    category: "installation",
    minutes: 480,
    price: null,
    description: "Remove the old system; set, pipe, evacuate, charge and commission a ducted heat pump.",
    skills: ["Heat pumps", "Refrigerant", "Controls"],
    certifications: ["EPA 608"],
    refrigerant: true,
    parts: [
      part("Line set 3/8 x 3/4, 30 ft"),
      part("Pad or stand"),
      part("Whip and disconnect 60 A"),
      part("Filter drier"),
    ],
    tasks: [
      photo("Photo before work"),
      reading("Refrigerant recovered from old system"),
      check("Set unit level, with the manual's clearances"),
      check("Braze with nitrogen flowing"),
      measure("Nitrogen pressure test, after 30 minutes", "psig", [300, 550]),
      measure("Vacuum, isolated for 10 minutes", "microns", [null, 500], {
        instructions: "Pull below 500 microns. It must stay below 500 when isolated.",
      }),
      reading("Charge weighed in, subcooling"),
      measure("Total external static pressure", "in. w.c.", [null, 0.8]),
      check("Test heating, cooling, defrost and auxiliary heat"),
      check("Verify disconnect, breaker and wire size against nameplate"),
      photo("Photos of both nameplates"),
      check("Show customer the thermostat and filter"),
      sign,
    ],
  },
  {
    name: "Furnace replacement",
    category: "installation",
    minutes: 360,
    price: null,
    description: "Replace a gas furnace: removal, set, venting, gas, drain, startup.",
    skills: ["Gas furnaces", "Combustion analysis"],
    parts: [part("Vent kit 2 in. PVC"), part("Gas connector and sediment trap"), part("Filter rack 16x25x4")],
    tasks: [
      photo("Photo before work"),
      check("Lock out gas and power"),
      check("Vent pitched back to furnace and supported"),
      check("Soap-bubble test every gas joint"),
      measure("Inlet gas pressure", "in. w.c.", [5, 10.5]),
      measure("Manifold gas pressure", "in. w.c.", [3.2, 3.8], { instructions: MANIFOLD }),
      measure("Temperature rise", "°F", [35, 65]),
      ...combustion,
      photo("Photos of nameplate and finished installation"),
      sign,
    ],
  },
  {
    name: "Refrigerant leak search",
    category: "repair",
    minutes: 120,
    price: 229,
    description: "Find where a system loses its charge, and document it for the owner.",
    skills: ["Refrigerant"],
    certifications: ["EPA 608"],
    refrigerant: true,
    parts: [part("Schrader cores and caps", 2), part("Nitrogen, 20 cu ft")],
    tasks: [
      reading("Pressures and charge as found"),
      check("Electronic leak detector along coils, joints and valves"),
      check("Soap-bubble test suspect joints"),
      measure("Standing pressure with nitrogen, after 15 minutes", "psig", [150, 550]),
      photo("Mark and photograph the leak"),
      reading("Refrigerant added or recovered", { required: false }),
      task("note", "Leak location, repair or replace"),
      sign,
    ],
  },
  {
    name: "Boiler service",
    category: "maintenance",
    minutes: 120,
    price: 219,
    description: "Annual service of a hot-water boiler: water side, fire side, safeties.",
    skills: ["Boilers", "Combustion analysis"],
    parts: [part("Gasket kit"), part("Relief valve 30 psi")],
    tasks: [
      measure("System pressure, cold", "psig", [12, 20]),
      check("Expansion tank holds its charge"),
      check("Relief valve opens and reseats"),
      check("Low-water cutoff and high limit shut off the burner"),
      check("Clean the burner and heat exchanger"),
      ...combustion,
      measure("Supply water temperature", "°F", [120, 190]),
      check("Bleed radiators and purge air"),
      photo("Photo of gauge and nameplate"),
      sign,
    ],
  },
  {
    name: "Rooftop unit maintenance",
    category: "maintenance",
    minutes: 120,
    price: 289,
    description: "Quarterly maintenance of a packaged rooftop unit at a commercial site.",
    skills: ["Rooftop units"],
    parts: [part("Pleated filter 20x25x2", 4), part("Belt AX48")],
    tasks: [
      check("Check in with the site contact, locate roof access"),
      check("Replace filters and date them"),
      check("Check belt tension, pulleys and bearings"),
      check("Cycle the economizer"),
      measure("Temperature split (Delta T)", "°F", [14, 24]),
      measure("Condenser fan amp draw", "A", [null, null], { required: false }),
      check("Clear drain pan and trap"),
      photo("Photo of closed panels and clean roof"),
      sign,
    ],
  },
  {
    name: "Walk-in cooler repair",
    category: "emergency",
    minutes: 120,
    price: 189,
    description: "Walk-in not holding temperature; product at risk.",
    skills: ["Walk-in coolers", "Refrigerant"],
    certifications: ["EPA 608"],
    refrigerant: true,
    parts: [part("Evaporator fan motor"), part("Defrost timer")],
    tasks: [
      measure("Box temperature as found", "°F", [33, 41]),
      check("Check door gasket and closer"),
      check("Evaporator clear of ice, fans running"),
      check("Defrost starts and terminates"),
      reading("Superheat at the evaporator"),
      measure("Box temperature when leaving", "°F", [33, 41]),
      photo("Photo of replaced part", { required: false }),
      sign,
    ],
  },
  {
    name: "Mini-split cleaning",
    category: "maintenance",
    minutes: 90,
    price: 169,
    description: "Deep cleaning of a ductless head: blower wheel, coil and drain.",
    skills: ["Ductless"],
    parts: [part("Coil cleaner, foaming"), part("Cleaning bag")],
    tasks: [
      photo("Photo of blower wheel, before"),
      check("Cover walls, floor and electronics"),
      check("Clean coil, blower wheel and filters"),
      check("Flush drain and test condensate pump"),
      measure("Temperature split, supply to room", "°F", [15, 30]),
      photo("Photo of blower wheel, after"),
      sign,
    ],
  },
  {
    name: "Thermostat installation",
    category: "installation",
    minutes: 60,
    price: 129,
    description: "Remove the old thermostat, wire and set up the new one, show the customer how it works.",
    skills: ["Controls"],
    parts: [part("Thermostat"), part("Wall plate")],
    tasks: [
      photo("Photo of old wiring and terminals"),
      measure("Voltage, R to C", "V", [22, 28]),
      check("Test heating, cooling and fan"),
      check("Set up schedule and Wi-Fi with the customer"),
      sign,
    ],
  },
  {
    name: "Carbon monoxide investigation",
    category: "emergency",
    minutes: 90,
    price: 0,
    description: "CO alarm went off: find the source, and don't leave until the air is safe.",
    skills: ["Combustion analysis"],
    parts: [part("Carbon monoxide alarm")],
    tasks: [
      measure("CO at the door", "ppm", [null, 9], {
        instructions: "Above 35: everyone out, gas off, call the utility. Above 70: call 911.",
      }),
      ...combustion,
      check("Worst-case draft test on every vented appliance"),
      check("Inspect heat exchanger"),
      measure("CO when leaving", "ppm", [null, 9]),
      task("note", "Source, and what was shut down or red-tagged"),
      sign,
    ],
  },
  {
    name: "Duct inspection",
    category: "inspection",
    minutes: 60,
    price: 89,
    description: "Inspect the duct system for leakage and airflow problems.",
    skills: [],
    parts: [],
    tasks: [
      measure("Total external static pressure", "in. w.c.", [null, 0.8]),
      check("Check seals at joints, takeoffs and boots"),
      check("Check insulation in unconditioned space"),
      photo("Photos of findings"),
      task("note", "Recommendations for the customer"),
    ],
  },
];
