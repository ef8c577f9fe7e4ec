import { paths } from "~/paths";

/** What the screen is busy with; everything else about it is in the address too. */
export const ACCOUNT_MODES = [
  "idle",
  "selectInstitution",
  "addAccount",
  "editAccount",
  "connect",
  "match",
  "look",
] as const;
export type AccountMode = (typeof ACCOUNT_MODES)[number];

/** The one dialog that is open; `id` null is a new one. */
export type AccountsDialog =
  | { kind: "institution"; id: number | null }
  | { kind: "transaction"; id: string | null }
  | { kind: "removeTransaction"; id: string }
  | { kind: "delete" }
  | { kind: "archive" }
  | { kind: "import" }
  | { kind: "imports" };

export interface AccountsView {
  mode: AccountMode;
  accountId: string | null;
  /** The chosen institution of the first step. */
  institutionId: number | null;
  page: number;
  dialog: AccountsDialog | null;
}

export const idle: AccountsView = { mode: "idle", accountId: null, institutionId: null, page: 1, dialog: null };

/** The view that an address asks for; what cannot be understood counts as not asked. */
export function readAccountsView(search: URLSearchParams): AccountsView {
  const accountId = search.get("account") || null;
  const mode = ACCOUNT_MODES.find((one) => one === search.get("mode")) ?? "idle";
  const needsAccount = mode === "editAccount" && accountId === null;
  return {
    mode: needsAccount ? "idle" : mode,
    accountId,
    institutionId: wholeNumber(search.get("institution")),
    page: wholeNumber(search.get("page")) ?? 1,
    dialog: readDialog(search),
  };
}

function wholeNumber(text: string | null): number | null {
  const value = text && /^\d{1,9}$/.test(text) ? Number(text) : 0;
  return value > 0 ? value : null;
}

function readDialog(search: URLSearchParams): AccountsDialog | null {
  const open = search.get("open");
  const id = search.get("id");
  switch (open) {
    case "institution":
      return { kind: open, id: wholeNumber(id) };
    case "transaction":
      return { kind: open, id: id || null };
    case "removeTransaction":
      return id ? { kind: open, id } : null;
    case "delete":
    case "archive":
    case "import":
    case "imports":
      return { kind: open };
    default:
      return null;
  }
}

/** The address of a view. */
export function accountsHref(view: Partial<AccountsView>): string {
  const { mode, accountId, institutionId, page, dialog }: AccountsView = { ...idle, ...view };
  return paths.accounts({
    mode: mode === "idle" ? null : mode,
    account: accountId,
    institution: institutionId,
    page: page === 1 ? null : page,
    open: dialog?.kind,
    id: dialog && "id" in dialog ? dialog.id : null,
  });
}
