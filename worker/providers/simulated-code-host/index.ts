import type { HttpClientOptions } from "#worker/providers/http-client";
import type { HostKind } from "~/domain/code-hosts/host";
import { SIMULATED_PATH } from "~/domain/code-hosts/simulated";
import { callerOf, isHost } from "./accounts";
import { faultAnswer, type HostAnswer, type HostRequest } from "./answer";
import { githubAnswer } from "./github";
import { gitlabAnswer } from "./gitlab";
import { tokenAnswer } from "./oauth";
import type { HostWorld } from "./repository";
import type { SimulatedFault } from "./state";

/** Paths of the two APIs, relative to a host's URL. */
export const API_PATHS: Record<HostKind, string> = { github: "/api", gitlab: "/api/v4" };

const place = new RegExp(`^(.*${SIMULATED_PATH}/(\\w+))(/api(?:/v4)?)(/.*)$`);

const tokenPlace = new RegExp(`${SIMULATED_PATH}/(\\w+)/(?:login/oauth/access_token|oauth/token)$`);

/** Both hosts behind one `fetch`: GitHub's and GitLab's REST APIs over what is in the store. */
function simulatedFetch(world: HostWorld) {
  return async function fetchFrom(url: URL, init: RequestInit): Promise<Response> {
    const [, oauthHost = ""] = tokenPlace.exec(url.pathname) ?? [];
    if (isHost(oauthHost) && init.body instanceof URLSearchParams)
      return respond(await tokenAnswer(world, oauthHost, init.body));
    const [, basePath = "", host = "", apiPath = "", path = ""] = place.exec(url.pathname) ?? [];
    if (!isHost(host) || apiPath !== API_PATHS[host]) return respond({ status: 404, body: { message: "Not Found" } });
    const headers = new Headers(init.headers);
    const token = headers.get("private-token") ?? headers.get("authorization")?.replace(/^Bearer /, "") ?? "";
    const caller = await callerOf(world, host, token);
    if (!caller)
      return respond({ status: 401, body: { message: host === "github" ? "Bad credentials" : "401 Unauthorized" } });
    const request: HostRequest = {
      ...{ method: init.method ?? "GET", path: decodeURIComponent(path), query: url.searchParams, caller },
      body: typeof init.body === "string" ? JSON.parse(init.body) : {},
      ...{ baseUrl: `${url.origin}${basePath}`, apiUrl: `${url.origin}${basePath}${apiPath}` },
    };
    const fault = await takeFault(world, request);
    if (fault && !fault.after) {
      if (fault.fault === "slow") await wait(fault.seconds ?? 1, init.signal);
      const instead = faultAnswer(fault, world.clock());
      if (instead) return respond(instead);
    }
    const answer = await (host === "github" ? githubAnswer : gitlabAnswer)(world, request);
    if (fault?.after) throw new TypeError("the connection was lost");
    return respond(answer);
  };
}

async function takeFault({ store }: HostWorld, { caller, method, path }: HostRequest): Promise<SimulatedFault | null> {
  const fits = ({ on, times }: SimulatedFault) => times > 0 && (on === undefined || `${method} ${path}`.includes(on));
  if (!caller.faults.some(fits)) return null;
  return store.change("account", caller.host, caller.login, (account) => {
    const fault = account.faults.find(fits) ?? null;
    const isSkipped = fault !== null && (fault.skip ?? 0) > 0;
    if (fault && isSkipped) fault.skip = (fault.skip ?? 0) - 1;
    else if (fault) fault.times -= 1;
    account.faults = account.faults.filter(({ times }) => times > 0);
    return { at: account.login, result: isSkipped ? null : fault };
  });
}

function wait(seconds: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(new TypeError("aborted"));
    });
  });
}

function respond({ status, body, headers = {} }: HostAnswer): Response {
  if (body === undefined) return new Response(null, { status, headers });
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return new Response(text, { status, headers: { "content-type": "application/json", ...headers } });
}

/** Lets the adapters call the simulated hosts as if over the network. */
export function simulatedHostClient(world: HostWorld): Pick<HttpClientOptions, "deps"> {
  return { deps: { fetch: simulatedFetch(world) } };
}
