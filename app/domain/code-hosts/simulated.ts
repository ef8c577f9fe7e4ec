import type { HostKind } from "./host";

/** Where the simulated hosts have their pages. */
export const SIMULATED_PATH = "/dev/code-host";

interface TokenKind {
  prefix: string;
  /** Null: the host does not tell them, as of fine-grained tokens. */
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

/** Tokens that the simulated host accepts, of an account by that name. */
export function simulatedTokens(host: HostKind, login: string): { token: string; about: string }[] {
  return tokenKinds[host].map(({ prefix, about }) => ({ token: `${prefix}${login}`, about }));
}

/** Whose token it is, by the token alone; null for one that no simulated host gives out. */
export function readSimulatedToken(
  host: HostKind,
  token: string,
): { login: string; scopes: string[] | null; mayWrite: boolean } | null {
  for (const { prefix, scopes, mayWrite } of tokenKinds[host]) {
    const login = token.startsWith(prefix) ? token.slice(prefix.length) : "";
    if (/^[a-z\d](?:[a-z\d-]{0,37}[a-z\d])?$/.test(login)) return { login, scopes, mayWrite };
  }
  return null;
}
