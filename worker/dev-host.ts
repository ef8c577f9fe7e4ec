import { Hono } from "hono";
import type { OutboxRow } from "~/domain/providers";
import { answer } from "./answer";
import { devBank } from "./api/dev-bank";
import { devCheckout } from "./api/dev-checkout";
import { api } from "./api/index";
import { sweep } from "./cron/sweep";
import type { Env, HonoEnv } from "./env";
import { csrf } from "./middleware/csrf";
import { renderError } from "./middleware/errors";
import { requestId } from "./middleware/request-id";
import { scope } from "./middleware/scope";
import { consumeQueue } from "./queues/outbox";

export { LeakClock } from "./durable-objects/leak-clock";
export { Lockout } from "./durable-objects/lockout";
export { OrganizationChannel } from "./durable-objects/organization-channel";
export { VoiceSession } from "./durable-objects/voice-session";

/** The Worker of `npm run dev`: everything except the screens, which Vite serves. */
const app = new Hono<HonoEnv>();
app.use(requestId, scope, csrf);
app.onError(renderError);
app.route("/", api);
// Seeding the demo calls the simulated bank.
app.route("/dev/bank", devBank);
app.route("/dev/checkout", devCheckout);

export default {
  fetch: (request, env, execution) => answer(app, request, { env, execution }),
  queue: consumeQueue,
  scheduled: sweep,
} satisfies ExportedHandler<Env, OutboxRow>;
