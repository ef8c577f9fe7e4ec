import { type Context, Hono } from "hono";
import { z } from "zod";
import type { HonoEnv } from "#worker/env";
import { control } from "#worker/providers/simulated-bank/control";
import { signatureFor } from "#worker/providers/simulated-bank/signing";
import { d1Store } from "#worker/providers/simulated-bank/store";
import { DomainError } from "~/domain/shared/errors";

const Faults = [
  "rate_limit",
  "server_error",
  "timeout",
  "garbage",
  "mutation",
  "not_ready",
  "lost_cursor",
  "institution_down",
] as const;
const facts = z.record(z.string(), z.unknown()).default({});

const Command = z.discriminatedUnion("op", [
  z.object({ op: z.literal("pass"), days: z.number().int().min(0).max(400) }),
  z.object({ op: z.literal("add"), facts }),
  z.object({ op: z.literal("post"), id: z.string(), named: z.boolean().optional(), amount: z.number().optional() }),
  z.object({ op: z.literal("modify"), id: z.string(), facts }),
  z.object({ op: z.literal("remove"), id: z.string() }),
  z.object({
    op: z.literal("fail"),
    fault: z.object({ fault: z.enum(Faults), times: z.number(), page: z.number().optional() }),
  }),
  z.object({ op: z.literal("item_error"), code: z.string().nullable() }),
  z.object({ op: z.literal("change_account_id"), place: z.number() }),
  z.object({ op: z.literal("no_history") }),
  z.object({
    op: z.literal("history"),
    status: z.enum(["NOT_READY", "INITIAL_UPDATE_COMPLETE", "HISTORICAL_UPDATE_COMPLETE"]),
  }),
]);
const AtItem = z.object({ itemId: z.string(), command: Command });
const Signed = z.object({ webhook: z.record(z.string(), z.unknown()), ago: z.number().default(0) });

/** Controls the simulated bank (local mode only): triggers events and returns its signed webhooks, ready to send. */
export const devBank = new Hono<HonoEnv>();

devBank.use(async (c, next) => {
  if (c.var.settings.ENVIRONMENT === "production") throw new DomainError("not_found", "Not found");
  await next();
});

/** The request's body, parsed with the schema. @throws DomainError invalid */
async function bodyOf<S extends z.ZodType>(c: Context<HonoEnv>, schema: S): Promise<z.output<S>> {
  const read = schema.safeParse(await c.req.json().catch(() => undefined));
  if (!read.success) throw new DomainError("invalid", z.prettifyError(read.error));
  return read.data;
}

devBank.post("/command", async (c) => {
  const { itemId, command } = await bodyOf(c, AtItem);
  const store = d1Store(c.env.DIRECTORY);
  const item = await store.item(itemId);
  if (!item) throw new DomainError("not_found", "Not found");
  const id = control(item, command);
  await store.saveItem(item);
  return c.json({ id });
});

devBank.post("/sign", async (c) => {
  const { webhook, ago } = await bodyOf(c, Signed);
  const body = JSON.stringify(webhook, null, 2);
  const issued = Math.floor(Date.now() / 1000) - ago;
  return c.json({ body, signature: await signatureFor(await d1Store(c.env.DIRECTORY).signingKey(), body, { issued }) });
});

devBank.post("/rotate-keys", async (c) => {
  await d1Store(c.env.DIRECTORY).rotate(c.req.query("expire") === "true");
  return c.json({});
});
