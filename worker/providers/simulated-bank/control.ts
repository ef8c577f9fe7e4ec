import { civilDate, DAY_MS } from "~/domain/shared/time/dates";
import { historyOf, post } from "./days";
import { type SimulatedFault, type SimulatedItem, type SimulatedTransaction, truthOf, wholeLog } from "./state";

/** What a test or demonstration can trigger at the bank. */
export type Control =
  | { op: "pass"; days: number }
  | { op: "add"; facts: Partial<SimulatedTransaction> }
  | { op: "post"; id: string; named?: boolean; amount?: number }
  | { op: "modify"; id: string; facts: Partial<SimulatedTransaction> }
  | { op: "remove"; id: string }
  | { op: "fail"; fault: SimulatedFault }
  | { op: "item_error"; code: string | null }
  | { op: "change_account_id"; place: number }
  | { op: "no_history" }
  /** How much of its history the connection reports from now on. */
  | { op: "history"; status: NonNullable<SimulatedItem["staged"]>["status"] };

/** Runs a command; returns the id of the transaction concerned, if there is one. */
export function control(item: SimulatedItem, command: Control): string | null {
  switch (command.op) {
    case "pass":
      item.ahead += command.days * DAY_MS;
      return null;
    case "add":
      return add(item, command.facts);
    case "post": {
      const pending = now(item).get(command.id);
      if (pending) post(item, pending, { named: command.named ?? true, amount: command.amount });
      return `${command.id}-posted`;
    }
    case "modify": {
      const known = now(item).get(command.id);
      if (known)
        item.log.push({ kind: "modified", transaction: { ...known, ...command.facts, transaction_id: command.id } });
      return command.id;
    }
    case "remove":
      item.log.push({ kind: "removed", id: command.id });
      return command.id;
    case "fail":
      item.faults.push(command.fault);
      return null;
    case "item_error":
      item.errorCode = command.code;
      return null;
    case "change_account_id":
      changeAccountId(item, command.place);
      return null;
    case "no_history":
      item.historyDays = -1;
      item.historyCount = 0;
      return null;
    case "history": {
      if (item.staged?.status === "HISTORICAL_UPDATE_COMPLETE") return null;
      const older = command.status === "HISTORICAL_UPDATE_COMPLETE" ? item.log.length : null;
      item.staged = { status: command.status, older };
      return null;
    }
  }
}

/** What exists at the bank now. */
export function now(item: SimulatedItem): Map<string, SimulatedTransaction> {
  return truthOf(wholeLog(item, historyOf(item)));
}

function add(item: SimulatedItem, facts: Partial<SimulatedTransaction>): string {
  item.made += 1;
  const transaction: SimulatedTransaction = {
    transaction_id: `${item.itemId}-made-${item.made}`,
    pending_transaction_id: null,
    account_id: item.accounts[0]?.id ?? "",
    amount: 10,
    iso_currency_code: "USD",
    date: civilDate(item.lastDay),
    name: `MADE ${item.made}`,
    merchant_name: null,
    pending: false,
    check_number: null,
    personal_finance_category: null,
    ...facts,
  };
  item.log.push({ kind: "added", transaction });
  return transaction.transaction_id;
}

/** Gives the account another id and reports its transactions since the link again under new ids. */
function changeAccountId(item: SimulatedItem, place: number): void {
  const account = item.accounts[place];
  if (!account) return;
  const before = account.id;
  account.id = `${before}~`;
  for (const one of truthOf(item.log).values()) {
    if (one.account_id !== before) continue;
    const transaction = { ...one, transaction_id: `${one.transaction_id}~`, account_id: account.id };
    item.log.push({ kind: "removed", id: one.transaction_id }, { kind: "added", transaction });
  }
}
