import type { MoveJob, QueueCheck } from "~/domain/operations/checks";
import type { DueWebhookEndpoint, OutboxRow } from "~/domain/providers";
import type { ArchiveJob } from "~/domain/work-orders/archive/archive";
import { buildApp } from "./app";
import type { Env } from "./env";
import { watchRequests, watchWork } from "./watch";

export { LeakClock } from "./durable-objects/leak-clock";
export { Lockout } from "./durable-objects/lockout";
export { OrganizationChannel } from "./durable-objects/organization-channel";
export { VoiceSession } from "./durable-objects/voice-session";

type Work = OutboxRow | DueWebhookEndpoint | MoveJob | ArchiveJob | QueueCheck;

/** Most isolates only answer requests; code for queues and cron is loaded on first use. */
const app = buildApp(() => import("virtual:remix/server-build"));

export default {
  fetch: watchRequests(async (request, env, execution) => app.fetch(request, env, execution)),
  queue: watchWork(async (batch: MessageBatch<Work>, env, execution) => {
    const [{ answerChecks }, { continueArchiving }, { continueMoves }, { consumeQueue }] = await Promise.all([
      import("./queues/checks"),
      import("./queues/archiving"),
      import("./queues/moves"),
      import("./queues/outbox"),
    ]);
    const work = await continueArchiving(await answerChecks(batch, env, execution), env, execution);
    await consumeQueue(await continueMoves(work, env, execution), env, execution);
  }),
  scheduled: watchWork(async (event: ScheduledController, env, execution) => {
    const [{ sweep }, { checkSystems }, { runToEnd }] = await Promise.all([
      import("./cron/sweep"),
      import("./cron/checks"),
      import("./cron/run-to-end"),
    ]);
    await runToEnd("cron", [sweep(event, env, execution), checkSystems(event, env, execution)]);
  }),
} satisfies ExportedHandler<Env, Work>;
