import { Link } from "@remix-run/react";
import type { ReactNode } from "react";
import { UsersRound } from "~/components/ui/icons";
import { formatLeadNumber, LEAD_STAGE_LABELS } from "~/domain/leads/lead";
import type { SimilarCustomer, SimilarLead } from "~/domain/leads/similar.server";
import { paths } from "~/paths";

interface PossibleDuplicatesProps {
  leads: readonly SimilarLead[];
  customers: readonly SimilarCustomer[];
  /** Action for one of the customers. */
  actionFor?: (customer: SimilarCustomer) => ReactNode;
}

/** Leads and customers that may be duplicates. They never block saving. */
export function PossibleDuplicates({ leads, customers, actionFor }: PossibleDuplicatesProps) {
  if (leads.length + customers.length === 0) return null;
  return (
    <section aria-labelledby="duplicates" className="flex gap-3 rounded-md border border-warn bg-warn-soft p-4">
      <UsersRound className="mt-0.5 size-5 shrink-0 text-warn" />
      <div className="min-w-0 grow">
        <h2 id="duplicates" className="font-semibold">
          Possible duplicates
        </h2>
        <ul className="mt-1 flex flex-col gap-1">
          {customers.map((customer) => (
            <li key={customer.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span className="min-w-0">
                <Link to={paths.customer(customer.number)} className="font-medium text-link underline">
                  {customer.name}
                </Link>{" "}
                <span className="text-muted-foreground">
                  {["customer", customer.reason, customer.archived && "archived"].filter(Boolean).join(" · ")}
                </span>
              </span>
              {actionFor?.(customer)}
            </li>
          ))}
          {leads.map(({ id, number, name, stage, reason }) => (
            <li key={id}>
              <Link to={paths.lead(number)} className="font-medium text-link underline">
                {name}
              </Link>{" "}
              <span className="text-muted-foreground">
                {[formatLeadNumber(number), LEAD_STAGE_LABELS[stage], reason].join(" · ")}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
