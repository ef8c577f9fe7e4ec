import { OpenAPIHono } from "@hono/zod-openapi";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { TRANSACTION_TYPES } from "~/domain/finance/accounts/account";
import { MATCH_KINDS, VERDICTS } from "~/domain/finance/bank-link/item";
import { decideMatch, listMatches, type MatchRow, undecideMatch } from "~/domain/finance/bank-link/review.server";
import { MatchList, MatchVerdict } from "~/domain/finance/bank-link/schema";
import { CURRENCIES, toDecimal } from "~/domain/shared/money";
import { json, jsonRequest, operation } from "./operation";

const tags = ["Connected banks"];
const params = z.object({ matchId: z.string().max(100) });

const Side = z.object({
  id: z.string(),
  transactionDate: z.string().describe("YYYY-MM-DD"),
  amount: z.number().describe("Positive for money in"),
  description: z.string(),
  merchantName: z.string().nullable(),
  category: z.string(),
  type: z.enum(TRANSACTION_TYPES),
  notes: z.string().nullable(),
  pending: z.boolean(),
  isReconciled: z.boolean(),
  source: z.enum(["manual", "csv", "bank"]),
});

function sideOf({ date, amountMinor, pending, isReconciled, ...row }: MatchRow): z.input<typeof Side> {
  const flags = { pending: pending === 1, isReconciled: isReconciled === 1 };
  return { ...row, ...flags, transactionDate: date, amount: toDecimal(amountMinor) };
}

const Match = z.object({
  id: z.string(),
  kind: z
    .enum(MATCH_KINDS)
    .describe(
      "`pending`: the bank removed a pending transaction that may have posted; `other_source`: entered by hand or imported",
    ),
  verdict: z.enum(VERDICTS).nullable(),
  decidedAt: z.string().nullable(),
  accountId: z.string(),
  accountName: z.string(),
  currency: z.enum(CURRENCIES),
  bank: Side.describe("The bank's transaction"),
  own: Side.describe("The household's transaction"),
});
const Done = z.object({ id: z.string() });

export const bankMatches = new OpenAPIHono<HonoEnv>();

bankMatches.openapi(
  operation("person", {
    method: "get",
    path: "/bank-matches",
    tags,
    summary: "List possible duplicates",
    description: "Lists those to review, or those already reviewed.",
    request: { query: MatchList },
    responses: {
      200: json(z.object({ items: z.array(Match), nextCursor: z.string().nullable(), total: z.int().nullable() })),
    },
  }),
  async (c) => {
    const { items, ...rest } = await listMatches(c.var.ctx, c.req.valid("query"));
    return c.json(
      { ...rest, items: items.map((one) => ({ ...one, bank: sideOf(one.bank), own: sideOf(one.own) })) },
      200,
    );
  },
);

bankMatches.openapi(
  operation("person", {
    method: "post",
    path: "/bank-matches/{matchId}/verdict",
    tags,
    summary: "Decide whether two transactions are the same",
    request: { params, body: jsonRequest(MatchVerdict) },
    responses: { 200: json(Done) },
  }),
  async (c) => c.json(await decideMatch(c.var.ctx, c.req.valid("param").matchId, c.req.valid("json").verdict), 200),
);

bankMatches.openapi(
  operation("person", {
    method: "delete",
    path: "/bank-matches/{matchId}/verdict",
    tags,
    summary: "Undo a decision about two transactions",
    description: "Restores both transactions.",
    request: { params },
    responses: { 200: json(Done) },
  }),
  async (c) => c.json(await undecideMatch(c.var.ctx, c.req.valid("param").matchId), 200),
);
