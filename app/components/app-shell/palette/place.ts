import type { Viewer } from "~/components/app-shell/navigation";
import { can, type Permission } from "~/domain/shared/permissions";

export interface Place {
  label: string;
  to: string;
  /** Its group, shown next to it and included in the search. */
  area: string;
  /** Other names used in the trade. */
  synonyms?: string;
}

/** Who may use it: people with the permission, any member of a business, or anyone signed in. */
type Needs = Permission | "member" | "person";

export type GuardedPlace = Place & { permission: Needs };

/** The places the viewer has the rights for. */
export function allowed(viewer: Viewer, places: readonly GuardedPlace[]): Place[] {
  return places.filter(({ permission }) => mayDo(viewer, permission)).map(({ permission: _, ...place }) => place);
}

function mayDo(viewer: Viewer, needs: Needs): boolean {
  if (needs === "person") return viewer !== null;
  const member = viewer?.member ?? null;
  return needs === "member" ? member !== null : can(member, needs);
}
