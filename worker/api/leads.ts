import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { addLeadNote, deleteLead, loseLead, moveLead, restoreLead, updateLead } from "~/domain/leads/change.server";
import { createLead, LEAD_ACTIVITY_KINDS } from "~/domain/leads/create.server";
import { type LeadDetail, leadDetail } from "~/domain/leads/detail.server";
import { LEAD_SOURCES, LEAD_STAGES, LOST_REASONS } from "~/domain/leads/lead";
import { leadBoard, listLeads } from "~/domain/leads/list.server";
import { leadReport } from "~/domain/leads/report.server";
import {
  LeadChange,
  LeadFilter,
  LeadFormSettings,
  LeadInput,
  LeadNote,
  LoseLead,
  MoveLead,
  ReportPeriod,
  SimilarQuery,
} from "~/domain/leads/schema";
import { similarToLead } from "~/domain/leads/similar.server";
import { leadForm, saveLeadForm } from "~/domain/leads/web-form.server";
import { toDecimal } from "~/domain/shared/money";
import { decimalOrNull } from "./answer-fields";
import { json, jsonRequest, noContent, operation } from "./operation";

const tags = ["Leads"];
const params = z.object({ id: z.string().describe("Id, number or reference, such as LEAD-12") });
const nullable = z.string().nullable();
const value = z.number().nullable().describe("Estimated value in dollars");

const LeadItem = z.object({
  id: z.string(),
  number: z.int(),
  name: z.string(),
  companyName: nullable,
  phone: nullable,
  city: nullable,
  state: nullable,
  need: z.string(),
  source: z.enum(LEAD_SOURCES),
  stage: z.enum(LEAD_STAGES),
  stageSince: z.string(),
  lostReason: z.enum(LOST_REASONS).nullable(),
  value,
  owner: z.object({ id: z.string(), name: z.string() }).nullable(),
  followUpOn: nullable.describe("Due date of the next open to-do about the lead"),
  version: z.int(),
  createdAt: z.string(),
});

interface Owned {
  ownerId: string | null;
  ownerFirstName: string | null;
  ownerLastName: string | null;
}

function ownerOf({ ownerId, ownerFirstName, ownerLastName }: Owned) {
  return ownerId === null ? null : { id: ownerId, name: `${ownerFirstName ?? ""} ${ownerLastName ?? ""}`.trim() };
}

type Item = Awaited<ReturnType<typeof listLeads>>["items"][number];

function itemOf({ valueMinor, ownerId, ownerFirstName, ownerLastName, ...lead }: Item): z.output<typeof LeadItem> {
  return { ...lead, value: decimalOrNull(valueMinor), owner: ownerOf({ ownerId, ownerFirstName, ownerLastName }) };
}

export const LeadAnswer = z.object({
  id: z.string(),
  number: z.int(),
  name: z.string(),
  companyName: nullable,
  phone: nullable,
  email: nullable,
  line1: nullable,
  line2: nullable,
  city: nullable,
  state: nullable,
  postalCode: nullable,
  need: z.string(),
  notes: nullable,
  source: z.enum(LEAD_SOURCES),
  sourceDetail: nullable,
  stage: z.enum(LEAD_STAGES),
  stageSince: z.string(),
  lostFrom: nullable,
  lostReason: z.enum(LOST_REASONS).nullable(),
  lostNote: nullable,
  value,
  owner: z.object({ id: z.string(), name: z.string() }).nullable(),
  customer: z.object({ id: z.string(), number: z.int(), name: z.string() }).nullable(),
  workOrderId: nullable.describe("The work order the lead was converted to"),
  followUps: z
    .array(z.object({ id: z.string(), title: z.string(), dueOn: nullable, dueAt: nullable, assignee: nullable }))
    .describe("The next 20; all of them are in GET /todos with `about`"),
  activity: z
    .array(
      z.object({
        id: z.string(),
        kind: z.string().describe(`One of ${LEAD_ACTIVITY_KINDS.join(", ")}`),
        text: nullable,
        at: z.string(),
        by: nullable.describe("Null for the customer or the web form"),
      }),
    )
    .describe("The latest 200 entries, newest first"),
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  deletedAt: nullable,
});

