import type { FoundPlace } from "./addresses/geocode";
import type { BreachedPasswords } from "./auth/breached-passwords";
import type { Attempt } from "./auth/lockout";
import type { CodeHosts } from "./code-hosts/provider";
import type { BankRegion } from "./finance/bank-link/countries";
import type { BankAccountFacts, BankPage } from "./finance/bank-link/item";
import type { System, SystemId } from "./integrations/system";
import type { DisputeStatus, OnlineRefundStatus, PayoutStatus, ProcessorKind } from "./invoices/payment";
import type { LiveChange } from "./live/rules";
import type { MapTiles } from "./maps/tiles";
import type { Operations } from "./operations/checks";
import type { PlanBilling } from "./plans/plan";
import type { PushMessage, PushSubscriptionKeys } from "./push/device";
import type { ModelJob } from "./voice/extraction/model";
import type { AudioType, HeardWord, VoiceSessionObject } from "./voice/sessions/session";

/** The outside world as the product sees it. Each has a real adapter and an embedded one in worker/providers. */
export interface Providers {
  mailer: Mailer;
  lockout: Lockout;
  flood: Flood;
  /** As `flood`, for the searches of one person. */
  searches: Flood;
  /** Likewise, for the requests of one API key. */
  apiRequests: Flood;
  outbox: OutboxNotifier;
  webhooks: WebhookSender;
  leakClock: LeakClock;
  files: FileStore;
  /** Null if none is set up: drives are estimates, labeled as such. */
  driveTimes: DriveTimes | null;
  /** Null where none is set up: the embedded ZIP codes answer. */
  geocoder: Geocoder | null;
  /** Null where none is set up: what a plate or a receipt says is typed, or read on the device. */
  nameplateReader: NameplateReader | null;
  /** The object of a voice session by its id. */
  voiceSession: (id: string) => VoiceSessionObject;
  /** Null where none is set up: words are typed, or heard by the browser. */
  transcriber: Transcriber | null;
  /** Null where none is set up: our own grammar reads alone. */
  workExtractor: WorkExtractor | null;
  /** Null where none is set up: industries are compared by their figures alone. */
  industryAnalyst: IndustryAnalyst | null;
  /** Null where none is set up: questions are read by our own grammar. */
  assistant: Assistant | null;
  /** The help center's articles about something, the best first. */
  helpArticles: (query: string) => Promise<{ slug: string; title: string; summary: string }[]>;
  /** Null: maps are drawn from outlines. */
  mapTiles: MapTiles | null;
  breachedPasswords: BreachedPasswords;
  /** Email addresses of the accounts that answer messages to support, in lower case. */
  supportStaff: readonly string[];
  operations: Operations;
  secrets: Secrets;
  bankLink: BankLink;
  /** Of the installation. Null where card payments are not set up for it. */
  payments: PaymentProcessor | null;
  /** A business's own account at the processor. */
  cardProcessor: (account: ProcessorKeys) => PaymentProcessor;
  /** Sells the installation's plans. Null where nothing is sold: what Pro adds is open to everybody then. */
  plans: PlanBilling | null;
  keyCache: KeyCache;
  codeHosts: CodeHosts;
  texts: TextMessages;
  push: PushMessages;
  /** What stands behind each outside system; code hosts are each business's own. */
  systems: Record<Exclude<SystemId, "github" | "gitlab">, System>;
}

export interface PushMessages {
  /** `off`: nobody is offered notifications. Browsers subscribe for the public key, base64url, which is null then. */
  kind: "http" | "embedded" | "off";
  publicKey: () => Promise<string | null>;
  /** `gone`: the push service knows the device no more. @throws Error for what another try may mend */
  send: (device: PushSubscriptionKeys, message: PushMessage) => Promise<"taken" | "gone">;
}

export interface MapPoint {
  latitude: number;
  longitude: number;
}

export interface DriveTimes {
  /** Whole minutes by road, one answer a pair and in its order; null for a way that is not known or a service that is down. */
  measure: (pairs: readonly { from: MapPoint; to: MapPoint }[]) => Promise<(number | null)[]>;
}

export interface Geocoder {
  /** Places that fit what was typed, the best first; null when the service is down. */
  find: (query: string, options: { region: string; limit: number }) => Promise<FoundPlace[] | null>;
}

export interface NameplateReader {
  /** The text on a photo, a printed line a line; empty where none is seen, null when the service is down or answers nonsense. */
  textOn: (photo: { bytes: Uint8Array; type: string }, what?: "nameplate" | "receipt") => Promise<string | null>;
}

export interface Transcriber {
  /** What is said in a recording; empty text where nobody speaks, null when the service is down or answers nonsense. */
  transcribe: (audio: SpokenAudio) => Promise<SpokenText | null>;
}

