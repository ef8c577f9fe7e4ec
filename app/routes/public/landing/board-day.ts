export type Tone = "done" | "working" | "driving" | "planned" | "conflict";
export type BoardJob = { lane: number; from: number; to: number; title: string; place: string; tone: Tone };

/** The sample day of the drawing: hours as decimals, local time. */
export const technicians = ["Luis Ortega", "Dana Whitfield", "Marcus Bell", "Priya Nair"] as const;

export const jobs: readonly BoardJob[] = [
  { lane: 0, from: 7.5, to: 9, title: "No heat", place: "Linden St", tone: "done" },
  { lane: 0, from: 9.5, to: 11.25, title: "Furnace tune-up", place: "4th Ave", tone: "working" },
  { lane: 0, from: 11.75, to: 13.25, title: "Igniter", place: "Birch Ct", tone: "planned" },
  { lane: 0, from: 14, to: 16.5, title: "Boiler swap, day 2", place: "Mill Road", tone: "planned" },
  { lane: 1, from: 8, to: 9.75, title: "Leak search", place: "Harbor", tone: "done" },
  { lane: 1, from: 10.5, to: 12, title: "Heat pump icing", place: "Quarry Ln", tone: "driving" },
  { lane: 1, from: 12.75, to: 14.25, title: "Thermostat", place: "Elm St", tone: "planned" },
  { lane: 2, from: 8, to: 10, title: "Condensate", place: "Union Sq", tone: "done" },
  { lane: 2, from: 10.25, to: 12.5, title: "Blower motor", place: "Grove St", tone: "working" },
  { lane: 2, from: 12.75, to: 15, title: "Heat pump start-up", place: "Lake View", tone: "conflict" },
  { lane: 3, from: 9, to: 10.75, title: "Duct static test", place: "Pine Row", tone: "working" },
];

/** Driving between two jobs of a lane, in decimal hours. */
export const drives = [
  { lane: 0, from: 9, to: 9.5 },
  { lane: 0, from: 11.25, to: 11.75 },
  { lane: 0, from: 13.25, to: 14 },
  { lane: 1, from: 9.75, to: 10.5 },
  { lane: 1, from: 12, to: 12.75 },
  { lane: 2, from: 10, to: 10.25 },
  { lane: 2, from: 12.5, to: 12.75 },
] as const;

/** What waits for a technician and an hour, in the lane below the technicians. */
export const tray = [
  { lane: 4, from: 7, to: 8.75, title: "Heat pump quote", detail: "1 h, any day" },
  { lane: 4, from: 8.85, to: 10.6, title: "Filter change", detail: "45 min, this week" },
] as const;
