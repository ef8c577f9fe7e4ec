import { redirect } from "@remix-run/cloudflare";
import { Navigate, useLoaderData, useParams } from "@remix-run/react";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { finishSetup, refreshAccounts } from "~/domain/finance/bank-link/connect.server";
import { isLive } from "~/domain/finance/bank-link/item";
import { accountsToMatch } from "~/domain/finance/bank-link/items.server";
import { linkMessages } from "~/domain/finance/bank-link/messages";
import { MatchingForm } from "~/domain/finance/bank-link/schema";
import { Nothing } from "~/domain/shared/fields";
import { formActions, formCase } from "~/http/form-action";
import { memberLoader } from "~/http/page-loader";
import { redirectWithToast } from "~/http/toast.server";
import { useActionAnswer } from "~/lib/use-action-answer";
import { paths } from "~/paths";
import { useAccounts } from "~/routes/finances/accounts/shared/use-accounts";
import { Matching } from "./matching";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { shouldRevalidate } from "~/lib/revalidation";
export { plainAction as clientAction } from "~/lib/unanswered-action";

/** The connection's accounts, as last read from the bank, that are not matched. */
export const loader = memberLoader(async ({ ctx, params: { itemId = "" } }) => {
  const accounts = await accountsToMatch(ctx, itemId);
  return {
    accounts: accounts
      .filter(({ state }) => state === "open" || state === "ignored")
      .map(({ id, name, mask, accountType, currency, currentMinor, institutionName, state, canLink, match }) => ({
        ...{ id, name, mask, accountType, currency, currentMinor, institutionName, state, canLink, match },
      })),
    formKey: ctx.newId(),
  };
});

export const action = formActions({
  /** Reads the accounts from the bank again, right after connecting: it may not have been ready. */
  refresh: formCase(Nothing, async ({ ctx, params: { itemId = "" } }) => {
    await refreshAccounts(ctx, itemId);
    return redirect(paths.matchBankAccounts(itemId));
  }),
  finish: formCase(MatchingForm, async ({ ctx, input, params: { itemId = "" }, request }) => {
    await finishSetup(ctx, itemId, input);
    return redirectWithToast(request, paths.accounts(), { tone: "success", text: "Your bank is connected." });
  }),
});

/** Matches a new connection's accounts with the household's, above the list, which shows an error of the bank. */
export default function MatchBankAccounts() {
  const { accounts, formKey } = useLoaderData<typeof loader>();
  const { itemId = "" } = useParams();
  const { lastResult, sessionEnded } = useFormRefusal(useActionAnswer());
  const { accounts: all, connections } = useAccounts();
  const isUnread = lastResult?.initialValue?.intent === "refresh";
  if (isUnread || accounts.length === 0) {
    const problem = isUnread ? linkMessages.accountsFailed : linkMessages.noAccounts;
    return <Navigate to={paths.accounts()} replace state={{ problem }} />;
  }
  const free = all.filter(({ id }) => {
    const connection = connections.find(({ accountId }) => accountId === id);
    return connection === undefined || !isLive(connection.status);
  });
  const problem = Object.values(lastResult?.error ?? {})
    .flat()
    .join(" ");
  return (
    <>
      <Matching key={itemId} accounts={accounts} own={free} formKey={formKey} itemId={itemId} problem={problem} />
      {sessionEnded}
    </>
  );
}
