import type { BankLink } from "~/domain/providers";
import { bankLinkOver } from "./client";

interface Keys {
  clientId: string;
  secret: string;
  environment: "sandbox" | "production";
}

/** Plaid over the network. Keys and tokens travel in the request alone and are never logged. */
export function plaid({ clientId, secret, environment }: Keys): BankLink {
  return bankLinkOver({
    kind: "plaid",
    client: {
      service: "plaid",
      baseUrl: `https://${environment}.plaid.com`,
      timeoutMs: 15_000,
      headers: { "plaid-client-id": clientId, "plaid-secret": secret, "plaid-version": "2020-09-14" },
    },
  });
}
