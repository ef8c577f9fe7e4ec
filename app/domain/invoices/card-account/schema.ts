import { z } from "zod";

/** The keys of a Stripe account, as shown in its dashboard. */
export const CardAccountKeys = z.object({
  secretKey: z
    .string({ error: "Please enter the secret key" })
    .trim()
    .min(1, "Please enter the secret key")
    .max(300, "This key is too long")
    .regex(
      /^(sk|rk)_(live|test)_[A-Za-z0-9]{8,}$/,
      "A secret key begins with sk_live_, rk_live_, sk_test_ or rk_test_",
    ),
  webhookSecret: z
    .string({ error: "Please enter the signing secret" })
    .trim()
    .min(1, "Please enter the signing secret")
    .max(300, "This secret is too long")
    .regex(/^whsec_[A-Za-z0-9+/=_-]{8,}$/, "A signing secret begins with whsec_"),
});
export type CardAccountKeys = z.output<typeof CardAccountKeys>;

/** True for keys that move real money. */
export const isLiveKey = (secretKey: string): boolean => /^(sk|rk)_live_/.test(secretKey);

/** A masked key for display: 'sk_live_…4242'. */
export const keyHint = (secretKey: string): string => `${secretKey.slice(0, 8)}…${secretKey.slice(-4)}`;
