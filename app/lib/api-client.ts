import { serverErrorText } from "~/domain/shared/errors";
import { paths } from "~/paths";
import { keepsAnswers } from "./shared-answers";
import { isSigningOut } from "./signing-out";
import { browserStorage, forget, type TokenStorage, tokenName } from "./stored-token";

/** An error response from the API, or the reason it could not be reached. */
interface ApiFailure extends Error {
  status: number;
  code: string;
  fields: Record<string, string[]>;
  /** The server failed; the input is not at fault. */
  serverError: boolean;
}

type Query = Record<string, string | number | boolean | null | undefined>;
type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Browser features the client depends on; tests pass their own. */
interface ApiClientDeps {
  fetch: (url: string, init: RequestInit) => Promise<Response>;
  storage: TokenStorage;
  now: () => number;
  newKey: () => string;
  /** Called after the user is signed out. */
  signedOut: () => void;
}

/** Equal GETs within this time share one request. */
const SHARE_MS = 5000;

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
export function createApiClient(deps: ApiClientDeps) {
  const shared = new Map<string, { at: number; answer: Promise<unknown> }>();
  let refreshing: Promise<boolean> | null = null;
  let hasRefreshed = false;

  async function call(method: Method, path: string, input: object = {}): Promise<unknown> {
    if (method !== "GET") {
      shared.clear();
      return send(method, path, input).finally(() => shared.clear());
    }
    const url = urlOf(method, path, input);
    const known = shared.get(url);
    if (known && deps.now() - known.at < SHARE_MS) return known.answer;
    const answer = send(method, path, input);
    shared.set(url, { at: deps.now(), answer });
    answer.catch(() => shared.get(url)?.answer === answer && shared.delete(url));
    return answer;
  }

  async function send(method: Method, path: string, input: object): Promise<unknown> {
    // Both attempts share one key, so that the retry has no second effect.
    const key = method === "POST" ? deps.newKey() : null;
    await fetchToken(path);
    const first = await request(method, path, input, key);
    if (first.status !== 401 || withoutToken.has(path)) return read(first);
    if (path !== "/auth/refresh" && deps.storage.read(tokenName) && (await refresh())) {
      return read(await request(method, path, input, key));
    }
    await signOut();
    return read(first);
  }

  function request(method: Method, path: string, input: object, key: string | null): Promise<Response> {
    const token = withoutToken.has(path) ? null : deps.storage.read(tokenName);
    const body = method === "GET" || method === "DELETE" ? undefined : JSON.stringify(input);
    return deps.fetch(urlOf(method, path, input), {
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

  /** After signing in on a page there are cookies but no token yet; it is fetched once, before the first call that needs it. */
  async function fetchToken(path: string): Promise<void> {
    if (hasRefreshed || withoutToken.has(path) || deps.storage.read(tokenName)) return;
    hasRefreshed = true;
    await refresh();
  }

  /** Concurrent calls share one refresh. */
  function refresh(): Promise<boolean> {
    refreshing ??= renew().finally(() => {
      refreshing = null;
    });
    return refreshing;
  }

  async function renew(): Promise<boolean> {
    const answer = await deps.fetch("/api/auth/refresh", { method: "POST", credentials: "same-origin" });
    const token = answer.ok ? accessTokenOf(await answer.json()) : null;
    if (token) deps.storage.write(tokenName, token);
    return token !== null;
  }

  /** Removes the token and email here, and the cookies through the server. */
  async function signOut(): Promise<void> {
    forget(deps.storage);
    shared.clear();
    await deps.fetch("/api/auth/sign-out", { method: "POST", credentials: "same-origin" }).catch(() => undefined);
    deps.signedOut();
  }

  /** Drops shared GET responses, which are out of date after someone else's change. */
  function forgetShared(): void {
    shared.clear();
  }

  return { call, signOut, refresh, forgetShared };
}

async function read(response: Response): Promise<unknown> {
  const text = await response.text();
  const body: unknown = text && response.headers.get("content-type")?.includes("json") ? JSON.parse(text) : null;
  if (response.ok) return body;
  throw failure(response.status, typeof body === "object" && body !== null ? body : {});
}

function failure(status: number, body: { message?: unknown; code?: unknown; fields?: unknown }): ApiFailure {
  const message = typeof body.message === "string" ? body.message : fallback(status);
  return Object.assign(new Error(message), {
    status,
    code: typeof body.code === "string" ? body.code : "internal",
    fields: isFields(body.fields) ? body.fields : {},
    serverError: status >= 500,
  });
}

function fallback(status: number): string {
  return status >= 500 ? serverErrorText : `The request was refused (${status}).`;
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
    if (isSigningOut()) return;
    const { pathname, search } = window.location;
    window.location.assign(paths.login({ from: pathname + search }));
  },
});
keepsAnswers(api.forgetShared);
