import type { Visitor } from "./visitor";

export interface Account {
  id: string;
  name: string;
  accountType: string;
  currentBalance: number;
  currency: string;
  isActive: boolean;
  version: number;
}

export interface Transaction {
  id: string;
  accountId: string;
  toAccountId: string | null;
  amount: number;
  transactionDate: string;
  description: string;
  type: string;
  category: string;
  isReconciled: boolean;
  pending: boolean;
  version: number;
}

export interface Refusal {
  message: string;
  code: string;
  fields?: Record<string, string[]>;
}

export async function newAccount(visitor: Visitor, facts: Record<string, unknown> = {}): Promise<Account> {
  const body = { name: "Everyday", accountType: "checking", currentBalance: 100, ...facts };
  return (await visitor.post<Account>("/api/bank-accounts", body)).json;
}

export function aTransaction(facts: Record<string, unknown> = {}) {
  return { amount: 12.5, transactionDate: "2026-11-01", description: "Groceries", type: "withdrawal", ...facts };
}

export async function newTransaction(
  visitor: Visitor,
  accountId: string,
  facts: Record<string, unknown> = {},
): Promise<Transaction> {
  const path = `/api/bank-accounts/${accountId}/transactions`;
  return (await visitor.post<Transaction>(path, aTransaction(facts))).json;
}

export async function transactionsOf(visitor: Visitor, accountId: string, limit = 100, offset = 0) {
  const path = `/api/bank-accounts/${accountId}/transactions?limit=${limit}&offset=${offset}`;
  return (await visitor.get<{ transactions: Transaction[]; total: number }>(path)).json;
}

export async function balanceOf(visitor: Visitor, accountId: string): Promise<number> {
  return (await visitor.get<Account>(`/api/bank-accounts/${accountId}`)).json.currentBalance;
}
