import type { z } from "zod";

/**
 * Why a call returned no usable response. `reconnect`: the credentials are no longer accepted (401). `rate_limited`: wait for
 * `retryAfterMs`. `refused`: any other 4xx. `unreadable`: not JSON, such as a failing proxy's error page. `unexpected`: JSON of
 * the wrong shape. `too_large`: over MAX_BYTES.
 */
const HTTP_FAILURES = [
  "unreachable",
  "timeout",
  "redirect",
  "reconnect",
  "rate_limited",
  "refused",
  "server_error",
  "unreadable",
  "unexpected",
  "too_large",
] as const;
type HttpFailure = (typeof HTTP_FAILURES)[number];

/**
 * Thrown by every failing call. Its message contains the service and the status, but no URL, header or body, which may hold
 * secrets.
 */
export class HttpError extends Error {
  readonly kind: HttpFailure;
  readonly status: number | null;
  /** How long the service asks clients to wait; null if it does not specify. */
  readonly retryAfterMs: number | null;
  /** The response's JSON, for the adapter that knows its shape. Kept out of logs. */
  readonly payload!: unknown;

  constructor(
    service: string,
    kind: HttpFailure,
    facts: { status?: number; retryAfterMs?: number | null; payload?: unknown } = {},
  ) {
    super(`${service}: ${kind}${facts.status === undefined ? "" : ` (${facts.status})`}`);
    this.name = "HttpError";
    this.kind = kind;
    this.status = facts.status ?? null;
    this.retryAfterMs = facts.retryAfterMs ?? null;
    Object.defineProperty(this, "payload", { value: facts.payload ?? null, enumerable: false });
  }
}

/** External dependencies of the client, all replaceable in tests. */
interface HttpDeps {
  fetch: (url: URL, init: RequestInit) => Promise<Response>;
  /** Milliseconds since 1970. */
  now: () => number;
  pause: (milliseconds: number) => Promise<void>;
  /** Between 0 and 1: jitter for the retries of many callers. */
  random: () => number;
}

const platformDeps: HttpDeps = {
  fetch: (url, init) => fetch(url, init),
  now: () => Date.now(),
  pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  random: () => Math.random(),
};

export interface HttpClientOptions {
  /** Shown in errors and in the user agent. */
  service: string;
  /** May include a path, to which each request's path is appended. */
  baseUrl: string;
  headers?: Record<string, string>;
  /** Per attempt, until the last byte. */
  timeoutMs?: number;
  maxAttempts?: number;
  /** If the service asks for a longer pause, the call fails instead of waiting. */
  maxPauseMs?: number;
  /** The first pause; each further one is twice as long. */
  backoffMs?: number;
  /** Whether to retry a failure whose kind alone does not tell. */
  isTransient?: (error: HttpError) => boolean;
  deps?: Partial<HttpDeps>;
}

export interface HttpRequest {
  method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent form-encoded. */
  form?: Record<string, string>;
  /** A POST or PATCH that may be retried: it carries an idempotency key, or only reads. */
  idempotent?: boolean;
  /** Follows redirects of a GET within the service's own origin. */
  followRedirects?: boolean;
  timeoutMs?: number;
  maxAttempts?: number;
}

interface FileRequest {
  path: string;
  /** A longer file is not read to its end. */
  maxBytes: number;
  /** Another host to which the service may redirect; it gets none of the client's headers. */
  mayRedirectTo: (url: URL) => boolean;
  timeoutMs?: number;
}

export interface HttpClient {
  /** The response's JSON, parsed with `schema`; an empty response is parsed as null. @throws HttpError */
  request: <S extends z.ZodType>(schema: S, request: HttpRequest) => Promise<z.output<S>>;
  /**
   * Like `request`, with data of the headers. `at`: a page that an earlier response named as `next`, instead of path and query.
   * @throws HttpError
   */
  answer: <S extends z.ZodType>(schema: S, request: HttpRequest, at?: string) => Promise<HttpAnswer<z.output<S>>>;
  /** Each page of a list, following the `Link` header's rel="next" within the service's own origin. @throws HttpError */
  pages: <S extends z.ZodType>(schema: S, request: HttpRequest, maxPages?: number) => AsyncGenerator<z.output<S>>;
  /** A file's bytes, without retries. @throws HttpError `redirect` if it is on a host that may not be called; `too_large` */
  file: (request: FileRequest) => Promise<Uint8Array<ArrayBuffer>>;
  /** The response's text as it arrives, without retries; ends early when `signal` aborts. @throws HttpError */
  stream: (request: HttpRequest, signal: AbortSignal) => AsyncGenerator<string>;
}

export interface HttpAnswer<T> {
  data: T;
  headers: Headers;
  /** The next page by the `Link` header's rel="next", within the service's own origin. */
  next: URL | null;
}

