/** The outside systems that the product may work with. */
export const SYSTEM_IDS = [
  ...["bank", "mail", "geocoding", "routing", "streets", "speech", "language", "nameplates", "payments", "plans"],
  ...["texts", "push", "passwords", "github", "gitlab", "storage"],
] as const;
export type SystemId = (typeof SYSTEM_IDS)[number];

/** `outside`: called over the network. `embedded`: built into the product. `off`: not available; its screens show it. */
export const SYSTEM_STATES = ["outside", "embedded", "off"] as const;
export type SystemState = (typeof SYSTEM_STATES)[number];

interface SystemFacts {
  name: string;
  /** What it is used for. */
  purpose: string;
  /** The provider's own documentation. */
  docs: string;
  /** What its test does, if it does more than a request. */
  testing?: string;
}

export const SYSTEMS: Record<SystemId, SystemFacts> = {
  bank: {
    name: "Bank accounts",
    purpose: "Households link their banks and see transactions.",
    docs: "https://plaid.com/docs/",
  },
  mail: {
    name: "Email",
    purpose: "Invitations, invoices, reminders and notices.",
    docs: "https://resend.com/docs",
    testing: "The test sends you an email.",
  },
  geocoding: {
    name: "Maps and addresses",
    purpose: "Finds streets and places while an address is typed.",
    docs: "https://nominatim.org/release-docs/latest/api/Search/",
  },
  routing: {
    name: "Drive times",
    purpose: "How long a technician drives from job to job.",
    docs: "https://project-osrm.org/docs/v5.24.0/api/",
  },
  streets: {
    name: "Street maps",
    purpose: "Streets under the jobs, routes and properties on maps.",
    docs: "https://operations.osmfoundation.org/policies/tiles/",
    testing: "The test requests the one tile of the whole world.",
  },
  speech: {
    name: "Speech",
    purpose: "Turns recordings of spoken work orders and memos into text.",
    docs: "https://developers.cloudflare.com/workers-ai/models/whisper-large-v3-turbo/",
    testing: "The test sends half a second of silence.",
  },
  language: {
    name: "Language model",
    purpose: "Reads spoken work orders that the built-in grammar can't, and comments on industries.",
    docs: "https://platform.openai.com/docs/api-reference/chat",
    testing: "The test requests one word, which costs a few tokens.",
  },
  nameplates: {
    name: "Nameplate reader",
    purpose: "Reads the text on photos of equipment nameplates.",
    docs: "https://developers.cloudflare.com/workers-ai/",
    testing: "The test requests one word, which costs a few tokens.",
  },
  payments: {
    name: "Card payments",
    purpose: "Customers pay invoices and deposits by card.",
    docs: "https://docs.stripe.com/api",
  },
  plans: {
    name: "Plans",
    purpose: "Businesses and households upgrade to Pro and are billed for it.",
    docs: "https://docs.stripe.com/billing/subscriptions/overview",
  },
  texts: {
    name: "Text messages",
    purpose: "Texts to customers and their answers.",
    docs: "https://www.twilio.com/docs/messaging/api/message-resource",
  },
  push: {
    name: "Notifications",
    purpose: "To-do reminders as browser notifications, for users who turn them on.",
    docs: "https://developer.mozilla.org/en-US/docs/Web/API/Push_API",
    testing: "The test signs with the private key and checks it with the public one.",
  },
  passwords: {
    name: "Breached passwords",
    purpose: "Blocks new passwords that have appeared in data breaches.",
    docs: "https://haveibeenpwned.com/API/v3#PwnedPasswords",
    testing: "The test checks the password “password”.",
  },
  github: {
    name: "GitHub",
    purpose: "Issues in sync with GitHub repositories.",
    docs: "https://docs.github.com/en/rest",
  },
  gitlab: {
    name: "GitLab",
    purpose: "Issues in sync with GitLab projects.",
    docs: "https://docs.gitlab.com/api/rest/",
  },
  storage: {
    name: "File storage",
    purpose: "Photos, recordings, logos and attachments.",
    docs: "https://developers.cloudflare.com/r2/",
    testing: "The test writes a small file, reads it and deletes it.",
  },
};

export const STATE_LABELS: Record<SystemState, string> = {
  outside: "Connected",
  embedded: "Built in",
  off: "Not set up",
};

/** The name of a setting a system needs. Its value is never shown. */
export interface SystemSetting {
  name: string;
  isSet: boolean;
}

export interface System {
  state: SystemState;
  /** The active adapter, in words. */
  adapter: string;
  settings: readonly SystemSetting[];
  /** Tests it; null if there is nothing outside to test. */
  test: SystemQuestion | null;
}

/** The system's answer, in words. @throws an error whose message contains no URL, header or body */
export type SystemQuestion = (by: { email: string; id: string }) => Promise<string>;
