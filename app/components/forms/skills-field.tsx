import { type ReactNode, useRef } from "react";
import { chipVariants } from "~/components/ui/chip";
import { skillKey, splitSkills } from "~/domain/technicians/technician";
import type { AnyField } from "./field";
import { TextField } from "./text-field";

type SkillsFieldProps = { field: AnyField; label: ReactNode; description: ReactNode; known: readonly string[] };

/** Comma-separated skills; technicians' existing skills can be added with one click. */
export function SkillsField({ field, label, description, known }: SkillsFieldProps) {
  const box = useRef<HTMLDivElement>(null);
  const add = (skill: string) => {
    const input = box.current?.querySelector("input");
    if (!input) return;
    const held = splitSkills(input.value);
    if (held.some((one) => skillKey(one) === skillKey(skill))) return;
    input.value = [...held, skill].join(", ");
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.focus();
  };
  return (
    <div ref={box} className="flex flex-col gap-2">
      <TextField
        field={field}
        required={false}
        multiple={false}
        label={label}
        description={description}
        placeholder="Heat pumps, Gas furnaces, Controls"
        autoComplete="off"
      />
      {known.length > 0 && (
        <ul aria-label="Skills of technicians" className="flex flex-wrap gap-1.5">
          {known.map((skill) => (
            <li key={skill}>
              <button type="button" className={chipVariants()} onClick={() => add(skill)} aria-label={`Add ${skill}`}>
                {skill}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