const USER_AGENT = "Plenum/0.1 (field service)";
const TIMEOUT_MS = 10_000;
const MAX_ATTEMPTS = 3;
const MAX_PAUSE_MS = 10_000;
const BACKOFF_MS = 400;
const MAX_BYTES = 10_000_000;
const MAX_REDIRECTS = 3;
const MAX_PAGES = 100;

/**
 * The way to call an outside system over HTTP; `rawRequest` is for addresses that no adapter of ours knows. A client respects its
 * service's Retry-After and rate limits.
 */
export function httpClient(options: HttpClientOptions): HttpClient {
  const { service, maxPauseMs = MAX_PAUSE_MS, backoffMs = BACKOFF_MS } = options;
  const deps = { ...platformDeps, ...options.deps };
  const isTransient = options.isTransient ?? isTransientByKind;
  let limitedUntil = 0;

  async function waitForLimit(): Promise<void> {
    const limitedMs = limitedUntil - deps.now();
    if (limitedMs > maxPauseMs) throw new HttpError(service, "rate_limited", { retryAfterMs: limitedMs });
    if (limitedMs > 0) await deps.pause(limitedMs);
  }

  function noteLimit(answer: Answer): number | null {
    const pauseMs = requestedPauseMs(answer, deps.now());
    if (pauseMs !== null) limitedUntil = Math.max(limitedUntil, deps.now() + pauseMs);
    return pauseMs;
  }

  async function attempt(url: URL, request: HttpRequest): Promise<Answer> {
    await waitForLimit();
    const answer = await send(url, request);
    const pauseMs = noteLimit(answer);
    if (answer.status >= 200 && answer.status < 300) {
      if (answer.payload === undefined) throw new HttpError(service, "unreadable", { status: answer.status });
      return answer;
    }
    throw refusal(answer, pauseMs);
  }

  function refusal(answer: Answer, pauseMs: number | null): HttpError {
    const kind = failureOf(answer);
    const retryAfterMs = kind === "rate_limited" || kind === "server_error" ? pauseMs : null;
    return new HttpError(service, kind, { status: answer.status, retryAfterMs, payload: answer.payload });
  }

  async function send(url: URL, request: HttpRequest): Promise<Answer> {
    const signal = AbortSignal.timeout(request.timeoutMs ?? options.timeoutMs ?? TIMEOUT_MS);
    try {
      let target = url;
      for (let redirects = 0; ; redirects += 1) {
        const response = await deps.fetch(target, { ...initOf(request, options.headers), redirect: "manual", signal });
        const next = redirects < MAX_REDIRECTS ? redirectTarget(response, target, request) : null;
        if (!next) {
          const text = await readText(response);
          if (text === null) throw new HttpError(service, "too_large", { status: response.status });
          return { status: response.status, headers: response.headers, payload: jsonOf(text), url: target };
        }
        await response.body?.cancel();
        target = next;
      }
    } catch (error) {
      if (error instanceof HttpError) throw error;
      throw new HttpError(service, signal.aborted ? "timeout" : "unreachable");
    }
  }

  async function call<S extends z.ZodType>(schema: S, url: URL, request: HttpRequest) {
    const maxAttempts = mayRepeat(request) ? (request.maxAttempts ?? options.maxAttempts ?? MAX_ATTEMPTS) : 1;
    for (let attempts = 1; ; attempts += 1) {
      try {
        const { headers, payload, status, url: from } = await attempt(url, request);
        const parsed = schema.safeParse(payload);
        if (!parsed.success) throw new HttpError(service, "unexpected", { status });
        return { data: parsed.data, headers, next: nextLink(headers, from) };
      } catch (error) {
        if (!(error instanceof HttpError) || attempts >= maxAttempts || !isTransient(error)) throw error;
        // A stated pause of none, or one that is over by our clock, is no reason to hurry.
        const pauseMs = Math.max(error.retryAfterMs ?? 0, backoffMs * 2 ** (attempts - 1) * (0.5 + deps.random()));
        if (pauseMs > maxPauseMs) throw error;
        // Waits for a rate limit before the next attempt.
        if (limitedUntil <= deps.now()) await deps.pause(pauseMs);
      }
    }
  }

  async function file({ path, maxBytes, mayRedirectTo, timeoutMs }: FileRequest): Promise<Uint8Array<ArrayBuffer>> {
    await waitForLimit();
    const signal = AbortSignal.timeout(timeoutMs ?? options.timeoutMs ?? TIMEOUT_MS);
    const request = { path, headers: { accept: "*/*" } };
    const first = urlOf(options.baseUrl, request);
    let url = first;
    try {
      for (let redirects = 0; ; redirects += 1) {
        const own = url.origin === first.origin ? options.headers : {};
        const response = await deps.fetch(url, { ...initOf(request, own), redirect: "manual", signal });
        const { status, headers } = response;
        if (status >= 200 && status < 300) {
          const bytes = await readUpTo(response, maxBytes);
          if (bytes === null) throw new HttpError(service, "too_large", { status });
          return bytes;
        }
        await response.body?.cancel();
        const answer = { status, headers, payload: null, url };
        const next = redirects < MAX_REDIRECTS ? locationOf(response, url) : null;
        if (!next || (next.origin !== first.origin && !mayRedirectTo(next))) throw refusal(answer, noteLimit(answer));
        url = next;
      }
    } catch (error) {
      if (error instanceof HttpError) throw error;
      throw new HttpError(service, signal.aborted ? "timeout" : "unreachable");
    }
  }

  async function* stream(request: HttpRequest, given: AbortSignal): AsyncGenerator<string> {
    const timeout = AbortSignal.timeout(request.timeoutMs ?? options.timeoutMs ?? TIMEOUT_MS);
    const over = new AbortController();
    const signal = AbortSignal.any([timeout, given, over.signal]);
    const url = urlOf(options.baseUrl, request);
    try {
      const response = await deps.fetch(url, { ...initOf(request, options.headers), redirect: "manual", signal });
      if (response.status < 200 || response.status >= 300) {
        const payload = jsonOf((await readText(response)) ?? "");
        const answer = { status: response.status, headers: response.headers, payload, url };
        throw refusal(answer, requestedPauseMs(answer, deps.now()));
      }
      const reader = response.body?.getReader();
      const decoder = new TextDecoder();
      for (let bytes = 0; reader; ) {
        const { done, value } = await reader.read();
        if (done) return;
        bytes += value.length;
        if (bytes > MAX_BYTES) throw new HttpError(service, "too_large", { status: response.status });
        yield decoder.decode(value, { stream: true });
      }
    } catch (error) {
      if (error instanceof HttpError) throw error;
      throw new HttpError(service, timeout.aborted ? "timeout" : "unreachable");
    } finally {
      // Aborts the call when the consumer stops reading.
      over.abort();
    }
  }

  return {
    file,
    stream,
    request: async (schema, request) => (await call(schema, urlOf(options.baseUrl, request), request)).data,
    answer: async (schema, request, at) => {
      const url = at === undefined ? urlOf(options.baseUrl, request) : sameOrigin(at, new URL(options.baseUrl));
      if (!url) throw new HttpError(service, "redirect");
      return call(schema, url, request);
    },
    async *pages(schema, request, maxPages = MAX_PAGES) {
      let url: URL | null = urlOf(options.baseUrl, request);
      for (let page = 0; url && page < maxPages; page += 1) {
        const { data, next }: { data: z.output<typeof schema>; next: URL | null } = await call(schema, url, request);
        yield data;
        url = next;
      }
    },
  };
}

