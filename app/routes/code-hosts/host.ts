import { HOST_KINDS, type HostKind } from "~/domain/code-hosts/host";

/** The code host of a screen: both have the same screens, at their own URLs. */
export function hostOf(pathname: string): HostKind {
  return HOST_KINDS.find((host) => host === pathname.split("/")[2]) ?? "github";
}

/** Where to create a host's access tokens, and the permissions they need. */
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
