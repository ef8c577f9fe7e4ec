import { Form, Link, useNavigation } from "@remix-run/react";
import { Archive, ArrowLeft, Link2, Link2Off, Pencil, RotateCcw, Trash2 } from "lucide-react";
import type { AccountView } from "~/domain/finance/accounts/queries.server";
import { paths } from "~/paths";
import { PageHeader } from "../page-header";
import { StatusBadge } from "../status-badge";
import { Button } from "../ui/button";
import { AccountBadges } from "./account-badges";
import { accountsHref } from "./accounts-view";

type AccountHeaderProps = { account: AccountView; formKey: string };

/** Whose account it is, its state and what can be done with it. */
export function AccountHeader({ account, formKey }: AccountHeaderProps) {
  const at = { accountId: account.id };
  return (
    <div className="flex flex-col gap-2">
      <div>
        <Button asChild variant="link" size="small">
          <Link to={paths.accounts()}>
            <ArrowLeft />
            Back to Accounts
          </Link>
        </Button>
      </div>
      <PageHeader
        title={account.name}
        facts={
          <>
            <AccountBadges account={account} />
            <span>{account.institutionName ?? "No institution"}</span>
            <span>{account.currency}</span>
            {account.plaidItemId && <Connection isActive={account.isActive} />}
          </>
        }
        secondary={
          <>
            <Button asChild>
              <Link to={accountsHref({ ...at, mode: "editAccount" })}>
                <Pencil />
                Edit Account
              </Link>
            </Button>
            {account.isActive ? (
              <>
                <Button asChild>
                  <Link to={accountsHref({ ...at, dialog: { kind: "archive" } })} preventScrollReset>
                    <Archive />
                    Archive Account
                  </Link>
                </Button>
                <Button asChild className="text-bad">
                  <Link to={accountsHref({ ...at, dialog: { kind: "delete" } })} preventScrollReset>
                    <Trash2 />
                    Delete Account
                  </Link>
                </Button>
              </>
            ) : (
              <Reactivate formKey={formKey} />
            )}
          </>
        }
      />
    </div>
  );
}

function Connection({ isActive }: { isActive: boolean }) {
  return isActive ? (
    <StatusBadge icon={Link2} label="Connected to Bank" tone="ok" />
  ) : (
    <StatusBadge icon={Link2Off} label="Bank Connection Disconnected" tone="warn" />
  );
}

function Reactivate({ formKey }: { formKey: string }) {
  const busy = useNavigation().formData?.get("intent") === "reactivate-account";
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="idempotencyKey" value={formKey} />
      <Button type="submit" name="intent" value="reactivate-account" variant="primary" loading={busy}>
        <RotateCcw />
        Reactivate Account
      </Button>
    </Form>
  );
}
