import { z } from "zod";
import type { Mail, Mailer } from "~/domain/providers";
import type { Env, Settings } from "../env";
import { httpClient } from "./http-client";

/** Resend's HTTP API (POST /emails) where a key is set, else a table shown at /dev/mailbox in local mode. */
export function mailer(env: Env, settings: Settings): Mailer {
  const { MAIL_API_KEY: key, MAIL_FROM: from } = settings;
  if (!key || !from) return { send: (mail) => store(env.DB, mail) };
  const client = httpClient({
    service: "mail",
    baseUrl: settings.MAIL_API_URL ?? "https://api.resend.com/emails",
    headers: { authorization: `Bearer ${key}` },
  });
  // A mail is not sent twice by itself: the outbox decides about another try.
  return {
    send: async ({ to, subject, text }) => {
      await client.request(z.unknown(), { method: "POST", path: "", json: { from, to: [to], subject, text } });
    },
  };
}

async function store(db: D1Database, mail: Mail): Promise<void> {
  await db
    .prepare("INSERT INTO mailbox (id, recipient, subject, body, sent_at) VALUES (?, ?, ?, ?, ?)")
    .bind(crypto.randomUUID(), mail.to, mail.subject, mail.text, new Date().toISOString())
    .run();
}