export interface SpokenAudio {
  bytes: Uint8Array;
  contentType: AudioType;
  /** Detected where nobody says. */
  language: "en" | "es" | null;
  /** That may be said, spelled as they are. */
  names: readonly string[];
}

export interface SpokenText {
  text: string;
  language: "en" | "es" | null;
  words: HeardWord[] | null;
}

export interface WorkExtractor {
  /** The jobs that a model reads in a transcript; null when the service is down or answers nonsense. */
  jobsIn: (said: { text: string; serviceTypes: string[]; technicians: string[] }) => Promise<ModelJob[] | null>;
}

export interface IndustryAnalyst {
  /** As its maker calls it. */
  model: string;
  /** Dollars for a million tokens asked and answered; null where they are not known. */
  prices: { input: number; output: number } | null;
  /**
   * What a model writes on figures, piece by piece: JSON of `{ remarks: [{ industry, text }] }`, whose industries are of `codes`.
   * @throws DomainError too_many_requests, unavailable: with what happened, in words for people
   */
  remarksOn: (
    asked: { facts: string; codes: readonly string[] },
    signal: AbortSignal,
  ) => AsyncGenerator<string, ModelUse>;
}

export interface Assistant {
  /** As its maker calls it. */
  model: string;
  /**
   * What a model says next in a conversation, piece by piece, and the tools that it wants called: it calls none itself.
   * @throws DomainError too_many_requests, unavailable: with what happened, in words for people
   */
  reply: (turn: AssistantTurn, signal: AbortSignal) => AsyncGenerator<string, AssistantCall[]>;
}

export interface AssistantTurn {
  messages: AssistantMessage[];
  /** JSON schemas of what each tool takes. */
  tools: { name: string; description: string; parameters: object }[];
}

export type AssistantMessage =
  | { role: "system" | "user"; content: string }
  | { role: "assistant"; content: string; calls: AssistantCall[] }
  | { role: "tool"; callId: string; content: string };

export interface AssistantCall {
  id: string;
  name: string;
  /** As it was written; undefined where that is no JSON. */
  args: unknown;
}

/** What an answer took; null where the service does not say. */
export interface ModelUse {
  inputTokens: number | null;
  outputTokens: number | null;
}

export interface Mail {
  to: string;
  subject: string;
  text: string;
  /** Shown as the sender's name beside Plenum's own address: the business that writes. */
  fromName?: string;
  /** Where an answer goes, if not to Plenum. */
  replyTo?: string;
  attachments?: readonly MailAttachment[];
}

export interface MailAttachment {
  fileName: string;
  contentType: string;
  /** Where its bytes lie in the file store: they are read when the mail is delivered. */
  key: string;
}

export interface Mailer {
  /**
   * Hands a mail over. The same `idempotencyKey` again within a day sends nothing again.
   * @throws when the mail could not be handed over, or an attachment is gone; the outbox tries again.
   */
  send: (mail: Mail, idempotencyKey: string) => Promise<void>;
}

/** Failed sign-ins of one account, counted in one place in the world. */
export interface Lockout {
  /**
   * `wait` is the seconds before another attempt is evaluated, 0 when it may be; it then counts as failed until `succeeded`.
   * `isSuspicious` comes once in a row of failures: the owner should hear of it. `locks`: should this one fail, the next waits.
   */
  begin: (account: string, device: string | null) => Promise<Omit<Attempt, "tries">>;
  /** This attempt does not count, a few times a minute; `closedUntil` is what `begin` answered. */
  takeBack: (account: string, device: string | null, closedUntil: number) => Promise<void>;
  /** Forgets the failures; `device` is then known and never locked out by other people's guesses. */
  succeeded: (account: string, device: string | null) => Promise<void>;
  /** Nobody waits any longer; known devices stay known. */
  lift: (account: string) => Promise<void>;
}

/** Rough counting of calls by key, at the edge: whether one more may pass now. */
interface Flood {
  admit: (key: string) => Promise<boolean>;
}

/** The body of a queue's message: a row of one of the two outboxes. */
export type OutboxRow = { side: "identity"; id: string } | { side: "tenants"; shard: string; id: string };

export interface OutboxNotifier {
  /**
   * Hands freshly written outbox rows to their queue; work with banks and with code hosts, which may be slow, has one of its own each. Losing a call
   * is harmless: a sweep finds the rows again. `delaySeconds`: not before.
   */
  notify: (
    rows: OutboxRow[],
    options?: { queue?: "outbox" | "bank" | "code_host" | "export"; delaySeconds?: number },
  ) => Promise<void>;
  /** Delivers to the organization's channel at once, so that other screens move within a second. */
  publishLive: (orgId: string, event: LiveEvent) => Promise<void>;
  /** Closes the live connections of sessions that ended. */
  closeLiveConnections: (orgId: string, sessionIds: string[], why: "sessionEnded" | "renew") => Promise<void>;
  /** Closes every live connection of a business that is deleted, and forgets what its channel has told. */
  forgetChannel: (orgId: string) => Promise<void>;
}

