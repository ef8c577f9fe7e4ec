import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ownWorker } from "#tests/support/worker";

// When a test's databases are migrated they are empty: here the statements that fill in existing rows run once more, with rows.
const worker = await ownWorker();
const { directory } = worker.databases;

/** Runs those statements of a migration that write rows. */
async function backfill(name: string): Promise<void> {
  const text = readFileSync(new URL(`../../migrations/${name}.sql`, import.meta.url), "utf8").replace(/^--.*$/gm, "");
  const writes = text
    .split(";")
    .map((statement) => statement.trim())
    .filter((statement) => /^(INSERT|UPDATE|DELETE)\b/.test(statement));
  expect(writes).toHaveLength(1);
  await directory.batch(writes.map((statement) => directory.prepare(statement)));
}

const run = (statement: string, ...values: unknown[]) =>
  directory
    .prepare(statement)
    .bind(...values)
    .run();

test.each(["0302_members_without_access", "0305_members_without_access_again"])(
  "%s copies members whose access was turned off before, and no others",
  async (name) => {
    const { orgId, admin, manager, technician } = await worker.business();
    const access = async () =>
      Promise.all(
        [admin, manager, technician].map(({ userId }) =>
          worker.db
            .prepare("SELECT has_access FROM tenant_members WHERE org_id = ? AND user_id = ?")
            .bind(orgId, userId)
            .first("has_access"),
        ),
      );
    const disable = "UPDATE members SET status = 'disabled', version = version + ?3 WHERE org_id = ?1 AND user_id = ?2";
    // The manager was copied again after that, such as with a new name, so the copy has the newest revision.
    await run(disable, orgId, manager.userId, 0);
    await run(disable, orgId, technician.userId, 1);
    expect(await access()).toEqual([1, 1, 1]);
    await backfill(name);
    await run("UPDATE identity_outbox SET due_at = '2026-01-01T00:00:00.000Z' WHERE org_id = ?", orgId);
    await worker.sweep();
    await expect.poll(access).toEqual([1, 0, 0]);
  },
);

test("0305 leaves its messages alone until no earlier release can deliver them", async () => {
  const { orgId, manager } = await worker.business();
  await run("UPDATE members SET status = 'disabled' WHERE org_id = ? AND user_id = ?", orgId, manager.userId);
  await backfill("0305_members_without_access_again");
  const due = await directory
    .prepare("SELECT due_at FROM identity_outbox WHERE org_id = ?")
    .bind(orgId)
    .first("due_at");
  expect(Date.parse(String(due)) - Date.now()).toBeGreaterThan(50 * 60_000);
});

test("0303 removes the business from events after a member left, and from no others", async () => {
  const { orgId, manager, technician } = await worker.business();
  const leave =
    "UPDATE members SET status = 'disabled', left_at = '2026-06-01T00:00:00.000Z' WHERE org_id = ? AND user_id = ?";
  await run(leave, orgId, technician.userId);
  const events = [
    { userId: technician.userId, at: "2026-05-31T12:00:00.000Z" },
    { userId: technician.userId, at: "2026-06-01T12:00:00.000Z" },
    { userId: manager.userId, at: "2026-06-01T12:00:00.000Z" },
  ];
  for (const { userId, at } of events)
    await run(
      `INSERT INTO security_events (user_id, id, org_id, kind, hour, network, device, at, last_at)
       VALUES (?1, ?2, ?3, 'sign_in', substr(?4, 1, 13), '10.0.0.0', 'Test', ?4, ?4)`,
      ...[userId, randomUUID(), orgId, at],
    );
  await backfill("0303_events_after_leaving");
  const { results } = await directory
    .prepare("SELECT user_id AS userId, at FROM security_events WHERE org_id = ? ORDER BY at")
    .bind(orgId)
    .all();
  expect(results).toEqual([events[0], events[2]]);
});

test("0304 removes the names of deleted accounts from their messages to support, and no others", async () => {
  const at = "2026-06-01T00:00:00.000Z";
  const senders = ["gone@deleted.invalid", "visitor@example.com"].map((email) => ({ id: randomUUID(), email }));
  for (const { id, email } of senders) {
    await run(
      `INSERT INTO support_conversations (id, sender_id, sender_name, sender_email, subject, context, created_at, updated_at)
       VALUES (?1, NULL, 'Ada Marsh', ?2, 'Hello', '{}', ?3, ?3)`,
      ...[id, email, at],
    );
    for (const author of ["sender", "support"])
      await run(
        "INSERT INTO support_messages VALUES (?, ?, ?, ?, 'Hello', ?)",
        ...[id, randomUUID(), author, author === "sender" ? "Ada Marsh" : "Support", at],
      );
  }
  await backfill("0304_senders_of_deleted_accounts");
  const names = async (id = "") =>
    (
      await directory
        .prepare("SELECT author_name FROM support_messages WHERE conversation_id = ? ORDER BY author")
        .bind(id)
        .all<{ author_name: string }>()
    ).results.map((row) => row.author_name);
  expect(await names(senders[0]?.id)).toEqual(["Former user", "Support"]);
  expect(await names(senders[1]?.id)).toEqual(["Ada Marsh", "Support"]);
});
