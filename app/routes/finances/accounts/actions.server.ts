import { z } from "zod";
import { Nothing } from "~/domain/auth/schema";
import {
  archiveAccount,
  createAccount,
  deleteAccount,
  setActive,
  updateAccount,
} from "~/domain/finance/accounts/accounts.server";
import { createInstitution, updateInstitution } from "~/domain/finance/accounts/institutions.server";
import { BankAccount, Institution, Transaction } from "~/domain/finance/accounts/schema";
import { createTransaction, deleteTransaction, updateTransaction } from "~/domain/finance/accounts/transactions.server";
import { VERDICTS } from "~/domain/finance/bank-link/item";
import { decideMatch, undecideMatch } from "~/domain/finance/bank-link/review.server";
import { undoImport } from "~/domain/finance/imports/undo.server";
import { notFound } from "~/domain/shared/errors";
import { type FormCase, formCase } from "~/http/form-action";
import { redirectWithToast } from "~/http/toast.server";
import { type AccountsView, accountsHref, readAccountsView } from "./accounts-view";
import { undoText } from "./import/undo-import";

interface Sent {
  url: URL;
  request: Request;
}

function done({ request }: Sent, view: Partial<AccountsView>, text: string): Response {
  return redirectWithToast(request, accountsHref(view), { tone: "success", text });
}

/** The account that the screen is about: its address names it. */
function accountIn({ url }: Sent): string {
  const { accountId } = readAccountsView(url.searchParams);
  if (!accountId) throw notFound();
  return accountId;
}

function rowIn({ url }: Sent): { accountId: string; page: number; id: string } {
  const { accountId, page, dialog } = readAccountsView(url.searchParams);
  const isRow = dialog?.kind === "transaction" || dialog?.kind === "removeTransaction";
  if (!accountId || !isRow || dialog.id === null) throw notFound();
  return { accountId, page, id: dialog.id };
}

const institutionForms: Record<string, FormCase> = {
  "add-institution": formCase(Institution, async (sent) => {
    const { id } = await createInstitution(sent.ctx, sent.input);
    return done(sent, { mode: "selectInstitution", institutionId: id }, "Institution added.");
  }),
  "edit-institution": formCase(Institution, async (sent) => {
    const { dialog } = readAccountsView(sent.url.searchParams);
    if (dialog?.kind !== "institution" || dialog.id === null) throw notFound();
    const isActive = sent.input.isActive ?? false;
    const { id } = await updateInstitution(sent.ctx, dialog.id, { ...sent.input, isActive });
    return done(sent, { mode: "selectInstitution", institutionId: isActive ? id : null }, "Institution saved.");
  }),
};

const accountForms: Record<string, FormCase> = {
  "add-account": formCase(BankAccount, async (sent) => {
    const { id } = await createAccount(sent.ctx, sent.input);
    return done(sent, { accountId: id }, "Account added.");
  }),
  "edit-account": formCase(BankAccount, async (sent) => {
    const { id } = await updateAccount(sent.ctx, accountIn(sent), sent.input);
    return done(sent, { accountId: id }, "Account saved.");
  }),
  "archive-account": formCase(Nothing, async (sent) => {
    const { id } = await archiveAccount(sent.ctx, accountIn(sent));
    return done(sent, { accountId: id }, "Account archived.");
  }),
  "reactivate-account": formCase(Nothing, async (sent) => {
    const { id } = await setActive(sent.ctx, accountIn(sent), { isActive: true });
    return done(sent, { accountId: id }, "Account reactivated.");
  }),
  "delete-account": formCase(Nothing, async (sent) => {
    await deleteAccount(sent.ctx, accountIn(sent));
    return done(sent, {}, "Account deleted.");
  }),
};

const transactionForms: Record<string, FormCase> = {
  "add-transaction": formCase(Transaction, async (sent) => {
    const accountId = accountIn(sent);
    await createTransaction(sent.ctx, accountId, sent.input);
    return done(sent, { accountId }, "Transaction added.");
  }),
  "edit-transaction": formCase(Transaction, async (sent) => {
    const { accountId, page, id } = rowIn(sent);
    // A box that is not ticked is not in the form.
    const isReconciled = sent.input.isReconciled ?? false;
    await updateTransaction(sent.ctx, id, { ...sent.input, isReconciled });
    return done(sent, { accountId, page }, "Transaction updated.");
  }),
  "remove-transaction": formCase(Nothing, async (sent) => {
    const { accountId, page, id } = rowIn(sent);
    await deleteTransaction(sent.ctx, id);
    return done(sent, { accountId, page }, "Transaction deleted.");
  }),
  "undo-import": formCase(z.object({ importId: z.string().max(60) }), async (sent) => {
    const undone = await undoImport(sent.ctx, sent.input.importId);
    return done(sent, { accountId: accountIn(sent), dialog: { kind: "imports" } }, undoText(undone));
  }),
};

const matchForms: Record<string, FormCase> = {
  match: formCase(
    z.object({ matchId: z.string().max(100), verdict: z.enum([...VERDICTS, "undo"]) }),
    ({ ctx, input: { matchId, verdict } }) =>
      verdict === "undo" ? undecideMatch(ctx, matchId) : decideMatch(ctx, matchId, verdict),
  ),
};

/** The forms of the accounts screen, by intent. */
export const accountsForms: Record<string, FormCase> = {
  ...institutionForms,
  ...accountForms,
  ...transactionForms,
  ...matchForms,
};
