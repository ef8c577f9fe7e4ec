import { expect, test } from "vitest";
import { type BankSideAccount, matchBankAccounts, type OwnAccount } from "~/domain/finance/bank-link/accounts";

function bank(bankAccountId: string, given: Partial<BankSideAccount> = {}): BankSideAccount {
  return { bankAccountId, name: `Bank ${bankAccountId}`, mask: null, currency: "USD", institution: null, ...given };
}

function own(id: string, given: Partial<OwnAccount> = {}): OwnAccount {
  return {
    ...{ id, name: `Own ${id}`, accountNumber: null, mask: null, institution: null, bankAccountId: null },
    ...{ currency: "USD" as const, isActive: true },
    ...given,
  };
}

test.each([
  { by: "the bank's id", bank: bank("p1"), own: own("a", { bankAccountId: "p1" }), reason: "bank_id" },
  {
    by: "the name in any case",
    bank: bank("p1", { name: "Everyday  Checking" }),
    own: own("a", { name: " everyday checking" }),
    reason: "name",
  },
  {
    by: "the last digits",
    bank: bank("p1", { mask: "6789" }),
    own: own("a", { accountNumber: "12-345-6789" }),
    reason: "mask",
  },
  {
    by: "a masked number",
    bank: bank("p1", { mask: "89" }),
    own: own("a", { accountNumber: "****6789 " }),
    reason: "mask",
  },
])("an account is matched by $by", ({ bank: theirs, own: ours, reason }) => {
  expect(matchBankAccounts([theirs], [ours])).toEqual([
    { bankAccountId: "p1", match: { accountId: "a", reason, reactivates: false } },
  ]);
});

test("the bank's id takes precedence over a name, and a name over digits", () => {
  const ours = [
    own("digits", { accountNumber: "001111" }),
    own("name", { name: "Main" }),
    own("id", { bankAccountId: "p1" }),
  ];
  const theirs = [
    bank("p1", { name: "Main", mask: "1111" }),
    bank("p2", { name: "main", mask: "1111" }),
    bank("p3", { mask: "1111" }),
  ];
  const matched = matchBankAccounts(theirs, ours).map(({ match }) => match && `${match.accountId} by ${match.reason}`);
  expect(matched).toEqual(["id by bank_id", "name by name", "digits by mask"]);
});

test("an archived account from an earlier connection is reactivated", () => {
  const [found] = matchBankAccounts([bank("p1")], [own("a", { bankAccountId: "p1", isActive: false })]);
  expect(found?.match).toEqual({ accountId: "a", reason: "bank_id", reactivates: true });
});

test.each([
  {
    why: "two of the user's accounts match",
    bank: [bank("p1", { mask: "1111" })],
    own: [own("a", { accountNumber: "1111" }), own("b", { accountNumber: "21111" })],
  },
  {
    why: "two of the bank's accounts match",
    bank: [bank("p1", { mask: "1111" }), bank("p2", { mask: "1111" })],
    own: [own("a", { accountNumber: "1111" })],
  },
  {
    why: "the currencies differ",
    bank: [bank("p1", { name: "Main" })],
    own: [own("a", { name: "Main", currency: "EUR" })],
  },
  {
    why: "it belongs to another bank account",
    bank: [bank("p1", { name: "Main" })],
    own: [own("a", { name: "Main", bankAccountId: "p9" })],
  },
  {
    why: "the number contradicts the name",
    bank: [bank("p1", { name: "Main", mask: "4402" })],
    own: [own("a", { name: "Main", accountNumber: "****8837" })],
  },
  {
    why: "the digits from an earlier connection contradict the name",
    bank: [bank("p1", { name: "Main", mask: "4402" })],
    own: [own("a", { name: "Main", mask: "8837" })],
  },
  {
    why: "the bank's id contradicts the name",
    bank: [bank("p1", { name: "Main", institution: { id: "ins_1", name: "Harbor Federal Bank" } })],
    own: [own("a", { name: "Main", institution: { id: "ins_2", name: "Harbor Federal Bank" } })],
  },
  {
    why: "the bank's name contradicts the last digits",
    bank: [bank("p1", { mask: "4402", institution: { id: "ins_1", name: "Harbor Federal Bank" } })],
    own: [own("a", { accountNumber: "4402", institution: { id: null, name: "Lakeshore Federal Bank" } })],
  },
  { why: "nothing matches", bank: [bank("p1", { mask: "12" })], own: [own("a"), own("b", { accountNumber: "999" })] },
  { why: "the mask is a single digit", bank: [bank("p1", { mask: "9" })], own: [own("b", { accountNumber: "999" })] },
])("no match is suggested when $why", ({ bank: theirs, own: ours }) => {
  expect(matchBankAccounts(theirs, ours).every(({ match }) => match === null)).toBe(true);
});

test.each([
  { mask: "4402", accountNumber: "00-4402", ours: "Harbor", theirs: "Harbor Federal Bank" },
  { mask: "4402", accountNumber: null, ours: "Bank of Harbor", theirs: "Harbor Federal Bank" },
  { mask: null, accountNumber: "8837", ours: "First National Bank", theirs: "Harbor Federal Bank" },
  { mask: "4402", accountNumber: "4402", ours: null, theirs: "Harbor Federal Bank" },
])("the name matches unless digits $mask, $accountNumber or banks $ours, $theirs contradict it", (given) => {
  const institution = given.ours === null ? null : { id: null, name: given.ours };
  const theirs = bank("p1", { name: "Main", mask: given.mask, institution: { id: "ins_1", name: given.theirs } });
  const [found] = matchBankAccounts(
    [theirs],
    [own("a", { name: "Main", accountNumber: given.accountNumber, institution })],
  );
  expect(found?.match).toMatchObject({ accountId: "a", reason: "name" });
});
