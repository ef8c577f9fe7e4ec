import { useId, useState } from "react";
import { Combobox } from "~/components/forms/combobox";
import { Label } from "~/components/ui/label";
import type { FoundRecord } from "~/domain/knowledge-graph/find.server";
import { MIN_QUERY_LENGTH } from "~/domain/search/query";
import { useLookup } from "~/lib/use-lookup";
import { paths } from "~/paths";

type SitePickerProps = {
  /** Displayed text: '12 Oak St, Milwaukee'. */
  shown: string;
  onSelect: (site: { id: string; label: string } | null) => void;
  /** Name under which the id is posted in a form. */
  name?: string;
  value: string | null;
  disabled?: boolean;
};

/** Selects a property by street, city or customer. */
export function SitePicker({ shown, onSelect, name, value, disabled }: SitePickerProps) {
  const id = useId();
  // What was chosen last; the text may differ while someone is typing.
  const [label, setLabel] = useState(shown);
  const [text, setText] = useState(shown);
  const { data, isLoading, load } = useLookup<{ records: FoundRecord[] }>();
  const isLong = text.trim().length >= MIN_QUERY_LENGTH;
  const sites = data?.records.filter(({ kind }) => kind === "site");
  return (
    <div className="flex flex-col gap-1">
      <Label htmlFor={id}>Property</Label>
      <Combobox
        input={{
          id,
          value: text,
          disabled,
          placeholder: "Street, city or customer",
          onChange: (event) => {
            setText(event.target.value);
            // Once the text is edited, the previous choice no longer applies.
            setLabel("");
            if (value !== null) onSelect(null);
          },
          onBlur: () => setText(label),
        }}
        label="Property"
        options={
          isLong && sites
            ? sites.map((site) => ({ value: site.key, label: site.label, detail: site.detail }))
            : undefined
        }
        empty="No property found"
        isPending={isLong && isLoading}
        onSearch={(typed) => {
          if (typed.trim().length >= MIN_QUERY_LENGTH) load(paths.findRecords(typed.trim()));
        }}
        onSelect={(key) => {
          const site = sites?.find((one) => one.key === key);
          if (!site) return;
          setLabel(site.label);
          setText(site.label);
          onSelect({ id: key.slice("site:".length), label: site.label });
        }}
      />
      {name && <input type="hidden" name={name} value={value ?? ""} />}
    </div>
  );
}
