import { Form, Link, useNavigation } from "@remix-run/react";
import { DateText } from "~/components/date-text";
import { RelativeTime } from "~/components/relative-time";
import { StatusBadge } from "~/components/status-badge";
import { Button } from "~/components/ui/button";
import { Card, CardAction, CardContent, CardFooter, CardHeader, CardTitle } from "~/components/ui/card";
import { CircleAlert, Hourglass, type IconComponent, Link2, Link2Off, RefreshCw } from "~/components/ui/icons";
import type { Tone } from "~/components/ui/tone";
import { historyText, type ItemStatus, isLive, type Notice } from "~/domain/finance/bank-link/item";
import type { ItemView } from "~/domain/finance/bank-link/items.server";
import { paths } from "~/paths";

const states: Record<ItemStatus, { label: string; tone: Tone; icon: IconComponent }> = {
  connected: { label: "Connected", tone: "ok", icon: Link2 },
  login_required: { label: "Sign in again", tone: "warn", icon: CircleAlert },
  revoked: { label: "Access ended", tone: "bad", icon: Link2Off },
  failed: { label: "Connection ended", tone: "bad", icon: Link2Off },
  disconnecting: { label: "Disconnecting", tone: "warn", icon: Link2Off },
  disconnected: { label: "Disconnected", tone: "warn", icon: Link2Off },
};

const notices: Record<Notice, string> = {
  pending_expiration: "Your consent at the bank is about to expire. Sign in again to continue.",
  pending_disconnect: "The bank is about to end this connection. Sign in again to continue.",
  new_accounts: "The bank has new accounts. Sign in again to choose which of them are shared.",
};

type ConnectionProps = { item: ItemView; now: number; zone: string };

/** One connection with its status, the reason, the last sync, and the action that fixes it. */
export function Connection({ item, now, zone }: ConnectionProps) {
  const form = useNavigation().formData;
  const isSyncing = form?.get("intent") === "sync" && form.get("itemId") === item.id;
  const linked = item.accounts.filter(({ state }) => state === "linked");
  const isOpen = item.accounts.some(({ state }) => state === "open");
  const isIgnored = item.accounts.some(({ state }) => state === "ignored");
  // Every notice asks for a sign-in, which does not bring an ended connection back.
  const notice = isLive(item.status) ? item.notice : null;
  const needsSignIn = item.status === "login_required" || notice !== null;
  return (
    <Card asChild>
      <article aria-label={item.institutionName}>
        <CardHeader>
          <CardTitle className="min-w-0 break-words">{item.institutionName}</CardTitle>
          <CardAction>
            <StatusBadge {...states[item.status]} />
          </CardAction>
        </CardHeader>
        <CardContent className="flex flex-col gap-3">
          {item.message && <p role="status">{item.message}</p>}
          {notice && (
            <p role="status">
              {notices[notice]}
              {item.noticeDue && (
                <>
                  {" "}
                  Until <DateText at={item.noticeDue} zone={zone} style="date" />.
                </>
              )}
            </p>
          )}
          {item.status === "connected" && linked.length > 0 && item.history !== "complete" && (
            <p role="status" className="flex items-center gap-2">
              <Hourglass aria-hidden="true" className="size-4 shrink-0 text-muted-foreground" />
              {historyText(item.history)}
            </p>
          )}
          <p className="text-muted-foreground">
            {item.lastSyncedAt ? (
              <>
                Last synced <RelativeTime at={Date.parse(item.lastSyncedAt)} now={now} />
              </>
            ) : (
              "Not synced yet"
            )}
            {item.lastTriedAt && item.lastTriedAt !== item.lastSyncedAt && (
              <>
                , last tried <RelativeTime at={Date.parse(item.lastTriedAt)} now={now} />
              </>
            )}
            .{" "}
            {linked.map(({ name, mask }) => (mask ? `${name} ···${mask}` : name)).join(", ") ||
              (isLive(item.status) ? "No account is matched yet" : "")}
          </p>
          {item.deferred > 0 && (
            <p className="text-muted-foreground">
              The bank has changed{" "}
              {item.deferred === 1 ? "a reconciled transaction" : `${item.deferred} reconciled transactions`}. They stay
              as they are until you clear “Reconciled” on them.
            </p>
          )}
          {item.leftOut > 0 && (
            <p className="text-muted-foreground">
              {item.leftOut === 1
                ? "1 transaction in another currency or without an amount was left out."
                : `${item.leftOut} transactions in another currency or without an amount were left out.`}
            </p>
          )}
        </CardContent>
        <CardFooter className="flex-wrap gap-3">
          {(item.status === "revoked" || item.status === "failed") && (
            <Button asChild variant="default">
              <Link to={paths.connectBank()}>Connect again</Link>
            </Button>
          )}
          {needsSignIn && (
            <Button asChild variant="default">
              <Link to={paths.connectBank({ item: item.id })}>Sign in again</Link>
            </Button>
          )}
          {(isOpen || isIgnored) && isLive(item.status) && (
            <Button variant="outline" asChild>
              <Link to={paths.matchBankAccounts(item.id)}>{isOpen ? "Match accounts" : "Add accounts"}</Link>
            </Button>
          )}
          {item.status === "connected" && (
            <Form method="post" preventScrollReset>
              <input type="hidden" name="intent" value="sync" />
              <input type="hidden" name="itemId" value={item.id} />
              <Button variant="outline" type="submit" loading={isSyncing}>
                <RefreshCw />
                Sync now
              </Button>
            </Form>
          )}
          {item.status !== "disconnecting" && (
            <Button variant="ghost" asChild>
              <Link to={paths.disconnectBank(item.id)} preventScrollReset>
                Disconnect
              </Link>
            </Button>
          )}
        </CardFooter>
      </article>
    </Card>
  );
}
