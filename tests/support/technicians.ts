import type { Answer, Visitor } from "./visitor";

/** A technician in the API's format, and the error fields of a rejection. */
export interface TechnicianJson {
  id: string;
  firstName: string;
  lastName: string;
  fullName: string;
  email: string;
  phone: string | null;
  status: string;
  skillLevel: string | null;
  hourlyRate: number | null;
  yearsExperience: number | null;
  hasAccount: boolean;
  team: string | null;
  teamId: string | null;
  skills: string[];
  certifications: { id: string; name: string; number: string | null; expiresOn: string | null; state: string }[];
  addresses: { type: string; line1: string }[];
  emergencyContact: { name: string; phone: string } | null;
  availability: Record<string, { available: boolean; start: string; end: string; breaks: unknown[] }>;
  timeOff: { id: string; startsAt: string; endsAt: string; reason: string }[];
  version: number;
}

export interface AvailableJson {
  startDate: string;
  endDate: string;
  items: {
    id: string;
    fullName: string;
    freeMinutes: number;
    workingMinutes: number;
    intervals: { start: string; end: string; minutes: number }[];
    days: { date: string; freeMinutes: number; note: string | null }[];
  }[];
}

export interface Refused {
  message: string;
  code: string;
  fields?: Record<string, string[]>;
  current?: { version: number; firstName: string };
}

let made = 0;

/** The minimum fields of a technician, with a unique email address. */
export function aTechnician(fields: Record<string, unknown> = {}) {
  made += 1;
  return { firstName: "Mia", lastName: "Chen", email: `mia${made}@example.com`, ...fields };
}

/** A technician created over the API by the office. */
export async function setUpTechnician(by: Visitor, fields: Record<string, unknown> = {}): Promise<TechnicianJson> {
  const answer = await by.post<TechnicianJson>("/api/technicians", aTechnician(fields));
  if (answer.status !== 201) throw new Error(`setting up a technician failed: ${answer.text}`);
  return answer.json;
}

export function change(
  by: Visitor,
  technician: { id: string; version: number },
  fields: Record<string, unknown>,
): Promise<Answer<TechnicianJson & Refused>> {
  return by.put(`/api/technicians/${technician.id}`, { version: technician.version, ...fields });
}
