import type { BankTransaction } from "~/domain/finance/bank-link/item";
import { editsOf, type LedgerRow, type SyncPlan } from "~/domain/finance/bank-link/reconcile";

/** The household's table in memory: takes plans as the database does, all or nothing. */
export class Ledger {
  rows = new Map<string, LedgerRow>();
  deferred = new Map<string, BankTransaction | null>();
  proposed: SyncPlan["matches"] = [];
  private made = 0;

  /** False when a row was changed since the plan was made: nothing is written then. */
  take(plan: SyncPlan): boolean {
    const touched = [...plan.updates, ...plan.renames, ...plan.removals];
    if (touched.some(({ id, version }) => this.rows.get(id)?.version !== version)) return false;
    for (const { id, bankId } of plan.renames) this.change(id, { bankId });
    for (const { id } of plan.removals) this.change(id, { removedBy: "sync" });
    for (const { id, version: _, cutTransfer, staysRemoved, ...facts } of plan.updates) {
      this.change(id, {
        ...facts,
        removedBy: staysRemoved ? "user" : null,
        ...(cutTransfer ? { isTransfer: false } : {}),
      });
    }
    for (const arrival of plan.inserts) this.insert(arrival);
    this.deferred = new Map(plan.deferred.map(({ bankId, bank }) => [bankId, bank]));
    this.proposed.push(...plan.matches);
    return true;
  }

  change(id: string, facts: Partial<LedgerRow>): void {
    const row = this.rows.get(id);
    if (!row) throw new Error(`no row ${id}`);
    this.rows.set(id, { ...row, ...facts, version: row.version + 1 });
  }

  /** What the household changes by hand is marked as such. */
  edit(id: string, facts: Partial<Pick<LedgerRow, "description" | "category" | "date" | "amountMinor">>): void {
    const columns = {
      description: "description",
      category: "category",
      date: "transaction_date",
      amountMinor: "amount_minor",
    };
    const row = this.rows.get(id);
    const before = row ? [...editsOf(row)] : [];
    const now = Object.entries(columns).flatMap(([name, column]) => (name in facts ? [column] : []));
    this.change(id, { ...facts, editedFields: [...new Set([...before, ...now])].join(",") });
  }

  private insert({ bank, accountId }: SyncPlan["inserts"][number]): void {
    if ([...this.rows.values()].some((row) => row.bankId === bank.id)) throw new Error(`${bank.id} is there already`);
    this.made += 1;
    const id = `row-${this.made}`;
    const { id: bankId, pendingId: _, bankAccountId: __, currency: ___, ...facts } = bank;
    this.rows.set(id, {
      ...{ id, version: 1, accountId, bankId, source: "bank" },
      ...{ ...facts, isReconciled: false, editedFields: null, hasNotes: false, isTransfer: false, removedBy: null },
    });
  }

  live(): LedgerRow[] {
    return [...this.rows.values()].filter((row) => row.removedBy === null);
  }
}
