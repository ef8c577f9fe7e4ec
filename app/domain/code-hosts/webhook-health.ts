import { HOST_NAMES, type HostKind } from "./host";

/** A host's status of a webhook. `disabled`: it sends nothing for now. `missing`: it was deleted there. */
export const HOOK_STATES = ["active", "failing", "disabled", "missing"] as const;
export type HookState = (typeof HOOK_STATES)[number];

/** A webhook as reported by its host. */
export interface HostHook {
  state: HookState;
  /** The host's message about the last delivery. */
  detail: string | null;
  /** Recent deliveries without a successful response. */
  failures: number;
}

/** The status as a message, with its consequences. */
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
