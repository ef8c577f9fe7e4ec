import type { MapTiles } from "~/domain/maps/tiles";
import type { PlanState } from "~/domain/plans/plan";
import type { Role } from "~/domain/shared/permissions";

export const themes = ["dark", "light", "system"] as const;
export type Theme = (typeof themes)[number];
/** As the document's classes: screens that are used outdoors are light on a phone until something else is chosen there. */
export type ShownTheme = Theme | `${Theme} outdoor`;

export const consents = ["accepted", "rejected"] as const;
export type Consent = (typeof consents)[number];

export const sidebarStates = ["open", "closed"] as const;
export type SidebarState = (typeof sidebarStates)[number];

/** Somebody signed in, as the frame around every screen knows them. */
export interface ShellPerson {
  firstName: string;
  lastName: string;
  email: string;
  /** The plan of the business, else of the household, in words. */
  plan: { state: PlanState; label: string };
  /** Looks after the installation. */
  isOperator: boolean;
  member: {
    orgId: string;
    orgName: string;
    timeZone: string;
    roles: Role[];
    permissions: string[] | null;
    technicianId: string | null;
  } | null;
}

/** What every screen's frame needs, from the root loader. */
export interface ShellData {
  theme: Theme;
  /** The choice made on the technician's screens; null until there is one. */
  fieldTheme: Theme | null;
  sidebar: SidebarState;
  /** Ids of the sidebar's groups that are folded; null until somebody folded or unfolded one. */
  folded: string[] | null;
  /** Null until the visitor has answered the banner. */
  consent: Consent | null;
  /** 'Good morning' by the clock of the business. */
  greeting: string;
  /** When the page was written, in epoch milliseconds. */
  now: number;
  local: boolean;
  requestId: string;
  person: ShellPerson | null;
  /** The street level of maps; null where there are outlines alone. */
  mapTiles: MapTiles | null;
}

/** A message the screen greets with, after an action elsewhere. */
export interface ToastMessage {
  tone: "success" | "error" | "info";
  text: string;
  /** The form that takes it back. */
  undo?: { action: string; fields: Record<string, string> };
}
