import type { BreachedPasswords } from "~/domain/auth/password/breached-passwords";
import type { FoundPlace } from "./addresses/geocode";
import type { Attempt } from "./auth/lockout";
import type { CodeHosts, EndpointCache } from "./code-hosts/provider";
import type { BankRegion } from "./finance/bank-link/countries";
import type { BankAccountFacts, BankPage } from "./finance/bank-link/item";
import type { System, SystemId } from "./integrations/system";
import type { DisputeStatus, OnlineRefundStatus, PayoutStatus, ProcessorKind } from "./invoices/payment";
import type { LiveChange } from "./live/channel";
import type { MapTiles } from "./maps/tiles";
import type { EarlierAttempts } from "./messages/delivery";
import type { Operations } from "./operations/checks";
import type { PlanBilling } from "./plans/plan";
import type { PushMessage, PushSubscriptionKeys } from "./push/device";
import type { ModelJob } from "./voice/extraction/model";
import type { AudioType, HeardWord, VoiceSessionObject } from "./voice/sessions/session";

/** External services and platform features; each has a real and an embedded adapter in worker/providers. */
export interface Providers {
  mailer: Mailer;
  lockout: Lockout;
  rateLimits: RateLimiter;
  /** Like `rateLimits`, for one person's searches. */
  searches: RateLimiter;
  /** Like `rateLimits`, for the requests of one API key. */
  apiRequests: RateLimiter;
  outbox: OutboxNotifier;
  webhooks: WebhookSender;
  leakClock: LeakClock;
  files: FileStore;
  /** Null if not configured: drive times are estimated and labeled as such. */
  driveTimes: DriveTimes | null;
  /** Null if not configured: the embedded ZIP codes are used. */
  geocoder: Geocoder | null;
  /** Null if not configured: nameplates and receipts are typed in or read on the device. */
  nameplateReader: NameplateReader | null;
  /** The Durable Object of a voice session, by id. */
  voiceSession: (id: string) => VoiceSessionObject;
  /** Null if not configured: text is typed or transcribed by the browser. */
  transcriber: Transcriber | null;
  /** Null if not configured: only our own grammar is used. */
  workExtractor: WorkExtractor | null;
  /** Null if not configured: industries are compared by their figures only. */
  industryAnalyst: IndustryAnalyst | null;
  /** Null if not configured: questions are parsed by our own grammar. */
  assistant: Assistant | null;
  /** The help center's articles on a topic, best match first. */
  helpArticles: (query: string) => Promise<{ slug: string; title: string; summary: string }[]>;
  /** Null: maps are drawn from outlines. */
  mapTiles: MapTiles | null;
  breachedPasswords: BreachedPasswords;
  /** Email addresses of the accounts that answer support messages, in lower case. */
  supportStaff: readonly string[];
  operations: Operations;
  secrets: Secrets;
  bankLink: BankLink;
  /** The installation's own processor. Null if card payments are not configured. */
  payments: PaymentProcessor | null;
  /** A business's own account at the processor. */
  cardProcessor: (account: ProcessorKeys) => PaymentProcessor;
  /** Sells the installation's plans. Null if none are sold: Pro features are then available to everyone. */
  plans: PlanBilling | null;
  keyCache: KeyCache;
  codeHosts: CodeHosts;
  endpointCache: EndpointCache;
  texts: TextMessages;
  push: PushMessages;
  /** The adapter, settings and test of each external system; code hosts are configured per business. */
  systems: Record<Exclude<SystemId, "github" | "gitlab">, System>;
}

export interface PushMessages {
  /** `off`: notifications are not offered. Browsers subscribe with the public key, base64url, which is null if off. */
  kind: "http" | "embedded" | "off";
  publicKey: () => Promise<string | null>;
  /** `gone`: the push service no longer knows the device. @throws Error if a retry may help */
  send: (device: PushSubscriptionKeys, message: PushMessage) => Promise<"taken" | "gone">;
}