/** What an address answered; any status is an answer. */
interface RawAnswer {
  status: number;
  contentType: string;
  /** The beginning of the body, up to the requested number of bytes. */
  text: string;
  /** How long it asks to wait, by Retry-After; null if it does not specify. */
  retryAfterMs: number | null;
}

interface RawRequest extends Pick<RequestInit, "method" | "headers" | "body" | "redirect"> {
  timeoutMs?: number;
  maxBytes?: number;
  deps?: Partial<HttpDeps>;
}

/**
 * One request to an address that a business, a browser or an operator names, which speaks no JSON of ours: no retries, no memory of
 * limits, and no redirects unless asked. @throws HttpError unreachable or timeout
 */
export async function rawRequest(
  service: string,
  url: string,
  { timeoutMs = TIMEOUT_MS, maxBytes = 0, deps = {}, ...init }: RawRequest,
): Promise<RawAnswer> {
  const { fetch, now } = { ...platformDeps, ...deps };
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(new URL(url), { redirect: "manual", ...init, signal });
    const { status, headers } = response;
    const contentType = headers.get("content-type") ?? "";
    return {
      status,
      contentType,
      text: await beginningOf(response, maxBytes),
      retryAfterMs: retryAfterOf(headers, now()),
    };
  } catch {
    throw new HttpError(service, signal.aborted ? "timeout" : "unreachable");
  }
}

/** For a service the product can do without: null if it does not respond, refuses, or returns something unreadable. */
export async function nullOnFailure<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof HttpError) return null;
    throw error;
  }
}

const transientKinds: readonly HttpFailure[] = ["unreachable", "timeout", "rate_limited", "server_error", "unreadable"];

function isTransientByKind({ kind }: HttpError): boolean {
  return transientKinds.includes(kind);
}

interface Answer {
  status: number;
  headers: Headers;
  /** Undefined if the body is not JSON. */
  payload: unknown;
  url: URL;
}

function urlOf(baseUrl: string, { path, query = {} }: HttpRequest): URL {
  const url = new URL(`${baseUrl.replace(/\/$/, "")}${path}`);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url;
}

