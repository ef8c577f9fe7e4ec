import type { Mail, Mailer } from "~/domain/providers";
import type { Env, Settings } from "../env";

/** Resend's HTTP API (POST /emails) where a key is set, else a table shown at /dev/mailbox in local mode. */
export function mailer(env: Env, settings: Settings): Mailer {
  const { MAIL_API_KEY: key, MAIL_FROM: from } = settings;
  if (key && from)
    return { send: (mail) => sendOverHttp(settings.MAIL_API_URL ?? "https://api.resend.com/emails", key, from, mail) };
  return { send: (mail) => keep(env.DB, mail) };
}

async function sendOverHttp(url: string, key: string, from: string, mail: Mail): Promise<void> {
  const response = await fetch(url, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ from, to: [mail.to], subject: mail.subject, text: mail.text }),
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) throw new Error(`mail API answered ${response.status}`);
}

async function keep(db: D1Database, mail: Mail): Promise<void> {
  await db
    .prepare("INSERT INTO mailbox (id, recipient, subject, body, sent_at) VALUES (?, ?, ?, ?, ?)")
    .bind(crypto.randomUUID(), mail.to, mail.subject, mail.text, new Date().toISOString())
    .run();
}
