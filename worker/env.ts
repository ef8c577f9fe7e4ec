import type { RequestIdVariables } from "hono/request-id";
import type { SecureHeadersVariables } from "hono/secure-headers";
import { z } from "zod";
import type { Databases } from "#drizzle/d1/session";
import { BANK_COUNTRIES } from "~/domain/finance/bank-link/countries";
import { tileOrigin } from "~/domain/maps/tiles";
import type { MoveJob, QueueCheck } from "~/domain/operations/checks";
import type { DueWebhookEndpoint, OutboxRow } from "~/domain/providers";
import type { Ctx } from "~/domain/shared/context";
import type { ArchiveJob } from "~/domain/work-orders/archive/archive";
import type { LeakClock } from "./durable-objects/leak-clock";
import type { Lockout } from "./durable-objects/lockout";
import type { OrganizationChannel } from "./durable-objects/organization-channel";
import type { VoiceSession } from "./durable-objects/voice-session";

/** Bindings of wrangler.toml and the secrets of docs/deploying.md. */
export interface Env {
  /** Accounts, businesses, members, sessions and plans. */
  DIRECTORY: D1Database;
  /** Data of businesses and households: each of them is in one of these databases, and there may be more. */
  TENANTS_1: D1Database;
  TENANTS_2: D1Database;
  ORGANIZATION_CHANNEL: DurableObjectNamespace<OrganizationChannel>;
  LEAK_CLOCK: DurableObjectNamespace<LeakClock>;
  LOCKOUT: DurableObjectNamespace<Lockout>;
  VOICE_SESSION: DurableObjectNamespace<VoiceSession>;
  OUTBOX: Queue<OutboxRow | QueueCheck>;
  BANK: Queue<OutboxRow>;
  CODE_HOSTS: Queue<OutboxRow>;
  EXPORTS: Queue<OutboxRow | MoveJob | ArchiveJob>;
  WEBHOOKS: Queue<DueWebhookEndpoint>;
  SLOW_WEBHOOKS: Queue<DueWebhookEndpoint>;
  FILES: R2Bucket;
  RATE_LIMITER?: { limit: (options: { key: string }) => Promise<{ success: boolean }> };
  API_REQUESTS?: { limit: (options: { key: string }) => Promise<{ success: boolean }> };
  SEARCHES?: { limit: (options: { key: string }) => Promise<{ success: boolean }> };
  ENVIRONMENT: string;
  PUBLIC_ORIGIN?: string;
  SIGNING_SECRET: string;
  ENCRYPTION_KEY: string;
  ENCRYPTION_KEY_PREVIOUS?: string;
  MAIL_API_KEY?: string;
  MAIL_API_URL?: string;
  MAIL_FROM?: string;
  PLAID_CLIENT_ID?: string;
  PLAID_SECRET?: string;
  PLAID_ENV?: string;
  PLAID_COUNTRIES?: string;
  PLAID_REDIRECT_URI?: string;
  STRIPE_SECRET_KEY?: string;
  STRIPE_WEBHOOK_SECRET?: string;
  STRIPE_ORGANIZATION_ID?: string;
  PLANS_STRIPE_SECRET_KEY?: string;
  PLANS_STRIPE_WEBHOOK_SECRET?: string;
  STRIPE_API_URL?: string;
  TWILIO_ACCOUNT_SID?: string;
  TWILIO_AUTH_TOKEN?: string;
  TWILIO_NUMBERS?: string;
  TWILIO_API_URL?: string;
  TWILIO_DELETE_MEDIA?: string;
  BREACHED_PASSWORDS_URL?: string;
  VAPID_PUBLIC_KEY?: string;
  VAPID_PRIVATE_KEY?: string;
  VAPID_SUBJECT?: string;
  GITHUB_API_URL?: string;
  GITHUB_OAUTH_CLIENT_ID?: string;
  GITHUB_OAUTH_CLIENT_SECRET?: string;
  GITLAB_OAUTH_CLIENT_ID?: string;
  GITLAB_OAUTH_CLIENT_SECRET?: string;
  GITLAB_OAUTH_URL?: string;
  OSRM_URL?: string;
  GEOCODER_URL?: string;
  MAP_TILES_URL?: string;
  MAP_TILES_CREDIT?: string;
  VISION_API_URL?: string;
  VISION_API_KEY?: string;
  VISION_MODEL?: string;
  LANGUAGE_API_URL?: string;
  LANGUAGE_API_KEY?: string;
  LANGUAGE_MODEL?: string;
  LANGUAGE_INPUT_PRICE?: string;
  LANGUAGE_OUTPUT_PRICE?: string;
  SPEECH_API_URL?: string;
  SPEECH_API_KEY?: string;
  SPEECH_MODEL?: string;
  MAX_DATABASE_CALLS?: string;
  MAX_WAITING_REQUESTS?: string;
  SECURITY_CONTACT?: string;
  SUPPORT_STAFF?: string;
  OPERATIONS_STAFF?: string;
  SLOW_STATEMENT_MS?: string;
  SHARD_REGIONS?: string;
  CLOSED_SHARDS?: string;
}

