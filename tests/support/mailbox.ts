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

/** The token of the newest link of an address; waits for the queue to deliver it. */
export async function linkToken(worker: TestWorker, to: string, path: string): Promise<string> {
  const link = await expect
    .poll(
      async () => (await mailsTo(worker, to)).flatMap((mail) => mail.links).find((each) => each.includes(path)) ?? "",
    )
    .toContain(path)
    .then(async () => (await mailsTo(worker, to)).flatMap((mail) => mail.links).find((each) => each.includes(path)));
  return new URL(link ?? "").searchParams.get("token") ?? "";
}
