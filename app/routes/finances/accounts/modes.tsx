import { lazy } from "react";
import { ClientOnly } from "~/lib/client-only";
import { lazyWithRetry } from "~/lib/lazy-with-retry";
import type { AccountsView } from "./accounts-view";
import type { AccountsData } from "./data.server";
import { AccountDetail } from "./detail/account-detail";
import { AccountsList } from "./list/accounts-list";
import { AccountsLook } from "./review/accounts-look";
import type { AccountRefusal } from "./shared/refusal";

export type AccountsModeProps = { view: AccountsView; data: AccountsData; refusal: AccountRefusal };

const forms = lazyWithRetry<AccountsModeProps>(async () => (await import("./forms")).AccountForms);
const BankLinkMode = lazy(async () => ({ default: (await import("./bank-link")).BankLinkMode }));

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
          <ClientOnly>
            <BankLinkMode {...props} />
          </ClientOnly>
        </>
      );
    case "look":
      return <AccountsLook data={data} />;
    case "idle":
      if (!data.account) return <AccountsList data={data} />;
      return <AccountDetail account={data.account} view={view} data={data} refusal={refusal} />;
  }
}
