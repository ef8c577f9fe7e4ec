import { z } from "zod";
import type { Env, Settings } from "#worker/env";
import type { System, SystemQuestion } from "~/domain/integrations/system";
import { tileUrl } from "~/domain/maps/tiles";
import type { Providers } from "~/domain/providers";
import { ChatAnswer } from "./chat";
import { httpClient, rawRequest } from "./http-client";
import { isKeyPair } from "./push";

type Built = Pick<
  Providers,
  | "mailer"
  | "files"
  | "driveTimes"
  | "geocoder"
  | "transcriber"
  | "bankLink"
  | "payments"
  | "plans"
  | "texts"
  | "push"
  | "breachedPasswords"
>;
type SettingName = keyof Env & keyof Settings;

/** Each outside system: its implementation, the settings it needs and how to test it. Values of settings are not exposed. */
export function systems(env: Env, settings: Settings, built: Built): Providers["systems"] {
  const named = (...names: readonly SettingName[]) =>
    names.map((name) => ({ name, isSet: env[name] !== undefined && env[name] !== "" }));
  const off = (adapter: string, ...names: readonly SettingName[]): System => ({
    ...{ state: "embedded", adapter, settings: named(...names), test: null },
  });
  const outside = (adapter: string, test: SystemQuestion, ...names: readonly SettingName[]): System => ({
    ...{ state: "outside", adapter, settings: named(...names), test },
  });
  const isLocal = settings.ENVIRONMENT !== "production";
  return {
    bank:
      built.bankLink.kind === "simulated"
        ? off("Simulated bank with made-up money", "PLAID_CLIENT_ID", "PLAID_SECRET", "PLAID_ENV", "PLAID_REDIRECT_URI")
        : outside(
            `Plaid, ${settings.PLAID_ENV}`,
            () => askPlaid(settings),
            ...(["PLAID_CLIENT_ID", "PLAID_SECRET", "PLAID_ENV", "PLAID_REDIRECT_URI"] as const),
          ),
    mail: {
      ...(settings.MAIL_API_KEY && settings.MAIL_FROM
        ? { state: "outside", adapter: "Resend" }
        : { state: isLocal ? "embedded" : "off", adapter: "Email is stored here and not sent" }),
      settings: named("MAIL_API_KEY", "MAIL_FROM", "MAIL_API_URL"),
      test: async ({ email, id }) => {
        const text = "This is the test of email that you asked for in Plenum's settings. Nothing else to do.";
        await built.mailer.send({ to: email, subject: "Test of email from Plenum", text }, `integration-test-${id}`);
        return `Accepted an email to ${email}.`;
      },
    },
    geocoding: built.geocoder
      ? outside("Nominatim", () => askGeocoder(built.geocoder), "GEOCODER_URL")
      : off("The ZIP codes of the United States, without streets", "GEOCODER_URL"),
    routing: built.driveTimes
      ? outside("OSRM", () => askRoutes(built.driveTimes), "OSRM_URL")
      : off("Estimated by distance, and labeled as such", "OSRM_URL"),
    streets: settings.MAP_TILES_URL
      ? outside(
          new URL(settings.MAP_TILES_URL).host,
          () => askTiles(settings.MAP_TILES_URL ?? ""),
          ...(["MAP_TILES_URL", "MAP_TILES_CREDIT"] as const),
        )
      : off("Outlines of states and counties", "MAP_TILES_URL", "MAP_TILES_CREDIT"),
    speech: built.transcriber
      ? outside(
          `${settings.SPEECH_MODEL}`,
          () => askTranscriber(built.transcriber),
          ...(["SPEECH_API_URL", "SPEECH_API_KEY", "SPEECH_MODEL"] as const),
        )
      : off(
          "Typed, or recognized by the browser; recordings are kept",
          ...(["SPEECH_API_URL", "SPEECH_API_KEY", "SPEECH_MODEL"] as const),
        ),
    language: settings.LANGUAGE_MODEL
      ? outside(
          settings.LANGUAGE_MODEL,
          () => askModel("language", settings.LANGUAGE_API_URL, settings.LANGUAGE_API_KEY, settings.LANGUAGE_MODEL),
          ...(["LANGUAGE_API_URL", "LANGUAGE_API_KEY", "LANGUAGE_MODEL"] as const),
          ...(["LANGUAGE_INPUT_PRICE", "LANGUAGE_OUTPUT_PRICE"] as const),
        )
      : off("Built-in grammar only", "LANGUAGE_API_URL", "LANGUAGE_API_KEY", "LANGUAGE_MODEL"),
    nameplates: settings.VISION_MODEL
      ? outside(
          settings.VISION_MODEL,
          () => askModel("vision", settings.VISION_API_URL, settings.VISION_API_KEY, settings.VISION_MODEL),
          ...(["VISION_API_URL", "VISION_API_KEY", "VISION_MODEL"] as const),
        )
      : off("Read on the device, or typed", "VISION_API_URL", "VISION_API_KEY", "VISION_MODEL"),
    payments: payments(settings, built, named("STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET", "STRIPE_ORGANIZATION_ID")),
    plans: plans(settings, built, named("PLANS_STRIPE_SECRET_KEY", "PLANS_STRIPE_WEBHOOK_SECRET")),
    texts:
      built.texts.kind === "twilio"
        ? outside(
            "Twilio",
            () => askTwilio(settings),
            ...(["TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "TWILIO_NUMBERS", "TWILIO_DELETE_MEDIA"] as const),
          )
        : {
            ...{ state: isLocal ? "embedded" : "off", adapter: "Texts are stored here and not sent", test: null },
            settings: named("TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN", "TWILIO_NUMBERS", "TWILIO_DELETE_MEDIA"),
          },
    push:
      built.push.kind === "http"
        ? outside(
            "Web Push",
            () => askKeys(settings),
            ...(["VAPID_PUBLIC_KEY", "VAPID_PRIVATE_KEY", "VAPID_SUBJECT"] as const),
          )
        : {
            ...{ state: isLocal ? "embedded" : "off", test: null },
            adapter: isLocal ? "Notifications are stored here and not sent" : "Reminders come by email alone",
            settings: named("VAPID_PUBLIC_KEY", "VAPID_PRIVATE_KEY", "VAPID_SUBJECT"),
          },
    passwords:
      built.breachedPasswords.kind === "http"
        ? outside("Have I Been Pwned", () => askPasswords(built.breachedPasswords), "BREACHED_PASSWORDS_URL")
        : off("The built-in list of common passwords alone", "BREACHED_PASSWORDS_URL"),
    storage: {
      ...{ state: "outside", adapter: "R2", settings: [] },
      test: async ({ id }) => {
        const key = `integration-tests/${id}`;
        await built.files.put(key, new TextEncoder().encode(id).buffer, "text/plain");
        const read = await built.files.get(key);
        const text = read && (await new Response(read.body).text());
        await built.files.delete(key);
        if (text !== id) throw new Error("storage: what was read is not what was written");
        return "Wrote a file, read it and deleted it.";
      },
    },
  };
}

function payments(settings: Settings, { payments: processor }: Built, names: System["settings"]): System {
  if (!processor) {
    return { state: "off", adapter: "Customers pay by other ways", settings: names, test: null };
  }
  if (!settings.STRIPE_SECRET_KEY) {
    return { state: "embedded", adapter: "A simulated processor: no money moves", settings: names, test: null };
  }
  const ask = () => askStripe("payments", settings.STRIPE_API_URL, settings.STRIPE_SECRET_KEY);
  return { state: "outside", adapter: "Stripe", settings: names, test: ask };
}

/** The operator's own account, separate from the one that customers of a business pay into. */
function plans(settings: Settings, { plans: billing }: Built, names: System["settings"]): System {
  if (!billing) {
    return { state: "off", adapter: "Nothing is sold: everything Pro adds is open", settings: names, test: null };
  }
  if (billing.kind === "simulated") {
    return { state: "embedded", adapter: "A simulated processor: no money moves", settings: names, test: null };
  }
  const ask = () => askStripe("plans", settings.STRIPE_API_URL, settings.PLANS_STRIPE_SECRET_KEY);
  return { state: "outside", adapter: "Stripe", settings: names, test: ask };
}

/** Every browser has its own push service: without one, only the key pair can be tested. */
async function askKeys({ VAPID_PUBLIC_KEY: publicKey = "", VAPID_PRIVATE_KEY: privateKey = "" }: Settings) {
  if (await isKeyPair({ publicKey, privateKey })) return "The two keys belong together.";
  throw new Error("VAPID_PRIVATE_KEY is not the private half of VAPID_PUBLIC_KEY.");
}

async function askStripe(service: string, baseUrl: string, key = ""): Promise<string> {
  const headers = { authorization: `Bearer ${key}` };
  const client = httpClient({ service, baseUrl, headers, maxAttempts: 1 });
  const { livemode } = await client.request(z.object({ livemode: z.boolean() }), { path: "/v1/balance" });
  return `Responded, in ${livemode ? "live" : "test"} mode.`;
}

async function askPlaid({ PLAID_CLIENT_ID, PLAID_SECRET, PLAID_ENV, PLAID_COUNTRIES }: Settings): Promise<string> {
  const client = httpClient({ service: "bank", baseUrl: `https://${PLAID_ENV}.plaid.com`, maxAttempts: 1 });
  const json = {
    ...{ client_id: PLAID_CLIENT_ID, secret: PLAID_SECRET, count: 1, offset: 0, country_codes: PLAID_COUNTRIES },
  };
  const { total } = await client.request(z.object({ total: z.number().int() }), {
    ...{ method: "POST", path: "/institutions/get", json },
  });
  return `Responded: ${total.toLocaleString("en-US")} banks.`;
}

async function askGeocoder(geocoder: Providers["geocoder"]): Promise<string> {
  const found = await geocoder?.find("1600 Pennsylvania Avenue NW, Washington, DC", { region: "us", limit: 1 });
  if (!found) throw new Error("geocoder: it does not respond");
  const [place] = found;
  return place ? `Found ${[place.line1, place.city].filter(Boolean).join(", ")}.` : "Responded, but found no place.";
}

async function askRoutes(driveTimes: Providers["driveTimes"]): Promise<string> {
  const pair = {
    from: { latitude: 41.8837, longitude: -87.6289 },
    to: { latitude: 41.9742, longitude: -87.9073 },
  };
  const [minutes] = (await driveTimes?.measure([pair])) ?? [];
  if (minutes === null || minutes === undefined)
    throw new Error("drive times: no way was found, or it does not respond");
  return `Responded: ${minutes} minutes from downtown Chicago to its airport.`;
}

async function askTiles(template: string): Promise<string> {
  const { status, contentType } = await rawRequest("streets", tileUrl(template, { z: 0, x: 0, y: 0 }), {
    redirect: "follow",
  });
  if (status < 200 || status >= 300) throw new Error(`streets: refused (${status})`);
  if (!contentType.startsWith("image/")) throw new Error("streets: what came is no picture");
  return `Responded with a tile, ${contentType}.`;
}

async function askTranscriber(transcriber: Providers["transcriber"]): Promise<string> {
  const spoken = await transcriber?.transcribe({
    ...{ bytes: silence(), contentType: "audio/wav", language: "en", names: [] },
  });
  if (!spoken) throw new Error("speech: it does not respond");
  return spoken.text === "" ? "Responded: it heard silence, as it was." : `Responded, but heard “${spoken.text}”.`;
}

/** Half a second of silence: WAV, 16 kHz, mono, 16 bits. */
function silence(): Uint8Array {
  const bytes = 16_000;
  const view = new DataView(new ArrayBuffer(44 + bytes));
  const text = (at: number, word: string) => {
    for (const [index, letter] of [...word].entries()) view.setUint8(at + index, letter.charCodeAt(0));
  };
  text(0, "RIFF");
  view.setUint32(4, 36 + bytes, true);
  text(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  view.setUint16(20, 1, true);
  view.setUint16(22, 1, true);
  view.setUint32(24, 16_000, true);
  view.setUint32(28, 32_000, true);
  view.setUint16(32, 2, true);
  view.setUint16(34, 16, true);
  text(36, "data");
  view.setUint32(40, bytes, true);
  return new Uint8Array(view.buffer);
}

async function askModel(service: string, baseUrl = "", key = "", model = ""): Promise<string> {
  const headers = { authorization: `Bearer ${key}` };
  const client = httpClient({ service, baseUrl, headers, timeoutMs: 20_000, maxAttempts: 1 });
  const json = { model, messages: [{ role: "user", content: "Answer with the word OK." }], max_tokens: 200 };
  const content = await client.request(ChatAnswer, { method: "POST", path: "/chat/completions", json });
  const answer = typeof content === "string" ? content.trim().slice(0, 60) : JSON.stringify(content).slice(0, 60);
  return `Responded: “${answer}”.`;
}

async function askPasswords(passwords: Providers["breachedPasswords"]): Promise<string> {
  if (!(await passwords.has("password")))
    throw new Error("breached passwords: it does not know the password “password”");
  return "Responded: it knows the password “password”.";
}

async function askTwilio({
  TWILIO_ACCOUNT_SID,
  TWILIO_AUTH_TOKEN,
  TWILIO_API_URL = "https://api.twilio.com",
}: Settings): Promise<string> {
  const headers = { authorization: `Basic ${btoa(`${TWILIO_ACCOUNT_SID}:${TWILIO_AUTH_TOKEN}`)}` };
  const client = httpClient({ service: "texts", baseUrl: TWILIO_API_URL, headers, maxAttempts: 1 });
  const { status } = await client.request(z.object({ status: z.string() }), {
    path: `/2010-04-01/Accounts/${TWILIO_ACCOUNT_SID}.json`,
  });
  return `Responded: the account is ${status}.`;
}
