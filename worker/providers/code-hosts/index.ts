import type { Env, Settings } from "#worker/env";
import type { HttpClientOptions } from "#worker/providers/http-client";
import { API_PATHS, simulatedHostClient } from "#worker/providers/simulated-code-host/index";
import { d1HostStore } from "#worker/providers/simulated-code-host/store";
import { HOST_NAMES, type HostKind } from "~/domain/code-hosts/host";
import type { CodeHost, CodeHosts, HostAccess } from "~/domain/code-hosts/provider";
import { SIMULATED_PATH } from "~/domain/code-hosts/simulated";
import { githubOver } from "./github";
import { gitlabOver } from "./gitlab";
import { oauthOver } from "./oauth";

const PUBLIC_ADDRESSES: Record<HostKind, string> = { github: "https://github.com", gitlab: "https://gitlab.com" };
const TIMEOUT_MS = 15_000;
const SIMULATED_APP = { clientId: "plenum-simulated", clientSecret: "simulated-secret" };

/**
 * GitHub and GitLab over the network; in local mode simulated hosts, unless GITHUB_API_URL is set. A self-hosted GitLab is always
 * called over the network.
 */
export function codeHosts(env: Env, settings: Settings): CodeHosts {
  const { ENVIRONMENT, GITHUB_API_URL } = settings;
  const isSimulated = ENVIRONMENT !== "production" && GITHUB_API_URL === undefined;
  return {
    kind: isSimulated ? "simulated" : "real",
    address: (host, origin) => (isSimulated ? `${origin}${SIMULATED_PATH}/${host}` : PUBLIC_ADDRESSES[host]),
    open: (access) => {
      const isOurs = isSimulated && new URL(access.baseUrl).pathname === `${SIMULATED_PATH}/${access.host}`;
      if (!isOurs) return openAt(access, { baseUrl: realApi(access, GITHUB_API_URL), timeoutMs: TIMEOUT_MS });
      const world = { store: d1HostStore(env.DIRECTORY), clock: () => new Date() };
      return openAt(access, { ...simulatedHostClient(world), ...simulatedApi(access) });
    },
    oauth: (host, origin) => {
      const service = HOST_NAMES[host];
      if (isSimulated) {
        const world = { store: d1HostStore(env.DIRECTORY), clock: () => new Date() };
        const baseUrl = `${origin}${SIMULATED_PATH}/${host}`;
        return oauthOver(host, { service, baseUrl, ...simulatedHostClient(world) }, { ...SIMULATED_APP, baseUrl });
      }
      const app = oauthApp(host, settings);
      return app && oauthOver(host, { service, baseUrl: app.pages, timeoutMs: TIMEOUT_MS }, app);
    },
  };
}

function oauthApp(host: HostKind, settings: Settings) {
  const isGithub = host === "github";
  const clientId = isGithub ? settings.GITHUB_OAUTH_CLIENT_ID : settings.GITLAB_OAUTH_CLIENT_ID;
  const clientSecret = isGithub ? settings.GITHUB_OAUTH_CLIENT_SECRET : settings.GITLAB_OAUTH_CLIENT_SECRET;
  if (!clientId || !clientSecret) return null;
  if (!isGithub)
    return { clientId, clientSecret, baseUrl: settings.GITLAB_OAUTH_URL, pages: settings.GITLAB_OAUTH_URL };
  // GitHub Enterprise Server has its pages on the same host as its API.
  const { GITHUB_API_URL } = settings;
  const isPublic = GITHUB_API_URL === undefined || new URL(GITHUB_API_URL).hostname === "api.github.com";
  const pages = isPublic ? PUBLIC_ADDRESSES.github : new URL(GITHUB_API_URL).origin;
  return { clientId, clientSecret, baseUrl: PUBLIC_ADDRESSES.github, pages };
}

const realApi = ({ host, baseUrl }: HostAccess, githubApi = "https://api.github.com") =>
  host === "github" ? githubApi : `${baseUrl}${API_PATHS.gitlab}`;

export const simulatedApi = ({ host, baseUrl }: Pick<HostAccess, "host" | "baseUrl">) => ({
  baseUrl: `${baseUrl}${API_PATHS[host]}`,
  timeoutMs: 2000,
});

/** An adapter over any HTTP client, so that tests and benchmarks supply their own. */
export function openAt(
  { host, token }: Pick<HostAccess, "host" | "token">,
  client: Omit<HttpClientOptions, "service" | "headers">,
): CodeHost {
  const named = { service: HOST_NAMES[host], ...client };
  return host === "github" ? githubOver(named, token) : gitlabOver(named, token);
}
