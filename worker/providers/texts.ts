import { z } from "zod";
import type { Env, Settings } from "#worker/env";
import { deliveryOf, type EarlierAttempts, textErrorText } from "~/domain/messages/delivery";
import type { TextMessages } from "~/domain/providers";
import { MINUTE_MS } from "~/domain/shared/time/dates";
import { type HttpClientOptions, HttpError, httpClient } from "./http-client";
import { twilioMedia } from "./text-media";

/** Twilio's Messages API if its account is set, else a table shown at /dev/mailbox in local mode. */
export function textMessages(env: Env, settings: Settings): TextMessages {
  const { TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_NUMBERS, TWILIO_API_URL } = settings;
  if (TWILIO_ACCOUNT_SID && TWILIO_AUTH_TOKEN)
    return twilio({
      ...{ accountSid: TWILIO_ACCOUNT_SID, authToken: TWILIO_AUTH_TOKEN, numbers: TWILIO_NUMBERS ?? new Map() },
      ...{ baseUrl: TWILIO_API_URL, deletesMedia: settings.TWILIO_DELETE_MEDIA === "yes" },
    });
  return settings.ENVIRONMENT === "production" ? noTexts : embeddedTexts(env);
}

const noTexts: TextMessages = {
  kind: "off",
  numberOf: () => null,
  businessOf: () => null,
  secret: null,
  send: async () => ({ kind: "refused", text: "Texts are not set up" }),
  keepsMedia: () => false,
  media: async () => ({ kind: "gone" }),
  forgetMedia: null,
};

interface TwilioOptions {
  accountSid: string;
  authToken: string;
  /** The number of each business. */
  numbers: ReadonlyMap<string, string>;
  baseUrl?: string;
  /** Whether a picture is deleted at Twilio once it is stored here. */
  deletesMedia?: boolean;
  deps?: HttpClientOptions["deps"];
}

const Sent = z.object({ sid: z.string().min(1), status: z.string(), error_code: z.number().nullish() });
const Listed = z.object({
  messages: z.array(
    z.object({
      sid: z.string(),
      body: z.string().nullable(),
      status: z.string(),
      to: z.string(),
      /** As in an email: 'Tue, 24 Nov 2026 10:00:00 +0000'. */
      date_created: z.string().nullish(),
    }),
  ),
});
const Refused = z.object({ code: z.number() });

/** Codes that a retry or the operator may resolve: rate limit, full queue, wrong keys. */
const TRANSIENT_CODES = new Set([20003, 20429, 21611, 30001, 30022]);

/**
 * How far Twilio's clock may be behind: both follow network time, but its dates have whole seconds. An identical text sent this
 * shortly before is known by its id.
 */
const CLOCK_ALLOWANCE_MS = MINUTE_MS;

/**
 * POST /2010-04-01/Accounts/{sid}/Messages.json as documented by Twilio: Basic auth, form-encoded, JSON response. It has no
 * idempotency key, so a retry first checks whether the previous attempt got through.
 */