export function answerOf(lead: LeadDetail): z.output<typeof LeadAnswer> {
  const {
    can: _,
    isCut: _cut,
    similar: _similar,
    estimates: _estimates,
    conversion,
    timeZone: _zone,
    createdBy: _by,
    valueMinor,
    ownerId,
    ownerFirstName,
    ownerLastName,
    ...facts
  } = lead;
  const { customerId, customerName, customerNumber, ...rest } = facts;
  return {
    ...rest,
    workOrderId: conversion?.workOrderId ?? null,
    value: decimalOrNull(valueMinor),
    owner: ownerOf({ ownerId, ownerFirstName, ownerLastName }),
    customer: customerId === null ? null : { id: customerId, number: customerNumber ?? 0, name: customerName ?? "" },
  };
}

export const leads = new OpenAPIHono<HonoEnv>();

leads.openapi(
  operation("leads.read", {
    method: "get",
    path: "/leads",
    tags,
    summary: "List leads",
    description: "`total` is null with a search or with a filter other than `stage`.",
    request: { query: LeadFilter },
    responses: {
      200: json(z.object({ items: z.array(LeadItem), nextCursor: z.string().nullable(), total: z.int().nullable() })),
    },
  }),
  async (c) => {
    const { items, nextCursor, total } = await listLeads(c.var.ctx, c.req.valid("query"));
    return c.json({ items: items.map(itemOf), nextCursor, total }, 200);
  },
);

leads.openapi(
  operation("leads.read", {
    method: "get",
    path: "/leads/board",
    tags,
    summary: "Get the lead pipeline by stage",
    description: "The newest leads of each stage, and the number and the total value of all its leads.",
    request: { query: LeadFilter.pick({ search: true, source: true, owner: true }) },
    responses: {
      200: json(
        z.object({
          stages: z.array(
            z.object({
              stage: z.enum(LEAD_STAGES),
              total: z.int().nullable(),
              value: z.number().nullable(),
              items: z.array(LeadItem),
              nextCursor: nullable,
            }),
          ),
        }),
      ),
    },
  }),
  async (c) => {
    const columns = await leadBoard(c.var.ctx, c.req.valid("query"));
    const stages = columns.map(({ valueMinor, items, ...column }) => ({
      ...column,
      value: decimalOrNull(valueMinor),
      items: items.map(itemOf),
    }));
    return c.json({ stages }, 200);
  },
);

leads.openapi(
  operation("leads.read", {
    method: "get",
    path: "/leads/report",
    tags,
    summary: "Get the lead conversion report",
    description:
      "By source and by stage, of the leads that came in during whole months; the last 12 months by default.",
    request: { query: ReportPeriod },
    responses: {
      200: json(
        z.object({
          from: z.string(),
          to: z.string(),
          sources: z.array(
            z.object({
              source: z.enum(LEAD_SOURCES),
              leads: z.int(),
              won: z.int(),
              lost: z.int(),
              open: z.int(),
              wonValue: z.number(),
              rate: z.number().nullable().describe("Share of decided leads that were won, 0 to 1"),
            }),
          ),
          funnel: z.array(z.object({ stage: z.enum(LEAD_STAGES), reached: z.int(), rate: z.number().nullable() })),
          lost: z.array(z.object({ reason: z.enum(LOST_REASONS), leads: z.int() })),
        }),
      ),
    },
  }),
  async (c) => {
    const { sources, ...report } = await leadReport(c.var.ctx, c.req.valid("query"));
    const rows = sources.map(({ wonMinor, ...row }) => ({ ...row, wonValue: toDecimal(wonMinor) }));
    return c.json({ ...report, sources: rows }, 200);
  },
);

leads.openapi(
  operation("leads.read", {
    method: "get",
    path: "/leads/similar",
    tags,
    summary: "Find similar leads and customers",
    description: "Matches phone, email and address, and returns the reason of each match.",
    request: { query: SimilarQuery },
    responses: {
      200: json(
        z.object({
          leads: z.array(
            z.object({
              id: z.string(),
              number: z.int(),
              name: z.string(),
              stage: z.enum(LEAD_STAGES),
              reason: z.string(),
            }),
          ),
          customers: z.array(
            z.object({
              id: z.string(),
              number: z.int(),
              name: z.string(),
              archived: z.boolean(),
              reason: z.string(),
            }),
          ),
        }),
      ),
    },
  }),
  async (c) => c.json(await similarToLead(c.var.ctx, c.req.valid("query")), 200),
);

