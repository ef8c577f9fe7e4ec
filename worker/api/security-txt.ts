import type { Context } from "hono";
import { type HonoEnv, settingsOf } from "#worker/env";
import { notFound } from "~/domain/shared/errors";
import { DAY_MS } from "~/domain/shared/time/dates";

const YEAR_MS = 365 * DAY_MS;

/**
 * RFC 9116: where to report vulnerabilities. Without a configured contact there is no such file.
 * @throws DomainError not_found
 */
export function securityTxt(c: Context<HonoEnv>): Response {
  const { SECURITY_CONTACT, PUBLIC_ORIGIN } = settingsOf(c.env);
  if (!SECURITY_CONTACT) throw notFound();
  // Rounded to the day, so that the text changes daily instead of with every request.
  const expires = new Date(Date.now() + YEAR_MS).toISOString().slice(0, 10);
  const lines = [
    `Contact: ${SECURITY_CONTACT}`,
    `Expires: ${expires}T00:00:00.000Z`,
    "Preferred-Languages: en",
    ...(PUBLIC_ORIGIN ? [`Canonical: ${PUBLIC_ORIGIN}/.well-known/security.txt`] : []),
  ];
  return c.text(`${lines.join("\n")}\n`, 200, { "Cache-Control": "public, max-age=86400" });
}
