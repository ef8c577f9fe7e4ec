import { expect, test } from "vitest";
import { type Env, settingsOf } from "#worker/env";

const needed = { ENVIRONMENT: "local", SIGNING_SECRET: "s".repeat(40), ENCRYPTION_KEY: "e".repeat(44) };

/** Valid values of settings that only work together. */
const groups: Record<string, string>[] = [
  { MAIL_API_KEY: "re_test", MAIL_FROM: "mail@plenum.example" },
  { TWILIO_ACCOUNT_SID: `AC${"1".repeat(32)}`, TWILIO_AUTH_TOKEN: "token", TWILIO_NUMBERS: "0192f000=+14145550100" },
  { PLAID_CLIENT_ID: "id", PLAID_SECRET: "secret" },
  { LANGUAGE_INPUT_PRICE: "0.20", LANGUAGE_OUTPUT_PRICE: "0.60" },
  { STRIPE_SECRET_KEY: "sk_test", STRIPE_WEBHOOK_SECRET: "whsec_test", STRIPE_ORGANIZATION_ID: "0192f000" },
  { PLANS_STRIPE_SECRET_KEY: "sk_test", PLANS_STRIPE_WEBHOOK_SECRET: "whsec_test" },
  { GITHUB_OAUTH_CLIENT_ID: "id", GITHUB_OAUTH_CLIENT_SECRET: "secret" },
  { GITLAB_OAUTH_CLIENT_ID: "id", GITLAB_OAUTH_CLIENT_SECRET: "secret" },
  { VISION_API_URL: "https://ai.example", VISION_API_KEY: "key", VISION_MODEL: "model" },
  { LANGUAGE_API_URL: "https://ai.example", LANGUAGE_API_KEY: "key", LANGUAGE_MODEL: "model" },
  {
    VAPID_PUBLIC_KEY: `B${"a".repeat(86)}`,
    VAPID_PRIVATE_KEY: "a".repeat(43),
    VAPID_SUBJECT: "mailto:push@example.com",
  },
  { MAP_TILES_URL: "https://tiles.example/{z}/{x}/{y}.png", MAP_TILES_CREDIT: "© Example" },
  { SPEECH_API_URL: "https://ai.example", SPEECH_API_KEY: "key", SPEECH_MODEL: "model" },
];

const readWith = (given: Record<string, string>) => () => settingsOf({ ...needed, ...given } as unknown as Env);

test.each(groups.map((group) => [Object.keys(group), group] as const))(
  "%j are set together or not at all",
  (names, group) => {
    expect(readWith(group)).not.toThrow();
    const last = names.at(-1) ?? "";
    const others = names.slice(0, -1).join(", ");
    const none = names.length > 2 ? "none of them" : "neither";
    for (const name of names) {
      const { [name]: _, ...rest } = group;
      expect(readWith(rest)).toThrow(`Set ${others} and ${last} together, or ${none}\n  → at ${names[0]}`);
    }
  },
);

test("production needs the address of the product", () => {
  expect(readWith({ ENVIRONMENT: "production" })).toThrow("PUBLIC_ORIGIN must name the address of the product");
  expect(readWith({ ENVIRONMENT: "production", PUBLIC_ORIGIN: "https://plenum.example" })).not.toThrow();
});

test("a list of texting numbers without a number is refused", () => {
  const account = { TWILIO_ACCOUNT_SID: `AC${"1".repeat(32)}`, TWILIO_AUTH_TOKEN: "token" };
  expect(readWith({ ...account, TWILIO_NUMBERS: " " })).toThrow("TWILIO_NUMBERS names no number");
});
