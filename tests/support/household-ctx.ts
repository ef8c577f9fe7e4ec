import { type OpenOptions, openDatabase } from "#drizzle/d1/session";
import { tenantGuard } from "#drizzle/d1/tenants";
import { testBank } from "#tests/support/bank";
import { commitHooks } from "~/domain/commit-hooks.server";
import type { BankLink } from "~/domain/providers";
import { TRADE_UNITS } from "~/domain/refrigerant/units";
import type { Ctx } from "~/domain/shared/context";
import { randomToken, uuidSequence } from "~/domain/shared/secrets/tokens.server";

const uuidv7 = uuidSequence();

/** The shard the database is taken for. */
export const TEST_SHARD = "1";

const nothing = async () => {};

/** A use case's context for a household, over a database whose round trips a test can make fail. */
export function householdCtx(
  d1: D1Database,
  userId: string,
  options: Partial<OpenOptions> & { key?: string; bankLink?: BankLink } = {},
): Ctx {
  const { shards } = openDatabase(
    { directory: d1, shards: new Map([[TEST_SHARD, d1]]) },
    { guard: tenantGuard(), ...options },
  );
  const person = {
    userId,
    email: "",
    firstName: "",
    lastName: "",
    timeZone: null,
    projectsFromToday: false,
    secondStepFor: null,
    isPro: true,
    subscription: null,
    gaugeUnits: TRADE_UNITS,
    member: null,
  };
  return {
    ...shards.on(TEST_SHARD),
    actor: { kind: "person", person, sessionId: "", copyPending: false },
    now: new Date(),
    newId: () => uuidv7(Date.now()),
    newToken: randomToken,
    providers: {
      push: { kind: "off", publicKey: async () => null, send: async () => "gone" },
      mapTiles: null,
      mailer: { send: nothing },
      lockout: {
        begin: async () => ({ wait: 0, isSuspicious: false, locks: false, closedUntil: 0 }),
        takeBack: nothing,
        succeeded: nothing,
        lift: nothing,
      },
      rateLimits: { check: async () => true },
      searches: { check: async () => true },
      apiRequests: { check: async () => true },
      webhooks: { notify: nothing, post: async () => ({ problem: "unreachable" }) },
      leakClock: { schedule: nothing },
      outbox: { notify: nothing, publishLive: nothing, closeLiveConnections: nothing, forgetChannel: nothing },
      files: {
        put: nothing,
        get: async () => null,
        delete: nothing,
        deleteUnder: nothing,
        keysOf: async function* () {},
        deleteOf: async () => true,
      },
      secrets: { signing: "s".repeat(40), encryption: "e".repeat(44), previousEncryption: null },
      bankLink: options.bankLink ?? testBank(() => new Date()).link,
      keyCache: { get: () => null, set: () => {} },
      endpointCache: { get: () => null, set: () => {}, delete: () => {} },
      driveTimes: null,
      plans: null,
      payments: null,
      cardProcessor: () => {
        throw new Error("a household takes no card payments");
      },
      geocoder: null,
      breachedPasswords: { kind: "embedded", has: async () => false },
      nameplateReader: null,
      transcriber: null,
      workExtractor: null,
      industryAnalyst: null,
      assistant: null,
      helpArticles: async () => [],
      supportStaff: [],
      operations: {
        staff: [],
        needsSecondStep: true,
        checkQueue: nothing,
        queueMove: nothing,
        queueArchiving: nothing,
      },
      // Households have no integrations.
      systems: {} as Ctx["providers"]["systems"],
      voiceSession: () => {
        throw new Error("no household speaks of work");
      },
      texts: {
        ...{ kind: "off", secret: null, numberOf: () => null, businessOf: () => null },
        send: async () => ({ kind: "refused", text: "" }),
        ...{ keepsMedia: () => false, media: async () => ({ kind: "gone" }), forgetMedia: null },
      },
      codeHosts: {
        ...{ kind: "simulated", address: () => "", oauth: () => null },
        open: () => {
          throw new Error("no household is connected to a code host");
        },
      },
    },
    commitHooks,
    after: () => {},
    request: {
      ...{ id: "test", idempotencyKey: options.key ?? null, ip: "", continent: null, userAgent: "", origin: "" },
      ...{ local: true, refusals: [] },
    },
  };
}
