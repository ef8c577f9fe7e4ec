import type { Notice } from "./rules";

/** What a webhook asks for: fetch what is new, ask the bank how the connection is, note an announcement, let an account go. */
export type WebhookErrand = "sync" | "check" | "revoke_account" | { notice: Notice } | null;

/** The older codes and whatever is not known are acknowledged and ask for nothing. */
export function errandOf(type: string, code: string): WebhookErrand {
  switch (`${type}/${code}`) {
    case "TRANSACTIONS/SYNC_UPDATES_AVAILABLE":
      return "sync";
    case "ITEM/ERROR":
    case "ITEM/LOGIN_REPAIRED":
    case "ITEM/USER_PERMISSION_REVOKED":
      return "check";
    case "ITEM/USER_ACCOUNT_REVOKED":
      return "revoke_account";
    case "ITEM/PENDING_EXPIRATION":
      return { notice: "pending_expiration" };
    case "ITEM/PENDING_DISCONNECT":
      return { notice: "pending_disconnect" };
    case "ITEM/NEW_ACCOUNTS_AVAILABLE":
      return { notice: "new_accounts" };
    default:
      return null;
  }
}
