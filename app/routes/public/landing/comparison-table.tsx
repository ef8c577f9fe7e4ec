import { Check, X } from "~/components/ui/icons";
import { comparison } from "~/content/landing";
import { SectionHeading } from "./section-heading";

/** Common annoyances elsewhere, each next to how the product handles it; two columns, stacked on phones. */
export function ComparisonTable() {
  return (
    <section aria-labelledby="comparison">
      <SectionHeading id="comparison" title={comparison.title} text={comparison.text} />
      <table className="mt-8 w-full text-left text-base">
        <caption className="sr-only">{comparison.title}</caption>
        <thead className="max-sm:sr-only">
          <tr className="text-muted-foreground text-sm">
            <th scope="col" className="w-1/2 py-3 pr-8 font-medium">
              The problem
            </th>
            <th scope="col" className="w-1/2 py-3 font-medium">
              In Plenum
            </th>
          </tr>
        </thead>
        <tbody>
          {comparison.rows.map((row) => (
            <tr key={row.elsewhere} className="border-border border-t align-top max-sm:block max-sm:py-3">
              <th
                scope="row"
                className="py-3 pr-8 font-normal text-muted-foreground max-sm:block max-sm:py-1 max-sm:pr-0"
              >
                <span className="flex gap-3">
                  <X aria-hidden className="mt-1 size-4 shrink-0 text-bad" />
                  {row.elsewhere}
                </span>
              </th>
              <td className="py-3 text-foreground max-sm:block max-sm:py-1">
                <span className="flex gap-3">
                  <Check aria-hidden className="mt-1 size-4 shrink-0 text-ok" />
                  {row.here}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
