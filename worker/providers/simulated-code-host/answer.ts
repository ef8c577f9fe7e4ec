import type { Caller } from "./accounts";
import type { SimulatedFault } from "./state";

/** A request to one of the simulated hosts' APIs. */
export interface HostRequest {
  method: string;
  /** Relative to the API's URL, decoded. */
  path: string;
  query: URLSearchParams;
  body: Record<string, unknown>;
  caller: Caller;
  /** URL of the host's pages. */
  baseUrl: string;
  /** URL of its API. */
  apiUrl: string;
}

export interface HostAnswer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

export const ok = (body: unknown, headers?: Record<string, string>): HostAnswer => ({ status: 200, body, headers });
export const made = (body: unknown): HostAnswer => ({ status: 201, body });
export const nothing = (): HostAnswer => ({ status: 204 });

export const textOf = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);
export const textsOf = (value: unknown): string[] | undefined =>
  Array.isArray(value) ? value.filter((one) => typeof one === "string") : undefined;

/** The requested page of a list. */
export function pageOf(query: URLSearchParams): { page: number; limit: number; offset: number } {
  const limit = Math.min(100, Math.max(1, Number(query.get("per_page") ?? 30)));
  const page = Math.max(1, Number(query.get("page") ?? 1));
  return { page, limit, offset: (page - 1) * limit };
}

/** The header linking to the next page, if this one is full. */
export function linkHeader(url: string, query: URLSearchParams, isFull: boolean): Record<string, string> {
  if (!isFull) return {};
  const next = new URLSearchParams(query);
  next.set("page", String(pageOf(query).page + 1));
  return { link: `<${url}?${next}>; rel="next"` };
}

/** The response of a fault in place of the host's. */
export function faultAnswer({ fault, seconds = 60 }: SimulatedFault, now: Date): HostAnswer | null {
  const headers = { "retry-after": String(seconds) };
  switch (fault) {
    case "rate_limit": {
      const reset = String(Math.floor(now.getTime() / 1000) + seconds);
      const limits = { "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset };
      return { status: 403, body: { message: "API rate limit exceeded" }, headers: limits };
    }
    case "secondary_limit":
      return { status: 429, body: { message: "You have exceeded a secondary rate limit." }, headers };
    case "server_error":
      return { status: 502, body: { message: "Server Error" } };
    case "garbage":
      return { status: 200, body: "<html>We are having a problem</html>" };
    case "forbidden":
      return { status: 403, body: { message: "Resource not accessible by personal access token" } };
    case "slow":
      return null;
  }
}
