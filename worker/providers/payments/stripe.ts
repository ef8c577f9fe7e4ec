import type { PaymentProcessor, ProcessorKeys } from "~/domain/providers";
import { processorOver } from "./client";

type Keys = ProcessorKeys & { apiUrl: string };

/** Stripe over the network. Its key is sent in requests only and never logged. */
export function stripe({ secretKey, webhookSecret, organizationId, apiUrl }: Keys): PaymentProcessor {
  return processorOver({
    kind: "stripe",
    webhookSecret,
    serves: (orgId) => orgId === organizationId,
    client: {
      service: "stripe",
      baseUrl: apiUrl,
      timeoutMs: 20_000,
      headers: { authorization: `Bearer ${secretKey}`, "stripe-version": "2026-10-28.endive" },
    },
  });
}
