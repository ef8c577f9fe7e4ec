import { HOST_KINDS, type HostKind } from "~/domain/code-hosts/host";

/** The host that a screen is of: both have the same ones, at addresses of their own. */
export function hostOf(pathname: string): HostKind {
  return HOST_KINDS.find((host) => host === pathname.split("/")[2]) ?? "github";
}

/** Where a host's access tokens are made, and what they need. */
export const TOKEN_PAGES: Record<HostKind, { path: string; needs: string }> = {
  github: {
    path: "/settings/tokens/new?scopes=repo&description=Plenum",
    needs:
      "A classic token needs the repo scope. A fine-grained one needs read and write access to Issues and Webhooks.",
  },
  gitlab: {
    path: "/-/user_settings/personal_access_tokens?name=Plenum&scopes=api",
    needs: "The token needs the api scope, and the role Maintainer in the projects for webhooks.",
  },
};
