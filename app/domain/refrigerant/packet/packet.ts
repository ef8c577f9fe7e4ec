import {
  CHARGE_BASIS_LABELS,
  type ChargeBasis,
  EQUIPMENT_TYPE_LABELS,
  type EquipmentType,
} from "~/domain/equipment/equipment";
import {
  CYLINDER_ISSUE_LABELS,
  CYLINDER_KIND_LABELS,
  type CylinderIssue,
  type CylinderKind,
  NO_CERTIFICATE,
} from "~/domain/refrigerant/cylinders/cylinder";
import type { EpisodeEnding, EpisodeKind, LeakEventKind } from "~/domain/refrigerant/leaks/compliance";
import {
  CLOCK_STEP_LABELS,
  type Clock,
  type ClockState,
  clockState,
  EPISODE_ENDING_LABELS,
  EPISODE_KIND_LABELS,
  LEAK_EVENT_LABELS,
} from "~/domain/refrigerant/leaks/compliance";
import type { LeakRates } from "~/domain/refrigerant/leaks/leak-rate";
import { type LeakRule, REGIME_LABELS } from "~/domain/refrigerant/leaks/leak-rules";
import type { CivilDate } from "~/domain/shared/time/dates";

/** Weights are thousandths of a pound. */
export interface PacketCircuit {
  id: string;
  name: string;
  refrigerant: string;
  chargeMilliLb: number | null;
  chargeBasis: ChargeBasis | null;
  unit: {
    name: string;
    type: EquipmentType;
    manufacturer: string | null;
    modelNumber: string | null;
    serialNumber: string | null;
    location: string | null;
    installDate: string | null;
  };
  owner: { name: string; address: string | null } | null;
  site: string | null;
  rule: LeakRule;
  uses: readonly PacketUse[];
  /** Not part of any sum or leak rate. */
  deleted: readonly DeletedReading[];
  episodes: readonly PacketEpisode[];
}

/** A reading that was deleted although refrigerant was added or recovered. */
export interface DeletedReading {
  id: string;
  serviceGroupId: string;
  unitName: string;
  /** The day on which it was taken. */
  date: CivilDate;
  refrigerant: string;
  addedMilliLb: number | null;
  recoveredMilliLb: number | null;
  workOrder: string;
  technician: string | null;
  certificate: string | null;
  recordedBy: string | null;
  cylinder: string | null;
  deletedOn: CivilDate;
  /** Null if deleted before this was stored. */
  deletedBy: string | null;
  reason: string | null;
}

/** An addition or a recovery. */
export interface PacketUse {
  kind: "added" | "recovered";
  milliLb: number;
  date: CivilDate;
  refrigerant: string;
  workOrder: string;
  /** Null for readings recorded before technicians were stored. */
  technician: string | null;
  certificate: string | null;
  /** The person who entered it. */
  recordedBy: string | null;
  cylinder: string | null;
  /** From the cylinder's ledger; null without an entry. */
  scale: { kind: CylinderKind; beforeMilliLb: number; afterMilliLb: number; issue: CylinderIssue | null } | null;
  /** As of an addition that counts; null if none, or without a full charge. */
  rates: LeakRates | null;
  notes: string | null;
}

export interface PacketEpisode {
  kind: EpisodeKind;
  year: number | null;
  openedOn: CivilDate;
  thresholdPercent: number;
  chargeMilliLb: number;
  rateCentiPercent: number;
  endedOn: CivilDate | null;
  ending: EpisodeEnding | null;
  voidReason: string | null;
  clocks: readonly Clock[];
  events: readonly PacketEvent[];
}

interface PacketEvent {
  kind: LeakEventKind;
  happenedOn: CivilDate;
  method: string | null;
  notes: string | null;
  recordedBy: string | null;
  voidedAt: string | null;
  voidReason: string | null;
}

/** A cylinder that was returned, with its remaining refrigerant. */
export interface ReturnedCylinder {
  date: CivilDate;
  number: string;
  refrigerant: string;
  kind: CylinderKind;
  netMilliLb: number;
  /** The recipient. */
  takenBy: string | null;
  recordedBy: string | null;
}

