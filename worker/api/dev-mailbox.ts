import { Hono } from "hono";
import { readMailbox } from "~/domain/outbox/mailbox.server";
import { DomainError } from "~/domain/shared/errors";
import type { HonoEnv } from "../env";

/** Mails of the embedded mailer, in local mode only: what activation and invitation links are read from. */
export const devMailbox = new Hono<HonoEnv>();

devMailbox.get("/mailbox.json", async (c) => {
  if (c.var.settings.ENVIRONMENT === "production") throw new DomainError("not_found", "Not found");
  return c.json({ items: await readMailbox(c.var.ctx) });
});
