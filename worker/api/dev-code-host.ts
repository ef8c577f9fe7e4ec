import { Hono } from "hono";
import { z } from "zod";
import { DomainError } from "~/domain/shared/errors";
import type { HonoEnv } from "../env";
import { Command, perform } from "../providers/simulated-code-host/control";
import { d1HostStore } from "../providers/simulated-code-host/store";

/** The simulated code hosts' own desk, in local mode only. It stands for GitHub and GitLab. */
export const devCodeHost = new Hono<HonoEnv>();

devCodeHost.use(async (c, next) => {
  if (c.var.settings.ENVIRONMENT === "production" || c.var.ctx.providers.codeHosts.kind !== "simulated")
    throw new DomainError("not_found", "Not found");
  await next();
});

devCodeHost.post("/command", async (c) => {
  const command = Command.safeParse(await c.req.json().catch(() => undefined));
  if (!command.success) throw new DomainError("invalid", z.prettifyError(command.error));
  const world = { store: d1HostStore(c.env.DB), clock: () => new Date() };
  const result = await perform(world, c.var.ctx.request.origin, command.data);
  if (!result) throw new DomainError("not_found", "Not found");
  return c.json(result);
});
