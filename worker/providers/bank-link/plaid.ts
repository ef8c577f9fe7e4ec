import type { BANK_COUNTRIES } from "~/domain/finance/bank-link/countries";
import type { BankLink } from "~/domain/providers";
import { bankLinkOver } from "./client";

interface Keys {
  clientId: string;
  secret: string;
  environment: "sandbox" | "production";
  countries: readonly (typeof BANK_COUNTRIES)[number][];
  redirectUri: string | undefined;
}

/** Plaid over the network. Keys and tokens are sent in requests only and never logged. */
export function plaid({ clientId, secret, environment, countries, redirectUri }: Keys): BankLink {
  return bankLinkOver({
    ...{ kind: "plaid", countries, redirectUri },
    client: {
      service: "plaid",
      baseUrl: `https://${environment}.plaid.com`,
      timeoutMs: 15_000,
      headers: { "plaid-client-id": clientId, "plaid-secret": secret, "plaid-version": "2020-09-14" },
    },
  });
}
