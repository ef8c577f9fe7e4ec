import { type Context, Hono } from "hono";
import type { HonoEnv } from "#worker/env";
import { embeddedMediaKey, embeddedMediaUrl, twilioSignature } from "#worker/providers/texts";
import { receiveText } from "~/domain/messages/inbound.server";
import { readAttachment, readMailbox } from "~/domain/outbox/mailbox.server";
import { readTexts } from "~/domain/outbox/texts.server";
import { DomainError } from "~/domain/shared/errors";
import { paths } from "~/paths";

/** Mails of the embedded mailer (local mode only); activation and invitation links are read from here. */
export const devMailbox = new Hono<HonoEnv>();

devMailbox.get("/mailbox.json", async (c) => {
  guardLocal(c);
  return c.json({ items: await readMailbox(c.var.ctx) });
});

devMailbox.get("/texts.json", async (c) => {
  guardLocal(c);
  return c.json({ items: await readTexts(c.var.ctx) });
});

/** Receives a text as a customer's reply, signed the way the host signs it. */
devMailbox.post("/texts", async (c) => {
  guardLocal(c);
  const { texts } = c.var.ctx.providers;
  if (texts.kind !== "embedded" || texts.secret === null) throw new DomainError("not_found", "Not found");
  const sent = await c.req.formData();
  const fields = { From: sent.get("from"), To: sent.get("to"), Body: sent.get("body") };
  const pictures = sent.getAll("picture").filter((each) => each instanceof File && each.size > 0);
  const form = new URLSearchParams({ MessageSid: `SM${crypto.randomUUID()}`, NumMedia: String(pictures.length) });
  for (const [at, picture] of pictures.entries()) {
    if (!(picture instanceof File)) continue;
    const id = crypto.randomUUID();
    await c.env.FILES.put(embeddedMediaKey(id), await picture.arrayBuffer());
    form.set(`MediaUrl${at}`, embeddedMediaUrl(id));
    form.set(`MediaContentType${at}`, picture.type);
  }
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value ?? ""));
  const path = paths.apiTextWebhook();
  const signature = await twilioSignature({ url: `${c.var.ctx.request.origin}${path}`, form }, texts.secret);
  await receiveText(c.var.ctx, { headers: new Headers({ "x-twilio-signature": signature }), form, path });
  return c.redirect(paths.devMailbox(), 303);
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
