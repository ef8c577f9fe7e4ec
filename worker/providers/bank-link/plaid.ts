import type { BankLink } from "~/domain/providers";
import { bankLinkOver } from "./client";

interface Keys {
  clientId: string;
  secret: string;
  environment: "sandbox" | "production";
}

/** Plaid over fetch. A call is given up after 15 seconds; keys and tokens travel in the request alone and are never logged. */
export function plaid({ clientId, secret, environment }: Keys): BankLink {
  return bankLinkOver({
    kind: "plaid",
    pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    send: async (path, body) => {
      const response = await fetch(`https://${environment}.plaid.com${path}`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "plaid-client-id": clientId,
          "plaid-secret": secret,
          "plaid-version": "2020-09-14",
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(15_000),
      });
      const text = await response.text();
      return { status: response.status, body: parsed(text) };
    },
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
