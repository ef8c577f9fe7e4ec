import { z } from "zod";
import { toDecimal } from "~/domain/shared/money";
import type { AvailableTechnician } from "~/domain/technicians/availability.server";
import { CERTIFICATION_STATES } from "~/domain/technicians/certifications";
import type { TechnicianProfile } from "~/domain/technicians/detail.server";
import type { TechnicianRow } from "~/domain/technicians/list.server";
import { TECHNICIAN_ADDRESS_KINDS } from "~/domain/technicians/profile";
import { SKILL_LEVELS, TECHNICIAN_STATUSES } from "~/domain/technicians/rules";
import { TIME_OFF_REASONS } from "~/domain/technicians/time-off";
import { PRIORITIES } from "~/domain/work-orders/work-order";

const nullable = z.string().nullable();
const count = z.number().int();

const identity = {
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  fullName: z.string(),
  email: z.string(),
  phone: nullable,
  status: z.enum(TECHNICIAN_STATUSES),
  skillLevel: z.enum(SKILL_LEVELS),
  skills: z.array(z.string()),
};

const HeldCertification = z.object({
  name: z.string(),
  expiresOn: nullable.describe("The last day on which it holds"),
  state: z.enum(CERTIFICATION_STATES),
});

const cost = {
  hourlyRate: z.number().nullable().describe("Dollars an hour"),
  yearsExperience: count.nullable(),
  hasAccount: z.boolean(),
  version: count,
};

const Summary = z.object({
  ...identity,
  ...cost,
  certifications: z.array(HeldCertification),
  jobsToday: count,
});

export const TechnicianList = z.object({
  items: z.array(Summary),
  nextCursor: nullable,
  total: count.nullable(),
});

const Span = z.object({ start: z.string(), end: z.string() });
const Day = z.object({ available: z.boolean(), start: z.string(), end: z.string(), breaks: z.array(Span) });

export const TimeOffAnswer = z.object({
  id: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
  reason: z.enum(TIME_OFF_REASONS),
  note: nullable,
});

export const TechnicianAnswer = z.object({
  ...identity,
  ...cost,
  certifications: z.array(HeldCertification.extend({ id: z.string(), number: nullable })),
  addresses: z.array(
    z.object({
      type: z.enum(TECHNICIAN_ADDRESS_KINDS),
      line1: z.string(),
      line2: nullable,
      city: z.string(),
      state: z.string(),
      postalCode: z.string(),
      latitude: z.number().nullable(),
      longitude: z.number().nullable(),
    }),
  ),
  emergencyContact: z.object({ name: z.string(), phone: z.string() }).nullable(),
  availability: z
    .object({ sunday: Day, monday: Day, tuesday: Day, wednesday: Day, thursday: Day, friday: Day, saturday: Day })
    .describe("Times on the wall of the business; an end at or before the start is on the next day"),
  timeZone: z.string(),
  timeOff: z.array(TimeOffAnswer),
  createdAt: z.string(),
});

export const SearchAnswer = z.object({
  items: z.array(z.object(identity)),
  nextCursor: z.null(),
  total: count,
});

export const AvailableAnswer = z.object({
  startDate: z.string(),
  endDate: z.string(),
  items: z.array(
    z.object({
      id: z.string(),
      fullName: z.string(),
      status: identity.status,
      skillLevel: identity.skillLevel,
      skills: identity.skills,
      workingMinutes: count,
      freeMinutes: count.describe("What jobs, and the estimated drives to them, leave of the shifts"),
      intervals: z.array(Span.extend({ minutes: count })),
      days: z.array(z.object({ date: z.string(), freeMinutes: count, note: nullable })),
    }),
  ),
  nextCursor: z.null(),
  total: count,
});

export const WorkloadAnswer = z.object({
  technicianId: z.string(),
  startDate: z.string(),
  endDate: z.string(),
  openJobs: count,
  completedJobs: count,
  byPriority: z.record(z.enum(PRIORITIES), count),
  bookedMinutes: count,
  availableMinutes: count,
  freeMinutes: count,
  utilization: count.nullable().describe("Booked share of the shifts in percent; above 100 is overtime"),
});

export const InvitationAnswer = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  status: z.literal("pending"),
  state: z.enum(["pending", "expired"]),
  sentAt: z.string(),
  expiresAt: z.string(),
  invitedBy: nullable,
});

const iso = (at: number) => new Date(at).toISOString();
const decimal = (minor: number | null) => (minor === null ? null : toDecimal(minor));

export function technicianSummary({ hourlyRateMinor, ...row }: TechnicianRow): z.output<typeof Summary> {
  return { ...row, hourlyRate: decimal(hourlyRateMinor) };
}

export function technicianAnswer(found: TechnicianProfile): z.output<typeof TechnicianAnswer> {
  const { hourlyRateMinor, today: _, rights: __, availability, ...facts } = found;
  const day = ({ available, start, end, breaks = [] }: (typeof availability)["monday"]) => ({
    available,
    start,
    end,
    breaks: [...breaks],
  });
  const { sunday, monday, tuesday, wednesday, thursday, friday, saturday } = availability;
  return {
    ...facts,
    hourlyRate: decimal(hourlyRateMinor),
    availability: {
      sunday: day(sunday),
      monday: day(monday),
      tuesday: day(tuesday),
      wednesday: day(wednesday),
      thursday: day(thursday),
      friday: day(friday),
      saturday: day(saturday),
    },
  };
}

export function availableAnswer({ name, technicianId: _, intervals, skills, ...free }: AvailableTechnician) {
  const spans = intervals.map(({ start, end }) => ({
    start: iso(start),
    end: iso(end),
    minutes: Math.round((end - start) / 60_000),
  }));
  return { ...free, fullName: name, skills: [...skills], intervals: spans };
}

export function periodAnswer({ start, end }: { start: number; end: number }) {
  return { startDate: iso(start), endDate: iso(end) };
}