export interface Packet {
  /** The subject's label: a customer's name, the equipment's, "All customers". */
  subject: string;
  from: CivilDate;
  to: CivilDate;
  /** The business's civil day of creation: deadlines are as of that day. */
  today: CivilDate;
  circuits: readonly PacketCircuit[];
  /** Null unless it covers the whole business. */
  returned: readonly ReturnedCylinder[] | null;
}

/** A packet is read as a whole; a PDF takes about a millisecond per addition. */
export const MAX_USES = 10_000;
export const MAX_PDF_USES = 5000;

const lb = (milliLb: number) => (milliLb / 1000).toFixed(3);
const percent = (value: number) => value.toFixed(2);

/** "1.125 lb". */
export const weighed = (milliLb: number): string => `${lb(milliLb)} lb`;

/** "Added 5.000 lb, recovered 1.000 lb". */
export function amountsText(
  { addedMilliLb, recoveredMilliLb }: Pick<DeletedReading, "addedMilliLb" | "recoveredMilliLb">,
  weight: (milliLb: number) => string = weighed,
): string {
  const added = addedMilliLb === null ? [] : [`added ${weight(addedMilliLb)}`];
  const recovered = recoveredMilliLb === null ? [] : [`recovered ${weight(recoveredMilliLb)}`];
  const text = [...added, ...recovered].join(", ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** "Deleted on 2026-05-03 by Ada Byron: typed twice". */
export function deletionText(
  { deletedOn, deletedBy, reason }: Pick<DeletedReading, "deletedOn" | "deletedBy" | "reason">,
  dayText = (date: CivilDate): string => date,
): string {
  return `Deleted on ${dayText(deletedOn)}${deletedBy === null ? "" : ` by ${deletedBy}`}: ${reason ?? "no reason recorded"}`;
}

const CLOCK_STATE_LABELS: Record<ClockState, string> = {
  done: "Done",
  overdue: "Overdue",
  soon: "Due soon",
  open: "Open",
};

/** "Done", "Done late", "Overdue". */
export function clockText(clock: Pick<Clock, "dueOn" | "doneOn">, today: CivilDate): string {
  if (clock.doneOn !== null && clock.doneOn > clock.dueOn) return "Done late";
  return CLOCK_STATE_LABELS[clockState(clock, today)];
}

/** "8.000 lb, nameplate". */
export function chargeText({
  chargeMilliLb,
  chargeBasis,
}: Pick<PacketCircuit, "chargeMilliLb" | "chargeBasis">): string {
  if (chargeMilliLb === null) return "Not recorded";
  const basis = chargeBasis === null ? "" : `, ${CHARGE_BASIS_LABELS[chargeBasis].toLowerCase()}`;
  return `${weighed(chargeMilliLb)}${basis}`;
}

/** "40 CFR 84 applies (40 CFR 84.106). …", with the threshold. */
export function ruleText({ regime, why, citation, thresholdPercent }: LeakRule): string {
  const threshold = thresholdPercent === null ? "" : ` Threshold ${thresholdPercent}% a year.`;
  const source = citation === null ? "" : ` (${citation})`;
  return `${REGIME_LABELS[regime]}${source}. ${why}${threshold}`;
}

/** Both methods with their inputs, one per line. */
export function rateLines({ annualizing, rolling }: LeakRates, chargeMilliLb: number): string[] {
  const of = `of ${weighed(chargeMilliLb)}`;
  return [
    `Annualizing ${percent(annualizing.percent)}%: ${weighed(annualizing.addedMilliLb)} ${of}, ${annualizing.days} days`,
    `Rolling ${percent(rolling.percent)}%: ${weighed(rolling.addedMilliLb)} ${of} in ${rolling.days} days`,
  ];
}

/** "EPA 608 Universal U-77, until 2028-05-01", or what is missing. */
export function certificateText({ technician, certificate }: Pick<PacketUse, "technician" | "certificate">): string {
  return certificate ?? (technician === null ? "Not recorded" : NO_CERTIFICATE);
}

/** "Open", "Repaired and verified on 2026-05-03", "Voided: wrong charge". */
export function outcomeText(
  { ending, endedOn, voidReason }: PacketEpisode,
  dayText = (date: CivilDate): string => date,
): string {
  if (ending === null) return "Open";
  if (ending === "voided") return voidReason === null ? "Voided" : `Voided: ${voidReason}`;
  return endedOn === null ? EPISODE_ENDING_LABELS[ending] : `${EPISODE_ENDING_LABELS[ending]} on ${dayText(endedOn)}`;
}

/** "Leak rate over the threshold", "Chronic leaker 2026". */
export const episodeTitle = ({ kind, year }: Pick<PacketEpisode, "kind" | "year">): string =>
  year === null ? EPISODE_KIND_LABELS[kind] : `${EPISODE_KIND_LABELS[kind]} ${year}`;

interface RefrigerantTotal {
  refrigerant: string;
  addedMilliLb: number;
  recoveredMilliLb: number;
}

/** Amounts added and recovered, by refrigerant. */
export function totalsOf({ circuits }: Pick<Packet, "circuits">): RefrigerantTotal[] {
  const totals = new Map<string, RefrigerantTotal>();
  for (const { refrigerant, kind, milliLb } of circuits.flatMap(({ uses }) => uses)) {
    const total = totals.get(refrigerant) ?? { refrigerant, addedMilliLb: 0, recoveredMilliLb: 0 };
    totals.set(refrigerant, {
      refrigerant,
      addedMilliLb: total.addedMilliLb + (kind === "added" ? milliLb : 0),
      recoveredMilliLb: total.recoveredMilliLb + (kind === "recovered" ? milliLb : 0),
    });
  }
  return [...totals.values()].sort((a, b) => a.refrigerant.localeCompare(b.refrigerant));
}

/** The cylinders charged from or recovered into, by number, with the amounts. */
export function cylindersUsed({ circuits }: Pick<Packet, "circuits">): (RefrigerantTotal & { number: string })[] {
  const used = new Map<string, RefrigerantTotal & { number: string }>();
  for (const { cylinder: number, refrigerant, kind, milliLb } of circuits.flatMap(({ uses }) => uses)) {
    if (number === null) continue;
    const key = `${number}\n${refrigerant}`;
    const one = used.get(key) ?? { number, refrigerant, addedMilliLb: 0, recoveredMilliLb: 0 };
    if (kind === "added") one.addedMilliLb += milliLb;
    else one.recoveredMilliLb += milliLb;
    used.set(key, one);
  }
  return [...used.values()].sort((a, b) => a.number.localeCompare(b.number));
}

export const PACKET_FILE_HEADER = [
  ...[
    "Record",
    "Date",
    "Owner",
    "Owner address",
    "Property address",
    "Equipment",
    "Equipment type",
    "Serial number",
    "Circuit",
  ],
  ...["Refrigerant", "Full charge lb", "Charge determined by", "Rule", "Threshold %", "Work order", "Added lb"],
  ...["Recovered lb", "Technician", "EPA 608 certification", "Cylinder", "Cylinder kind", "Cylinder before lb"],
  ...[
    "Cylinder after lb",
    "Annualizing leak rate %",
    "Annualizing added lb",
    "Annualizing days",
    "Rolling leak rate %",
  ],
  ...["Rolling added lb", "What", "Due", "Done", "State", "Method", "Notes", "Recorded by", "Voided"],
] as const;

type Field = (typeof PACKET_FILE_HEADER)[number];
type Cells = Partial<Record<Field, string | null>>;

const rowOf = (cells: Cells): string[] => PACKET_FILE_HEADER.map((field) => cells[field] ?? "");

/** The packet as rows of one file, each with the circuit's facts. */
export function packetRows({ circuits, returned, today }: Packet): string[][] {
  return [
    ...circuits.flatMap((circuit) => circuitRows(circuit, today)),
    ...(returned ?? []).map(({ date, number, refrigerant, kind, netMilliLb, takenBy, recordedBy }) =>
      rowOf({
        ...{ Record: "Cylinder returned", Date: date, Refrigerant: refrigerant, Cylinder: number },
        ...{ "Cylinder kind": CYLINDER_KIND_LABELS[kind], What: `${weighed(netMilliLb)} in the cylinder` },
        ...{ Notes: takenBy, "Recorded by": recordedBy },
      }),
    ),
  ];
}

function circuitRows(circuit: PacketCircuit, today: CivilDate): string[][] {
  const { unit, owner, rule, chargeMilliLb, chargeBasis } = circuit;
  const facts: Cells = {
    ...{ Owner: owner?.name, "Owner address": owner?.address, "Property address": circuit.site, Equipment: unit.name },
    ...{
      "Equipment type": EQUIPMENT_TYPE_LABELS[unit.type],
      "Serial number": unit.serialNumber,
      Circuit: circuit.name,
    },
    ...{ Refrigerant: circuit.refrigerant, "Full charge lb": chargeMilliLb === null ? null : lb(chargeMilliLb) },
    ...{ "Charge determined by": chargeBasis && CHARGE_BASIS_LABELS[chargeBasis], Rule: rule.citation },
    ...{ "Threshold %": rule.thresholdPercent === null ? null : String(rule.thresholdPercent) },
  };
  return [
    rowOf({ ...facts, Record: "Circuit", What: `${REGIME_LABELS[rule.regime]}. ${rule.why}` }),
    ...circuit.uses.map((use) => rowOf({ ...facts, ...useCells(use) })),
    ...circuit.deleted.map((reading) => rowOf({ ...facts, ...deletedCells(reading) })),
    ...circuit.episodes.flatMap((episode) =>
      episodeCells(episode, today).map((cells) => rowOf({ ...facts, ...cells })),
    ),
  ];
}

function useCells(use: PacketUse): Cells {
  const { kind, milliLb, date, refrigerant, workOrder, technician, cylinder, scale, rates, notes, recordedBy } = use;
  const isAdded = kind === "added";
  return {
    ...{ Record: isAdded ? "Addition" : "Recovery", Date: date, Refrigerant: refrigerant, "Work order": workOrder },
    [isAdded ? "Added lb" : "Recovered lb"]: lb(milliLb),
    ...{ Technician: technician, "EPA 608 certification": certificateText(use), Cylinder: cylinder, Notes: notes },
    ...(scale && {
      "Cylinder kind": CYLINDER_KIND_LABELS[scale.kind],
      "Cylinder before lb": lb(scale.beforeMilliLb),
      "Cylinder after lb": lb(scale.afterMilliLb),
      What: scale.issue && CYLINDER_ISSUE_LABELS[scale.issue],
    }),
    ...(rates && {
      "Annualizing leak rate %": percent(rates.annualizing.percent),
      "Annualizing added lb": lb(rates.annualizing.addedMilliLb),
      "Annualizing days": String(rates.annualizing.days),
      "Rolling leak rate %": percent(rates.rolling.percent),
      "Rolling added lb": lb(rates.rolling.addedMilliLb),
    }),
    "Recorded by": recordedBy,
  };
}

/** The weights are in words, so that a sum of a column does not count them. */
function deletedCells(reading: DeletedReading): Cells {
  const { date, refrigerant, workOrder, technician, cylinder, recordedBy } = reading;
  return {
    ...{ Record: "Deleted reading", Date: date, Refrigerant: refrigerant, "Work order": workOrder },
    ...{ Technician: technician, "EPA 608 certification": certificateText(reading), Cylinder: cylinder },
    ...{ What: amountsText(reading), "Recorded by": recordedBy, Voided: deletionText(reading) },
  };
}

function episodeCells(episode: PacketEpisode, today: CivilDate): Cells[] {
  const title = episodeTitle(episode);
  return [
    {
      ...{ Record: "Leak episode", Date: episode.openedOn, "Threshold %": String(episode.thresholdPercent) },
      ...{ What: `${title}: ${percent(episode.rateCentiPercent / 100)}% of ${weighed(episode.chargeMilliLb)}` },
      ...{ Done: episode.endedOn, State: outcomeText(episode), Voided: episode.voidReason },
    },
    ...episode.clocks.map((clock) => ({
      ...{ Record: "Deadline", Date: episode.openedOn, What: CLOCK_STEP_LABELS[clock.step], Rule: clock.citation },
      ...{ Due: clock.dueOn, Done: clock.doneOn, State: clockText(clock, today) },
      Notes: clock.checkWithCounsel ? "Check this figure with counsel" : null,
    })),
    ...episode.events.map(({ kind, happenedOn, method, notes, recordedBy, voidedAt, voidReason }) => ({
      ...{ Record: "Event", Date: happenedOn, What: LEAK_EVENT_LABELS[kind], Method: method, Notes: notes },
      ...{ "Recorded by": recordedBy, Voided: voidedAt === null ? null : (voidReason ?? "Voided") },
    })),
  ];
}
