import { useId } from "react";
import { Button } from "~/components/ui/button";
import { TriangleAlert } from "~/components/ui/icons";

type ConflictDialogProps = {
  /** 'Someone else changed this customer while you were editing' */
  title: string;
  /** Labels by field name, in the form's order. */
  labels: Record<string, string>;
  /** The typed values and the current row, both as the form shows them, so that only differences are listed. */
  yours: object;
  current: object;
  /** URL of the form with the saved values, which discards the typed ones. */
  discardHref: string;
};

/**
 * Shown for a stale version: compares the typed values with those someone else saved, where they differ. Submitting
 * again overwrites them.
 */
export function ConflictDialog({ title, labels, yours, current, discardHref }: ConflictDialogProps) {
  const id = useId();
  const [yourTexts, currentTexts] = [textsOf(yours), textsOf(current)];
  const names = Object.keys(labels).filter((name) => (yourTexts.get(name) ?? "") !== (currentTexts.get(name) ?? ""));
  return (
    <section
      role="alert"
      tabIndex={-1}
      aria-labelledby={id}
      className="flex flex-col gap-3 rounded-md border border-warn bg-warn-soft p-4"
    >
      <h2 id={id} className="flex items-center gap-2 font-semibold">
        <TriangleAlert className="size-5 shrink-0 text-warn" />
        {title}
      </h2>
      {names.length === 0 ? (
        <p>Your changes match the saved version.</p>
      ) : (
        <table className="w-full table-fixed text-left">
          <thead>
            <tr className="text-muted-foreground text-sm">
              <th scope="col" className="py-1 pr-4 font-medium">
                Field
              </th>
              <th scope="col" className="py-1 pr-4 font-medium">
                Current
              </th>
              <th scope="col" className="py-1 font-medium">
                Yours
              </th>
            </tr>
          </thead>
          <tbody>
            {names.map((name) => (
              <tr key={name} className="border-border border-t align-top">
                <th scope="row" className="break-words py-1.5 pr-4 font-normal text-muted-foreground">
                  {labels[name]}
                </th>
                <td className="break-words py-1.5 pr-4">{currentTexts.get(name) || "–"}</td>
                <td className="break-words py-1.5 font-medium">{yourTexts.get(name) || "–"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="flex flex-wrap items-center gap-3">
        <Button variant="outline" asChild size="sm">
          <a href={discardHref}>Discard my changes</a>
        </Button>
        <span className="text-muted-foreground">or review them below and replace the saved version.</span>
      </p>
    </section>
  );
}

function textsOf(values: object): Map<string, string> {
  return new Map(Object.entries(values).map(([name, value]) => [name, textOf(value)]));
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join("\n");
  if (value === true || value === "on") return "Yes";
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
