import { type Context, Hono } from "hono";
import { readAttachment, readMailbox } from "~/domain/outbox/mailbox.server";
import { DomainError } from "~/domain/shared/errors";
import type { HonoEnv } from "../env";

/** Mails of the embedded mailer, in local mode only: what activation and invitation links are read from. */
export const devMailbox = new Hono<HonoEnv>();

devMailbox.get("/mailbox.json", async (c) => {
  guardLocal(c);
  return c.json({ items: await readMailbox(c.var.ctx) });
});

devMailbox.get("/mailbox/:id/attachments/:place", async (c) => {
  guardLocal(c);
  const { id, place } = c.req.param();
  const { body, fileName, contentType } = await readAttachment(c.var.ctx, id, Number(place));
  return new Response(body, {
    headers: {
      "content-type": contentType,
      "content-disposition": `attachment; filename*=UTF-8''${encodeURIComponent(fileName)}`,
    },
  });
});

function guardLocal(c: Context<HonoEnv>): void {
  if (c.var.settings.ENVIRONMENT === "production") throw new DomainError("not_found", "Not found");
}
