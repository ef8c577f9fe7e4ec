import { TextLink } from "~/components/text-link";
import { Card } from "~/components/ui/card";
import type { Cause } from "~/domain/performance/read.server";
import { paths } from "~/paths";
import { whole } from "./figure-format";

type CausesProps = {
  title: string;
  kind: "task" | "part";
  causes: readonly Cause[];
  span: { from: string; to: string };
  empty: string;
};

/** Causes of callbacks, most frequent first; each links to its jobs. */
export function Causes({ title, kind, causes, span, empty }: CausesProps) {
  const most = Math.max(1, ...causes.map(({ callbacks }) => callbacks));
  return (
    <Card className="p-4">
      <h3 className="font-semibold">{title}</h3>
      {causes.length === 0 ? (
        <p className="mt-2 text-muted-foreground text-sm">{empty}</p>
      ) : (
        <ol className="mt-3 flex flex-col gap-3">
          {causes.map(({ key, label, callbacks }) => (
            <li key={key}>
              <div className="flex items-baseline justify-between gap-4">
                <TextLink to={paths.performanceJobs({ ...span, causeKind: kind, cause: key })} className="min-w-0">
                  {label}
                </TextLink>
                <span className="tabular">{whole(callbacks)}</span>
              </div>
              <svg aria-hidden="true" className="mt-1 h-1.5 w-full" preserveAspectRatio="none" viewBox="0 0 100 6">
                <rect width={(callbacks / most) * 100} height="6" rx="1" className="fill-cool" />
              </svg>
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}
