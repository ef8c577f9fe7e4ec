import type { ReactNode } from "react";
import { FileLink } from "~/components/data-table/filter-bar";
import { HiddenFields } from "~/components/forms/hidden-fields";
import { MoneyText } from "~/components/money-text";
import { Section } from "~/components/section";
import { TextLink } from "~/components/text-link";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { Plus } from "~/components/ui/icons";
import { ErrorLine } from "~/components/work-orders/error-line";
import { useInlineForm } from "~/components/work-orders/use-inline-form";
import { type EstimateState, formatEstimateNumber, MAX_LISTED } from "~/domain/estimates/estimate";
import { formatDate } from "~/domain/shared/time/date-format";
import { paths } from "~/paths";
import { EstimateBadge } from "./state-badge";

interface ListedEstimate {
  id: string;
  number: number | null;
  revision: number;
  title: string;
  state: EstimateState;
  validUntil: string;
  totalMinor: number;
  approvedMinor: number | null;
}

interface EstimateSectionProps {
  estimates: readonly ListedEstimate[];
  /** What a new estimate would be for; null if none may be created here. */
  createFor: { leadId: string } | { customerId: string } | { workOrderId: string } | null;
  formKey: string;
  /** URL for downloading all of them as CSV. */
  fileHref?: string;
  empty: ReactNode;
}

/** The estimates of a lead, a customer or a job, with a button for creating another. */
export function EstimateSection({ estimates, createFor, formKey, fileHref, empty }: EstimateSectionProps) {
  return (
    <Section
      title="Estimates"
      action={
        <div className="flex flex-wrap gap-2">
          {fileHref && estimates.length > 0 && <FileLink href={fileHref} size="sm" />}
          {createFor && <NewEstimate createFor={createFor} formKey={formKey} />}
        </div>
      }
    >
      {estimates.length === 0 ? (
        <p className="text-muted-foreground">{empty}</p>
      ) : (
        <Card as="ul" className="divide-y divide-border">
          {estimates
            .slice(0, MAX_LISTED)
            .map(({ id, number, revision, title, state, validUntil, totalMinor, approvedMinor }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2.5">
                <div className="min-w-0 grow basis-48">
                  <TextLink to={paths.estimate(id)}>{`${formatEstimateNumber(number, revision)} ${title}`}</TextLink>
                  <p className="text-muted-foreground text-sm">Valid until {formatDate(validUntil, true)}</p>
                </div>
                <EstimateBadge state={state} />
                <MoneyText minor={approvedMinor ?? totalMinor} />
              </li>
            ))}
        </Card>
      )}
      {estimates.length > MAX_LISTED && (
        <p className="pt-2 text-muted-foreground text-sm">Only the newest {MAX_LISTED} are listed.</p>
      )}
    </Section>
  );
}

type NewEstimateProps = { createFor: Record<string, string>; formKey: string };

/** Stays on the page if an estimate cannot be added. */
function NewEstimate({ createFor, formKey }: NewEstimateProps) {
  const { fetcher, sent, busy, error, sessionEnded } = useInlineForm();
  return (
    <fetcher.Form method="post" action={paths.estimates()}>
      <HiddenFields {...sent} formKey={formKey} />
      {Object.entries(createFor).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" variant="outline" size="sm" loading={busy}>
        <Plus />
        New estimate
      </Button>
      <ErrorLine>{error}</ErrorLine>
      {sessionEnded}
    </fetcher.Form>
  );
}
