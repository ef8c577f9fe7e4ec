import type { ExportKind } from "~/domain/export/export";
import { PART_BYTES, partsOf } from "~/domain/export/restore";
import { RequestError, requestJson } from "~/lib/api-request";
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

/**
 * Uploads the parts of a file one by one, retrying each a few times if the server cannot be reached or fails.
 * @throws RequestError
 */
export async function sendExport({ of, id, file, from, onSent, signal }: Sending): Promise<void> {
  for (let part = from; part < partsOf(file.size); part += 1) {
    const body = file.slice(part * PART_BYTES, (part + 1) * PART_BYTES);
    await persistently(signal, () => requestJson(paths.apiRestorePart(of, id, part), { method: "PUT", body, signal }));
    onSent(part + 1);
  }
}

async function persistently<T>(signal: AbortSignal, run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if ((error instanceof RequestError && error.isRefusal) || signal.aborted || attempt === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 2 ** (attempt - 1)));
    }
  }
}
