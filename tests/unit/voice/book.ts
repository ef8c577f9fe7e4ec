import type { Book } from "~/domain/voice/extraction/book";

/** The people and records a dispatcher of the demo talks about. Monday, November 23, 2026, 9 AM in Chicago. */
export const book: Book = {
  now: Date.parse("2026-11-23T15:00:00Z"),
  zone: "America/Chicago",
  customers: [
    {
      id: "lopez",
      name: "Maria Lopez",
      phones: ["+13125550142"],
      addresses: ["42 Oak Street, Springfield"],
      equipment: [
        { id: "lopez-furnace", type: "furnace" },
        { id: "lopez-ac", type: "air_conditioner" },
      ],
    },
    { id: "bob", name: "Bob Johnson", phones: ["+13125550188"], addresses: ["1180 Maple Avenue"], equipment: [] },
    { id: "alice", name: "Alice Johnson", phones: [], addresses: ["9 Elm Court"], equipment: [] },
    {
      id: "lakeview",
      name: "Lakeview Apartments",
      phones: ["+13125550170"],
      addresses: ["2200 Lake Shore Drive"],
      equipment: [
        { id: "boiler-1", type: "boiler" },
        { id: "boiler-2", type: "boiler" },
      ],
    },
    {
      id: "hernandez",
      name: "José Hernández",
      phones: ["+17735550111"],
      addresses: ["815 West Main Street"],
      equipment: [{ id: "hernandez-pump", type: "heat_pump" }],
    },
    { id: "nguyen", name: "Thomas Nguyen", phones: [], addresses: ["77 Birch Lane"], equipment: [] },
  ],
  technicians: [
    { id: "mike", name: "Mike Sullivan" },
    { id: "dave", name: "Dave Ortiz" },
    { id: "carlos", name: "Carlos Mendoza" },
    { id: "sarah", name: "Sarah Kim" },
  ],
  serviceTypes: [
    { id: "tune-up", name: "AC Tune-Up" },
    { id: "furnace-repair", name: "Furnace Repair" },
    { id: "pump-install", name: "Heat Pump Installation" },
    { id: "heater-replace", name: "Water Heater Replacement" },
    { id: "ducts", name: "Duct Cleaning" },
    { id: "diagnostic", name: "Diagnostic Visit" },
  ],
  parts: [
    { id: "cap-45-5", name: "Capacitor 45/5 MFD 440V" },
    { id: "cap-35-5", name: "Capacitor 35/5 MFD 370V" },
    { id: "contactor", name: "Contactor 2-pole 30A" },
    { id: "drain-line", name: "Drain line 3/4 in" },
  ],
};
