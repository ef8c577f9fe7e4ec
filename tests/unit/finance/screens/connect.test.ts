import { afterEach, expect, test, vi } from "vitest";
import { forgetDialog, rememberDialog, returnedDialog } from "~/routes/finances/accounts/connect/bank-return";
import { exchange, linkToken, relinked } from "~/routes/finances/accounts/connect/connect";
import { openPlaid, type ScriptHost } from "~/routes/finances/accounts/connect/plaid-script";
import { proposedChoices } from "~/routes/finances/accounts/match/choices";

/** The API, which gives one response. */
function server(status: number, body: object): void {
  vi.stubGlobal("fetch", async () => Response.json(body, { status }));
}
afterEach(() => vi.unstubAllGlobals());

const success = { publicToken: "public-sim-x", accountIds: [], institutionName: null };
const never = new Promise<never>(() => undefined);
const now = () => Promise.resolve();

function host(script: Partial<ScriptHost>): ScriptHost {
  return { load: () => never, wait: () => never, ...script };
}
const opened = (open: (options: Parameters<Awaited<ReturnType<ScriptHost["load"]>>["create"]>[0]) => void) =>
  host({
    load: async () => ({
      create: (options) => {
        queueMicrotask(() => {
          options.onLoad();
          open(options);
        });
        return { open: () => undefined, destroy: () => undefined };
      },
    }),
  });

test.each<{ when: string; run: () => Promise<unknown>; says: string }>([
  {
    when: "the server sends no link token",
    run: () => {
      server(200, {});
      return linkToken({ itemId: "item" });
    },
    says: "No link token received",
  },
  {
    when: "a link token is refused",
    run: () => {
      server(503, { code: "unavailable", message: "The bank link is busy." });
      return linkToken({ itemId: null, region: "us" });
    },
    says: "Error connecting to your bank: The bank link is busy.",
  },
  {
    when: "the dialog gives no public token",
    run: () => exchange({ ...success, publicToken: "" }),
    says: "Invalid public token received from Plaid",
  },
  {
    when: "the exchange is refused",
    run: () => {
      server(409, { code: "conflict", message: "These accounts are already connected." });
      return exchange(success);
    },
    says: "Error connecting to your bank: These accounts are already connected.",
  },
  {
    when: "the dialog's script does not start in time",
    run: () => openPlaid({ token: "token" }, host({ wait: now })),
    says: "Could not connect to bank. Please try again.",
  },
  {
    when: "the dialog's script cannot be loaded",
    run: () => openPlaid({ token: "token" }, host({ load: () => Promise.reject(new Error("blocked")) })),
    says: "Could not connect to bank. Please try again.",
  },
  {
    when: "the dialog is left with an error",
    run: () =>
      openPlaid(
        { token: "token" },
        opened((options) => options.onExit({ display_message: "Wrong password" })),
      ),
    says: "There was a problem connecting to your bank: Wrong password",
  },
  {
    when: "the dialog's script breaks",
    run: () =>
      openPlaid(
        { token: "token" },
        host({
          load: async () => ({
            create: () => {
              throw new Error("bad token");
            },
          }),
        }),
      ),
    says: "Error connecting to your bank: bad token",
  },
  {
    when: "signing in again is refused",
    run: () => {
      server(503, { code: "unavailable", message: "Your bank did not answer." });
      return relinked("item");
    },
    says: "Error connecting to your bank: Your bank did not answer.",
  },
])("when $when, the screen shows an error", async ({ run, says }) => {
  await expect(run()).rejects.toThrow(new Error(says));
});

test("a dialog closed without an error shows nothing", async () => {
  expect(
    await openPlaid(
      { token: "token" },
      opened((options) => options.onExit(null)),
    ),
  ).toBeNull();
});

test("a completed dialog returns its token and the chosen accounts", async () => {
  const done = openPlaid(
    { token: "token" },
    opened((options) => options.onSuccess("public-1", { institution: { name: "Harbor" }, accounts: [{ id: "a" }] })),
  );
  expect(await done).toEqual({ publicToken: "public-1", accountIds: ["a"], institutionName: "Harbor" });
});

test.each([
  { given: {}, choice: "create" },
  { given: { match: { accountId: "own", reason: "mask" as const, reactivates: false } }, choice: "own" },
  { given: { canLink: false }, choice: "ignore" },
  { given: { state: "ignored" as const }, choice: "ignore" },
])("$given gets the suggestion $choice", ({ given, choice }) => {
  const account = { id: "a", state: "open" as const, canLink: true, match: null };
  expect(proposedChoices([{ ...account, ...given }])).toEqual({ a: choice });
});

function storageOf(): Storage {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
    clear: () => items.clear(),
    key: () => null,
    length: 0,
  };
}

test("returning from the bank's page resumes the dialog that led there", async () => {
  const storage = storageOf();
  const returned = new URLSearchParams("oauth_state_id=abc");
  expect(returnedDialog(storage, returned, 0)).toBeNull();
  rememberDialog(storage, { linkToken: "link-1", itemId: "item" }, 1000);
  expect(returnedDialog(storage, new URLSearchParams(), 2000)).toBeNull();
  expect(returnedDialog(storage, returned, 2000)).toEqual({ linkToken: "link-1", itemId: "item" });
  expect(returnedDialog(storage, returned, 1000 + 4 * 60 * 60 * 1000)).toBeNull();
  storage.setItem("plenum-bank-link", "{");
  expect(returnedDialog(storage, returned, 2000)).toBeNull();
  rememberDialog(storage, { linkToken: "link-2", itemId: null }, 0);
  forgetDialog(storage);
  expect(returnedDialog(storage, returned, 1)).toBeNull();
  let given: { token: string; receivedRedirectUri?: string } | null = null;
  const receivedRedirectUri = "https://plenum.example/finances/accounts/connect?oauth_state_id=abc";
  await openPlaid(
    { token: "link-1", receivedRedirectUri },
    opened((options) => {
      given = options;
      options.onExit(null);
    }),
  );
  expect(given).toMatchObject({ token: "link-1", receivedRedirectUri });
});
