import { Hono } from "hono";
import { consumeEventToken } from "~/domain/auth/event-token.server";
import { DomainError } from "~/domain/errors";
import type { HonoEnv } from "../hono";

export const events = new Hono<HonoEnv>();

/** Opens the live connection of a business: `?token=` from POST /auth/event-token, `&after=` to resume. */
events.get("/", async (c) => {
  if (c.req.header("upgrade")?.toLowerCase() !== "websocket") {
    throw new DomainError("invalid", "Open this address as a WebSocket.");
  }
  const ticket = await consumeEventToken(c.var.ctx, c.req.query("token") ?? "");
  const room = c.env.BOARD_ROOM.get(c.env.BOARD_ROOM.idFromName(ticket.orgId));
  const headers = new Headers(c.req.raw.headers);
  headers.set("x-session", ticket.sessionId);
  return room.fetch(new Request(c.req.raw, { headers }));
});
