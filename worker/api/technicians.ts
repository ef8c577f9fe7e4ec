import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import {
  cancelTechnicianInvitation,
  inviteTechnician,
  resendTechnicianInvitation,
} from "~/domain/people/invite-technician.server";
import { pendingInvitations } from "~/domain/people/technician-invitations.server";
import { paging } from "~/domain/shared/fields";
import { availableTechnicians } from "~/domain/technicians/availability.server";
import { createTechnician } from "~/domain/technicians/create.server";
import { findTechnician } from "~/domain/technicians/detail.server";
import { listTechnicians } from "~/domain/technicians/list.server";
import { invalidText } from "~/domain/technicians/profile-writes.server";
import {
  NewTechnician,
  PeriodQuery,
  SkillQuery,
  TechnicianChange,
  TechnicianFilter,
  TechnicianInvitation,
} from "~/domain/technicians/schema";
import { searchTechnicians } from "~/domain/technicians/search.server";
import { updateTechnician } from "~/domain/technicians/update.server";
import { technicianWorkload } from "~/domain/technicians/workload.server";
import type { HonoEnv } from "../env";
import { json, jsonRequest, operation, refuseWith } from "./operation";
import {
  AvailableAnswer,
  availableAnswer,
  InvitationAnswer,
  periodAnswer,
  SearchAnswer,
  TechnicianAnswer,
  TechnicianList,
  technicianAnswer,
  technicianSummary,
  WorkloadAnswer,
} from "./technician-shapes";

const tags = ["Technicians"];
const params = z.object({ id: z.string().max(100) });
const Invited = z.object({ id: z.string() });

export const technicians = new OpenAPIHono<HonoEnv>();

technicians.openapi(
  operation("technicians.read", {
    method: "get",
    path: "/technicians",
    tags,
    summary: "Technicians by last name",
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
    summary: "Set up a technician; an account comes with an invitation to the same address",
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
    summary:
      "Free minutes of everybody in a period, partial days included; days are meant whole, instants to the minute",
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
    summary: "Technicians who hold every skill that is named, the most senior first",
    request: { query: SkillQuery },
    responses: { 200: json(SearchAnswer) },
  }),
  async (c) => {
    const items = await searchTechnicians(c.var.ctx, c.req.valid("query").skills);
    return c.json({ items, nextCursor: null, total: items.length }, 200);
  },
);

technicians.openapi(
  operation("technicians.manage", {
    method: "post",
    path: "/technicians/invite",
    tags,
    summary: "Invite a technician by mail, for seven days",
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
    summary: "Invitations nobody has answered yet; `state` is expired once the link has run out",
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
    summary: "Send a pending invitation again with a new link for another seven days",
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
    summary: "Take a pending invitation back: its link stops working",
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
    summary: "A technician with skills, certifications, hours, addresses and time off",
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
    summary: "Change a technician; what is left out stays as it is, a list that is given replaces the stored one",
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
    summary: "What is booked for a technician in a period: a week from today unless asked",
    request: { params, query: PeriodQuery },
    responses: { 200: json(WorkloadAnswer) },
  }),
  async (c) => {
    const { period, ...load } = await technicianWorkload(c.var.ctx, c.req.valid("param").id, c.req.valid("query"));
    return c.json({ ...load, ...periodAnswer(period) }, 200);
  },
);