leads.openapi(
  operation("leads.write", {
    method: "post",
    path: "/leads",
    tags,
    summary: "Create a lead",
    request: { body: jsonRequest(LeadInput) },
    responses: { 201: json(LeadAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await createLead(ctx, c.req.valid("json"));
    return c.json(answerOf(await leadDetail(ctx, id)), 201);
  },
);

leads.openapi(
  operation("leads.read", {
    method: "get",
    path: "/leads/{id}",
    tags,
    summary: "Get a lead",
    description: "Includes its activity.",
    request: { params },
    responses: { 200: json(LeadAnswer) },
  }),
  async (c) => c.json(answerOf(await leadDetail(c.var.ctx, c.req.valid("param").id)), 200),
);

leads.openapi(
  operation("leads.write", {
    method: "put",
    path: "/leads/{id}",
    tags,
    summary: "Update a lead",
    description: "Omitted fields are cleared.",
    request: { params, body: jsonRequest(LeadChange) },
    responses: { 200: json(LeadAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await updateLead(ctx, c.req.valid("param").id, c.req.valid("json"));
    return c.json(answerOf(await leadDetail(ctx, id)), 200);
  },
);

leads.openapi(
  operation("leads.write", {
    method: "post",
    path: "/leads/{id}/stage",
    tags,
    summary: "Move a lead to another open stage",
    description: "A lead is won by converting it, and lost by POST /leads/{id}/lose.",
    request: { params, body: jsonRequest(MoveLead) },
    responses: { 200: json(LeadAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await moveLead(ctx, c.req.valid("param").id, c.req.valid("json"));
    return c.json(answerOf(await leadDetail(ctx, id)), 200);
  },
);

leads.openapi(
  operation("leads.write", {
    method: "post",
    path: "/leads/{id}/lose",
    tags,
    summary: "Mark a lead as lost",
    description: "Takes the reason.",
    request: { params, body: jsonRequest(LoseLead) },
    responses: { 200: json(LeadAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await loseLead(ctx, c.req.valid("param").id, c.req.valid("json"));
    return c.json(answerOf(await leadDetail(ctx, id)), 200);
  },
);

leads.openapi(
  operation("leads.write", {
    method: "post",
    path: "/leads/{id}/notes",
    tags,
    summary: "Add a note to a lead",
    request: { params, body: jsonRequest(LeadNote) },
    responses: { 201: json(LeadAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await addLeadNote(ctx, c.req.valid("param").id, c.req.valid("json"));
    return c.json(answerOf(await leadDetail(ctx, id)), 201);
  },
);

leads.openapi(
  operation("leads.manage", {
    method: "delete",
    path: "/leads/{id}",
    tags,
    summary: "Delete a lead",
    description: "Moves it to the trash, where it can be restored for 30 days.",
    request: { params },
    responses: { 204: noContent },
  }),
  async (c) => {
    await deleteLead(c.var.ctx, c.req.valid("param").id);
    return c.body(null, 204);
  },
);

leads.openapi(
  operation("leads.manage", {
    method: "post",
    path: "/leads/{id}/restore",
    tags,
    summary: "Restore a deleted lead",
    request: { params },
    responses: { 200: json(LeadAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    const { id } = await restoreLead(ctx, c.req.valid("param").id);
    return c.json(answerOf(await leadDetail(ctx, id)), 200);
  },
);

const FormAnswer = z.object({
  enabled: z.boolean(),
  heading: z.string(),
  thanks: z.string(),
  url: nullable.describe("The address visitors open; null until the form is saved for the first time"),
  version: z.int().describe("0 until the form is saved for the first time"),
});

leads.openapi(
  operation("leads.manage", {
    method: "get",
    path: "/lead-form",
    tags,
    summary: "Get the public lead form",
    description: "Its settings and its address.",
    responses: { 200: json(FormAnswer) },
  }),
  async (c) => c.json(await leadForm(c.var.ctx), 200),
);

leads.openapi(
  operation("leads.manage", {
    method: "put",
    path: "/lead-form",
    tags,
    summary: "Update the public lead form",
    description: "Also turns it on or off, or gives it a new address.",
    request: { body: jsonRequest(LeadFormSettings) },
    responses: { 200: json(FormAnswer) },
  }),
  async (c) => {
    const { ctx } = c.var;
    await saveLeadForm(ctx, c.req.valid("json"));
    return c.json(await leadForm(ctx), 200);
  },
);