export interface MapPoint {
  latitude: number;
  longitude: number;
}

export interface DriveTimes {
  /** Driving times in whole minutes, one per pair in order; null for an unknown route or if the service is down. */
  measure: (pairs: readonly { from: MapPoint; to: MapPoint }[]) => Promise<(number | null)[]>;
}

export interface Geocoder {
  /** Places that match the query, best match first; null if the service is down. */
  find: (query: string, options: { region: string; limit: number }) => Promise<FoundPlace[] | null>;
}

export interface NameplateReader {
  /** The text on a photo, with the lines as printed; empty if none is found, null if the service fails. */
  textOn: (photo: { bytes: Uint8Array; type: string }, what?: "nameplate" | "receipt") => Promise<string | null>;
}

export interface Transcriber {
  /** The speech in a recording; empty text if nobody speaks, null if the service is down or its response is invalid. */
  transcribe: (audio: SpokenAudio) => Promise<SpokenText | null>;
}

interface SpokenAudio {
  bytes: Uint8Array;
  contentType: AudioType;
  /** Null to detect the language. */
  language: "en" | "es" | null;
  /** Names that may be spoken, with their spelling. */
  names: readonly string[];
}

export interface SpokenText {
  text: string;
  language: "en" | "es" | null;
  words: HeardWord[] | null;
}

export interface WorkExtractor {
  /** The jobs a model finds in a transcript; null if the service is down or its response is invalid. */
  jobsIn: (input: { text: string; serviceTypes: string[]; technicians: string[] }) => Promise<ModelJob[] | null>;
}

export interface IndustryAnalyst {
  /** The model's name at its provider. */
  model: string;
  /** Dollars per million input and output tokens; null if unknown. */
  prices: { input: number; output: number } | null;
  /**
   * Streams a model's remarks on figures: JSON of `{ remarks: [{ industry, text }] }`, with industries from `codes`.
   * @throws DomainError too_many_requests, unavailable: with a user-facing message
   */
  remarksOn: (
    input: { facts: string; codes: readonly string[] },
    signal: AbortSignal,
  ) => AsyncGenerator<string, ModelUse>;
}

export interface Assistant {
  /** The model's name at its provider. */
  model: string;
  /**
   * Streams a model's next message in a conversation, and returns the tools it wants to call: it calls none itself.
   * @throws DomainError too_many_requests, unavailable: with a user-facing message
   */
  reply: (turn: AssistantTurn, signal: AbortSignal) => AsyncGenerator<string, AssistantCall[]>;
}

interface AssistantTurn {
  messages: AssistantMessage[];
  /** JSON schemas of each tool's parameters. */
  tools: { name: string; description: string; parameters: object }[];
}

export type AssistantMessage =
  | { role: "system" | "user"; content: string }
  | { role: "assistant"; content: string; calls: AssistantCall[] }
  | { role: "tool"; callId: string; content: string };

export interface AssistantCall {
  id: string;
  name: string;
  /** The arguments as sent; undefined if they are not valid JSON. */
  args: unknown;
}

/** The tokens used by a response; null if the service does not report them. */
export interface ModelUse {
  inputTokens: number | null;
  outputTokens: number | null;
}

export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** The sender's name next to Plenum's own address: the business that sends the email. */
  fromName?: string;
  /** Where replies go, if not to Plenum. */
  replyTo?: string;
  attachments?: readonly MailAttachment[];
}

export interface MailAttachment {
  fileName: string;
  contentType: string;
  /** The file's key in the file store, read when the email is delivered. */
  key: string;
}

export interface Mailer {
  /**
   * Sends an email. Using the same `idempotencyKey` again within a day sends nothing.
   * @throws if the email could not be sent, or an attachment no longer exists; the outbox retries.
   */
  send: (mail: Mail, idempotencyKey: string) => Promise<void>;
}

