import { useRouteLoaderData } from "@remix-run/react";
import type { loader as detailLoader } from "~/routes/finances/accounts/detail/route";
import type { loader as layoutLoader } from "~/routes/finances/accounts/layout";

/** The household's accounts, loaded by the layout. */
export function useAccounts() {
  const data = useRouteLoaderData<typeof layoutLoader>("routes/finances/accounts/layout");
  if (!data) throw new Error("The accounts' layout is not above this screen.");
  return data;
}

/** The account behind a dialog over its screen. */
export function useAccount() {
  const data = useRouteLoaderData<typeof detailLoader>("routes/finances/accounts/detail/route");
  if (!data) throw new Error("The account's screen is not behind this dialog.");
  return data.account;
}
