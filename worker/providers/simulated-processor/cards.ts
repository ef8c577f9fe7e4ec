/** Most of these are Stripe's test card numbers. */
export const TEST_CARDS = {
  "4242424242424242": { outcome: "paid", text: "Succeeds" },
  "4000000000000002": { outcome: "declined", text: "Is declined", failure: "Your card was declined." },
  "4000000000009995": {
    outcome: "declined",
    text: "Has too little money",
    failure: "Your card has insufficient funds.",
  },
  "4000000000000069": { outcome: "declined", text: "Has expired", failure: "Your card has expired." },
  "4000000000000077": { outcome: "slow", text: "Takes three minutes" },
  "4000000000000119": { outcome: "slow_failure", text: "Takes three minutes, then fails" },
  "4000000000000259": { outcome: "disputed", text: "Succeeds and is disputed at once" },
  "4000000000007726": { outcome: "slow_refund", text: "Succeeds; refunds take three minutes" },
  "4000000000005126": { outcome: "failed_refund", text: "Succeeds; refunds fail" },
} as const satisfies Record<string, { outcome: string; text: string; failure?: string }>;

export type TestCard = (typeof TEST_CARDS)[keyof typeof TEST_CARDS];

const cards = new Map<string, TestCard>(Object.entries(TEST_CARDS));

/** The card with a number as typed; null if the embedded processor does not know it. */
export function testCard(number: string): TestCard | null {
  return cards.get(number.replace(/[\s-]/g, "")) ?? null;
}
