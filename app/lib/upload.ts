import { MINUTE_MS } from "~/domain/shared/time/dates";
import type { ApiAnswer } from "./api-request";

interface Upload {
  /** Path below the origin: "/api/issues/…". */
  path: string;
  /** Sending the request again with the same key has no second effect. */
  idempotencyKey: string;
  body: FormData;
  /** From 0 to 1, as bytes leave the device. */
  onProgress: (part: number) => void;
  signal: AbortSignal;
}

/** After a minute without progress the connection counts as lost. */
const STALLED_MS = MINUTE_MS;

/** Uploads a form with a file using the session cookie; `fetch` cannot report progress. @throws if there is no response */
export function uploadToApi({ path, idempotencyKey, body, onProgress, signal }: Upload): Promise<ApiAnswer> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    let stalled = setTimeout(stop, STALLED_MS);
    const end = () => {
      clearTimeout(stalled);
      signal.removeEventListener("abort", stop);
    };
    const fail = () => {
      end();
      reject(new Error("no answer"));
    };
    signal.addEventListener("abort", stop);
    request.upload.onprogress = ({ loaded, total }) => {
      clearTimeout(stalled);
      stalled = setTimeout(stop, STALLED_MS);
      if (total > 0) onProgress(loaded / total);
    };
    request.onerror = fail;
    request.onabort = fail;
    request.onload = () => {
      end();
      resolve({ status: request.status, body: parsed(request.responseText), at: new Date().toISOString() });
    };
    request.open("POST", path);
    request.setRequestHeader("Idempotency-Key", idempotencyKey);
    request.setRequestHeader("Accept", "application/json");
    request.send(body);
  });
}

function parsed(text: string): Record<string, unknown> {
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === "object" && answer !== null ? { ...answer } : {};
  } catch {
    return {};
  }
}
