import { Link, Outlet, useLoaderData } from "@remix-run/react";
import { FilterBar, FilterDay } from "~/components/data-table/filter-bar";
import { Button } from "~/components/ui/button";
import { Download, Mail, Printer } from "~/components/ui/icons";
import { customerStatement } from "~/domain/invoices/receivables/statement.server";
import { StatementAddress } from "~/domain/invoices/schema";
import { readLetterhead } from "~/domain/people/letterhead.server";
import { allow, can } from "~/domain/shared/permissions";
import { pageLoader } from "~/http/page-loader";
import { paths } from "~/paths";
import { StatementPaper } from "./statement-paper";

export { NestedError as ErrorBoundary } from "~/components/feedback/nested-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx, params, url }) => {
  const me = allow(ctx, "invoices.read");
  const days = StatementAddress.parse(Object.fromEntries(url.searchParams));
  const [statement, seller] = await Promise.all([
    customerStatement(ctx, params.id ?? "", days),
    readLetterhead(ctx, me),
  ]);
  return { statement, seller, mayWrite: can(me, "invoices.write") };
});

export default function CustomerStatement() {
  const { statement, seller, mayWrite } = useLoaderData<typeof loader>();
  const { customer, from, to } = statement;
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-4 print:hidden">
        <FilterBar>
          <FilterDay name="from" label="From" value={from} />
          <FilterDay name="to" label="To" value={to} />
        </FilterBar>
        <div className="flex flex-wrap gap-2 pb-3">
          <Button variant="outline" onClick={() => window.print()}>
            <Printer />
            Print
          </Button>
          <Button variant="outline" asChild>
            <a href={paths.statementPdf(customer.number, { from, to })} download>
              <Download />
              PDF
            </a>
          </Button>
          {mayWrite && (
            <Button variant="outline" asChild>
              <Link to={paths.sendStatement(customer.number, { from, to })} preventScrollReset>
                <Mail />
                Email
              </Link>
            </Button>
          )}
        </div>
      </div>
      <StatementPaper statement={statement} seller={seller} />
      <Outlet />
    </>
  );
}
