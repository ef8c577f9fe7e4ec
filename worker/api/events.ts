import { Hono } from "hono";
import type { HonoEnv } from "#worker/env";
import { objectNear, regionOf } from "#worker/object-placement";
import { consumeEventToken } from "~/domain/auth/event-token.server";
import { DomainError } from "~/domain/shared/errors";

export const events = new Hono<HonoEnv>();

/** Opens the live connection of a business: `?token=` from POST /auth/event-token, `&after=` to resume. */
events.get("/", async (c) => {
  if (c.req.header("upgrade")?.toLowerCase() !== "websocket") {
    throw new DomainError("invalid", "Open this address as a WebSocket.");
  }
  const url = new URL(c.req.url);
  // Browsers always send the true origin when opening a socket, and nothing else keeps other sites' pages out.
  if (c.req.header("origin") !== c.var.ctx.request.origin) {
    throw new DomainError("forbidden", "Live connections can be opened only from Plenum's own pages.");
  }
  const ticket = await consumeEventToken(c.var.ctx, c.req.query("token") ?? "");
  const room = objectNear(c.env.ORGANIZATION_CHANNEL, ticket.orgId, regionOf(c.var.ctx.shards, ticket.orgId));
  url.searchParams.delete("token");
  const answer = await room.fetch(url.href, { headers: { Upgrade: "websocket", "x-session": ticket.sessionId } });
  // Headers of a Durable Object's response are immutable.
  return new Response(null, answer);
});
