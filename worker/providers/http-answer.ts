import type { z } from "zod";

const perTry = 3000;

/**
 * Asks an outside service for JSON, twice at most and three seconds each; null when it does not answer, refuses, or answers
 * something else than it should.
 */
export async function askJson<S extends z.ZodType>(url: URL, answer: S): Promise<z.output<S> | null> {
  for (let tries = 0; tries < 2; tries++) {
    const text = await ask(url);
    if (text === "again") continue;
    const parsed = answer.safeParse(text);
    return parsed.success ? parsed.data : null;
  }
  return null;
}

async function ask(url: URL): Promise<unknown> {
  try {
    const response = await fetch(url, {
      headers: { accept: "application/json", "user-agent": "Plenum/0.1 (field service)" },
      signal: AbortSignal.timeout(perTry),
    });
    if (response.ok) return await response.json();
    return response.status >= 500 || response.status === 429 ? "again" : null;
  } catch {
    return "again";
  }
}
