import { Form, Link, useLocation } from "@remix-run/react";
import { useIsSubmitting } from "~/components/forms/use-action-form";
import { PageHeader } from "~/components/page-header";
import { StatusBadge } from "~/components/status-badge";
import { Button } from "~/components/ui/button";
import { DropdownMenuItem } from "~/components/ui/dropdown-menu";
import {
  Archive,
  ArrowLeft,
  type IconComponent,
  Link2,
  Link2Off,
  Pencil,
  RotateCcw,
  Trash2,
} from "~/components/ui/icons";
import type { AccountView } from "~/domain/finance/accounts/accounts.server";
import type { AccountConnection } from "~/domain/finance/bank-link/health.server";
import { brokenStatus, isLive } from "~/domain/finance/bank-link/item";
import { paths } from "~/paths";
import { AccountBadges } from "~/routes/finances/accounts/shared/account-badges";

type AccountHeaderProps = { account: AccountView; connection: AccountConnection | undefined; formKey: string };

/** The account's institution, state and actions. */
export function AccountHeader({ account, connection, formKey }: AccountHeaderProps) {
  // The page of transactions behind a dialog stays.
  const { search } = useLocation();
  const actions = actionsFor(account).map(({ to, ...action }) => ({ ...action, to: { pathname: to, search } }));
  return (
    <div className="flex flex-col gap-2">
      <div>
        <Button asChild variant="link" size="sm">
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
            <AccountBadges account={account} connection={connection} />
            <span>{account.institutionName ?? "No institution"}</span>
            <span>{account.currency}</span>
            {account.plaidItemId && !(connection && brokenStatus(connection.status)) && (
              <Connection isConnected={account.isActive && connection !== undefined && isLive(connection.status)} />
            )}
          </>
        }
        secondary={actions.map(({ label, icon: Icon, to, danger }) => (
          <Button variant="outline" key={label} asChild className={danger ? "text-bad" : undefined}>
            <Link to={to} preventScrollReset>
              <Icon />
              {label}
            </Link>
          </Button>
        ))}
        menu={actions.map(({ label, icon: Icon, to, danger }) => (
          <DropdownMenuItem key={label} asChild variant={danger ? "destructive" : undefined}>
            <Link to={to} preventScrollReset>
              <Icon />
              {label}
            </Link>
          </DropdownMenuItem>
        ))}
        menuOnPhoneOnly
        action={!account.isActive && <Reactivate formKey={formKey} />}
      />
    </div>
  );
}

interface AccountAction {
  label: string;
  icon: IconComponent;
  to: string;
  danger?: boolean;
}

function actionsFor({ id, isActive }: AccountView): AccountAction[] {
  const edit = { label: "Edit Account", icon: Pencil, to: paths.editAccount(id) };
  if (!isActive) return [edit];
  return [
    edit,
    { label: "Archive Account", icon: Archive, to: paths.archiveAccount(id) },
    { label: "Delete Account", icon: Trash2, to: paths.deleteAccount(id), danger: true },
  ];
}

function Connection({ isConnected }: { isConnected: boolean }) {
  return isConnected ? (
    <StatusBadge icon={Link2} label="Connected to Bank" tone="ok" />
  ) : (
    <StatusBadge icon={Link2Off} label="Bank Connection Disconnected" tone="warn" />
  );
}

function Reactivate({ formKey }: { formKey: string }) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="idempotencyKey" value={formKey} />
      <Button type="submit" variant="default" loading={useIsSubmitting()} className="max-sm:w-full">
        <RotateCcw />
        Reactivate Account
      </Button>
    </Form>
  );
}