export function twilio({
  accountSid,
  authToken,
  numbers,
  baseUrl = "https://api.twilio.com",
  deletesMedia = false,
  deps,
}: TwilioOptions): TextMessages {
  const headers = { authorization: `Basic ${btoa(`${accountSid}:${authToken}`)}` };
  const client = httpClient({ service: "texts", baseUrl, maxAttempts: 1, deps, headers });
  const path = `/2010-04-01/Accounts/${accountSid}/Messages.json`;
  const byNumber = new Map([...numbers].map(([orgId, number]) => [number, orgId]));
  return {
    kind: "twilio",
    secret: authToken,
    ...twilioMedia({ client, accountSid, baseUrl, deletes: deletesMedia }),
    numberOf: ({ orgId }) => numbers.get(orgId) ?? null,
    businessOf: (number) => {
      const orgId = byNumber.get(number);
      return orgId === undefined ? null : { orgId };
    },
    send: async ({ from, to, body, mediaUrl, callback }, { retryOf }) => {
      const known = retryOf === null ? null : await earlier({ from, to, body }, retryOf);
      if (known) return known;
      try {
        // A picture may be sent without text; a text without a picture has no MediaUrl.
        const fields = { From: from, To: to, Body: body, MediaUrl: mediaUrl ?? "", StatusCallback: callback };
        const form = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""));
        const { sid, status } = await client.request(Sent, { method: "POST", path, form });
        return { kind: "taken", id: sid, state: deliveryOf(status) ?? "queued" };
      } catch (error) {
        const code =
          error instanceof HttpError && error.kind === "refused"
            ? Refused.safeParse(error.payload).data?.code
            : undefined;
        if (code === undefined || TRANSIENT_CODES.has(code)) throw error;
        return { kind: "refused", text: textErrorText(code) };
      }
    },
  };

  async function earlier(
    { from, to, body }: { from: string; to: string; body: string },
    { since, claimed }: EarlierAttempts,
  ) {
    const begin = Date.parse(since) - CLOCK_ALLOWANCE_MS;
    // Twilio filters by day.
    const query = { From: from, To: to, "DateSent>": new Date(begin).toISOString().slice(0, 10), PageSize: "50" };
    const { messages } = await client.request(Listed, { path, query });
    const same = messages.filter(
      // One without a date may be it: a text sent twice is worse than one compared by its id only.
      (each) => (each.body ?? "") === body && each.to === to && !(Date.parse(each.date_created ?? "") < begin),
    );
    const others = same.length > 0 ? await claimed(same.map(({ sid }) => sid)) : new Set();
    const found = same.find(({ sid }) => !others.has(sid));
    return found ? ({ kind: "taken", id: found.sid, state: deliveryOf(found.status) ?? "queued" } as const) : null;
  }
}

/** A number from the range reserved for fiction, one per business. */
const embeddedNumber = (orgKey: number) => `+1555010${String(orgKey % 10_000).padStart(4, "0")}`;

const EMBEDDED_MEDIA = /^https:\/\/texts\.invalid\/media\/([\w-]{36})$/;

/** Where the embedded host stores media of incoming texts. */
export const embeddedMediaKey = (id: string) => `simulated-media/${id}`;
export const embeddedMediaUrl = (id: string) => `https://texts.invalid/media/${id}`;

function embeddedTexts({ DIRECTORY: db, FILES: files }: Env): TextMessages {
  const keyOf = (url: string) => embeddedMediaKey(EMBEDDED_MEDIA.exec(url)?.[1] ?? "");
  return {
    keepsMedia: (url) => EMBEDDED_MEDIA.test(url),
    media: async (url, maxBytes) => {
      const file = await files.get(keyOf(url));
      if (!file) return { kind: "gone" };
      return file.size > maxBytes
        ? { kind: "too_large" }
        : { kind: "taken", bytes: new Uint8Array(await file.arrayBuffer()) };
    },
    forgetMedia: (url) => files.delete(keyOf(url)),
    kind: "embedded",
    secret: "embedded-texts",
    numberOf: ({ orgKey }) => embeddedNumber(orgKey),
    businessOf: (number) => {
      const key = /^\+1555010(\d{4})$/.exec(number)?.[1];
      return key === undefined ? null : { orgKey: Number(key) };
    },
    send: async ({ from, to, body, mediaUrl }) => {
      const id = `SM${crypto.randomUUID().replaceAll("-", "")}`;
      // Numbers that simulate a host's responses, like a host's own test numbers.
      if (to.endsWith("0199")) return { kind: "refused", text: textErrorText(30006) };
      if (to.endsWith("0198")) throw new Error("texts: unreachable");
      await db
        .prepare(
          "INSERT INTO text_outbox (id, from_number, to_number, body, media_url, sent_at) VALUES (?, ?, ?, ?, ?, ?)",
        )
        .bind(id, from, to, body, mediaUrl, new Date().toISOString())
        .run();
      return { kind: "taken", id, state: "delivered" };
    },
  };
}

/** Twilio's signature of a form, for the embedded host and tests. */
export async function twilioSignature(
  { url, form }: { url: string; form: URLSearchParams },
  authToken: string,
): Promise<string> {
  const fields = [...form].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => name + value);
  const bytes = (text: string) => new TextEncoder().encode(text);
  const key = await crypto.subtle.importKey("raw", bytes(authToken), { name: "HMAC", hash: "SHA-1" }, false, ["sign"]);
  const signature = await crypto.subtle.sign("HMAC", key, bytes(url + fields.join("")));
  return btoa(String.fromCharCode(...new Uint8Array(signature)));
}
