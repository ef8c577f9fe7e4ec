import type { BankTransaction } from "~/domain/finance/bank-link/item";
import { editsOf, type LedgerRow } from "~/domain/finance/bank-link/ledger-row";
import type { SyncPlan } from "~/domain/finance/bank-link/reconcile";

type Connection = Pick<LedgerRow, "itemId" | "institutionId">;

/** The household's table in memory: applies plans like the database, all or nothing. */
export class Ledger {
  rows = new Map<string, LedgerRow>();
  /** By connection: a removed one keeps what it deferred. */
  private readonly deferrals = new Map<string | null, ReadonlyMap<string, BankTransaction | null>>();
  proposed: SyncPlan["matches"] = [];
  private made = 0;

  /** Returns false without writing anything if a row was changed since the plan was made. */
  take(plan: SyncPlan, by: Connection): boolean {
    const touched = [...plan.updates, ...plan.renames, ...plan.removals];
    if (touched.some(({ id, version }) => this.rows.get(id)?.version !== version)) return false;
    for (const { id, reported } of plan.reports) this.rows.set(id, { ...this.row(id), reported });
    for (const { id, bankId } of plan.renames) this.change(id, { bankId, ...by });
    for (const { id } of plan.removals) this.change(id, { removedBy: "sync" });
    for (const { id, version: _, cutTransfer, staysRemoved, ...facts } of plan.updates) {
      this.change(id, {
        ...facts,
        ...by,
        removedBy: staysRemoved ? "user" : null,
        ...(cutTransfer ? { isTransfer: false } : {}),
      });
    }
    for (const arrival of plan.inserts) this.insert(arrival, by);
    this.deferrals.set(by.itemId, new Map(plan.deferred.map(({ bankId, bank }) => [bankId, bank])));
    this.proposed.push(...plan.matches);
    return true;
  }

  change(id: string, facts: Partial<LedgerRow>): void {
    const row = this.row(id);
    this.rows.set(id, { ...row, ...facts, version: row.version + 1 });
  }

  private row(id: string): LedgerRow {
    const row = this.rows.get(id);
    if (!row) throw new Error(`no row ${id}`);
    return row;
  }

  /** Edits by the household are marked as such. */
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
    const hides = now.some((column) => column !== "category");
    const asItIs = row && { date: row.date, amountMinor: row.amountMinor, description: row.description };
    const reported = row?.reported ?? (hides && asItIs ? asItIs : null);
    this.change(id, { ...facts, reported, editedFields: [...new Set([...before, ...now])].join(",") });
  }

  private insert({ bank, accountId }: SyncPlan["inserts"][number], by: Connection): void {
    if ([...this.rows.values()].some((row) => row.bankId === bank.id)) throw new Error(`${bank.id} is there already`);
    this.made += 1;
    const id = `row-${this.made}`;
    const { id: bankId, pendingId: _, bankAccountId: __, currency: ___, ...facts } = bank;
    this.rows.set(id, {
      ...{ id, version: 1, accountId, bankId, ...by, source: "bank", reported: null },
      ...{ ...facts, isReconciled: false, editedFields: null, ruleFields: null, hasNotes: false, isTransfer: false },
      removedBy: null,
    });
  }

  deferredBy(itemId: string): ReadonlyMap<string, BankTransaction | null> {
    return this.deferrals.get(itemId) ?? new Map();
  }

  /** Changes deferred by any connection. */
  get deferred(): ReadonlyMap<string, BankTransaction | null> {
    return new Map([...this.deferrals.values()].flatMap((one) => [...one]));
  }

  live(): LedgerRow[] {
    return [...this.rows.values()].filter((row) => row.removedBy === null);
  }
}
