import { z } from "zod";
import type { Env, Settings } from "#worker/env";
import type { FileStore, Mail, MailAttachment, Mailer } from "~/domain/providers";
import { type HttpClientOptions, httpClient } from "./http-client";

/** Resend's HTTP API if a key is set, else a table shown at /dev/mailbox in local mode. */
export function mailer(env: Env, settings: Settings, files: FileStore): Mailer {
  const { MAIL_API_KEY: key, MAIL_FROM: from, MAIL_API_URL: baseUrl } = settings;
  return key && from ? resend({ key, from, baseUrl, files }) : { send: (mail) => store(env.DIRECTORY, files, mail) };
}

interface ResendOptions {
  key: string;
  /** `mail@plenum.example` or `Plenum <mail@plenum.example>`. */
  from: string;
  baseUrl?: string;
  files: FileStore;
  deps?: HttpClientOptions["deps"];
}

/** Resend rejects more than 40 MB after base64 encoding. */
const MAX_ATTACHED_BYTES = 25_000_000;

/** POST /emails as documented by Resend. For 24 hours, it drops a retry with the same key. */
export function resend({ key, from, baseUrl = "https://api.resend.com/emails", files, deps }: ResendOptions): Mailer {
  const client = httpClient({ service: "mail", baseUrl, headers: { authorization: `Bearer ${key}` }, deps });
  // Mails are not retried here: the outbox decides about another attempt.
  return {
    send: async ({ to, subject, text, fromName, replyTo, attachments = [] }, idempotencyKey) => {
      const read = await Promise.all(attachments.map((each) => readAttachment(files, each)));
      if (read.reduce((sum, { bytes }) => sum + bytes.length, 0) > MAX_ATTACHED_BYTES)
        throw new Error("mail: the attachments are too large");
      const attached = read.map(({ fileName, contentType, bytes }) => ({
        ...{ filename: fileName, content_type: contentType, content: base64(bytes) },
      }));
      await client.request(z.unknown(), {
        method: "POST",
        path: "",
        headers: { "idempotency-key": idempotencyKey },
        json: {
          ...{ from: fromName ? named(fromName, from) : from, to: [to], subject, text },
          ...(replyTo ? { reply_to: replyTo } : {}),
          ...(attached.length > 0 ? { attachments: attached } : {}),
        },
      });
    },
  };
}

/** The configured address with the business's name, in which control characters, quotes and brackets become spaces. */
function named(name: string, from: string): string {
  const address = /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;
  return `"${name.replaceAll(/[\p{Cc}"\\<>]/gu, " ").trim()}" <${address}>`;
}

async function readAttachment(files: FileStore, { fileName, contentType, key }: MailAttachment) {
  const file = await files.get(key);
  if (!file) throw new Error("mail: an attachment is gone");
  return { fileName, contentType, bytes: new Uint8Array(await new Response(file.body).arrayBuffer()) };
}

/** Encoded in slices of whole triples, so that no call has too many arguments and the slices join without padding. */
function base64(bytes: Uint8Array): string {
  const SLICE = 3 * 8192;
  const slices = Array.from({ length: Math.ceil(bytes.length / SLICE) }, (_, at) =>
    btoa(String.fromCharCode(...bytes.subarray(at * SLICE, (at + 1) * SLICE))),
  );
  return slices.join("");
}

async function store(db: D1Database, files: FileStore, mail: Mail): Promise<void> {
  const { to, subject, text, fromName = null, replyTo = null, attachments = [] } = mail;
  await Promise.all(attachments.map((each) => readAttachment(files, each)));
  await db
    .prepare(
      "INSERT INTO mailbox (id, recipient, subject, body, sent_at, from_name, reply_to, attachments) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
    )
    .bind(
      crypto.randomUUID(),
      to,
      subject,
      text,
      new Date().toISOString(),
      fromName,
      replyTo,
      JSON.stringify(attachments),
    )
    .run();
}
