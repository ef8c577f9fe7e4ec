import type { Env, Settings } from "#worker/env";
import { simulatedPlans } from "#worker/providers/simulated-plans/index";
import type { PlanBilling } from "~/domain/plans/plan";
import { plansOver } from "./client";

/**
 * Stripe if the keys for plans are set, else an embedded processor. In production nothing is sold without keys, so that Pro
 * features are open to everyone there.
 */
export function planBilling(env: Env, settings: Settings): PlanBilling | null {
  const { PLANS_STRIPE_SECRET_KEY: secretKey, PLANS_STRIPE_WEBHOOK_SECRET: webhookSecret } = settings;
  if (secretKey && webhookSecret) {
    return plansOver({
      ...{ kind: "stripe", webhookSecret },
      client: {
        service: "stripe",
        baseUrl: settings.STRIPE_API_URL,
        timeoutMs: 20_000,
        headers: { authorization: `Bearer ${secretKey}`, "stripe-version": "2026-10-28.endive" },
      },
    });
  }
  return settings.ENVIRONMENT === "production" ? null : simulatedPlans(env.DIRECTORY);
}
