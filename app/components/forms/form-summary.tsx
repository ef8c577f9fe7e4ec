import { useEffect, useState } from "react";
import { CircleAlert } from "~/components/ui/icons";

type FormSummaryProps = {
  /** conform's form metadata, or anything with its id and errors by field name ("" holds the form's own). */
  form: { id: string; allErrors: Record<string, string[]> };
  /** Field name to what the screen calls it. */
  labels?: Record<string, string>;
};

/** What is wrong with the whole form, above it; each line jumps to its field. */
export function FormSummary({ form, labels = {} }: FormSummaryProps) {
  const wrong = Object.entries(form.allErrors).filter(([, errors]) => errors.length > 0);
  const beside = useErrorsBeside(form.id, wrong.map(([name]) => name).join(" "));
  if (wrong.length === 0) return null;
  const count = wrong.filter(([name]) => name !== "").length;
  return (
    <div role="alert" className="flex gap-3 rounded-md border border-bad bg-bad-soft p-4">
      <CircleAlert className="mt-0.5 size-5 shrink-0 text-bad" />
      <div className="min-w-0">
        {count > 0 && (
          <p className="font-semibold">
            {count === 1 ? "One field needs attention" : `${count} fields need attention`}
          </p>
        )}
        <ul className="flex flex-col gap-1">
          {wrong.map(([name, errors]) => (
            <li key={name}>
              {name === "" ? (
                errors.join(" ")
              ) : (
                <a className="underline underline-offset-2" href={`#${form.id}-${name}`} onClick={jump}>
                  {labels[name] && beside.has(name)
                    ? labels[name]
                    : `${labels[name] ? `${labels[name]}: ` : ""}${errors.join(" ")}`}
                </a>
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** The fields that say themselves what is wrong with them: the summary need not say it again. */
function useErrorsBeside(formId: string, names: string): ReadonlySet<string> {
  const [beside, setBeside] = useState<ReadonlySet<string>>(new Set());

  // Which of its fields a form draws with their errors only the page knows.
  useEffect(() => {
    setBeside(new Set(names.split(" ").filter((name) => document.getElementById(`${formId}-${name}-error`))));
  }, [formId, names]);
  return beside;
}

function jump(event: React.MouseEvent<HTMLAnchorElement>): void {
  const field = document.getElementById(event.currentTarget.hash.slice(1));
  if (!field) return;
  event.preventDefault();
  field.focus();
  field.scrollIntoView({ block: "center" });
}
