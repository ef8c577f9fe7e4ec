import { importCsv, stageCsv } from "#tests/support/csv-upload";
import { jpegOf } from "#tests/support/pictures";
import type { Visitor } from "#tests/support/visitor";
import { simulatedPublicToken } from "~/domain/finance/bank-link/simulated";
import { ask, type Made, noted } from "./requests";

export async function money(household: Visitor) {
  for (const [path, item] of [
    ["/expenses", { name: "Rent", amount: 1800, date: "2026-11-01", category: "housing" }],
    ["/income", { name: "Salary", amount: 5000, date: "2026-11-01", category: "salary", frequency: "monthly" }],
  ] as const) {
    const { id, version } = await ask(household, "POST", path, item);
    await ask(household, "PATCH", `${path}/${id}`, { version, amount: 1900 });
    await ask(household, "GET", `${path}/${id}`);
    await ask(household, "DELETE", `${path}/${id}`);
  }
  await ask(household, "PUT", "/cashflow/projection-mode", { mode: "remaining_days" });
  const bank = await ask(household, "POST", "/bank-institutions", { name: "Lake Bank" });
  await ask(household, "PUT", `/bank-institutions/${bank.id}`, { name: "Lakes Bank", version: bank.version });
  const account = await ask(household, "POST", "/bank-accounts", { name: "Cash box", currentBalance: 10 });
  const at = `/bank-accounts/${account.id}`;
  await ask(household, "GET", at);
  await ask(household, "PUT", at, { name: "Cash", currentBalance: 10, version: account.version });
  const bought = { amount: 4.5, transactionDate: "2026-11-02", description: "Coffee", type: "withdrawal" };
  const made = await ask(household, "POST", `${at}/transactions`, bought);
  await ask(household, "GET", `${at}/transactions`);
  await ask(household, "PUT", `/account-transactions/${made.id}`, { ...bought, version: made.version, amount: 5 });
  const planned = { name: "Market", amount: 5, date: bought.transactionDate, category: "food" };
  const { id: itemId } = (await household.post<{ id: string }>("/api/expenses", planned)).json;
  await ask(household, "PUT", `/account-transactions/${made.id}/planned-match`, {
    ...{ kind: "expense", itemId, date: planned.date },
  });
  await ask(household, "DELETE", `/account-transactions/${made.id}/planned-match`);
  await ask(household, "GET", "/account-transactions");
  const changed = await ask(household, "POST", "/account-transactions/changes", { ids: [made.id], excluded: true });
  await ask(household, "POST", `/account-transactions/changes/${changed.id}/undo`);
  const scenario = { name: "No rent", currency: "USD", changes: ["off~expense:rent"] };
  const { id: tried } = await ask(household, "POST", "/scenarios", scenario);
  await ask(household, "PATCH", `/scenarios/${tried}`, { name: "Without rent", previousName: "No rent" });
  await ask(household, "DELETE", `/scenarios/${tried}`);
  const rule = await ask(household, "POST", "/category-rules", { pattern: "Coffee", category: "dining" });
  await ask(household, "GET", "/category-rules");
  await ask(household, "GET", `/category-rules/${rule.id}/preview`);
  await ask(household, "POST", `/category-rules/${rule.id}/apply`);
  await ask(household, "DELETE", `/category-rules/${rule.id}`);
  await ask(household, "DELETE", `/account-transactions/${made.id}`);
  const csv = { content: "Date,Description,Amount\n2026-11-03,Groceries,-20.00\n2026-11-14,Refund,3.00\n" };
  const discarded = noted("POST", `${at}/imports`, await stageCsv(household, account.id, csv));
  await ask(household, "DELETE", `/imports/${discarded.id}`);
  const staged = noted("POST", `${at}/imports`, await stageCsv(household, account.id, csv));
  await ask(household, "GET", `/imports/${staged.id}`);
  await ask(household, "PATCH", `/imports/${staged.id}`, { decisions: { possible: "add" } });
  await ask(household, "GET", `/imports/${staged.id}/rows?kind=new`);
  await ask(household, "POST", `/imports/${staged.id}/confirm`);
  noted("POST", `${at}/transactions/import`, await importCsv(household, account.id, csv));
  await ask(household, "GET", `${at}/imports`);
  await ask(household, "POST", `/imports/${staged.id}/undo`);
  await ask(household, "POST", `/imports/${staged.id}/redo`);
  await ask(household, "POST", `${at}/archive`);
  await ask(household, "PUT", at, { isActive: true });
  await ask(household, "DELETE", at);
}

export async function bankLink(household: Visitor) {
  await ask(household, "POST", "/plaid/create-link-token", {});
  const publicToken = simulatedPublicToken("ins_sim_harbor", [0, 1]);
  const { plaidItemId, accounts } = await ask<{ plaidItemId: string; accounts: { plaidAccountId: string }[] }>(
    ...([household, "POST", "/plaid/exchange-token", { publicToken, accountIds: [] }] as const),
  );
  await ask(household, "POST", `/plaid/sync-accounts/${plaidItemId}`);
  const choices = accounts.map(({ plaidAccountId }) => ({ plaidAccountId, action: "create" }));
  await ask(household, "POST", `/plaid/match-accounts/${plaidItemId}`, { accounts: choices });
  await ask(household, "POST", `/plaid/sync-transactions/${plaidItemId}`);
  await ask(household, "POST", `/plaid/items/${plaidItemId}/relinked`);
  await ask(household, "DELETE", `/plaid/items/${plaidItemId}`);
}

export async function receipts(admin: Visitor) {
  const form = new FormData();
  form.set("picture", new File([jpegOf(40, 60)], "receipt.jpg", { type: "image/jpeg" }));
  const { id } = noted<Made>("POST", "/receipts", await admin.send("POST", "/api/receipts", { body: form }));
  const at = `/receipts/${id}`;
  await ask(admin, "GET", "/receipts");
  await ask(admin, "GET", at);
  noted("GET", `${at}/picture`, await admin.send("GET", `/api${at}/picture`, {}));
  await ask(admin, "POST", "/receipts/read-text", { text: "Ferguson\nTotal 4.00" });
  await ask(admin, "PUT", at, { merchant: "Ferguson", boughtOn: "2026-11-03", total: 4, tax: 0.2, version: 1 });
  noted("GET", "/receipts/export", await admin.send("GET", "/api/receipts/export?month=2026-11", {}));
  await ask(admin, "DELETE", at);
}