/** An endpoint of a business's own system; a slow one waits in a queue where it holds up no other. */
export interface WebhookWake {
  shard: string;
  orgId: string;
  endpointId: string;
  slow: boolean;
}

export interface WebhookSender {
  /** Hands endpoints for which something is due to their queue. Losing a call is harmless: a sweep finds them again. */
  wake: (endpoints: WebhookWake[], options?: { delaySeconds?: number }) => Promise<void>;
  /** Posts once, follows no redirect and waits 15 seconds. Never throws. */
  post: (request: { url: string; headers: Record<string, string>; body: string }) => Promise<WebhookAnswer>;
}

export type WebhookAnswer =
  | {
      status: number;
      /** Its first kilobyte as text. */
      body: string;
      /** How long it asks to be left alone; null when it does not say. */
      retryAfterMs: number | null;
    }
  | { problem: "timeout" | "unreachable" };

export interface LeakClock {
  /** Looks at a business's leak deadlines at an instant, or earlier. Losing a call is harmless: a sweep looks too. */
  wakeAt: (orgId: string, at: number) => Promise<void>;
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
  /** Deletes the files whose key begins so, but those. */
  deleteUnder: (prefix: string, except?: readonly string[]) => Promise<void>;
  /** The keys of all files of an owner in the order of their text, behind one of them. Exports themselves are none of them, and neither are archived rows. */
  keysOf: (owner: string, after?: string | null) => AsyncGenerator<string>;
  /** Deletes some thousands of the files whose key has the owner behind its kind ('photos/<owner>/…'). False: there are more. */
  deleteOf: (owner: string) => Promise<boolean>;
}

interface Secrets {
  /** Key of signed access tokens. */
  signing: string;
  /** 32 bytes, base64: other parties' tokens are encrypted with it at rest. */
  encryption: string;
  /** The key before it, while what it encrypted is encrypted anew. */
  previousEncryption: string | null;
}

/** Public keys that webhooks were checked with lately: saves the next one a round trip. Forgotten after minutes. */
export interface KeyCache {
  get: (kid: string, now: Date) => CryptoKey | null;
  set: (kid: string, key: CryptoKey, now: Date) => void;
}

/** What a household's link dialog is opened with. */
export interface LinkRequest {
  userId: string;
  /** Set when an existing connection is to be signed in again. */
  accessToken: string | null;
  institutionName: string | null;
  /** Where to look for banks; null for all countries that the product serves. */
  region: BankRegion | null;
  /** Where the bank sends its webhooks. */
  webhook: string;
}

/** How a bank presents itself; null for what it does not say. */
export interface BankFace {
  website: string | null;
  /** '#1a73e8' */
  primaryColor: string | null;
  /** A PNG, base64. */
  logo: string | null;
}

/** A bank's word on a connection: null while all is well. */
interface ItemState {
  errorCode: string | null;
  institutionId: string | null;
  institutionName: string | null;
}

/** A bank data provider. Every call throws BankError; amounts come in minor units, signed from the holder's side. */
export interface BankLink {
  /** `simulated` brings a dialog of its own; `plaid` loads its script from elsewhere. */
  kind: "plaid" | "simulated";
  createLinkToken: (request: LinkRequest) => Promise<string>;
  exchange: (publicToken: string) => Promise<{ accessToken: string; itemId: string }>;
  item: (accessToken: string) => Promise<ItemState>;
  accounts: (accessToken: string) => Promise<BankAccountFacts[]>;
  institution: (institutionId: string) => Promise<BankFace>;
  /** From now on the bank sends this connection's webhooks there. */
  sendWebhooksTo: (accessToken: string, webhook: string) => Promise<void>;
  /** What changed since the cursor, at most 500 transactions; null reads what there is from the beginning. */
  changes: (accessToken: string, cursor: string | null) => Promise<BankPage>;
  /** The bank forgets the connection; one that it does not know is forgotten already. */
  remove: (accessToken: string) => Promise<void>;
  /** The public key behind a webhook's signature; null for an id the bank does not know and for a key that has expired. */
  webhookKey: (kid: string) => Promise<JsonWebKey | null>;
  /** The household has signed in again in the dialog. */
  relinked: (accessToken: string) => Promise<void>;
}

/** What a payment page is opened for. Amounts are cents of US dollars. */
export interface CheckoutRequest {
  /** The same again opens the same page. */
  key: string;
  orgId: string;
  checkoutId: string;
  /** What it is paid for, by its id. */
  reference: string;
  amountMinor: number;
  /** What is paid, as the customer reads it. */
  description: string;
  email: string | null;
  successUrl: string;
  cancelUrl: string;
  expiresAt: Date;
}

