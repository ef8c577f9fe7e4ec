import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { csvFile } from "~/domain/export/csv-answer.server";
import { pdfAnswer } from "~/domain/export/pdf-answer.server";
import { VarianceFilter } from "~/domain/refrigerant/cylinders/schema";
import { disposalLog } from "~/domain/refrigerant/disposals/log.server";
import {
  CLOCK_STATES,
  CLOCK_STEPS,
  type Clock,
  clockState,
  EPISODE_ENDINGS,
  EPISODE_KINDS,
  EPISODE_REGIMES,
  LEAK_EVENT_KINDS,
} from "~/domain/refrigerant/leaks/compliance";
import {
  type EpisodeRow,
  episodeDetail,
  type LeakEpisode,
  leakDeadlines,
  unitEpisodes,
} from "~/domain/refrigerant/leaks/episodes.server";
import { recordLeakEvent, voidEpisode, voidLeakEvent } from "~/domain/refrigerant/leaks/record-event.server";
import { packetFile, packetPdf } from "~/domain/refrigerant/packet/file.server";
import { PacketFilter } from "~/domain/refrigerant/packet/schema";
import { AttentionFilter, NewLeakEvent, VoidReason } from "~/domain/refrigerant/schema";
import { pageSchema } from "./answer-fields";
import { json, jsonRequest, operation, whole } from "./operation";

const text = z.string().nullable();

const ClockAnswer = z.object({
  step: z.enum(CLOCK_STEPS),
  dueOn: z.string().describe("YYYY-MM-DD"),
  doneOn: text,
  state: z.enum(CLOCK_STATES),
  citation: z.string(),
  checkWithCounsel: z.boolean().describe("True if only published summaries of the rule give the figure"),
});

const episodeFields = {
  id: z.string(),
  equipmentId: z.string(),
  equipmentName: text,
  customerName: text,
  serviceGroupId: z.string().describe("The refrigerant circuit"),
  circuitName: text,
  refrigerant: text,
  kind: z.enum(EPISODE_KINDS),
  year: z.number().int().nullable().describe("Calendar year of a chronic leaker"),
  openedOn: z.string(),
  regime: z.enum(EPISODE_REGIMES),
  thresholdPercent: z.number().describe("Leak rate that may not be exceeded, in percent of the full charge per year"),
  chargeLb: z.number().describe("Full charge when the episode opened, lb"),
  ratePercent: z
    .number()
    .describe(
      "Leak rate in percent per year; for a chronic leaker, percent of the full charge added in the calendar year",
    ),
  nextStep: z.enum(CLOCK_STEPS).nullable(),
  nextDueOn: text,
  endedOn: text,
  ending: z.enum(EPISODE_ENDINGS).nullable(),
  voidReason: text,
  version: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
};

const EventAnswer = z.object({
  id: z.string(),
  kind: z.enum(LEAK_EVENT_KINDS),
  happenedOn: z.string(),
  method: text,
  notes: text,
  recordedBy: text,
  recordedAt: z.string(),
  voidedAt: text,
  voidReason: text,
});

const EpisodeAnswer = z.object({
  ...episodeFields,
  clocks: z.array(ClockAnswer),
  allowed: z.array(z.enum(LEAK_EVENT_KINDS)).describe("Events that can be recorded now"),
  events: z.array(EventAnswer),
});

const tags = ["Leak compliance"];
const byId = z.object({ id: z.string().max(100) });
const byEvent = byId.extend({ eventId: z.string().max(100) });

function rowOf(row: EpisodeRow) {
  const { id, equipmentId, equipmentName, customerName, serviceGroupId, circuitName, refrigerant, kind, year } = row;
  const { openedOn, regime, thresholdPercent, nextStep, nextDueOn, endedOn, ending, voidReason, version } = row;
  return {
    ...{ id, equipmentId, equipmentName, customerName, serviceGroupId, circuitName, refrigerant, kind, year, openedOn },
    ...{ regime, thresholdPercent, chargeLb: row.chargeMilliLb / 1000, ratePercent: row.rateCentiPercent / 100 },
    ...{ nextStep, nextDueOn, endedOn, ending, voidReason, version },
    ...{ createdAt: row.createdAt, updatedAt: row.updatedAt },
  };
}

function episodeOf(episode: LeakEpisode, today: string): z.output<typeof EpisodeAnswer> {
  const clockOf = (clock: Clock) => ({ ...clock, state: clockState(clock, today) });
  return {
    ...rowOf(episode),
    clocks: episode.clocks.map(clockOf),
    allowed: episode.allowed,
    events: episode.events.map(({ episodeId: _, ...event }) => event),
  };
}

export const leakEpisodes = new OpenAPIHono<HonoEnv>();

leakEpisodes.openapi(
  operation("equipment.read", {
    method: "get",
    path: "/leak-episodes",
    tags,
    summary: "List leak episodes of the business",
    description: "By deadline.",
    request: { query: AttentionFilter },
    responses: { 200: json(pageSchema(z.object(episodeFields))) },
  }),
  async (c) => {
    const { items, nextCursor, total } = await leakDeadlines(c.var.ctx, c.req.valid("query"));
    return c.json({ items: items.map(rowOf), nextCursor, total }, 200);
  },
);

leakEpisodes.openapi(
  operation("equipment.read", {
    method: "get",
    path: "/equipment/{id}/leak-episodes",
    tags,
    summary: "List leak episodes of equipment",
    description: "Newest first, each with its clocks.",
    request: { params: byId },
    responses: { 200: json(pageSchema(EpisodeAnswer)) },
  }),
  async (c) => {
    const { episodes, today } = await unitEpisodes(c.var.ctx, c.req.valid("param").id);
    return c.json(whole(episodes.map((episode) => episodeOf(episode, today))), 200);
  },
);

