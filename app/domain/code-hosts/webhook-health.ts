import { HOST_NAMES, type HostKind } from "./host";

/** What a host says of a webhook. `disabled`: it sends nothing for now. `missing`: somebody took it away there. */
export const HOOK_STATES = ["active", "failing", "disabled", "missing"] as const;
export type HookState = (typeof HOOK_STATES)[number];

/** A webhook as its host sees it. */
export interface HostHook {
  state: HookState;
  /** The host's own words for the last answer. */
  detail: string | null;
  /** Deliveries of late that were not answered with success. */
  failures: number;
}

/** In words, with what follows from it. */
export function hookText(host: HostKind, state: HookState): string {
  switch (state) {
    case "active":
      return "Changes arrive by webhook.";
    case "failing":
      return "Some webhooks fail: changes are fetched every 15 minutes.";
    case "disabled":
      return `${HOST_NAMES[host]} has turned the webhook off: changes are fetched every 15 minutes.`;
    case "missing":
      return `The webhook was removed on ${HOST_NAMES[host]}: changes are fetched every 15 minutes.`;
  }
}
