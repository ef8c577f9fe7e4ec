import { Link } from "@remix-run/react";
import { UsersRound } from "~/components/ui/icons";
import { formatPhone } from "~/domain/shared/text/phones";

import { paths } from "~/paths";

export type SimilarCustomer = {
  id: string;
  number: number;
  name: string;
  phone: string | null;
  archived: boolean;
  reason: string;
};

/** Possible duplicates. They never block saving. */
export function SimilarCustomers({ customers }: { customers: readonly SimilarCustomer[] }) {
  return (
    <div aria-live="polite">
      {customers.length > 0 && (
        <section aria-labelledby="similar" className="flex gap-3 rounded-md border border-warn bg-warn-soft p-4">
          <UsersRound className="mt-0.5 size-5 shrink-0 text-warn" />
          <div className="min-w-0">
            <h2 id="similar" className="font-semibold">
              This may be the same customer
            </h2>
            <ul className="mt-1 flex flex-col gap-1">
              {customers.map(({ id, number, name, phone, archived, reason }) => (
                <li key={id}>
                  <Link
                    to={paths.customer(number)}
                    target="_blank"
                    className="font-medium text-link underline underline-offset-4"
                  >
                    {name}
                    <span className="sr-only"> (opens in a new tab)</span>
                  </Link>{" "}
                  <span className="text-muted-foreground">
                    {[`#${number}`, phone && formatPhone(phone), reason, archived && "archived"]
                      .filter(Boolean)
                      .join(" · ")}
                  </span>
                </li>
              ))}
            </ul>
          </div>
        </section>
      )}
    </div>
  );
}