leakEpisodes.openapi(
  operation("equipment.read", {
    method: "get",
    path: "/leak-episodes/{id}",
    tags,
    summary: "Get a leak episode",
    description: "Includes its clocks and recorded events.",
    request: { params: byId },
    responses: { 200: json(EpisodeAnswer) },
  }),
  async (c) => c.json(await answered(c.var.ctx, c.req.valid("param").id), 200),
);

leakEpisodes.openapi(
  operation("equipment.write", {
    method: "post",
    path: "/leak-episodes/{id}/events",
    tags,
    summary: "Record an event of a leak episode",
    description: "A repair, a verification, an inspection, a plan or a report.",
    request: { params: byId, body: jsonRequest(NewLeakEvent) },
    responses: { 201: json(EpisodeAnswer) },
  }),
  async (c) => {
    const { id } = c.req.valid("param");
    await recordLeakEvent(c.var.ctx, id, c.req.valid("json"));
    return c.json(await answered(c.var.ctx, id), 201);
  },
);

leakEpisodes.openapi(
  operation("equipment.write", {
    method: "post",
    path: "/leak-episodes/{id}/events/{eventId}/void",
    tags,
    summary: "Void an event of a leak episode",
    description: "Only the latest event can be voided. Takes the reason.",
    request: { params: byEvent, body: jsonRequest(VoidReason) },
    responses: { 200: json(EpisodeAnswer) },
  }),
  async (c) => {
    const { id, eventId } = c.req.valid("param");
    await voidLeakEvent(c.var.ctx, { episodeId: id, eventId }, c.req.valid("json"));
    return c.json(await answered(c.var.ctx, id), 200);
  },
);

leakEpisodes.openapi(
  operation("equipment.write", {
    method: "post",
    path: "/leak-episodes/{id}/void",
    tags,
    summary: "Void a leak episode",
    description: "For an episode that should not have opened. Takes the reason.",
    request: { params: byId, body: jsonRequest(VoidReason) },
    responses: { 200: json(EpisodeAnswer) },
  }),
  async (c) => {
    const { id } = c.req.valid("param");
    await voidEpisode(c.var.ctx, id, c.req.valid("json"));
    return c.json(await answered(c.var.ctx, id), 200);
  },
);

async function answered(ctx: HonoEnv["Variables"]["ctx"], id: string) {
  const { today, ...episode } = await episodeDetail(ctx, id);
  return episodeOf(episode, today);
}

const WeightOfType = z.object({
  refrigerant: z.string(),
  appliances: z.number().int(),
  recoveredLb: z.number(),
});

leakEpisodes.openapi(
  operation("equipment.write", {
    method: "get",
    path: "/leak-compliance/disposals",
    tags,
    summary: "List a month's refrigerant recovered at disposal",
    description:
      "From appliances of 5 to 50 lb. Includes totals by type of refrigerant and the recovery cylinders that were handed over.",
    request: { query: VarianceFilter },
    responses: {
      200: json(
        z.object({
          month: z.string(),
          items: z.array(
            z.object({
              readingId: z.string(),
              date: z.string(),
              customerName: text,
              location: text.describe("Address where the equipment was installed"),
              equipmentId: z.string(),
              equipmentName: z.string(),
              circuitName: z.string(),
              refrigerant: z.string(),
              chargeLb: z.number().nullable().describe("Full charge, lb; null if not entered"),
              recoveredLb: z.number(),
              cylinder: text,
              technician: text,
              certificate: text,
            }),
          ),
          totals: z.array(WeightOfType),
          transfers: z
            .array(
              z.object({ date: z.string(), cylinder: z.string(), refrigerant: z.string(), lb: z.number(), to: text }),
            )
            .describe("Recovery cylinders that were handed over in the month"),
        }),
      ),
    },
  }),
  async (c) => {
    const { month, disposals, totals, transfers } = await disposalLog(c.var.ctx, c.req.valid("query"));
    return c.json(
      {
        month,
        items: disposals.map(({ id, chargeMilliLb, recoveredMilliLb, ...one }) => ({
          ...{ ...one, readingId: id, recoveredLb: recoveredMilliLb / 1000 },
          chargeLb: chargeMilliLb === null ? null : chargeMilliLb / 1000,
        })),
        totals: totals.map(({ recoveredMilliLb, ...one }) => ({ ...one, recoveredLb: recoveredMilliLb / 1000 })),
        transfers: transfers.map(({ date, number: cylinder, refrigerant, netMilliLb, takenBy: to }) => ({
          ...{ date, cylinder, refrigerant, lb: netMilliLb / 1000, to },
        })),
      },
      200,
    );
  },
);

const packet =
  "The records an inspector asks for about a circuit, equipment, a customer or the whole business in a period.";

leakEpisodes.openapi(
  operation("equipment.write", {
    method: "get",
    path: "/leak-compliance/audit-packet/csv",
    tags,
    summary: "Download a leak audit packet as CSV",
    description: packet,
    request: { query: PacketFilter },
    responses: { 200: { description: "The file", content: { "text/csv": { schema: z.string() } } } },
  }),
  async (c) => csvFile(await packetFile(c.var.ctx, c.req.valid("query"))),
);

leakEpisodes.openapi(
  operation("equipment.write", {
    method: "get",
    path: "/leak-compliance/audit-packet/pdf",
    tags,
    summary: "Download a leak audit packet as PDF",
    description: packet,
    request: { query: PacketFilter },
    responses: { 200: { description: "The file", content: { "application/pdf": { schema: z.string() } } } },
  }),
  async (c) => pdfAnswer(await packetPdf(c.var.ctx, c.req.valid("query"))),
);
