/**
 * Work that waits in the outbox. `sync`: fetch what is new. `remove`: tell the bank to forget the connection. `webhook`: do
 * what a webhook asks for; the connection is found by the bank's id in it.
 */
export type BankJob =
  | { kind: "sync"; userId: string; itemId: string }
  | { kind: "remove"; userId: string; itemId: string }
  | { kind: "webhook"; webhookId: string; itemId: string };
