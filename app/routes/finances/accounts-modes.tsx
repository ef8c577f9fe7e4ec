import { lazy } from "react";
import type { AccountsView } from "~/components/accounts/accounts-view";
import type { AccountRefusal } from "~/components/accounts/refusal";
import { InBrowser } from "~/lib/client-only";
import { lazyWithRetry } from "~/lib/lazy-with-retry";
import type { AccountsData } from "./accounts-data.server";
import { AccountDetail } from "./accounts-detail";
import { AccountsList } from "./accounts-list";
import { AccountsLook } from "./accounts-look";

export type AccountsModeProps = { view: AccountsView; data: AccountsData; refusal: AccountRefusal };

const forms = lazyWithRetry<AccountsModeProps>(async () => (await import("./accounts-forms")).AccountForms);
const BankLinkMode = import.meta.env.SSR
  ? () => null
  : lazy(async () => ({ default: (await import("./accounts-bank-link")).BankLinkMode }));

/** Opening a form should not wait for its code. */
export function preloadModes(): void {
  forms.preload();
}

/** What the screen shows in each of its modes. */
export function AccountsMode(props: AccountsModeProps) {
  const { view, data, refusal } = props;
  switch (view.mode) {
    case "selectInstitution":
    case "addAccount":
    case "editAccount":
      return <forms.Part {...props} />;
    case "connect":
    case "match":
      return (
        <>
          <AccountsList data={data} />
          <InBrowser>
            <BankLinkMode {...props} />
          </InBrowser>
        </>
      );
    case "look":
      return <AccountsLook data={data} />;
    case "idle":
      if (!data.account) return <AccountsList data={data} />;
      return <AccountDetail account={data.account} view={view} data={data} refusal={refusal} />;
  }
}
