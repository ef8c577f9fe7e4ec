import { paths } from "~/paths";

/** Current URL for an older link with modes and dialogs in its query; null for any other URL. */
export function oldAccountsHref(search: URLSearchParams): string | null {
  const [mode, account, open, id] = ["mode", "account", "open", "id"].map((name) => search.get(name));
  const institution = search.get("institution");
  const item = search.get("item");
  if (open === "institution") return id ? paths.institution(id) : paths.newInstitution();
  switch (mode) {
    case "selectInstitution":
      return paths.chooseInstitution({ institution });
    case "addAccount":
      return paths.newAccount({ institution });
    case "connect":
      return paths.connectBank({ item });
    case "match":
      return item ? paths.matchBankAccounts(item) : paths.accounts();
    case "look":
      return paths.reviewDuplicates();
  }
  return account ? oldAccountHref(account, { mode, open, id, page: search.get("page") }) : null;
}

type OldDialog = Record<"mode" | "open" | "id" | "page", string | null | undefined>;

function oldAccountHref(account: string, { mode, open, id, page }: OldDialog): string {
  if (mode === "editAccount") return paths.editAccount(account, { page });
  switch (open) {
    case "transaction":
      return id ? paths.transaction(account, id, { page }) : paths.newTransaction(account, { page });
    case "removeTransaction":
      return id ? paths.deleteTransaction(account, id, { page }) : paths.account(account, { page });
    case "delete":
      return paths.deleteAccount(account, { page });
    case "archive":
      return paths.archiveAccount(account, { page });
    case "import":
      return paths.importTransactions(account);
    case "imports":
      return paths.pastImports(account);
    default:
      return paths.account(account, { page });
  }
}
