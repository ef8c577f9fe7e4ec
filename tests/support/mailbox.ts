import { expect } from "vitest";
import type { TestWorker } from "./worker";

interface Mail {
  to: string;
  subject: string;
  text: string;
  links: string[];
}

/** The mails of an address as /dev/mailbox.json shows them, newest first. */
export async function mailsTo(worker: TestWorker, to: string): Promise<Mail[]> {
  const { json } = await worker.visitor().get<{ items: Mail[] }>("/dev/mailbox.json");
  return json.items.filter((mail) => mail.to === to);
}

/** The token of an address's newest link; waits until the queue has delivered `among` mails with such a link. */
export async function linkToken(worker: TestWorker, to: string, path: string, among = 1): Promise<string> {
  const linksThere = async () =>
    (await mailsTo(worker, to)).flatMap(({ links }) => links.filter((link) => link.includes(path)).slice(0, 1));
  await expect.poll(async () => (await linksThere()).length).toBeGreaterThanOrEqual(among);
  const [newest = ""] = await linksThere();
  return new URL(newest).searchParams.get("token") ?? "";
}

/** Marks a business's emails to an address as undeliverable, as after all tries failed. */
export async function giveUpMail(worker: TestWorker, to: string): Promise<void> {
  const marked = await worker.db
    .prepare(
      "UPDATE outbox SET delivered_at = NULL, failed_at = ?2, attempts = 8 WHERE topic = 'business_mail' AND json_extract(payload, '$.mail.to') = ?1",
    )
    .bind(to, new Date().toISOString())
    .run();
  expect(marked.meta.changes).toBeGreaterThan(0);
}
