import type { MapTiles } from "~/domain/maps/tiles";
import type { PlanState } from "~/domain/plans/plan";
import type { Role } from "~/domain/shared/permissions";

export const themes = ["dark", "light", "system"] as const;
export type Theme = (typeof themes)[number];
/** Used as the document's classes: screens used outdoors are light on a phone until another theme is chosen there. */
export type ShownTheme = Theme | `${Theme} outdoor`;

export const consents = ["accepted", "rejected"] as const;
export type Consent = (typeof consents)[number];

export const sidebarStates = ["open", "closed"] as const;
export type SidebarState = (typeof sidebarStates)[number];

/** The signed-in person, as needed by the frame around every screen. */
export interface ShellPerson {
  firstName: string;
  lastName: string;
  email: string;
  /** The business's plan, otherwise the household's, with its label. */
  plan: { state: PlanState; label: string };
  /** Operates the installation. */
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
  /** The theme chosen on the technician's screens; null until one is chosen. */
  fieldTheme: Theme | null;
  sidebar: SidebarState;
  /** Ids of collapsed sidebar groups; null until the user has collapsed or expanded one. */
  folded: string[] | null;
  /** Null until the visitor has answered the banner. */
  consent: Consent | null;
  /** 'Good morning', by the business's local time. */
  greeting: string;
  /** When the page was rendered, in epoch milliseconds. */
  now: number;
  local: boolean;
  requestId: string;
  person: ShellPerson | null;
  /** Street-level map tiles; null if only outlines are available. */
  mapTiles: MapTiles | null;
}

/** A message shown on the next screen after an action elsewhere. */
export interface ToastMessage {
  tone: "success" | "error" | "info";
  text: string;
  /** The form that undoes the action. */
  undo?: { action: string; fields: Record<string, string> };
}
