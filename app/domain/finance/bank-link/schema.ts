import { z } from "zod";
import { optionalLine, paging } from "~/domain/shared/fields";
import { BANK_REGIONS } from "./countries";
import { VERDICTS } from "./item";
import { linkMessages } from "./messages";

/** `plaidItemId` names a connection to sign in to again. */
export const LinkTokenRequest = z.object({
  institutionName: optionalLine(120),
  plaidItemId: z.string().max(200).nullish(),
  /** The bank's region; if omitted, it is derived from the currencies of the household's accounts. */
  region: z.enum(BANK_REGIONS).nullish(),
});
export type LinkTokenRequest = z.output<typeof LinkTokenRequest>;

/** `accountIds` are the bank's ids of the accounts selected in the dialog; an empty list means all that the bank shares. */
export const Exchange = z.object({
  publicToken: z
    .string({ error: linkMessages.invalidPublicToken })
    .trim()
    .regex(/^public-[\w-]{1,1000}$/, linkMessages.invalidPublicToken),
  accountIds: z.array(z.string().max(200)).max(100).default([]),
  institutionName: optionalLine(120),
});
export type Exchange = z.output<typeof Exchange>;

/** For each of the bank's accounts: an account of the household, a new one, or none. */
export const Matching = z.object({
  accounts: z
    .array(
      z.object({
        plaidAccountId: z.string().max(200),
        action: z.enum(["link", "create", "ignore"]),
        accountId: z.string().max(100).nullish(),
      }),
    )
    .min(1, linkMessages.noAccounts)
    .max(100),
});
export type Matching = z.output<typeof Matching>;

/** The same from a form: `goesTo` is `create`, `ignore` or the id of an account. A choice that is disabled is not sent. */
export const MatchingForm = z.object({
  accounts: z
    .array(
      z
        .object({ plaidAccountId: z.string().max(200), goesTo: z.string().max(100).default("ignore") })
        .transform(({ plaidAccountId, goesTo }): Matching["accounts"][number] =>
          goesTo === "create" || goesTo === "ignore"
            ? { plaidAccountId, action: goesTo }
            : { plaidAccountId, action: "link", accountId: goesTo },
        ),
    )
    .min(1, linkMessages.noAccounts)
    .max(100),
});

/** A page of possible duplicates: open or decided. */
export const MatchList = z.object({
  state: z.enum(["open", "decided"]).default("open"),
  ...paging,
});
export type MatchList = z.output<typeof MatchList>;

export const MatchVerdict = z.object({ verdict: z.enum(VERDICTS) });
