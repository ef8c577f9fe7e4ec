import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { becomeTechnician } from "~/domain/people/change-member.server";
import {
  cancelTechnicianInvitation,
  inviteTechnician,
  resendTechnicianInvitation,
} from "~/domain/people/invitations.server";
import { pendingInvitations } from "~/domain/people/technician-invitations.server";
import { paging } from "~/domain/shared/fields";
import { MINUTE_MS } from "~/domain/shared/time/dates";
import { createTechnician, invalidText, updateTechnician } from "~/domain/technicians/change.server";
import { findTechnician, type TechnicianProfile } from "~/domain/technicians/detail.server";
import { listTechnicians, searchTechnicians, type TechnicianRow } from "~/domain/technicians/list.server";
import { CERTIFICATION_STATES } from "~/domain/technicians/qualification";
import {
  NewTechnician,
  PeriodQuery,
  SkillQuery,
  TechnicianChange,
  TechnicianFilter,
  TechnicianInvitation,
} from "~/domain/technicians/schema";
import {
  SKILL_LEVELS,
  TECHNICIAN_ADDRESS_KINDS,
  TECHNICIAN_STATUSES,
  TIME_OFF_REASONS,
} from "~/domain/technicians/technician";
import {
  type AvailableTechnician,
  availableTechnicians,
  technicianWorkload,
} from "~/domain/technicians/workload.server";
import { PRIORITIES } from "~/domain/work-order-basics/priority";
import { decimalOrNull } from "./answer-fields";
import { json, jsonRequest, operation, refuseWith } from "./operation";

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
  skillLevel: z.enum(SKILL_LEVELS).nullable().describe("Null if not set"),
  team: nullable.describe("Name of the team; to write, a new name makes a new team"),
  teamId: nullable,
  skills: z.array(z.string()),
};

const HeldCertification = z.object({
  name: z.string(),
  expiresOn: nullable.describe("The last day it is valid"),
  state: z.enum(CERTIFICATION_STATES),
});

const cost = {
  hourlyRate: z.number().nullable().describe("Dollars per hour"),
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

const TechnicianList = z.object({
  items: z.array(Summary),
  nextCursor: nullable,
  total: count.nullable(),
});

const Span = z.object({ start: z.string(), end: z.string() });

const Day = z.object({ available: z.boolean(), start: z.string(), end: z.string(), breaks: z.array(Span) });

const TimeOffAnswer = z.object({
  id: z.string(),
  startsAt: z.string(),
  endsAt: z.string(),
  reason: z.enum(TIME_OFF_REASONS),
  note: nullable,
});

const TechnicianAnswer = z.object({
  ...identity,
  ...cost,
  hasAccess: z.boolean().describe("Whether that account may sign in to this business"),
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
    .describe("Local times in the business's time zone; an end at or before the start is on the next day"),
  timeZone: z.string(),
  timeOff: z.array(TimeOffAnswer),
  createdAt: z.string(),
});

const SearchAnswer = z.object({
  items: z.array(z.object(identity)),
  nextCursor: z.string().nullable(),
  total: count.nullable(),
});

const AvailableAnswer = z.object({
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
      freeMinutes: count.describe("Minutes of shift left after jobs and their estimated drive times"),
      intervals: z.array(Span.extend({ minutes: count })),
      days: z.array(z.object({ date: z.string(), freeMinutes: count, note: nullable })),
    }),
  ),
  nextCursor: z.null(),
  total: count,
});

const WorkloadAnswer = z.object({
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

const InvitationAnswer = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  status: z.literal("pending"),
  state: z.enum(["pending", "expired"]),
  undelivered: z.boolean().describe("True if the email with the link could not be delivered"),
  sentAt: z.string(),
  expiresAt: z.string(),
  invitedBy: nullable,
});

const iso = (at: number) => new Date(at).toISOString();

function technicianSummary({ hourlyRateMinor, ...row }: TechnicianRow): z.output<typeof Summary> {
  return { ...row, hourlyRate: decimalOrNull(hourlyRateMinor) };
}

