import { daysBetween } from "~/domain/shared/time/dates";
import { type Certification, missingSkills, skillKey } from "./technician";

/** Required by law to open a refrigerant circuit (Clean Air Act, section 608). */
const REFRIGERANT_CERTIFICATION = "EPA 608";

/** A job's requirements for its technician. */
export type WorkOrderDemands = {
  skills: readonly string[];
  certifications: readonly string[];
  /** Refrigerant is added, recovered or measured. */
  refrigerantWork: boolean;
};

export type Qualifications = { name: string; skills: readonly string[]; certifications: readonly Certification[] };

/** "blocked" cannot be overridden by anyone. */
type QualificationGap = { severity: "blocked" | "warning"; message: string };

/** Returns what the person lacks for the job on that civil day; for refrigerant work, every requirement is mandatory. */
export function qualificationGaps(person: Qualifications, demands: WorkOrderDemands, date: string): QualificationGap[] {
  const wanted = withRefrigerant(demands);
  const severity = demands.refrigerantWork ? "blocked" : "warning";
  const lapsed = wanted.flatMap((certification) => certificationGap(person, certification, date) ?? []);
  const unskilled = missingSkills(demands.skills, person.skills).map(
    (skill) => `${person.name} isn't trained on ${skill}.`,
  );
  return [...lapsed, ...unskilled].map((message) => ({ severity, message }));
}

function withRefrigerant({ certifications, refrigerantWork }: WorkOrderDemands): readonly string[] {
  const named = certifications.some((name) => skillKey(name) === skillKey(REFRIGERANT_CERTIFICATION));
  return refrigerantWork && !named ? [REFRIGERANT_CERTIFICATION, ...certifications] : certifications;
}

function certificationGap(person: Qualifications, certification: string, date: string): string | null {
  const held = person.certifications.filter(({ name }) => covers(name, certification));
  if (held.length === 0) return `${person.name} has no ${certification} certification.`;
  if (held.some(({ expiresOn }) => expiresOn === null || date <= expiresOn)) return null;
  const latest = held
    .map(({ expiresOn }) => expiresOn ?? "")
    .sort()
    .at(-1);
  return `${person.name}'s ${certification} certification expired on ${latest}.`;
}

// Universal, Type I, II and III are all certificates under section 608.
function covers(held: string, wanted: string): boolean {
  const [has, demanded] = [skillKey(held), skillKey(wanted)];
  return has === demanded || (demanded === skillKey(REFRIGERANT_CERTIFICATION) && has.startsWith(`${demanded} `));
}

/** Returns the section 608 certificate valid on that civil day, the one with the latest expiry; null if there is none. */
export function refrigerantCertificate<C extends Certification>(certifications: readonly C[], date: string): C | null {
  const valid = certifications.filter(
    ({ name, expiresOn }) => covers(name, REFRIGERANT_CERTIFICATION) && (expiresOn === null || date <= expiresOn),
  );
  const last = ({ expiresOn }: C) => expiresOn ?? "9999-12-31";
  return valid.toSorted((a, b) => last(b).localeCompare(last(a)))[0] ?? null;
}

/** A job's requirements as keys for comparison with `heldKeys`. */
export function demandKeys(demands: WorkOrderDemands): string[] {
  const certifications = withRefrigerant(demands).map((name) => `certification:${skillKey(name)}`);
  return [...certifications, ...demands.skills.map((skill) => `skill:${skillKey(skill)}`)];
}

/** A person's skills and valid certifications on that civil day, as keys. */
export function heldKeys(person: Qualifications, date: string): string[] {
  const valid = person.certifications.filter(({ expiresOn }) => expiresOn === null || date <= expiresOn);
  const refrigerant = valid.some(({ name }) => covers(name, REFRIGERANT_CERTIFICATION))
    ? [REFRIGERANT_CERTIFICATION]
    : [];
  const names = new Set([...valid.map(({ name }) => name), ...refrigerant].map(skillKey));
  return [
    ...[...names].map((name) => `certification:${name}`),
    ...person.skills.map((skill) => `skill:${skillKey(skill)}`),
  ];
}

/** Days before its last day when a certification counts as expiring: a renewal course may take weeks to find. */
const EXPIRY_NOTICE_DAYS = 60;

export const CERTIFICATION_STATES = ["valid", "expiring", "expired"] as const;

export type CertificationState = (typeof CERTIFICATION_STATES)[number];

/** A certification's state on a civil day; its last day is included. */
export function certificationState(expiresOn: string | null, today: string): CertificationState {
  if (expiresOn === null) return "valid";
  const left = daysBetween(today, expiresOn);
  if (left < 0) return "expired";
  return left <= EXPIRY_NOTICE_DAYS ? "expiring" : "valid";
}

/** "does not expire", "expires today", "expires in 12 days", "expired 3 days ago". */
export function expiryLabel(expiresOn: string | null, today: string): string {
  if (expiresOn === null) return "does not expire";
  const left = daysBetween(today, expiresOn);
  if (left === 0) return "expires today";
  const days = Math.abs(left) === 1 ? "1 day" : `${Math.abs(left)} days`;
  return left > 0 ? `expires in ${days}` : `expired ${days} ago`;
}
