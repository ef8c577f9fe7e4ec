import { useNavigate } from "@remix-run/react";
import { accountsHref } from "~/components/accounts/accounts-view";
import { PrivacyPanel } from "~/components/accounts/privacy-panel";
import { AccountsList } from "./accounts-list";
import type { AccountsModeProps } from "./accounts-modes";

/** Connecting a bank and matching its accounts, above the list. */
export function BankLinkMode({ data }: AccountsModeProps) {
  const navigate = useNavigate();
  return (
    <>
      <AccountsList data={data} />
      <PrivacyPanel onClose={() => navigate(accountsHref({}), { preventScrollReset: true })} />
    </>
  );
}