function technicianAnswer(found: TechnicianProfile): z.output<typeof TechnicianAnswer> {
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
    hourlyRate: decimalOrNull(hourlyRateMinor),
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

function availableAnswer({ name, technicianId: _, intervals, skills, ...free }: AvailableTechnician) {
  const spans = intervals.map(({ start, end }) => ({
    start: iso(start),
    end: iso(end),
    minutes: Math.round((end - start) / MINUTE_MS),
  }));
  return { ...free, fullName: name, skills: [...skills], intervals: spans };
}

function periodAnswer({ start, end }: { start: number; end: number }) {
  return { startDate: iso(start), endDate: iso(end) };
}

const tags = ["Technicians"];

const params = z.object({ id: z.string().max(100) });

const Invited = z.object({ id: z.string() });

export const technicians = new OpenAPIHono<HonoEnv>();

technicians.openapi(
  operation("technicians.read", {
    method: "get",
    path: "/technicians",
    tags,
    summary: "List technicians",
    description: "By last name.",
    request: { query: TechnicianFilter },
    responses: { 200: json(TechnicianList) },
  }),
  async (c) => {
    const { items, nextCursor, total } = await listTechnicians(c.var.ctx, c.req.valid("query"));
    return c.json({ items: items.map(technicianSummary), nextCursor, total }, 200);
  },
);

technicians.openapi(
  operation("technicians.write", {
    method: "post",
    path: "/technicians",
    tags,
    summary: "Create a technician",
    description: "Inviting the same email address adds an account.",
    request: { body: jsonRequest(NewTechnician) },
    responses: { 201: json(TechnicianAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await createTechnician(ctx, c.req.valid("json"));
    return c.json(technicianAnswer(await findTechnician(ctx, id)), 201);
  },
  refuseWith(invalidText),
);

technicians.openapi(
  operation("technicians.read", {
    method: "get",
    path: "/technicians/available",
    tags,
    summary: "List technicians with their free time",
    description: "The free minutes of every technician in a period. Dates count as whole days.",
    request: { query: PeriodQuery },
    responses: { 200: json(AvailableAnswer) },
  }),
  async (c) => {
    const { period, items } = await availableTechnicians(c.var.ctx, c.req.valid("query"));
    return c.json(
      { ...periodAnswer(period), items: items.map(availableAnswer), nextCursor: null, total: items.length },
      200,
    );
  },
);

technicians.openapi(
  operation("technicians.read", {
    method: "get",
    path: "/technicians/search",
    tags,
    summary: "List technicians by skill",
    description: "Those with all the given skills, most senior first.",
    request: { query: SkillQuery },
    responses: { 200: json(SearchAnswer) },
  }),
  async (c) => {
    const { items, nextCursor, total } = await searchTechnicians(c.var.ctx, c.req.valid("query"));
    return c.json({ items, nextCursor, total }, 200);
  },
);

technicians.openapi(
  operation("admin", {
    method: "post",
    path: "/technicians/me",
    tags,
    summary: "Become a technician of your business",
    description: "Repeating it changes nothing.",
    responses: { 200: json(z.object({ userId: z.string() })) },
  }),
  async (c) => c.json(await becomeTechnician(c.var.ctx), 200),
);

technicians.openapi(
  operation("technicians.manage", {
    method: "post",
    path: "/technicians/invite",
    tags,
    summary: "Invite a technician",
    description: "By email. The invitation expires in 7 days.",
    request: { body: jsonRequest(TechnicianInvitation) },
    responses: { 201: json(Invited) },
  }),
  async (c) => c.json(await inviteTechnician(c.var.ctx, c.req.valid("json")), 201),
  refuseWith("Invalid invitation data provided"),
);

technicians.openapi(
  operation("technicians.read", {
    method: "get",
    path: "/technicians/invitations/pending",
    tags,
    summary: "List pending invitations of technicians",
    description: "`state` is expired once the link has expired.",
    request: { query: z.object(paging) },
    responses: {
      200: json(
        z.object({
          items: z.array(InvitationAnswer),
          nextCursor: z.string().nullable(),
          total: z.number().int().nullable(),
        }),
      ),
    },
  }),
  async (c) => {
    const { items, nextCursor, total } = await pendingInvitations(c.var.ctx, c.req.valid("query"));
    return c.json({ items: items.map(({ mayChange: _, createdAt: __, ...one }) => one), nextCursor, total }, 200);
  },
);

technicians.openapi(
  operation("technicians.manage", {
    method: "post",
    path: "/technicians/invitations/{id}/resend",
    tags,
    summary: "Resend an invitation",
    description: "With a new link that expires in 7 days.",
    request: { params },
    responses: { 200: json(Invited) },
  }),
  async (c) => c.json(await resendTechnicianInvitation(c.var.ctx, c.req.valid("param").id), 200),
);

technicians.openapi(
  operation("technicians.manage", {
    method: "post",
    path: "/technicians/invitations/{id}/cancel",
    tags,
    summary: "Cancel an invitation",
    description: "Its link stops working.",
    request: { params },
    responses: { 200: json(Invited) },
  }),
  async (c) => c.json(await cancelTechnicianInvitation(c.var.ctx, c.req.valid("param").id), 200),
);

technicians.openapi(
  operation("member", {
    method: "get",
    path: "/technicians/{id}",
    tags,
    summary: "Get a technician",
    description: "Includes skills, certifications, hours, addresses and time off.",
    request: { params },
    responses: { 200: json(TechnicianAnswer) },
  }),
  async (c) => c.json(technicianAnswer(await findTechnician(c.var.ctx, c.req.valid("param").id)), 200),
);

technicians.openapi(
  operation("technicians.write", {
    method: "put",
    path: "/technicians/{id}",
    tags,
    summary: "Update a technician",
    description: "Omitted fields stay unchanged. A list replaces the stored one.",
    request: { params, body: jsonRequest(TechnicianChange) },
    responses: { 200: json(TechnicianAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await updateTechnician(ctx, c.req.valid("param").id, c.req.valid("json"));
    return c.json(technicianAnswer(await findTechnician(ctx, id)), 200);
  },
  refuseWith(invalidText),
);

technicians.openapi(
  operation("technicians.read", {
    method: "get",
    path: "/technicians/{id}/workload",
    tags,
    summary: "Get a technician's workload",
    description: "In a period; seven days from today by default.",
    request: { params, query: PeriodQuery },
    responses: { 200: json(WorkloadAnswer) },
  }),
  async (c) => {
    const { period, ...load } = await technicianWorkload(c.var.ctx, c.req.valid("param").id, c.req.valid("query"));
    return c.json({ ...load, ...periodAnswer(period) }, 200);
  },
);
