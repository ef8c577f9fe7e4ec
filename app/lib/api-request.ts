import { serverErrorText } from "~/domain/shared/errors";
import { MINUTE_MS } from "~/domain/shared/time/dates";
import { type RequestOptions, request } from "./request";

/** The API's response as plain data, so that it can be stored. */
export interface ApiAnswer {
  status: number;
  /** Empty if the response is not JSON. */
  body: Record<string, unknown>;
  /** When the response arrived, by the device's clock; ISO text. */
  at: string;
  /** How long the server asks to wait, if it does. */
  retryAfterMs?: number;
}

/** Why a change could not be sent. */
export type Failure = "offline" | "server" | "signed_out";

/** Statuses that concern the connection, the session or the server rather than the change. */
const RETRYABLE_STATUSES = new Set([408, 425, 429]);

/** Why it could not be sent; null if the server decided on it. No response at all counts as a lost connection. */
export function failureOf(answer: ApiAnswer | null): Failure | null {
  if (!answer) return "offline";
  if (answer.status === 401) return "signed_out";
  return answer.status >= 500 || RETRYABLE_STATUSES.has(answer.status) ? "server" : null;
}

/** The record's version after the change; 0 if the response has none. */
export const versionIn = ({ body }: ApiAnswer): number => (typeof body.version === "number" ? body.version : 0);

/** An error response, or none. The message is for the user. */
export class RequestError extends Error {
  /** Null if there was no response. */
  readonly status: number | null;
  readonly code: string;
  readonly fields: Record<string, string[]>;
  /** How long the server asks to wait; 0 if it does not. */
  readonly retryAfterMs: number;

  constructor(message: string, response: Response | null = null, body: Record<string, unknown> = {}) {
    super(message);
    this.status = response?.status ?? null;
    this.code = typeof body.code === "string" ? body.code : "internal";
    this.fields = fieldsOf(body.fields);
    this.retryAfterMs = response ? retryAfterMs(response) : 0;
  }

  /** Whether the request itself was refused; otherwise the server could not be reached or failed. */
  get isRefusal(): boolean {
    return this.status !== null && this.status >= 400 && this.status < 500;
  }
}

export const UNREACHABLE = "The server could not be reached. Check your connection and try again.";

/**
 * The JSON of a response, null if it has no content. Guarantee: the server checks what it sends.
 * `failed` is the message for an error response that has none. @throws RequestError
 */
export async function requestJson<Answer>(
  path: string,
  { failed = serverErrorText, ...options }: RequestOptions & { failed?: string } = {},
): Promise<Answer> {
  const response = await request(path, options).catch(() => null);
  if (!response) throw new RequestError(UNREACHABLE);
  const body: unknown = response.status === 204 ? null : await response.json().catch(() => undefined);
  if (response.ok && body !== undefined) return body as Answer;
  const refusal = recordOf(body);
  throw new RequestError(typeof refusal.message === "string" ? refusal.message : failed, response, refusal);
}

/**
 * A response of the API, whatever its status, for those who decide by it.
 * @throws if it is not of the API: a page in its place, as from a network that asks to sign in, confirms nothing
 */
export async function apiAnswerOf(response: Response): Promise<ApiAnswer> {
  if (response.ok && response.status !== 204 && !isJson(response)) throw new TypeError("not a response of the API");
  const body = recordOf(await response.json().catch(() => null));
  const wait = retryAfterMs(response);
  return { status: response.status, body, at: new Date().toISOString(), ...(wait > 0 && { retryAfterMs: wait }) };
}

export interface ApiRequest {
  method: "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path below the origin: "/api/work-orders/…". */
  path: string;
  idempotencyKey: string;
  body: object | FormData | null;
  authorId?: string;
}

const JSON_TIMEOUT_MS = 20_000;
const UPLOAD_TIMEOUT_MS = MINUTE_MS;

/** Sends a change to the API. JSON requests finish even if the user leaves the page. @throws if there is no response of the API */
export async function sendToApi({ path, ...options }: ApiRequest): Promise<ApiAnswer> {
  const isUpload = options.body instanceof FormData;
  const signal = AbortSignal.timeout(isUpload ? UPLOAD_TIMEOUT_MS : JSON_TIMEOUT_MS);
  return apiAnswerOf(await request(path, { ...options, keepalive: !isUpload, signal }));
}

const isJson = ({ headers }: Response) => headers.get("Content-Type")?.includes("json") ?? false;

/** The server writes Retry-After in seconds. */
function retryAfterMs({ headers }: Response): number {
  return 1000 * (Number(headers.get("Retry-After")) || 0);
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function fieldsOf(fields: unknown): Record<string, string[]> {
  const entries = Object.entries(recordOf(fields));
  return Object.fromEntries(entries.filter((entry): entry is [string, string[]] => Array.isArray(entry[1])));
}
