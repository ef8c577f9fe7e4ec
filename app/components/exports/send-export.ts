import type { ExportKind } from "~/domain/export/export";
import { PART_BYTES, partsOf } from "~/domain/export/restore";
import { paths } from "~/paths";

interface Sending {
  of: ExportKind;
  id: string;
  file: File;
  /** Index of the first part that has not arrived. */
  from: number;
  /** Called with the number of parts that have arrived. */
  onSent: (parts: number) => void;
  signal: AbortSignal;
}

const TRIES = 4;
const FIRST_PAUSE_MS = 1000;

/** An error response the screen can explain. */
export class Refused extends Error {
  constructor(
    message: string,
    readonly fields: Record<string, string[]> = {},
  ) {
    super(message);
  }
}

/**
 * Uploads the parts of a file one by one, retrying each a few times if there is no response. @throws Refused, or an
 * error if there is no response
 */
export async function sendExport({ of, id, file, from, onSent, signal }: Sending): Promise<void> {
  for (let part = from; part < partsOf(file.size); part += 1) {
    const body = file.slice(part * PART_BYTES, (part + 1) * PART_BYTES);
    await persistently(signal, () => ask(paths.apiRestorePart(of, id, part), { method: "PUT", body, signal }));
    onSent(part + 1);
  }
}

async function persistently<T>(signal: AbortSignal, run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (error instanceof Refused || signal.aborted || attempt === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 2 ** (attempt - 1)));
    }
  }
}

/** @throws Refused for an error response, or an error if there is no response */
export async function ask(path: string, init: RequestInit): Promise<Record<string, unknown>> {
  const response = await fetch(path, { credentials: "same-origin", ...init });
  const answer: unknown = await response.json().catch(() => null);
  const body: Record<string, unknown> = typeof answer === "object" && answer !== null ? { ...answer } : {};
  if (response.ok) return body;
  if (response.status >= 500) throw new Error("no answer");
  const message = typeof body.message === "string" ? body.message : "This could not be done. Please try again.";
  throw new Refused(message, fieldsOf(body.fields));
}

function fieldsOf(fields: unknown): Record<string, string[]> {
  if (typeof fields !== "object" || fields === null) return {};
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string[]] => Array.isArray(entry[1])),
  );
}
