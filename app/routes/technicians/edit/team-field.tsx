import { getInputProps } from "@conform-to/react";
import { useState } from "react";
import { Combobox } from "~/components/forms/combobox";
import { type AnyField, FieldFrame } from "~/components/forms/field";
import { typeInto } from "~/components/forms/type-into";
import { teamKey } from "~/domain/technicians/technician";
import { technicianLabels } from "~/routes/technicians/shared/labels";

/** The technician's team: one of the existing ones, or a new one by typing its name. */
export function TeamField({ field, known }: { field: AnyField; known: readonly string[] }) {
  const { key, pattern: _, ...input } = getInputProps(field, { type: "text" });
  const [search, setSearch] = useState("");
  const typed = teamKey(search);
  const isKnown = known.some((name) => teamKey(name) === typed);
  const found = known.filter((name) => isKnown || teamKey(name).includes(typed));
  return (
    <FieldFrame
      field={field}
      label={technicianLabels.team}
      required={false}
      description="An install crew, a branch. Type a new name to add a team."
    >
      <Combobox
        key={key}
        input={{ ...input, required: false, placeholder: "No team", "aria-describedby": field.descriptionId }}
        label="Teams"
        options={found.map((name) => ({ value: name, label: name }))}
        empty={search ? `${search} will be a new team.` : "No teams yet. Type the name of the first one."}
        isFreeText
        onSearch={setSearch}
        onSelect={(name) => {
          typeInto(field.id, name);
          setSearch("");
        }}
      />
    </FieldFrame>
  );
}
