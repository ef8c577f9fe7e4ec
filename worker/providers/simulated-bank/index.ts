import { bankLinkOver } from "#worker/providers/bank-link/client";
import type { BankLink } from "~/domain/providers";
import { simulatedBank, simulatedClient } from "./bank";
import { d1Store } from "./store";

/** The embedded bank link: no key, no network, and its own dialog. */
export function simulatedLink(db: D1Database): BankLink {
  const store = d1Store(db);
  const bank = simulatedBank(store, () => new Date());
  return bankLinkOver({
    kind: "simulated",
    client: simulatedClient(bank),
    relinked: async (accessToken) => {
      const item = await store.item(accessToken.split(".")[1] ?? "");
      if (item?.errorCode) await store.saveItem({ ...item, errorCode: null });
    },
  });
}