/** Failed sign-ins per account, counted in one place globally. */
export interface Lockout {
  /**
   * `wait` is the seconds until another attempt is evaluated, 0 if it can be now; it then counts as failed until `succeeded`.
   * `isSuspicious` is true once per series of failures: the owner should be notified. `locks`: if this one fails, the next has to
   * wait.
   */
  begin: (account: string, device: string | null) => Promise<Omit<Attempt, "tries">>;
  /** Removes this attempt from the count, a few times a minute; `closedUntil` is the value from `begin`. */
  takeBack: (account: string, device: string | null, closedUntil: number) => Promise<void>;
  /** Resets the failures; `device` is then known and never locked out by other people's guesses. */
  succeeded: (account: string, device: string | null) => Promise<void>;
  /** Ends all waits; known devices stay known. */
  lift: (account: string) => Promise<void>;
}

/** Approximate rate limiting by key, at the edge: whether one more call is allowed now. */
interface RateLimiter {
  check: (key: string) => Promise<boolean>;
}

/** The body of a queue message: a row of one of the two outboxes. */
export type OutboxRow = { side: "identity"; id: string } | { side: "tenants"; shard: string; id: string };

export interface OutboxNotifier {
  /**
   * Sends newly written outbox rows to the queues of their topics. A lost call is harmless: a sweep finds the rows again.
   * `delaySeconds`: the minimum delay.
   */
  notify: (rows: readonly { row: OutboxRow; topic: string }[], options?: { delaySeconds?: number }) => Promise<void>;
  /** Publishes to the organization's channel immediately, so that other screens update within a second. */
  publishLive: (orgId: string, event: LiveEvent) => Promise<void>;
  /** Closes the live connections of sessions that ended. */
  closeLiveConnections: (orgId: string, sessionIds: string[], why: "sessionEnded" | "renew") => Promise<void>;
  /** Closes every live connection of a deleted business, and deletes its channel's events. */
  forgetChannel: (orgId: string) => Promise<void>;
}

/** An endpoint of a business's own system; a slow one has a queue where it does not hold up others. */
export interface DueWebhookEndpoint {
  shard: string;
  orgId: string;
  endpointId: string;
  slow: boolean;
}

export interface WebhookSender {
  /** Queues endpoints with something due. A lost call is harmless: a sweep finds them again. */
  notify: (endpoints: DueWebhookEndpoint[], options?: { delaySeconds?: number }) => Promise<void>;
  /** Posts once, without following redirects, and waits up to 15 seconds. Never throws. */
  post: (request: { url: string; headers: Record<string, string>; body: string }) => Promise<WebhookAnswer>;
}

export type WebhookAnswer =
  | {
      status: number;
      /** The first kilobyte as text. */
      body: string;
      /** The requested pause before a retry; null if none. */
      retryAfterMs: number | null;
    }
  | { problem: "timeout" | "unreachable" };

interface LeakClock {
  /** Schedules a check of leak deadlines unless an earlier one is scheduled. A lost call is harmless: a sweep checks too. */
  schedule: (orgId: string, at: number) => Promise<void>;
}

/** The id is that of the outbox row: a second delivery of the same change is ignored. */
export type LiveEvent = LiveChange;

/** Bytes of a file. */
export interface ByteRange {
  offset: number;
  length: number;
}

export interface FileStore {
  put: (key: string, body: ArrayBuffer, contentType: string) => Promise<void>;
  get: (key: string, part?: ByteRange) => Promise<{ body: ReadableStream; contentType: string } | null>;
  delete: (keys: string | string[]) => Promise<void>;
  /** Deletes the files with this key prefix, except the given ones. */
  deleteUnder: (prefix: string, except?: readonly string[]) => Promise<void>;
  /** The keys of all of an owner's files, sorted, after a given one. Exports and archived rows are not included. */
  keysOf: (owner: string, after?: string | null) => AsyncGenerator<string>;
  /**
   * Deletes a few thousand files with the owner in their key after the kind ('photos/<owner>/…'). Returns false if there are
   * more.
   */
  deleteOf: (owner: string) => Promise<boolean>;
}

