import { TriangleAlert } from "lucide-react";
import { Button } from "~/components/ui/button";
import { type ComparedWorkOrder, factsInWords } from "~/components/work-orders/form-words";

type BothVersionsProps = {
  mine: ComparedWorkOrder;
  theirs: ComparedWorkOrder;
  zone: string;
  /** Reads the form anew, with what was saved. */
  takeTheirsHref: string;
};

/** What one typed beside what somebody else saved meanwhile, where the two differ. */
export function BothVersions({ mine, theirs, zone, takeTheirsHref }: BothVersionsProps) {
  const [own, saved] = [factsInWords(mine, zone), factsInWords(theirs, zone)];
  const differing = Object.keys(own).filter((name) => own[name] !== saved[name]);
  return (
    <section
      role="alert"
      aria-labelledby="both-versions"
      className="flex flex-col gap-3 rounded-md border border-warn bg-warn-soft p-4"
    >
      <h2 id="both-versions" className="flex items-center gap-2 font-semibold">
        <TriangleAlert aria-hidden="true" className="size-5 text-warn" />
        Someone else changed this work order in the meantime
      </h2>
      {differing.length === 0 ? (
        <p>Its state changed; the facts are those you see below.</p>
      ) : (
        <table className="w-full text-left">
          <thead>
            <tr className="text-muted-foreground text-sm">
              <Head>Field</Head>
              <Head>Theirs, saved</Head>
              <Head>Yours, not saved</Head>
            </tr>
          </thead>
          <tbody>
            {differing.map((name) => (
              <tr key={name} className="border-border border-t align-top">
                <th scope="row" className="py-1.5 pr-4 font-normal text-muted-foreground">
                  {name}
                </th>
                <td className="break-words py-1.5 pr-4">{saved[name] || "None"}</td>
                <td className="break-words py-1.5 font-medium">{own[name] || "None"}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="flex flex-wrap items-center gap-3">
        <Button variant="outline" asChild size="sm">
          <a href={takeTheirsHref}>Take theirs</a>
        </Button>
        <span className="text-muted-foreground">or save yours over theirs below.</span>
      </p>
    </section>
  );
}

function Head({ children }: { children: string }) {
  return (
    <th scope="col" className="py-1 pr-4 font-medium">
      {children}
    </th>
  );
}
