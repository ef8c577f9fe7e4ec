import { authServerErrorText, serverErrorText } from "~/domain/shared/errors";
import { paths } from "~/paths";

export interface ApiRequest {
  method: "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below the origin: "/api/work-orders/…". */
  path: string;
  /** Sent again with the same key it has no second effect. */
  idempotencyKey: string;
  body: object | FormData | null;
}

export interface ApiAnswer {
  status: number;
  body: Record<string, unknown>;
  /** When it came, by the device's clock; ISO text. */
  at: string;
}

/** What the API refused. */
interface ApiFailure extends Error {
  status: number;
  code: string;
}

const JSON_TIMEOUT_MS = 20_000;
/** A bank or a picture takes its time. */
const LONG_TIMEOUT_MS = 60_000;

/**
 * Asks the API for a change, by the session's cookie; what is small is sent to its end though the page is left.
 * @throws where no answer came
 */
export async function sendToApi(request: ApiRequest): Promise<ApiAnswer> {
  const isUpload = request.body instanceof FormData;
  const response = await send(request, {
    keepalive: !isUpload,
    timeoutMs: isUpload ? LONG_TIMEOUT_MS : JSON_TIMEOUT_MS,
  });
  const answer = await readJson(response);
  const isObject = typeof answer === "object" && answer !== null;
  return { status: response.status, body: isObject ? { ...answer } : {}, at: new Date().toISOString() };
}

/**
 * The same for a step of a dialog, which needs its answer: `path` is below /api. Without a session the person signs in and
 * comes back. @throws ApiFailure
 */
export async function callApi(path: string, body: object = {}): Promise<unknown> {
  const request: ApiRequest = { method: "POST", path: `/api${path}`, idempotencyKey: crypto.randomUUID(), body };
  const response = await send(request, { keepalive: false, timeoutMs: LONG_TIMEOUT_MS });
  const answer = await readJson(response);
  if (response.ok) return answer;
  if (response.status === 401 && path !== signInPath) await signInAgain();
  throw failure(response.status, path, answer);
}

/** Signs in from a dialog, with the session's cookies. @throws ApiFailure */
export async function signIn(email: string, password: string): Promise<void> {
  await callApi(signInPath, { email, password });
}

const signInPath = "/auth/login";

type SendOptions = { keepalive: boolean; timeoutMs: number };

function send(request: ApiRequest, { keepalive, timeoutMs }: SendOptions): Promise<Response> {
  const { method, path, idempotencyKey, body } = request;
  const isUpload = body instanceof FormData;
  const headers = new Headers({ "Idempotency-Key": idempotencyKey, Accept: "application/json" });
  if (body && !isUpload) headers.set("Content-Type", "application/json");
  return fetch(path, {
    method,
    headers,
    credentials: "same-origin",
    body: isUpload ? body : body && JSON.stringify(body),
    keepalive,
    signal: AbortSignal.timeout(timeoutMs),
  });
}

/** Null for whatever is no JSON. */
async function readJson(response: Response): Promise<unknown> {
  return response.json().catch(() => null);
}

/** The cookies of an ended session go, and the page is left for the sign-in. */
async function signInAgain(): Promise<void> {
  await fetch("/api/auth/sign-out", { method: "POST", credentials: "same-origin" }).catch(() => undefined);
  const { pathname, search } = window.location;
  window.location.assign(paths.login({ from: pathname + search }));
}

function failure(status: number, path: string, answer: unknown): ApiFailure {
  const said = new Map(typeof answer === "object" && answer !== null ? Object.entries(answer) : []);
  const [message, code] = [said.get("message"), said.get("code")];
  return Object.assign(new Error(typeof message === "string" ? message : fallback(status, path)), {
    status,
    code: typeof code === "string" ? code : "internal",
  });
}

function fallback(status: number, path: string): string {
  if (status >= 500) return path.startsWith("/auth/") ? authServerErrorText : serverErrorText;
  return path === signInPath ? "Login failed" : `The request was refused (${status}).`;
}