interface Secrets {
  /** The key that signs access tokens. */
  signing: string;
  /** 32 bytes, base64: encrypts third-party tokens at rest. */
  encryption: string;
  /** The previous key, until everything encrypted with it has been re-encrypted. */
  previousEncryption: string | null;
}

/** Public keys recently used to verify webhooks, which saves a round trip. Expires after minutes. */
export interface KeyCache {
  get: (kid: string, now: Date) => CryptoKey | null;
  set: (kid: string, key: CryptoKey, now: Date) => void;
}

/** The options for a household's link dialog. */
export interface LinkRequest {
  userId: string;
  /** Set to sign in to an existing connection again. */
  accessToken: string | null;
  institutionName: string | null;
  /** Where to search for banks; null for all countries the product supports. */
  region: BankRegion | null;
  /** The URL for the bank's webhooks. */
  webhook: string;
}

/** A bank's branding; null where the bank provides none. */
export interface BankFace {
  website: string | null;
  /** '#1a73e8' */
  primaryColor: string | null;
  /** A PNG, base64. */
  logo: string | null;
}

/** A connection's error as reported by the bank: null if there is none. */
interface ItemState {
  errorCode: string | null;
  institutionId: string | null;
  institutionName: string | null;
}

/** A bank data provider. Every call throws BankError; amounts are minor units, signed from the holder's side. */
export interface BankLink {
  /** `simulated` has its own dialog; `plaid` loads its script from Plaid. */
  kind: "plaid" | "simulated";
  createLinkToken: (request: LinkRequest) => Promise<string>;
  exchange: (publicToken: string) => Promise<{ accessToken: string; itemId: string }>;
  item: (accessToken: string) => Promise<ItemState>;
  accounts: (accessToken: string) => Promise<BankAccountFacts[]>;
  institution: (institutionId: string) => Promise<BankFace>;
  /** Changes the URL for this connection's webhooks. */
  sendWebhooksTo: (accessToken: string, webhook: string) => Promise<void>;
  /** The changes since the cursor, at most 500 transactions; null reads everything from the beginning. */
  changes: (accessToken: string, cursor: string | null) => Promise<BankPage>;
  /** Removes the connection at the bank; succeeds if it is unknown there. */
  remove: (accessToken: string) => Promise<void>;
  /** The public key behind a webhook's signature; null for an id unknown to the bank and for an expired key. */
  webhookKey: (kid: string) => Promise<JsonWebKey | null>;
  /** Called after the household has signed in again in the dialog. */
  relinked: (accessToken: string) => Promise<void>;
}

/** The content of a payment page. Amounts are cents of US dollars. */
export interface CheckoutRequest {
  /** The same key opens the same page again. */
  key: string;
  orgId: string;
  checkoutId: string;
  /** The id of what is being paid. */
  reference: string;
  amountMinor: number;
  /** What is being paid, as shown to the customer. */
  description: string;
  email: string | null;
  successUrl: string;
  cancelUrl: string;
  expiresAt: Date;
}

/** The current state of a payment page at the processor. */
export interface CheckoutSession {
  id: string;
  /** Null once the page is closed. */
  url: string | null;
  /** `processing`: the customer is done and the money is on its way; `failed`: it did not arrive. */
  status: "open" | "processing" | "paid" | "failed" | "expired";
  amountMinor: number;
  /** Upper case. */
  currency: string;
  /** The processor's id of the payment, if there is one. */
  paymentId: string | null;
  /** Why the money did not arrive, or the last card was declined, as a message for the customer. */
  failure: string | null;
}

export interface ProcessorRefund {
  id: string;
  /** Our own id, for a refund requested here. */
  ownId: string | null;
  amountMinor: number;
  status: OnlineRefundStatus;
  failure: string | null;
}

export interface ProcessorDispute {
  id: string;
  /** The disputed payment's id. */
  paymentId: string;
  amountMinor: number;
  reason: string;
  status: DisputeStatus;
}

