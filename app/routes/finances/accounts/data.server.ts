import { accountsScreen } from "~/domain/finance/accounts/screen.server";
import { householdToday } from "~/domain/finance/tracker/rows.server";
import type { Ctx } from "~/domain/shared/context";
import { DomainError, notFound } from "~/domain/shared/errors";
import { logCause } from "~/domain/shared/log.server";
import type { AccountsView } from "./accounts-view";

const pageSize = 10;

export type AccountsData = Awaited<ReturnType<typeof accountsData>>;

/** What the screen of a view is drawn from. What could not be read is said in `problems`; the rest is there. */
export async function accountsData(ctx: Ctx, request: Request, view: AccountsView) {
  const { accountId, page, dialog, mode } = view;
  const asked = {
    institutions: mode !== "idle" && mode !== "look",
    matches: mode === "look",
    accountId,
    page: { limit: pageSize, offset: (page - 1) * pageSize },
    transactionId: dialog?.kind === "transaction" || dialog?.kind === "removeTransaction" ? dialog.id : null,
    imports: dialog?.kind === "imports",
  };
  const { failures, ...screen } = await accountsScreen(ctx, asked);
  for (const { cause, message } of failures) {
    logCause(ctx, request, new DomainError("internal", message, { cause }));
  }
  const account = screen.accounts.find(({ id }) => id === accountId) ?? null;
  if (accountId && !account && failures.length === 0) throw notFound();
  return {
    ...screen,
    account,
    problems: [...new Set(failures.map(({ message }) => message))],
    today: householdToday(ctx),
    now: ctx.now.getTime(),
    formKey: ctx.newId(),
  };
}
