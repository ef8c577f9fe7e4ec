import { Link, useNavigate } from "@remix-run/react";
import { useId, useState } from "react";
import { Combobox } from "~/components/forms/combobox";
import { Card } from "~/components/ui/card";
import { X } from "~/components/ui/icons";
import { Label } from "~/components/ui/label";
import { type Industry, MAX_INDUSTRIES, searchIndustries } from "~/domain/industries/industry";
import { paths } from "~/paths";

/** The compared industries, each removable, and a field for adding one. */
export function IndustryPicker({ chosen }: { chosen: readonly Pick<Industry, "code" | "label">[] }) {
  const [typed, setTyped] = useState("");
  const navigate = useNavigate();
  const id = useId();
  const codes = chosen.map(({ code }) => code);
  const isFull = codes.length >= MAX_INDUSTRIES;
  const options = searchIndustries(typed)
    .filter(({ code }) => !codes.includes(code))
    .map(({ code, label }) => ({ value: code, label, detail: code }));
  const add = (code: string) => {
    setTyped("");
    navigate(paths.industryAnalysis([...codes, code]), { preventScrollReset: true });
  };
  return (
    <div className="flex flex-col gap-3">
      <ul aria-label="Industries compared" className="flex flex-wrap gap-2">
        {chosen.map(({ code, label }) => (
          <Card as="li" key={code} className="flex min-h-8 items-center gap-1.5 pl-3 text-sm has-[a]:pr-0 pr-3">
            <span>
              {label} <span className="text-subtle-foreground tabular">{code}</span>
            </span>
            {codes.length > 1 && (
              <Link
                to={paths.industryAnalysis(codes.filter((other) => other !== code))}
                preventScrollReset
                aria-label={`Remove ${label}`}
                className="grid size-8 place-items-center rounded-md text-muted-foreground hover:text-foreground pointer-coarse:size-11"
              >
                <X className="size-4" />
              </Link>
            )}
          </Card>
        ))}
      </ul>
      <div className="max-w-md">
        <Label htmlFor={id}>Add an industry</Label>
        <div className="mt-1.5">
          <Combobox
            input={{
              id,
              value: typed,
              disabled: isFull,
              placeholder: isFull ? `${MAX_INDUSTRIES} at a time: remove one first` : "Name or NAICS code",
              onChange: (event) => setTyped(event.target.value),
            }}
            label="Industries"
            options={isFull ? undefined : options}
            empty="No industry by that name. Try electrical, roofing, wholesale or a NAICS code."
            onSearch={setTyped}
            onSelect={add}
          />
        </div>
      </div>
    </div>
  );
}
