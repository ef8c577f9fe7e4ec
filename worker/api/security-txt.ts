import type { Context } from "hono";
import { notFound } from "~/domain/shared/errors";
import { type HonoEnv, settingsOf } from "../env";

const YEAR_MS = 365 * 86_400_000;

/** RFC 9116: whom to tell of a weakness. A deployment that names nobody has none. @throws DomainError not_found */
export function securityTxt(c: Context<HonoEnv>): Response {
  const { SECURITY_CONTACT, PUBLIC_ORIGIN } = settingsOf(c.env);
  if (!SECURITY_CONTACT) throw notFound();
  // The whole day, so that the text changes once a day and not with every request.
  const expires = new Date(Date.now() + YEAR_MS).toISOString().slice(0, 10);
  const lines = [
    `Contact: ${SECURITY_CONTACT}`,
    `Expires: ${expires}T00:00:00.000Z`,
    "Preferred-Languages: en",
    ...(PUBLIC_ORIGIN ? [`Canonical: ${PUBLIC_ORIGIN}/.well-known/security.txt`] : []),
  ];
  return c.text(`${lines.join("\n")}\n`, 200, { "Cache-Control": "public, max-age=86400" });
}
