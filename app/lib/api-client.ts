import { authServerErrorText, serverErrorText } from "~/domain/shared/errors";
import { paths } from "~/paths";
import { keepsAnswers } from "./shared-answers";
import { browserStorage, emailName, forget, type TokenStorage, tokenName } from "./stored-token";

/** What the API refused, or why it could not be reached. */
export interface ApiFailure extends Error {
  status: number;
  code: string;
  fields: Record<string, string[]>;
  /** The server is in trouble; nothing the person typed is wrong. */
  serverError: boolean;
}

type Query = Record<string, string | number | boolean | null | undefined>;
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The parts of the browser that the client stands on; a test brings its own. */
export interface Surroundings {
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  storage: TokenStorage;
  now: () => number;
  newKey: () => string;
  /** Called once the person is signed out. */
  signedOut: () => void;
}

/** Equal GETs within this time share one request. */
const shareMilliseconds = 5000;

const withoutToken = new Set(
  ["login", "signup", "activate", "request-reset", "reset", "validate-invitation", "accept-invitation", "callback"].map(
    (name) => `/auth/${name}`,
  ),
);

/**
 * The API as the browser calls it, paths below /api: `call("GET", "/customers", { search: "ada" })`. `input` is the query of
 * GET and DELETE and the JSON body of the others. Attaches the bearer token, shares equal GETs for 5 seconds until
 * something is written, and retries once with a fresh token after a 401. @throws ApiFailure
 */
export function createApiClient(around: Surroundings) {
  const shared = new Map<string, { at: number; answer: Promise<unknown> }>();
  let refreshing: Promise<boolean> | null = null;
  let asked = false;

  async function call(method: Method, path: string, input: object = {}): Promise<unknown> {
    if (method !== "GET") {
      shared.clear();
      return send(method, path, input).finally(() => shared.clear());
    }
    const url = urlOf(method, path, input);
    const known = shared.get(url);
    if (known && around.now() - known.at < shareMilliseconds) return known.answer;
    const answer = send(method, path, input);
    shared.set(url, { at: around.now(), answer });
    answer.catch(() => shared.get(url)?.answer === answer && shared.delete(url));
    return answer;
  }

  async function send(method: Method, path: string, input: object): Promise<unknown> {
    // One key for both tries, so that the second has no second effect.
    const key = method === "POST" ? around.newKey() : null;
    await fetchToken(path);
    const first = await request(method, path, input, key);
    if (first.status !== 401 || withoutToken.has(path)) return read(first, path);
    if (path !== "/auth/refresh" && around.storage.read(tokenName) && (await refresh())) {
      return read(await request(method, path, input, key), path);
    }
    await signOut();
    return read(first, path);
  }

  function request(method: Method, path: string, input: object, key: string | null): Promise<Response> {
    const token = withoutToken.has(path) ? null : around.storage.read(tokenName);
    const body = method === "GET" || method === "DELETE" ? undefined : JSON.stringify(input);
    return around.fetch(urlOf(method, path, input), {
      method,
      credentials: "same-origin",
      headers: {
        accept: "application/json",
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(key ? { "idempotency-key": key } : {}),
      },
      body,
    });
  }

  /** Who signed in on a page has the cookies but no token yet: asked for once, before the first call that needs it. */
  async function fetchToken(path: string): Promise<void> {
    if (asked || withoutToken.has(path) || around.storage.read(tokenName)) return;
    asked = true;
    await refresh();
  }

  /** One refresh for however many calls wait for it. */
  function refresh(): Promise<boolean> {
    refreshing ??= renew().finally(() => {
      refreshing = null;
    });
    return refreshing;
  }

  async function renew(): Promise<boolean> {
    const answer = await around.fetch("/api/auth/refresh", { method: "POST", credentials: "same-origin" });
    const token = answer.ok ? accessTokenOf(await answer.json()) : null;
    if (token) around.storage.keep(tokenName, token);
    return token !== null;
  }

  async function login(email: string, password: string): Promise<void> {
    const token = accessTokenOf(await call("POST", "/auth/login", { email, password }));
    if (token) around.storage.keep(tokenName, token);
    around.storage.keep(emailName, email);
  }

  /** Takes token and email away here, the cookies through the server. */
  async function signOut(): Promise<void> {
    forget(around.storage);
    shared.clear();
    await around.fetch("/api/auth/sign-out", { method: "POST", credentials: "same-origin" }).catch(() => undefined);
    around.signedOut();
  }

  /** What GETs shared is out of date: somebody else wrote. */
  function forgetShared(): void {
    shared.clear();
  }

  return { call, login, signOut, refresh, forgetShared };
}

async function read(response: Response, path: string): Promise<unknown> {
  const text = await response.text();
  const body: unknown = text && response.headers.get("content-type")?.includes("json") ? JSON.parse(text) : null;
  if (response.ok) return body;
  throw failure(response.status, path, typeof body === "object" && body !== null ? body : {});
}

function failure(
  status: number,
  path: string,
  body: { message?: unknown; code?: unknown; fields?: unknown },
): ApiFailure {
  const message = typeof body.message === "string" ? body.message : fallback(status, path);
  return Object.assign(new Error(message), {
    status,
    code: typeof body.code === "string" ? body.code : "internal",
    fields: isFields(body.fields) ? body.fields : {},
    serverError: status >= 500,
  });
}

function fallback(status: number, path: string): string {
  const auth = path.startsWith("/auth/");
  if (status >= 500) return auth ? authServerErrorText : serverErrorText;
  return path === "/auth/login" ? "Login failed" : `The request was refused (${status}).`;
}

function isFields(fields: unknown): fields is Record<string, string[]> {
  return typeof fields === "object" && fields !== null && Object.values(fields).every(Array.isArray);
}

function accessTokenOf(body: unknown): string | null {
  const found = typeof body === "object" && body !== null && "access_token" in body ? body.access_token : null;
  return typeof found === "string" ? found : null;
}

function urlOf(method: Method, path: string, input: object): string {
  if (method !== "GET" && method !== "DELETE") return `/api${path}`;
  const search = new URLSearchParams();
  const query: Query = { ...input };
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== "") search.set(name, String(value));
  }
  return search.size > 0 ? `/api${path}?${search}` : `/api${path}`;
}

/** The browser's own client. */
export const api = createApiClient({
  fetch: (url, init) => fetch(url, init),
  storage: browserStorage,
  now: () => Date.now(),
  newKey: () => crypto.randomUUID(),
  signedOut: () => {
    const { pathname, search } = window.location;
    window.location.assign(paths.login({ from: pathname + search }));
  },
});
keepsAnswers(api.forgetShared);
