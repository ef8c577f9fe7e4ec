import { paths } from "~/paths";
import type { HostKind } from "./host";

/** Path of the simulated hosts' pages. */
export const SIMULATED_PATH = paths.devCodeHost();

interface TokenKind {
  prefix: string;
  /** Null: the host does not report them, as for fine-grained tokens. */
  scopes: string[] | null;
  mayWrite: boolean;
  about: string;
}

const tokenKinds: Record<HostKind, readonly TokenKind[]> = {
  github: [
    { prefix: "ghp_sim_", scopes: ["repo", "read:org"], mayWrite: true, about: "Classic token with the repo scope" },
    { prefix: "github_pat_sim_", scopes: null, mayWrite: true, about: "Fine-grained token" },
    { prefix: "ghp_simread_", scopes: ["read:user"], mayWrite: false, about: "Token without the scope that is needed" },
  ],
  gitlab: [
    { prefix: "glpat-sim-", scopes: ["api"], mayWrite: true, about: "Token with the api scope" },
    { prefix: "glpat-simread-", scopes: ["read_api"], mayWrite: false, about: "Token that may only read" },
  ],
};

/** Returns tokens that the simulated host accepts for an account with this name. */
export function simulatedTokens(host: HostKind, login: string): { token: string; about: string }[] {
  return tokenKinds[host].map(({ prefix, about }) => ({ token: `${prefix}${login}`, about }));
}

/** Prefixes of OAuth tokens issued by the simulated hosts: GitLab's include an expiry. */
const oauthPrefixes: Record<HostKind, string> = { github: "gho_sim_", gitlab: "glo-sim-" };
const LOGIN = /^[a-z\d](?:[a-z\d-]{0,37}[a-z\d])?$/;

export const SIMULATED_TOKEN_SECONDS = 7200;

/** `endsAt`: seconds since 1970. */
export const simulatedOauthToken = (host: HostKind, login: string, endsAt: number) =>
  host === "github" ? `${oauthPrefixes.github}${login}` : `${oauthPrefixes.gitlab}${login}.${endsAt}`;

interface SimulatedToken {
  login: string;
  scopes: string[] | null;
  mayWrite: boolean;
  /** Seconds since 1970; null if it does not expire. */
  endsAt: number | null;
  isOauth: boolean;
}

/** Returns a token's account, encoded in the token itself; null if no simulated host issues such tokens. */
export function readSimulatedToken(host: HostKind, token: string): SimulatedToken | null {
  for (const { prefix, scopes, mayWrite } of tokenKinds[host]) {
    const login = token.startsWith(prefix) ? token.slice(prefix.length) : "";
    if (LOGIN.test(login)) return { login, scopes, mayWrite, endsAt: null, isOauth: false };
  }
  const given = token.startsWith(oauthPrefixes[host]) ? token.slice(oauthPrefixes[host].length) : "";
  const [login = "", endsAt] = given.split(".");
  if (!LOGIN.test(login)) return null;
  const scopes = host === "github" ? ["repo"] : ["api"];
  return { login, scopes, mayWrite: true, endsAt: endsAt === undefined ? null : Number(endsAt), isOauth: true };
}
