import { MAX_NAME } from "~/domain/customers/customer";
import { decimalText } from "~/domain/shared/money";
import { parseRecordRef, type RecordRef } from "~/domain/shared/record-ref";
import { type CivilDate, daysBetween } from "~/domain/shared/time/dates";
import { wallTimeOf } from "~/domain/shared/time/time-zones";

export const LEAD_STAGES = ["new", "contacted", "estimate_sent", "won", "lost"] as const;
export type LeadStage = (typeof LEAD_STAGES)[number];

export const LEAD_STAGE_LABELS: Record<LeadStage, string> = {
  new: "New",
  contacted: "Contacted",
  estimate_sent: "Estimate sent",
  won: "Won",
  lost: "Lost",
};

/** Stages a lead can be moved between by hand: converting wins it, and losing it requires a reason. */
export const OPEN_STAGES = ["new", "contacted", "estimate_sent"] as const satisfies readonly LeadStage[];
export type OpenStage = (typeof OPEN_STAGES)[number];

export function isOpenStage(stage: string): stage is OpenStage {
  return OPEN_STAGES.some((one) => one === stage);
}

export const LEAD_SOURCES = ["call", "web_form", "referral", "other"] as const;
export type LeadSource = (typeof LEAD_SOURCES)[number];

export const LEAD_SOURCE_LABELS: Record<LeadSource, string> = {
  call: "Call",
  web_form: "Web form",
  referral: "Referral",
  other: "Other",
};

export const LOST_REASONS = [
  "price",
  "competitor",
  "no_response",
  "timing",
  "not_our_work",
  "duplicate",
  "other",
] as const;
export type LostReason = (typeof LOST_REASONS)[number];

export const LOST_REASON_LABELS: Record<LostReason, string> = {
  price: "Price too high",
  competitor: "Chose another company",
  no_response: "No response",
  timing: "Bad timing",
  not_our_work: "Not our kind of work",
  duplicate: "Duplicate lead",
  other: "Other reason",
};

export function formatLeadNumber(number: number): string {
  return `LEAD-${number}`;
}

/** `LEAD-12`, `12` or an id, as in URLs; null for anything else. */
export function parseLeadRef(text: string): RecordRef | null {
  return parseRecordRef(text, /^(?:LEAD-)?(\d{1,9})$/i);
}

/** How long a lead has been in its stage, in civil days of the business: `Today`, `1 day`, `12 days`. */
export function ageInStage(since: string, today: CivilDate, zone: string): string {
  const days = Math.max(0, daysBetween(wallTimeOf(Date.parse(since), zone).date, today));
  return days === 0 ? "Today" : days === 1 ? "1 day" : `${days} days`;
}

interface Named {
  name: string;
  companyName: string | null;
}

/** First and last name for a customer: `Ana Maria Ortega` becomes Ana Maria, Ortega. */
export function personOf({ name, companyName }: Named) {
  const words = name.trim().split(/\s+/);
  const lastName = words.length > 1 ? (words.at(-1) ?? null) : null;
  const firstName = (lastName ? words.slice(0, -1) : words).join(" ");
  return { firstName, lastName, companyName };
}

/** Why a lead cannot become a customer under its name; null if it can. */
export function nameProblem(lead: Named): string | null {
  const { firstName, lastName, companyName } = personOf(lead);
  if (firstName.length > MAX_NAME || (lastName?.length ?? 0) > MAX_NAME)
    return `Shorten the lead's name first: a customer's first and last names have at most ${MAX_NAME} characters each`;
  if (!lastName && !companyName) return "Enter the lead's last name or company first: a customer needs one";
  return null;
}

interface Counted {
  source: LeadSource;
  stage: LeadStage;
  lostFrom: OpenStage | null;
  lostReason: LostReason | null;
  count: number;
  valueMinor: number;
}

interface SourceRow {
  source: LeadSource;
  leads: number;
  won: number;
  lost: number;
  open: number;
  wonMinor: number;
  /** Share of won leads among those won or lost, 0 to 1; null if there are none. */
  rate: number | null;
}

interface FunnelRow {
  stage: LeadStage;
  /** Leads that reached this stage or a later one. */
  reached: number;
  /** Share of those that reached the previous stage, 0 to 1; null if none did. */
  rate: number | null;
}

const REACH: Record<Exclude<LeadStage, "lost">, number> = { new: 0, contacted: 1, estimate_sent: 2, won: 3 };

/** Conversion by source and by stage, and why leads were lost, from the counts of a period. */
export function conversionReport(rows: readonly Counted[]) {
  const add = (of: readonly Counted[], key: "count" | "valueMinor" = "count") =>
    of.reduce((sum, row) => sum + row[key], 0);
  const at = (stage: LeadStage) => (row: Counted) => row.stage === stage;
  const sources = LEAD_SOURCES.map((source): SourceRow => {
    const mine = rows.filter((row) => row.source === source);
    const [leads, won, lost] = [add(mine), add(mine.filter(at("won"))), add(mine.filter(at("lost")))];
    return {
      ...{ source, leads, won, lost, open: leads - won - lost, wonMinor: add(mine.filter(at("won")), "valueMinor") },
      rate: won + lost === 0 ? null : won / (won + lost),
    };
  });
  const reached = (row: Counted) => REACH[row.stage === "lost" ? (row.lostFrom ?? "new") : row.stage];
  const stages = (["new", "contacted", "estimate_sent", "won"] as const).map((stage) => ({
    stage,
    reached: add(rows.filter((row) => reached(row) >= REACH[stage])),
  }));
  const funnel = stages.map(({ stage, reached: count }, index): FunnelRow => {
    const before = stages[index - 1]?.reached;
    return { stage, reached: count, rate: before ? count / before : null };
  });
  const lost = LOST_REASONS.map((reason) => ({ reason, leads: add(rows.filter((row) => row.lostReason === reason)) }));
  return { sources, funnel, lost: lost.filter(({ leads }) => leads > 0) };
}

type Report = ReturnType<typeof conversionReport>;

export const REPORT_COLUMNS = ["table", "name", "leads", "open", "won", "lost", "rate", "wonValue"] as const;

/** The report's three tables as rows of one file. */
export function reportRows({ sources, funnel, lost }: Report): string[][] {
  const percent = (rate: number | null) => (rate === null ? "" : `${(rate * 100).toFixed(1)}%`);
  return [
    ...sources.map((row) => [
      ...[
        "Source",
        LEAD_SOURCE_LABELS[row.source],
        String(row.leads),
        String(row.open),
        String(row.won),
        String(row.lost),
      ],
      ...[percent(row.rate), decimalText(row.wonMinor)],
    ]),
    ...funnel.map(({ stage, reached, rate }) => [
      ...["Stage reached", LEAD_STAGE_LABELS[stage], String(reached), "", "", "", percent(rate), ""],
    ]),
    ...lost.map(({ reason, leads }) => ["Lost reason", LOST_REASON_LABELS[reason], String(leads), "", "", "", "", ""]),
  ];
}
