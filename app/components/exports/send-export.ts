import type { ExportKind } from "~/domain/export/export";
import { PART_BYTES, partsOf } from "~/domain/export/restore";
import { RequestError, requestJson } from "~/lib/api-request";
import { withRetry } from "~/lib/backoff";
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

/**
 * Uploads the parts of a file one by one, retrying each a few times if the server cannot be reached or fails.
 * @throws RequestError
 */
export async function sendExport({ of, id, file, from, onSent, signal }: Sending): Promise<void> {
  for (let part = from; part < partsOf(file.size); part += 1) {
    const body = file.slice(part * PART_BYTES, (part + 1) * PART_BYTES);
    const path = paths.apiRestorePart(of, id, part);
    const send = () => requestJson<unknown>(path, { method: "PUT", body, signal });
    await withRetry(send, { tries: TRIES, signal, waitAfter });
    onSent(part + 1);
  }
}

/** A refusal stays one, however often the part is sent. */
function waitAfter(error: unknown): number | null {
  if (!(error instanceof RequestError)) return 0;
  return error.isRefusal ? null : error.retryAfterMs;
}
