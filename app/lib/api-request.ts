import { AUTHOR_HEADER } from "~/domain/auth/author";

export interface ApiRequest {
  method: "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path below the origin: "/api/work-orders/…". */
  path: string;
  /** Sending the request again with the same key has no second effect. */
  idempotencyKey: string;
  body: object | FormData | null;
  /** Who made the change: refused with 401 if someone else is signed in by now. Without it, it is the signed-in person's. */
  authorId?: string;
}

export interface ApiAnswer {
  status: number;
  body: Record<string, unknown>;
  /** When the response arrived, by the device's clock; ISO text. */
  at: string;
}

const JSON_TIMEOUT_MS = 20_000;
const UPLOAD_TIMEOUT_MS = 60_000;

/**
 * Sends a change to the API, authenticated by the session cookie. JSON requests finish even if the user leaves the
 * page.
 * @throws if there is no response
 */
export async function sendToApi({ method, path, idempotencyKey, body, authorId }: ApiRequest): Promise<ApiAnswer> {
  const isUpload = body instanceof FormData;
  const headers = new Headers({ "Idempotency-Key": idempotencyKey, Accept: "application/json" });
  if (authorId) headers.set(AUTHOR_HEADER, authorId);
  if (body && !isUpload) headers.set("Content-Type", "application/json");
  const response = await fetch(path, {
    method,
    headers,
    credentials: "same-origin",
    body: isUpload ? body : body && JSON.stringify(body),
    keepalive: !isUpload,
    signal: AbortSignal.timeout(isUpload ? UPLOAD_TIMEOUT_MS : JSON_TIMEOUT_MS),
  });
  const answer: unknown = await response.json().catch(() => null);
  const isObject = typeof answer === "object" && answer !== null;
  return { status: response.status, body: isObject ? { ...answer } : {}, at: new Date().toISOString() };
}
