import type { Providers } from "~/domain/providers";
import { type Env, settingsOf } from "../env";
import { fileStore } from "./files";
import { lockout } from "./lockout";
import { mailer } from "./mailer";
import { outboxWaker } from "./outbox";

export function buildProviders(env: Env): Providers {
  const settings = settingsOf(env);
  return {
    mailer: mailer(env, settings),
    lockout: lockout(env),
    flood: { admit: async (key) => (await env.FLOOD?.limit({ key }))?.success ?? true },
    outbox: outboxWaker(env),
    files: fileStore(env.FILES),
    secrets: { signing: settings.SIGNING_SECRET, encryption: settings.ENCRYPTION_KEY },
  };
}
