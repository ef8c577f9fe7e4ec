import { type Env, type Settings, settingsOf } from "#worker/env";
import { objectNear, type RegionOf } from "#worker/object-placement";
import type { BankLink, PaymentProcessor, Providers } from "~/domain/providers";
import { chatAssistant } from "./assistant";
import { plaid } from "./bank-link/plaid";
import { breachedPasswords } from "./breached-passwords";
import { endpointCache } from "./code-hosts/endpoint-cache";
import { codeHosts } from "./code-hosts/index";
import { osrmDriveTimes } from "./drive-times";
import { fileStore } from "./files";
import { nominatimGeocoder } from "./geocoder";
import { helpArticles } from "./help";
import { chatAnalyst } from "./industry-analyst";
import { keyCache } from "./key-cache";
import { lockout } from "./lockout";
import { mailer } from "./mailer";
import { visionNameplates } from "./nameplate-reader";
import { outboxNotifier } from "./outbox";
import { stripe } from "./payments/stripe";
import { planBilling } from "./plans/index";
import { pushMessages } from "./push";
import { simulatedLink } from "./simulated-bank/index";
import { simulatedProcessor } from "./simulated-processor/index";
import { systems } from "./systems";
import { textMessages } from "./texts";
import { whisperTranscriber } from "./transcriber";
import { webhookSender } from "./webhooks";
import { chatExtractor } from "./work-extractor";

export function buildProviders(env: Env, regionOf: RegionOf): Providers {
  const settings = settingsOf(env);
  const files = fileStore(env.FILES);
  const outside = {
    mailer: mailer(env, settings, files),
    files,
    driveTimes: osrmDriveTimes(settings.OSRM_URL),
    geocoder: nominatimGeocoder(settings.GEOCODER_URL),
    transcriber: whisperTranscriber(settings),
    bankLink: bankLink(env, settings),
    payments: paymentProcessor(env, settings),
    plans: planBilling(env, settings),
    texts: textMessages(env, settings),
    push: pushMessages(env, settings),
    breachedPasswords: breachedPasswords(settings),
  };
  return {
    ...outside,
    systems: systems(env, settings, outside),
    lockout: lockout(env),
    rateLimits: { check: async (key) => (await env.RATE_LIMITER?.limit({ key }))?.success ?? true },
    searches: { check: async (key) => (await env.SEARCHES?.limit({ key }))?.success ?? true },
    apiRequests: { check: async (key) => (await env.API_REQUESTS?.limit({ key }))?.success ?? true },
    outbox: outboxNotifier(env, regionOf),
    webhooks: webhookSender(env),
    leakClock: { schedule: (orgId, at) => objectNear(env.LEAK_CLOCK, orgId, regionOf(orgId)).schedule(orgId, at) },
    keyCache,
    cardProcessor: (keys) => stripe({ ...keys, apiUrl: settings.STRIPE_API_URL }),
    codeHosts: codeHosts(env, settings),
    endpointCache,
    nameplateReader: visionNameplates(settings),
    voiceSession: (id) => env.VOICE_SESSION.get(env.VOICE_SESSION.idFromName(id)),
    workExtractor: chatExtractor(settings),
    industryAnalyst: chatAnalyst(settings),
    assistant: chatAssistant(settings),
    helpArticles,
    mapTiles: mapTiles(settings),
    supportStaff: supportStaff(settings),
    operations: operations(env, settings),
    secrets: {
      signing: settings.SIGNING_SECRET,
      encryption: settings.ENCRYPTION_KEY,
      previousEncryption: settings.ENCRYPTION_KEY_PREVIOUS ?? null,
    },
  };
}

/** Null if maps are drawn from the embedded outlines only. */
const mapTiles = ({ MAP_TILES_URL: url, MAP_TILES_CREDIT: credit }: Settings): Providers["mapTiles"] =>
  url && credit ? { url, credit } : null;

/** Recipients of support messages; locally the demo's first user. */
function supportStaff({ SUPPORT_STAFF, ENVIRONMENT }: Settings): readonly string[] {
  return SUPPORT_STAFF ?? (ENVIRONMENT === "local" ? ["admin@example.com"] : []);
}

/** Locally the demo's first user operates the installation. */
function operations(env: Env, { OPERATIONS_STAFF, ENVIRONMENT }: Settings): Providers["operations"] {
  return {
    staff: OPERATIONS_STAFF ?? (ENVIRONMENT === "local" ? ["admin@example.com"] : []),
    needsSecondStep: ENVIRONMENT !== "local",
    checkQueue: async (check) => {
      await env.OUTBOX.send(check);
    },
    queueMove: async (job, options) => {
      await env.EXPORTS.send(job, options);
    },
    queueArchiving: async (job) => {
      await env.EXPORTS.send(job);
    },
  };
}

/**
 * Plaid if its keys are set, else a simulated bank; never a simulated one in production, so that nobody is shown made-up money.
 * There, without keys Plaid rejects every call and the screen reports that the bank cannot be reached.
 */
function bankLink(env: Env, settings: Settings): BankLink {
  const { PLAID_CLIENT_ID: clientId = "", PLAID_SECRET: secret = "", PLAID_ENV: environment } = settings;
  const real = (clientId && secret) || settings.ENVIRONMENT === "production";
  const { PLAID_COUNTRIES: countries, PLAID_REDIRECT_URI: redirectUri } = settings;
  return real ? plaid({ clientId, secret, environment, countries, redirectUri }) : simulatedLink(env.DIRECTORY);
}

/** Stripe if its keys are set, else an embedded processor; none in production, so that nobody pays with made-up cards. */
function paymentProcessor(env: Env, settings: Settings): PaymentProcessor | null {
  const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_ORGANIZATION_ID, STRIPE_API_URL: apiUrl } = settings;
  if (STRIPE_SECRET_KEY && STRIPE_WEBHOOK_SECRET && STRIPE_ORGANIZATION_ID) {
    const organizationId = STRIPE_ORGANIZATION_ID;
    return stripe({ secretKey: STRIPE_SECRET_KEY, webhookSecret: STRIPE_WEBHOOK_SECRET, organizationId, apiUrl });
  }
  return settings.ENVIRONMENT === "production" ? null : simulatedProcessor(env.DIRECTORY);
}