export interface ProcessorPayout {
  id: string;
  amountMinor: number;
  /** A civil date. */
  arrivesOn: string;
  status: PayoutStatus;
}

export interface ProcessorKeys {
  secretKey: string;
  webhookSecret: string;
  /** The only business whose money goes into the account behind the key. */
  organizationId: string;
}

export interface ProcessorAccount {
  id: string;
  name: string | null;
  takesPayments: boolean;
}

/** Takes card payments on its own page. Every call throws PaymentError. */
export interface PaymentProcessor {
  kind: ProcessorKind;
  /** Verifies its webhooks. */
  webhookSecret: string;
  /** Whether this business's money may go into the account behind the keys. */
  serves: (orgId: string) => boolean;
  /** The account that the keys belong to. */
  account: () => Promise<ProcessorAccount>;
  openCheckout: (request: CheckoutRequest) => Promise<CheckoutSession>;
  checkout: (sessionId: string) => Promise<CheckoutSession>;
  /** Closes an unpaid page and returns its final state. */
  closeCheckout: (sessionId: string) => Promise<CheckoutSession>;
  /** Refunds money; the same `ownId` never refunds twice. */
  refund: (refund: { ownId: string; paymentId: string; amountMinor: number }) => Promise<ProcessorRefund>;
  /** Every refund of a payment, wherever it was made. */
  refundsOf: (paymentId: string) => Promise<ProcessorRefund[]>;
  dispute: (disputeId: string) => Promise<ProcessorDispute>;
  /** The processor's fee for a payment, and when the rest becomes available for payout; null until known. */
  settlementOf: (paymentId: string) => Promise<{ feeMinor: number; availableOn: string } | null>;
  /** A business's latest payouts to its bank account. */
  payouts: (orgId: string) => Promise<ProcessorPayout[]>;
  /** The payments included in a payout. */
  paymentsOf: (orgId: string, payoutId: string) => Promise<string[]>;
  /** The checkout in which a payment was made; null for one that was not started here. */
  checkoutOf: (paymentId: string) => Promise<{ orgId: string; checkoutId: string } | null>;
}

/** The result of sending a text: `taken` by the host with an id, or permanently `refused` with a reason. */
type TextAnswer =
  | { kind: "taken"; id: string; state: "queued" | "sent" | "delivered" | "failed" }
  | { kind: "refused"; text: string };

/** Text messages to and from phones. Numbers are E.164. */
export interface TextMessages {
  kind: "twilio" | "embedded" | "off";
  /** The number from which a business sends texts; null if it has none. */
  numberOf: (business: { orgId: string; orgKey: number }) => string | null;
  /** The business that a number belongs to; null if none. */
  businessOf: (number: string) => { orgId: string } | { orgKey: number } | null;
  /** Verifies the host's requests; null if there are none. */
  secret: string | null;
  /**
   * Sends a text; `retryOf`: earlier attempts may have succeeded. Its delivery status is reported to `callback`.
   * @throws if a retry may help
   */
  send: (
    text: {
      from: string;
      to: string;
      body: string;
      /** The URL where the host fetches an attached picture; accessible to anyone who knows it. */
      mediaUrl: string | null;
      callback: string;
    },
    options: { retryOf: EarlierAttempts | null },
  ) => Promise<TextAnswer>;
  /** Whether a URL is one where the host stores media of texts. */
  keepsMedia: (url: string) => boolean;
  /** Fetches media of a text, up to a number of bytes. @throws if a retry may help */
  media: (url: string, maxBytes: number) => Promise<TextMedia>;
  /** Deletes it at the host; null if that is not wanted. @throws if a retry may help */
  forgetMedia: ((url: string) => Promise<void>) | null;
}

/** `gone`: the host does not have it. `elsewhere`: the URL redirects outside the host. */
type TextMedia = { kind: "taken"; bytes: Uint8Array<ArrayBuffer> } | { kind: "gone" | "elsewhere" | "too_large" };
