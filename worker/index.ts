import type { OutboxRow, WebhookWake } from "~/domain/providers";
import { buildApp } from "./app";
import { sweep } from "./cron/sweep";
import type { Env } from "./env";
import { consumeQueue } from "./queues/outbox";

export { LeakClock } from "./durable-objects/leak-clock";
export { Lockout } from "./durable-objects/lockout";
export { OrganizationChannel } from "./durable-objects/organization-channel";
export { VoiceSession } from "./durable-objects/voice-session";

const app = buildApp(() => import("virtual:remix/server-build"));

export default {
  fetch: app.fetch,
  queue: consumeQueue,
  scheduled: sweep,
} satisfies ExportedHandler<Env, OutboxRow | WebhookWake>;
