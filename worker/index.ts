import type { QueueCheck } from "~/domain/operations/checks";
import type { OutboxRow, WebhookWake } from "~/domain/providers";
import { buildApp } from "./app";
import { checkSystems } from "./cron/checks";
import { sweep } from "./cron/sweep";
import type { Env } from "./env";
import { answerChecks } from "./queues/checks";
import { consumeQueue } from "./queues/outbox";
import { watchRequests, watchWork } from "./watch";

export { LeakClock } from "./durable-objects/leak-clock";
export { Lockout } from "./durable-objects/lockout";
export { OrganizationChannel } from "./durable-objects/organization-channel";
export { VoiceSession } from "./durable-objects/voice-session";

const app = buildApp(() => import("virtual:remix/server-build"));

export default {
  fetch: watchRequests(async (request, env, execution) => app.fetch(request, env, execution)),
  queue: watchWork(async (batch: MessageBatch<OutboxRow | WebhookWake | QueueCheck>, env, execution) => {
    await consumeQueue(await answerChecks(batch, env, execution), env, execution);
  }),
  scheduled: watchWork(async (event: ScheduledController, env, execution) => {
    await Promise.all([sweep(event, env, execution), checkSystems(event, env, execution)]);
  }),
} satisfies ExportedHandler<Env, OutboxRow | WebhookWake | QueueCheck>;
