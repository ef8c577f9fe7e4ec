import type { EntryRequest } from "~/domain/technician-app/entries";
import type { PhoneDay } from "~/domain/technician-app/job";
import { paths } from "~/paths";

/** Sends one entry to the API. Rejects where no answer came. */
export async function send({ method, path, key, body, picture }: EntryRequest) {
  const headers = new Headers({ "Idempotency-Key": key, Accept: "application/json" });
  const form = new FormData();
  if (picture) {
    for (const [name, value] of Object.entries(picture.fields)) form.set(name, value);
    form.set("photo", picture.file, "photo.jpg");
  } else headers.set("Content-Type", "application/json");
  const signal = AbortSignal.timeout(picture ? 60_000 : 20_000);
  const answer = await fetch(path, { method, headers, body: picture ? form : JSON.stringify(body), signal });
  const told: unknown = await answer.json().catch(() => null);
  const isObject = typeof told === "object" && told !== null;
  return { status: answer.status, body: isObject ? { ...told } : {}, at: new Date().toISOString() };
}

/** The day as the server has it; null where it does not say, as to somebody who is not signed in. Rejects without a connection. */
export async function readDay(): Promise<PhoneDay | null> {
  const answer = await fetch(paths.technicianDay(), { headers: { Accept: "application/json" } });
  const day: unknown = answer.ok && !answer.redirected ? await answer.json() : null;
  return isDay(day) ? day : null;
}

function isDay(value: unknown): value is PhoneDay {
  return typeof value === "object" && value !== null && "jobs" in value && "asOf" in value;
}
