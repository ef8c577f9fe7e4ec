import { bankLinkOver } from "#worker/providers/bank-link/client";
import { type SimulatedStore, simulatedBank, simulatedClient } from "#worker/providers/simulated-bank/bank";
import { type Control, control, now } from "#worker/providers/simulated-bank/control";
import { newSigningKey, type SigningKey } from "#worker/providers/simulated-bank/signing";
import type { SimulatedItem, SimulatedTransaction } from "#worker/providers/simulated-bank/state";
import type { BankLink } from "~/domain/providers";

/** A simulated bank in memory, with its link and controls. */
export interface TestBank {
  link: BankLink;
  keys: SigningKey[];
  item: (itemId: string) => SimulatedItem;
  /** Runs a command at the bank; returns the id of the transaction concerned. */
  command: (itemId: string, command: Control) => string;
  truth: (itemId: string) => Map<string, SimulatedTransaction>;
  /** Calls received by the bank, by path. */
  calls: string[];
}

export function testBank(clock: () => Date): TestBank {
  const items = new Map<string, string>();
  const newest = new Map<string, string>();
  const keys: SigningKey[] = [];
  const calls: string[] = [];
  const item = (id: string): SimulatedItem => JSON.parse(items.get(id) ?? "null");
  const store: SimulatedStore = {
    item: async (id) => (items.has(id) ? item(id) : null),
    saveItem: async (saved) => void items.set(saved.itemId, JSON.stringify(saved)),
    keys: async () => keys,
    newest: async (held) => newest.get(held) ?? null,
    setNewest: async (held, itemId) => void newest.set(held, itemId),
  };
  const answer = simulatedBank(store, clock);
  const link = bankLinkOver({
    kind: "simulated",
    client: simulatedClient((path, body) => {
      calls.push(path);
      return answer(path, body);
    }),
    relinked: async (accessToken) => {
      const known = item(accessToken.split(".")[1] ?? "");
      items.set(known.itemId, JSON.stringify({ ...known, errorCode: null }));
    },
  });
  return {
    link,
    keys,
    item,
    calls,
    command: (itemId, command) => {
      const known = item(itemId);
      const id = control(known, command);
      items.set(itemId, JSON.stringify(known));
      return id ?? "";
    },
    truth: (itemId) => now(item(itemId)),
  };
}

export async function withKey(bank: TestBank, kid = "key-1"): Promise<SigningKey> {
  const key = await newSigningKey(kid);
  bank.keys.push(key);
  return key;
}

/** A webhook as received over HTTP. */
export function signed(body: string, token: string | null) {
  return {
    body: new TextEncoder().encode(body),
    headers: new Headers(token === null ? {} : { "plaid-verification": token }),
  };
}
