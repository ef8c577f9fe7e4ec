import { TriangleAlert } from "lucide-react";
import { useId } from "react";
import { Button } from "~/components/ui/button";

type BothVersionsProps = {
  /** 'Someone else changed this customer in the meantime' */
  title: string;
  /** Field name to what the screen calls it, in the form's order. */
  labels: Record<string, string>;
  mine: Record<string, string>;
  theirs: Record<string, string>;
  /** The form with what was saved, what was typed left behind. */
  freshHref: string;
};

/** What one typed beside what somebody else saved meanwhile, where the two differ. */
export function BothVersions({ title, labels, mine, theirs, freshHref }: BothVersionsProps) {
  const id = useId();
  const names = Object.keys(labels).filter((name) => (mine[name] ?? "") !== (theirs[name] ?? ""));
  return (
    <section
      role="alert"
      aria-labelledby={id}
      className="flex flex-col gap-3 rounded-md border border-warn bg-warn-soft p-4"
    >
      <h2 id={id} className="flex items-center gap-2 font-semibold">
        <TriangleAlert className="size-5 shrink-0 text-warn" />
        {title}
      </h2>
      {names.length === 0 ? (
        <p>What you typed is what they saved.</p>
      ) : (
        <table className="w-full table-fixed text-left">
          <thead>
            <tr className="text-muted-foreground text-sm">
              <th scope="col" className="py-1 pr-4 font-medium">
                Field
              </th>
              <th scope="col" className="py-1 pr-4 font-medium">
                Theirs, saved
              </th>
              <th scope="col" className="py-1 font-medium">
                Yours, not saved
              </th>
            </tr>
          </thead>
          <tbody>
            {names.map((name) => (
              <tr key={name} className="border-border border-t align-top">
                <th scope="row" className="break-words py-1.5 pr-4 font-normal text-muted-foreground">
                  {labels[name]}
                </th>
                <td className="break-words py-1.5 pr-4">{theirs[name] || "None"}</td>
                <td className="break-words py-1.5 font-medium">{mine[name] || "None"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="flex flex-wrap items-center gap-3">
        <Button variant="outline" asChild size="sm">
          <a href={freshHref}>Take theirs</a>
        </Button>
        <span className="text-muted-foreground">or change yours below and save it over theirs.</span>
      </p>
    </section>
  );
}
