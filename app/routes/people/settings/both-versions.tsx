import { TriangleAlert } from "lucide-react";
import { Button } from "~/components/ui/button";
import { paths } from "~/paths";
import { differences, labels, type SettingsFields } from "./fields";

/** What one typed beside what somebody else saved meanwhile, where the two differ. */
export function BothVersions({ mine, theirs }: { mine: SettingsFields; theirs: SettingsFields }) {
  const names = differences(mine, theirs);
  return (
    <section
      role="alert"
      aria-labelledby="both-versions"
      className="flex flex-col gap-3 rounded-md border border-warn bg-warn-soft p-4"
    >
      <h2 id="both-versions" className="flex items-center gap-2 font-semibold">
        <TriangleAlert aria-hidden="true" className="size-5 text-warn" />
        Someone else changed the settings in the meantime
      </h2>
      {names.length === 0 ? (
        <p>What you typed is what was saved.</p>
      ) : (
        <table className="w-full text-left">
          <thead>
            <tr className="text-muted text-sm">
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
              <tr key={name} className="border-line border-t align-top">
                <th scope="row" className="py-1.5 pr-4 font-normal text-muted">
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
        <Button asChild size="small">
          <a href={paths.settings()}>Take theirs</a>
        </Button>
        <span className="text-muted">or save yours over theirs below.</span>
      </p>
    </section>
  );
}
