import { Hono } from "hono";
import { answerError } from "./api/errors";
import { api } from "./api/index";
import { sweep } from "./cron/sweep";
import { csrf } from "./csrf";
import type { Env } from "./env";
import type { HonoEnv } from "./hono";
import { consumeQueue } from "./queues/outbox";
import { scope } from "./scope";

export { Lockout } from "./durable-objects/lockout";
export { OrganizationChannel } from "./durable-objects/organization-channel";

/** The Worker of `npm run dev`: everything but the screens, which Vite serves. */
const app = new Hono<HonoEnv>();
app.use(scope);
app.use(csrf);
app.onError(answerError);
app.route("/api", api);

export default {
  fetch: app.fetch,
  queue: consumeQueue,
  scheduled: sweep,
} satisfies ExportedHandler<Env, string>;
