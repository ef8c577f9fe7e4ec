import { randomUUID } from "node:crypto";
import type { Attention, Figures } from "~/domain/operations/figures";
import type { TestWorker } from "./worker";

export const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString();

interface OutboxRow {
  topic: string;
  side?: "outbox" | "identity_outbox";
  createdAt?: string;
  dueAt?: string;
  attempts?: number;
  failedAt?: string | null;
  error?: string | null;
}

/** An operator with two-step verification, for a Worker with that address in OPERATIONS_STAFF, and the outboxes they see. */
export async function operatorOf(worker: TestWorker, email: string) {
  const operator = await worker.household();
  const run = (sql: string, ...values: unknown[]) =>
    worker.db
      .prepare(sql)
      .bind(...values)
      .run();
  const setSecondStep = (on: boolean) =>
    on
      ? run(
          "INSERT INTO second_steps (user_id, secret, takes_codes, confirmed_at, created_at) VALUES (?1, '', 0, ?2, ?2)",
          operator.userId,
          new Date().toISOString(),
        )
      : run("DELETE FROM second_steps WHERE user_id = ?", operator.userId);
  await run("UPDATE users SET email = ? WHERE id = ?", email, operator.userId);
  await setSecondStep(true);

  const read = async () => (await operator.get<Figures & { attention: Attention[] }>("/api/operations")).json;

  async function addRow(orgId: string, row: OutboxRow): Promise<string> {
    const { topic, side = "outbox", createdAt = secondsAgo(1), dueAt = secondsAgo(-600) } = row;
    const { attempts = 0, failedAt = null, error = null } = row;
    const id = randomUUID();
    await run(
      `INSERT INTO ${side} (id, org_id, topic, payload, created_at, due_at, attempts, failed_at, last_error)
       VALUES (?1, ?2, ?3, '{"to":"ada@example.com","subject":"Hello","text":"Hello"}', ?4, ?5, ?6, ?7, ?8)`,
      ...[id, orgId, topic, createdAt, dueAt, attempts, failedAt, error],
    );
    return id;
  }

  const clearOutboxes = () =>
    worker.db.batch([worker.db.prepare("DELETE FROM outbox"), worker.db.prepare("DELETE FROM identity_outbox")]);
  return { operator, run, setSecondStep, read, addRow, clearOutboxes };
}