const addresses = z
  .string()
  .transform((list) =>
    list
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean),
  )
  .pipe(z.array(z.email()).max(20));

/** Settings that only work together. */
const TOGETHER = [
  ["MAIL_API_KEY", "MAIL_FROM"],
  ["TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "TWILIO_NUMBERS"],
  ["PLAID_CLIENT_ID", "PLAID_SECRET"],
  ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET", "STRIPE_ORGANIZATION_ID"],
  ["PLANS_STRIPE_SECRET_KEY", "PLANS_STRIPE_WEBHOOK_SECRET"],
  ["GITHUB_OAUTH_CLIENT_ID", "GITHUB_OAUTH_CLIENT_SECRET"],
  ["GITLAB_OAUTH_CLIENT_ID", "GITLAB_OAUTH_CLIENT_SECRET"],
  ["VISION_API_URL", "VISION_API_KEY", "VISION_MODEL"],
  ["LANGUAGE_API_URL", "LANGUAGE_API_KEY", "LANGUAGE_MODEL"],
  ["LANGUAGE_INPUT_PRICE", "LANGUAGE_OUTPUT_PRICE"],
  ["SPEECH_API_URL", "SPEECH_API_KEY", "SPEECH_MODEL"],
  ["VAPID_PUBLIC_KEY", "VAPID_PRIVATE_KEY", "VAPID_SUBJECT"],
  ["MAP_TILES_URL", "MAP_TILES_CREDIT"],
] as const;

const Settings = z
  .object({
    ENVIRONMENT: z.enum(["production", "local", "test"]),
    /** The product's public origin: links use it, and requests for another host are rejected. */
    PUBLIC_ORIGIN: z
      .url({ protocol: /^https?$/ })
      .transform((url) => new URL(url).origin)
      .optional(),
    /** D1 locations of the tenants' databases, where known: '1:enam,2:weur'. */
    SHARD_REGIONS: z
      .string()
      .regex(/^\d+:(wnam|enam|weur|eeur|apac|oc)(,\d+:(wnam|enam|weur|eeur|apac|oc))*$/, "like 1:enam,2:weur")
      .transform(
        (list) =>
          new Map(
            list.split(",").map((each) => {
              const [shard = "", region = ""] = each.split(":");
              return [shard, region];
            }),
          ),
      )
      .default(new Map()),
    /** Shards that are closed to requests while one of their tenants is restored: '2' or '1,2', or 'none'. */
    CLOSED_SHARDS: z
      .string()
      .regex(/^(none|\d+(,\d+)*)$/, "like 2 or 1,2, or none")
      .transform((list) => new Set(list.split(",")))
      .default(new Set()),
    SIGNING_SECRET: z.string().min(32, "SIGNING_SECRET needs at least 32 characters"),
    ENCRYPTION_KEY: z.string().min(32, "ENCRYPTION_KEY needs at least 32 characters"),
    ENCRYPTION_KEY_PREVIOUS: z.string().min(32, "ENCRYPTION_KEY_PREVIOUS needs at least 32 characters").optional(),
    MAIL_API_KEY: z.string().trim().min(1).optional(),
    MAIL_API_URL: z.url().optional(),
    MAIL_FROM: z.string().trim().min(1).optional(),
    PLAID_CLIENT_ID: z.string().min(1).optional(),
    PLAID_SECRET: z.string().min(1).optional(),
    PLAID_ENV: z.enum(["sandbox", "production"]).default("sandbox"),
    /** Countries covered by the contract with Plaid, separated by commas: 'US,CA'. */
    PLAID_COUNTRIES: z
      .string()
      .default("US")
      .transform((list) =>
        list
          .toUpperCase()
          .split(/[\s,]+/)
          .filter(Boolean),
      )
      .pipe(z.array(z.enum(BANK_COUNTRIES)).min(1)),
    /**
     * As registered with Plaid: this product's /finances/accounts/connect. Without it, phones cannot reach banks with their own
     * sign-in page.
     */
    PLAID_REDIRECT_URI: z.url().optional(),
    STRIPE_SECRET_KEY: z.string().trim().min(1).optional(),
    STRIPE_WEBHOOK_SECRET: z
      .string()
      .trim()
      .regex(/^whsec_./, "STRIPE_WEBHOOK_SECRET begins with whsec_")
      .optional(),
    /** The id of the one business whose payments go to the account of the key. */
    STRIPE_ORGANIZATION_ID: z.string().min(1).optional(),
    /**
     * Key of the account that sells this installation's plans. Without it nothing is sold and Pro features are open to everyone.
     */
    PLANS_STRIPE_SECRET_KEY: z.string().trim().min(1).optional(),
    PLANS_STRIPE_WEBHOOK_SECRET: z
      .string()
      .trim()
      .regex(/^whsec_./, "PLANS_STRIPE_WEBHOOK_SECRET begins with whsec_")
      .optional(),
    STRIPE_API_URL: z.url().default("https://api.stripe.com"),
    TWILIO_ACCOUNT_SID: z
      .string()
      .trim()
      .regex(/^AC[0-9a-fA-F]{32}$/, "TWILIO_ACCOUNT_SID is AC and 32 digits")
      .optional(),
    TWILIO_AUTH_TOKEN: z.string().trim().min(1).optional(),
    /** The number of each business by its id, separated by commas: `0192…=+14145550100`. */
    TWILIO_NUMBERS: z
      .string()
      .transform((list) =>
        list
          .split(/[\s,]+/)
          .filter(Boolean)
          .map((pair) => pair.split("=")),
      )
      .pipe(
        z
          .array(
            z.tuple([
              z.string().min(1),
              z.string().regex(/^\+[1-9]\d{7,14}$/, "A number of TWILIO_NUMBERS is not E.164"),
            ]),
          )
          .min(1, "TWILIO_NUMBERS names no number"),
      )
      .transform((pairs) => new Map(pairs))
      .optional(),
    TWILIO_API_URL: z.url().optional(),
    /** Whether pictures of customers' texts are deleted at Twilio once they are stored here. */
    TWILIO_DELETE_MEDIA: z.enum(["yes", "no"]).default("no"),
    /** Have I Been Pwned in production, unless another server or 'none' is set; elsewhere none. */
    BREACHED_PASSWORDS_URL: z
      .literal("none")
      .or(z.url({ protocol: /^https?$/ }))
      .optional(),
    /** The key pair that signs browser notifications, base64url: `npm run vapid-keys`. */
    VAPID_PUBLIC_KEY: z
      .string()
      .trim()
      .regex(/^B[A-Za-z0-9_-]{86}$/, "VAPID_PUBLIC_KEY is 65 bytes in base64url")
      .optional(),
    VAPID_PRIVATE_KEY: z
      .string()
      .trim()
      .regex(/^[A-Za-z0-9_-]{43}$/, "VAPID_PRIVATE_KEY is 32 bytes in base64url")
      .optional(),
    /** Contact for push services when something goes wrong. */
    VAPID_SUBJECT: z.url({ protocol: /^(mailto|https)$/ }).optional(),
    /** API of GitHub Enterprise Server: https://github.example.com/api/v3. If set locally, GitHub is not simulated. */
    GITHUB_API_URL: z.url({ protocol: /^https$/ }).optional(),
    /** OAuth apps, with <PUBLIC_ORIGIN>/integrations/<host>/callback as their callback. */
    GITHUB_OAUTH_CLIENT_ID: z.string().trim().min(1).optional(),
    GITHUB_OAUTH_CLIENT_SECRET: z.string().trim().min(1).optional(),
    GITLAB_OAUTH_CLIENT_ID: z.string().trim().min(1).optional(),
    GITLAB_OAUTH_CLIENT_SECRET: z.string().trim().min(1).optional(),
    /** URL of a self-hosted GitLab, if the app is registered there. */
    GITLAB_OAUTH_URL: z
      .url({ protocol: /^https$/ })
      .default("https://gitlab.com")
      .transform((url) => url.replace(/\/+$/, "")),
    OSRM_URL: z.url().optional(),
    GEOCODER_URL: z.url().optional(),
    /** Map tiles for the street level: https://tiles.example.com/{z}/{x}/{y}.png. */
    MAP_TILES_URL: z
      .string()
      .trim()
      .refine((template) => tileOrigin(template) !== null, {
        error: "MAP_TILES_URL is an https: address with {z}, {x} and {y} once each, behind the host",
      })
      .optional(),
    /** Attribution required by the license of the tiles: '© OpenStreetMap contributors'. */
    MAP_TILES_CREDIT: z.string().trim().min(1).max(200).optional(),
    /** For Workers AI: https://api.cloudflare.com/client/v4/accounts/<account>/ai/v1. */
    VISION_API_URL: z.url().optional(),
    VISION_API_KEY: z.string().trim().min(1).optional(),
    VISION_MODEL: z.string().trim().min(1).optional(),
    /** For Workers AI: https://api.cloudflare.com/client/v4/accounts/<account>/ai/v1. */
    LANGUAGE_API_URL: z.url().optional(),
    LANGUAGE_API_KEY: z.string().trim().min(1).optional(),
    LANGUAGE_MODEL: z.string().trim().min(1).optional(),
    /** Dollars per million input tokens. */
    LANGUAGE_INPUT_PRICE: z.coerce.number().min(0).max(10_000).optional(),
    /** Dollars per million output tokens. */
    LANGUAGE_OUTPUT_PRICE: z.coerce.number().min(0).max(10_000).optional(),
    /** For Workers AI: https://api.cloudflare.com/client/v4/accounts/<account>/ai. */
    SPEECH_API_URL: z.url().optional(),
    SPEECH_API_KEY: z.string().trim().min(1).optional(),
    SPEECH_MODEL: z.string().trim().min(1).optional(),
    /** Where to report vulnerabilities: `mailto:` or `https:`. */
    SECURITY_CONTACT: z.url({ protocol: /^(mailto|https)$/ }).optional(),
    /** Email addresses of the accounts that reply to support messages, separated by commas. */
    SUPPORT_STAFF: addresses.optional(),
    /** Email addresses of the accounts that operate this installation, separated by commas. */
    OPERATIONS_STAFF: addresses.optional(),
    /** Statements that take at least this many milliseconds are logged as slow. */
    SLOW_STATEMENT_MS: z.coerce.number().min(0).default(100),
    /** Concurrent round trips to the database per isolate; beyond that it responds with 503. */
    MAX_DATABASE_CALLS: z.coerce.number().int().min(1).default(300),
    /** Requests that may wait for a busy isolate; beyond that it responds with 503. */
    MAX_WAITING_REQUESTS: z.coerce.number().int().min(0).default(40),
  })
  .refine(({ ENVIRONMENT, PUBLIC_ORIGIN }) => ENVIRONMENT !== "production" || PUBLIC_ORIGIN !== undefined, {
    error: "PUBLIC_ORIGIN must name the address of the product, such as https://plenum.example",
    path: ["PUBLIC_ORIGIN"],
  })
  .superRefine((settings, check) => {
    for (const names of TOGETHER) {
      if (new Set(names.map((name) => settings[name] === undefined)).size === 1) continue;
      const [others, last] = [names.slice(0, -1).join(", "), names.at(-1)];
      const none = names.length > 2 ? "none of them" : "neither";
      check.addIssue({ code: "custom", message: `Set ${others} and ${last} together, or ${none}`, path: [names[0]] });
    }
  });

export type Settings = z.infer<typeof Settings>;

const checked = new WeakMap<object, Settings>();

/** Settings and secrets, checked once per isolate; an error names the missing one, never a value. */
export function settingsOf(env: Env): Settings {
  const known = checked.get(env);
  if (known) return known;
  const result = Settings.safeParse(env);
  if (!result.success) throw new Error(`configuration: ${z.prettifyError(result.error)}`);
  checked.set(env, result.data);
  return result.data;
}

const SHARD = "TENANTS_";

const sorted = new WeakMap<Env, Databases>();

/** The databases among the bindings: the directory, and the tenants' databases by the suffix of their names. */
export function databasesOf(env: Env): Databases {
  const known = sorted.get(env);
  if (known) return known;
  const shards = Object.entries(env)
    .filter((entry): entry is [string, D1Database] => entry[0].startsWith(SHARD))
    .map(([name, database]): [string, D1Database] => [name.slice(SHARD.length), database]);
  const databases = {
    directory: env.DIRECTORY,
    shards: new Map(shards.sort(([a], [b]) => Number(a) - Number(b))),
    regions: settingsOf(env).SHARD_REGIONS,
    closed: settingsOf(env).CLOSED_SHARDS,
  };
  sorted.set(env, databases);
  return databases;
}

/** What Hono's handlers find in `c.env` and `c.var`. */
export interface HonoEnv {
  Bindings: Env;
  Variables: {
    ctx: Ctx;
    settings: Settings;
    /** Why the body was not read: it is larger than the screen's forms may be. */
    tooLarge?: string;
  } & RequestIdVariables &
    SecureHeadersVariables;
}
