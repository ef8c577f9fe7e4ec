import { accountTransactions } from "#drizzle/schema/finance-accounts";
import type { Ctx } from "~/domain/shared/context";
import { withErrorMessage } from "~/domain/shared/errors";
import { allowPerson } from "~/domain/shared/permissions";
import { assertRowChanged, once, type Write } from "~/domain/shared/write.server";
import {
  checkPlace,
  type Place,
  signedAmount,
  staleTransaction,
  transactionRefusals,
} from "./transaction-parts.server";
import { markUpdate, removal, rowUpdate } from "./transaction-writes.server";
import { type TransactionView, transaction } from "./transactions.queries.server";
import type { Transaction } from "./transactions.schema";

/**
 * A new transaction of an active account; a transfer makes both its halves.
 * @throws DomainError invalid with the field; conflict for an archived account; not_found for another household's
 */
export async function createTransaction(ctx: Ctx, accountId: string, input: Transaction): Promise<{ id: string }> {
  const { userId } = allowPerson(ctx);
  return withErrorMessage("Failed to create transaction. Please try again.", () =>
    once(ctx, "createTransaction", { ...input, accountId }, (commit) => {
      checkPlace(input, { source: accountId, accounts: [accountId] });
      const id = ctx.newId();
      const now = ctx.now.toISOString();
      const row = {
        ...{ userId, id, accountId, amountMinor: signedAmount(input) },
        ...{ type: input.type, category: input.category, transactionDate: input.transactionDate },
        ...{ description: input.description, notes: input.notes, isReconciled: input.isReconciled ?? false },
        ...{ source: "manual" as const, lastChange: "user" as const, createdAt: now, updatedAt: now },
        ...(input.type === "transfer"
          ? { leg: "out" as const, pairId: ctx.newId(), otherAccountId: input.toAccountId }
          : {}),
      };
      const writes = [ctx.db.insert(accountTransactions).values(row)];
      return commit(null, { writes, result: { id }, refusals: transactionRefusals() });
    }),
  );
}

/**
 * Changes a transaction. Either half of a transfer changes both; another type takes the other half away or adds one.
 * @throws DomainError as createTransaction; conflict when `version` is given and older than the row's, and for the money of
 * a reconciled row that stays reconciled
 */
export async function updateTransaction(ctx: Ctx, id: string, input: Transaction): Promise<{ id: string }> {
  const { userId } = allowPerson(ctx);
  return withErrorMessage("Failed to update transaction. Please try again.", () =>
    once(ctx, "updateTransaction", { ...input, id }, async (commit) => {
      const row = await transaction(ctx, id);
      checkPlace(input, placeOf(row));
      if (input.version !== undefined && input.version !== row.version) throw staleTransaction(row);
      const writes = await changesOf(ctx, userId, { row, input });
      return commit(null, { writes, result: { id }, refusals: transactionRefusals(row) });
    }),
  );
}

type Row = TransactionView & { editedFields: string | null };

function placeOf({ accountId, otherAccountId, leg }: Row): Place {
  const other = otherAccountId ?? accountId;
  return { source: leg === "in" ? other : accountId, accounts: [accountId, other] };
}

async function changesOf(ctx: Ctx, userId: string, { row, input }: { row: Row; input: Transaction }): Promise<Write[]> {
  const met = assertRowChanged(ctx, "stale");
  if (row.leg !== "in" || row.pairId === null || input.type !== "transfer") {
    return [rowUpdate(ctx, userId, { row, input }), met];
  }
  // The sending half carries the facts; being reconciled is each half's own.
  const sending = await transaction(ctx, row.pairId);
  const isReconciled = input.isReconciled ?? row.isReconciled;
  const moved = [
    rowUpdate(ctx, userId, { row: sending, input: { ...input, isReconciled: sending.isReconciled } }),
    met,
  ];
  const mark = (version: number) => [markUpdate(ctx, userId, { id: row.id, version, isReconciled }), met];
  // Marked last where it stays or becomes reconciled, so that its money may still follow; that has raised its version.
  return isReconciled ? [...moved, ...mark(row.version + 1)] : [...mark(row.version), ...moved];
}

/**
 * Removes a transaction, a transfer with both halves. One that came from a file or a bank stays as a mark, so that the
 * next file does not bring it back.
 * @throws DomainError not_found; conflict for a reconciled row
 */
export async function deleteTransaction(ctx: Ctx, id: string): Promise<{ id: string }> {
  const { userId } = allowPerson(ctx);
  return withErrorMessage("Failed to process request. Please try again.", () =>
    once(ctx, "deleteTransaction", { id }, async (commit) => {
      const row = await transaction(ctx, id);
      const target = row.leg === "in" && row.pairId ? await transaction(ctx, row.pairId) : row;
      const writes = [removal(ctx, userId, target), assertRowChanged(ctx, "stale")];
      return commit(null, { writes, result: { id }, refusals: transactionRefusals(row) });
    }),
  );
}