/** A payment page as the processor knows it at this moment. */
export interface CheckoutSession {
  id: string;
  /** Null once it is closed. */
  url: string | null;
  /** `processing`: the customer has done all, the money is on its way; `failed`: it did not come. */
  status: "open" | "processing" | "paid" | "failed" | "expired";
  amountMinor: number;
  /** Upper case. */
  currency: string;
  /** What the processor calls the payment, once there is one. */
  paymentId: string | null;
  /** Why the money did not come, or the last card was declined, in words for the customer. */
  failure: string | null;
}

export interface ProcessorRefund {
  id: string;
  /** Our own id, of a refund that was asked for here. */
  ownId: string | null;
  amountMinor: number;
  status: OnlineRefundStatus;
  failure: string | null;
}

export interface ProcessorDispute {
  id: string;
  /** The payment that it is about. */
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
  /** The one business whose money goes into the account behind the key. */
  organizationId: string;
}

export interface ProcessorAccount {
  id: string;
  name: string | null;
  takesPayments: boolean;
}

/** Takes card payments on a page of its own. Every call throws PaymentError. */
export interface PaymentProcessor {
  kind: ProcessorKind;
  /** Signs its webhooks. */
  webhookSecret: string;
  /** Whether this business's money may go into the account behind the keys. */
  serves: (orgId: string) => boolean;
  /** Whose keys these are. */
  account: () => Promise<ProcessorAccount>;
  openCheckout: (request: CheckoutRequest) => Promise<CheckoutSession>;
  checkout: (sessionId: string) => Promise<CheckoutSession>;
  /** Closes a page that nobody has paid on; answers it as it is then. */
  closeCheckout: (sessionId: string) => Promise<CheckoutSession>;
  /** Gives money back; the same `ownId` again gives nothing back again. */
  refund: (refund: { ownId: string; paymentId: string; amountMinor: number }) => Promise<ProcessorRefund>;
  /** Every refund of a payment, whoever made it. */
  refundsOf: (paymentId: string) => Promise<ProcessorRefund[]>;
  dispute: (disputeId: string) => Promise<ProcessorDispute>;
  /** What it keeps of a payment, and from when on the rest may be paid out; null until it knows. */
  settlementOf: (paymentId: string) => Promise<{ feeMinor: number; availableOn: string } | null>;
  /** A business's newest payouts to its bank account. */
  payouts: (orgId: string) => Promise<ProcessorPayout[]>;
  /** The payments that went out with a payout. */
  paymentsOf: (orgId: string, payoutId: string) => Promise<string[]>;
  /** The checkout that a payment was made on; null for one that was not begun here. */
  checkoutOf: (paymentId: string) => Promise<{ orgId: string; checkoutId: string } | null>;
}

/** What became of a text that was handed over: `taken` by the host under an id, or `refused` for good, in words. */
export type TextAnswer =
  | { kind: "taken"; id: string; state: "queued" | "sent" | "delivered" | "failed" }
  | { kind: "refused"; text: string };

/** Texts to and from phones. Numbers are E.164. */
export interface TextMessages {
  kind: "twilio" | "embedded" | "off";
  /** The number from which a business writes; null where it has none. */
  numberOf: (business: { orgId: string; orgKey: number }) => string | null;
  /** Whose number that is; null for a number that is nobody's. */
  businessOf: (number: string) => { orgId: string } | { orgKey: number } | null;
  /** Signs what the host sends us; null where nobody sends anything. */
  secret: string | null;
  /**
   * Hands a text over; `retryOf` is the instant of a try before, which may have got through. What becomes of it is reported to
   * `callback`. @throws what another try may mend
   */
  send: (
    text: {
      from: string;
      to: string;
      body: string;
      /** Where the host reads a picture that goes with it; open to whoever knows it. */
      mediaUrl: string | null;
      callback: string;
    },
    options: { retryOf: string | null },
  ) => Promise<TextAnswer>;
  /** Whether an address is one under which the host keeps what came with a text. */
  keepsMedia: (url: string) => boolean;
  /** What came with a text, up to so many bytes. @throws what another try may mend */
  media: (url: string, maxBytes: number) => Promise<TextMedia>;
  /** Takes it away at the host; null where that is not wanted. @throws what another try may mend */
  forgetMedia: ((url: string) => Promise<void>) | null;
}

/** `gone`: the host does not have it. `elsewhere`: it leads to an address that is not the host's. */
export type TextMedia =
  | { kind: "taken"; bytes: Uint8Array<ArrayBuffer> }
  | { kind: "gone" | "elsewhere" | "too_large" };
