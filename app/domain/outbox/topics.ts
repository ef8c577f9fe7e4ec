import type { identityOutbox } from "#drizzle/schema/identity";
import type { outbox } from "#drizzle/schema/platform";

/** Other systems may be slow, and files large: each kind of work has its own queue so that it does not hold up the others. */
export const OUTBOX_QUEUES = ["outbox", "bank", "code_host", "export"] as const;
export type OutboxQueue = (typeof OUTBOX_QUEUES)[number];

type TopicsOf<S extends string, T extends string> = Record<T, { side: S; queue: OutboxQueue; label: string }>;

/** Topics of both outboxes, with the side each is on, its queue and its name on the operations page. */
export const TOPICS = {
  mail: { side: "identity", queue: "outbox", label: "Account email" },
  tenant_copy: { side: "identity", queue: "outbox", label: "User update" },
  push: { side: "identity", queue: "outbox", label: "Push notification" },
  board: { side: "tenants", queue: "outbox", label: "Live update" },
  business_mail: { side: "tenants", queue: "outbox", label: "Business email and texts" },
  bank: { side: "tenants", queue: "bank", label: "Bank sync" },
  code_host: { side: "tenants", queue: "code_host", label: "Issue sync" },
  export: { side: "tenants", queue: "export", label: "Data export" },
} as const satisfies TopicsOf<"identity", (typeof identityOutbox.$inferSelect)["topic"]> &
  TopicsOf<"tenants", (typeof outbox.$inferSelect)["topic"]>;
export type Topic = keyof typeof TOPICS;

const queues = new Map<string, { queue: OutboxQueue }>(Object.entries(TOPICS));

/** The queue of a topic, also of one that a newer version of the Worker has written. */
export const queueOf = (topic: string): OutboxQueue => queues.get(topic)?.queue ?? "outbox";
