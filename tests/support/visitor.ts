import { localRequest } from "../../scripts/local-request.mjs";
import { apiDocument, contractBreach, findOperation } from "./api-contract";

export interface Answer<T = unknown> {
  status: number;
  headers: Headers;
  text: string;
  /** The body as JSON; undefined for anything else. */
  json: T;
  location: string | null;
}

interface Options {
  headers?: Record<string, string>;
  body?: unknown;
}

const decoder = new TextDecoder();

/** A body as a browser sends it: text, forms and bytes unchanged, anything else as JSON. */
async function bytesOf(body: unknown): Promise<{ bytes: Uint8Array; type: string } | undefined> {
  if (body === undefined) return undefined;
  if (body instanceof Uint8Array) return { bytes: body, type: "application/octet-stream" };
  const raw = typeof body === "string" || body instanceof URLSearchParams || body instanceof FormData;
  if (!raw) return { bytes: Buffer.from(JSON.stringify(body)), type: "application/json" };
  const written = new Response(body);
  return { bytes: Buffer.from(await written.arrayBuffer()), type: written.headers.get("content-type") ?? "" };
}

function lowerCased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

/** A browser or API client: stores cookies and sends them like our own pages. */
export class Visitor {
  readonly cookies = new Map<string, string>();

  constructor(
    readonly base: URL,
    readonly userId = "",
    /** The IP address it comes from; the Worker's own machine by default. */
    readonly address?: string,
  ) {}

  get<T = never>(path: string, options: Options = {}): Promise<Answer<T>> {
    return this.send<T>("GET", path, options);
  }

  post<T = never>(path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer<T>> {
    return this.send<T>("POST", path, { body: body ?? {}, headers });
  }

  patch<T = never>(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer<T>> {
    return this.send<T>("PATCH", path, { body, headers });
  }

  put<T = never>(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Answer<T>> {
    return this.send<T>("PUT", path, { body, headers });
  }

  delete<T = never>(path: string, headers: Record<string, string> = {}): Promise<Answer<T>> {
    return this.send<T>("DELETE", path, { headers });
  }

  /** Submits a page's form, as without JavaScript. */
  submit(
    path: string,
    fields: Record<string, string | string[]>,
    headers: Record<string, string> = {},
  ): Promise<Answer<never>> {
    const form = new URLSearchParams();
    for (const [name, value] of Object.entries(fields)) {
      for (const each of Array.isArray(value) ? value : [value]) form.append(name, each);
    }
    return this.send<never>("POST", path, { body: form, headers });
  }

  async send<T>(method: string, path: string, { headers = {}, body }: Options): Promise<Answer<T>> {
    const sent = await bytesOf(body);
    const response = await localRequest(new URL(path, this.base), {
      method,
      headers: {
        accept: "*/*",
        origin: this.base.origin,
        ...(this.cookies.size > 0 ? { cookie: [...this.cookies].map(([k, v]) => `${k}=${v}`).join("; ") } : {}),
        ...(sent && { "content-type": sent.type }),
        ...(this.address !== undefined && { "cf-connecting-ip": this.address }),
        ...lowerCased(headers),
      },
      body: sent?.bytes,
    });
    for (const line of response.headers.getSetCookie()) this.keep(line);
    const text = decoder.decode(response.body);
    const isJson = /[/+]json\s*(;|$)/.test(response.headers.get("content-type") ?? "");
    const answer: Answer<T> = {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson ? JSON.parse(text) : undefined,
      location: response.headers.get("location"),
    };
    await this.compare(method, path, answer);
    return answer;
  }

  /** Checks every API response in tests against the document. */
  private async compare(method: string, path: string, answer: Answer): Promise<void> {
    const { pathname } = new URL(path, this.base);
    if (!pathname.startsWith("/api/") || pathname === "/api/openapi.json") return;
    const document = await apiDocument(this.base);
    const operation = findOperation(document, method, pathname);
    const breach = operation && contractBreach(document, operation, answer);
    if (breach) throw new Error(`The answer is not as documented: ${breach}`);
  }

  private keep(line: string): void {
    const [pair = "", ...attributes] = line.split("; ");
    const at = pair.indexOf("=");
    const name = pair.slice(0, at);
    if (attributes.includes("Max-Age=0")) this.cookies.delete(name);
    else this.cookies.set(name, pair.slice(at + 1));
  }
}

interface Costs {
  calls: number;
  /** Sequential round trips. */
  rounds: number;
  statements: number;
  ms: number;
  read: number;
  written: number;
}

/** Database usage reported by the local Worker in Server-Timing. */
export function databaseCosts(answer: Answer): Costs {
  const header = answer.headers.get("server-timing") ?? "";
  const figure = (name: string) => Number(new RegExp(`\\b${name}=(\\d+)`).exec(header)?.[1] ?? Number.NaN);
  return {
    calls: figure("calls"),
    rounds: figure("rounds"),
    statements: figure("statements"),
    ms: figure("ms"),
    read: figure("read"),
    written: figure("written"),
  };
}
