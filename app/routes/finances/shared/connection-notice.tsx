import { Link } from "@remix-run/react";
import { StatusBadge } from "~/components/status-badge";
import { Button } from "~/components/ui/button";
import { CircleAlert, Hourglass, type IconComponent, Link2Off } from "~/components/ui/icons";
import type { AccountConnection } from "~/domain/finance/bank-link/health.server";
import { type BrokenStatus, brokenStatus, historyText } from "~/domain/finance/bank-link/item";
import { paths } from "~/paths";

const breaks: Record<BrokenStatus, { label: string; tone: "warn" | "bad"; icon: IconComponent; action: string }> = {
  login_required: { label: "Sign in again", tone: "warn", icon: CircleAlert, action: "Sign in again" },
  revoked: { label: "Access ended", tone: "bad", icon: Link2Off, action: "Connect again" },
  failed: { label: "Connection ended", tone: "bad", icon: Link2Off, action: "Connect again" },
};

/** Badge for an account with a broken connection; nothing otherwise. */
export function BrokenBadge({ connection }: { connection: AccountConnection | undefined }) {
  const status = connection && brokenStatus(connection.status);
  if (!status) return null;
  const { label, tone, icon } = breaks[status];
  return <StatusBadge icon={icon} label={label} tone={tone} />;
}

/** The action that fixes a broken connection. */
export function MendConnection({ connection }: { connection: AccountConnection }) {
  const status = brokenStatus(connection.status);
  if (!status) return null;
  const to = status === "login_required" ? paths.connectBank({ item: connection.itemId }) : paths.connectBank();
  return (
    <Button asChild variant="outline" size="sm">
      <Link to={to} aria-label={`${breaks[status].action}: ${connection.institutionName}`}>
        {breaks[status].action}
      </Link>
    </Button>
  );
}

type ConnectionNoticesProps = { connections: readonly AccountConnection[]; accountId?: string };

/** Notices about banks that need the household's action and histories still being loaded, for all accounts or one. */
export function ConnectionNotices({ connections, accountId }: ConnectionNoticesProps) {
  const items = new Map(
    connections.filter((one) => !accountId || one.accountId === accountId).map((one) => [one.itemId, one]),
  );
  return [...items.values()].map((connection) => {
    const status = brokenStatus(connection.status);
    if (status) return <Break key={connection.itemId} connection={connection} status={status} />;
    if (!accountId || connection.history === "complete" || connection.status !== "connected") return null;
    return (
      <p key={connection.itemId} role="status" className="flex items-center gap-3 rounded-md border border-border p-4">
        <Hourglass aria-hidden="true" className="size-5 shrink-0 text-muted-foreground" />
        {historyText(connection.history)}
      </p>
    );
  });
}

function Break({ connection, status }: { connection: AccountConnection; status: BrokenStatus }) {
  const Icon = breaks[status].icon;
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-3 rounded-md border border-warn bg-warn-soft p-4 text-foreground"
    >
      <Icon aria-hidden="true" className="size-5 shrink-0" />
      <p className="min-w-0 grow basis-60">
        <strong className="font-semibold">
          {status === "login_required"
            ? `${connection.institutionName} needs you to sign in again.`
            : `The connection to ${connection.institutionName} has ended.`}
        </strong>{" "}
        New transactions and balances come in after that. Your existing data stays.
      </p>
      <MendConnection connection={connection} />
    </div>
  );
}
