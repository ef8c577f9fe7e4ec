import { Link, useFetcher } from "@remix-run/react";
import { useFormRefusal } from "~/components/feedback/session-ended";
import { RelativeTime } from "~/components/relative-time";
import { Section } from "~/components/section";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import type { CardAccount } from "~/domain/invoices/card-account/account.server";
import type { ProcessorKind } from "~/domain/invoices/payment";
import { paths } from "~/paths";

interface CardPaymentsState {
  /** The business's own account. */
  account: CardAccount | null;
  /** The processor configured for the installation, if that one takes the payments. */
  others: ProcessorKind | null;
  now: number;
}

const WITHOUT: Record<ProcessorKind, string> = {
  stripe: "Payments go into the Stripe account that was set up with the installation.",
  simulated: "A simulated processor takes payments for trying things out: no money moves.",
};

/** The account that receives customers' card payments. */
export function CardPayments({ card: { account, others, now } }: { card: CardPaymentsState }) {
  // A plain form would open the dialog behind its address to say why a test was refused.
  const test = useFetcher<object>();
  const { lastResult, sessionEnded } = useFormRefusal(test.data);
  const refused = Object.values(lastResult?.error ?? {}).flatMap((errors) => errors ?? []);
  return (
    <Section
      title="Card payments"
      description={
        account
          ? "Customers pay invoices and deposits into your own Stripe account."
          : others
            ? WITHOUT[others]
            : "Customers can't pay by card yet. Connect your Stripe account, and invoices get a Pay button."
      }
      action={
        <Button asChild variant="outline">
          <Link to={paths.cardAccount()} preventScrollReset>
            {account ? "Replace keys" : "Connect Stripe"}
          </Link>
        </Button>
      }
    >
      {account && (
        <>
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-medium">{account.accountName ?? account.accountId}</span>
            <Badge tone={account.isLive ? "ok" : "warn"}>{account.isLive ? "Live" : "Test mode: no money moves"}</Badge>
            <span className="text-muted-foreground text-sm">
              <code>{account.keyHint}</code>, checked <RelativeTime at={Date.parse(account.checkedAt)} now={now} />
            </span>
          </p>
          <div className="flex flex-wrap gap-2">
            <test.Form method="post" action={paths.cardAccount()} preventScrollReset>
              <Button
                type="submit"
                name="intent"
                value="test"
                variant="outline"
                size="sm"
                loading={test.state !== "idle"}
              >
                Test connection
              </Button>
            </test.Form>
            <Button asChild variant="outline" size="sm">
              <Link to={paths.disconnectCardAccount()} preventScrollReset>
                Disconnect
              </Link>
            </Button>
          </div>
          {refused.length > 0 && (
            <p role="alert" className="text-bad text-sm">
              {refused.join(" ")}
            </p>
          )}
          {sessionEnded}
        </>
      )}
    </Section>
  );
}