function initOf(
  { method = "GET", json, form, headers }: HttpRequest,
  common: Record<string, string> = {},
): RequestInit {
  const type: Record<string, string> = json === undefined ? {} : { "content-type": "application/json" };
  return {
    method,
    headers: { accept: "application/json", "user-agent": USER_AGENT, ...type, ...common, ...headers },
    body: json === undefined ? form && new URLSearchParams(form) : JSON.stringify(json),
  };
}

function mayRepeat({ method = "GET", idempotent }: HttpRequest): boolean {
  return idempotent ?? (method !== "POST" && method !== "PATCH");
}

function failureOf({ status, headers }: Answer): HttpFailure {
  if (status === 401) return "reconnect";
  if (status === 429 || (status === 403 && isLimited(headers))) return "rate_limited";
  if (status >= 500) return "server_error";
  return status >= 300 && status < 400 ? "redirect" : "refused";
}

function isLimited(headers: Headers): boolean {
  return headers.has("retry-after") || remaining(headers) === 0;
}

function remaining(headers: Headers): number | null {
  const value = headers.get("x-ratelimit-remaining") ?? headers.get("ratelimit-remaining");
  return value === null ? null : Number(value);
}

/**
 * Milliseconds until the service accepts another call, by Retry-After or an exhausted rate limit; null if it does not specify.
 */
function requestedPauseMs({ status, headers }: Answer, now: number): number | null {
  const retryAfterMs = status >= 300 ? retryAfterOf(headers, now) : null;
  if (retryAfterMs !== null) return retryAfterMs;
  if (remaining(headers) !== 0) return null;
  const reset = Number(headers.get("x-ratelimit-reset") ?? headers.get("ratelimit-reset") ?? Number.NaN);
  if (Number.isNaN(reset)) return null;
  // Seconds since 1970, or seconds from now: no limit lasts thirty years.
  return Math.max(reset > 1_000_000_000 ? reset * 1000 - now : reset * 1000, 0);
}

/** Seconds or a date, per RFC 9110; null if neither. */
function retryAfterOf(headers: Headers, now: number): number | null {
  const retryAfter = headers.get("retry-after");
  if (retryAfter === null) return null;
  const at = /^\d{1,9}$/.test(retryAfter.trim()) ? now + Number(retryAfter) * 1000 : Date.parse(retryAfter);
  return Number.isNaN(at) ? null : Math.max(at - now, 0);
}

function redirectTarget(response: Response, from: URL, { method = "GET", followRedirects }: HttpRequest): URL | null {
  const next = followRedirects && method === "GET" ? locationOf(response, from) : null;
  return next && sameOrigin(next.href, from);
}

/** Where a redirect leads; null for any other response. */
function locationOf({ status, headers }: Response, from: URL): URL | null {
  const location = status >= 300 && status < 400 ? headers.get("location") : null;
  return location !== null && URL.canParse(location, from.href) ? new URL(location, from) : null;
}

function nextLink(headers: Headers, from: URL): URL | null {
  for (const [, target = "", parameters = ""] of (headers.get("link") ?? "").matchAll(/<([^>]*)>([^,]*)/g)) {
    if (/;\s*rel\s*=\s*"?(?:[^";]*\s)?next(?:\s[^";]*)?"?(?:\s*;|\s*$)/i.test(parameters))
      return sameOrigin(target, from);
  }
  return null;
}

/** Credentials are sent to the service's own origin only. */
function sameOrigin(target: string, from: URL): URL | null {
  const url = URL.canParse(target, from) ? new URL(target, from) : null;
  return url?.origin === from.origin ? url : null;
}

/** Null if it is empty, undefined if it is not JSON. */
export function jsonOf(text: string): unknown {
  if (text === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function readText(response: Response): Promise<string | null> {
  const bytes = await readUpTo(response, MAX_BYTES);
  return bytes && new TextDecoder().decode(bytes);
}

/** Null if the body is longer; reading stops at the limit. */
async function readUpTo(response: Response, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | null> {
  const reader = response.body?.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = Number(response.headers.get("content-length") ?? 0) > maxBytes ? maxBytes + 1 : 0;
  while (reader && length <= maxBytes) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    parts.push(value);
    length += value.length;
  }
  await reader?.cancel();
  return reader ? null : new Uint8Array();
}

async function beginningOf(response: Response, maxBytes: number): Promise<string> {
  const reader = response.body?.getReader();
  if (!reader) return "";
  const bytes = new Uint8Array(maxBytes);
  let length = 0;
  while (length < maxBytes) {
    const { done, value } = await reader.read();
    if (done) break;
    const part = value.subarray(0, maxBytes - length);
    bytes.set(part, length);
    length += part.length;
  }
  await reader.cancel();
  return new TextDecoder().decode(bytes.subarray(0, length));
}
