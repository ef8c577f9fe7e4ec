import { useId, useState } from "react";
import { Combobox } from "~/components/forms/combobox";
import { Label } from "~/components/ui/label";
import type { FoundRecord } from "~/domain/knowledge-graph/find.server";
import { KIND_LABELS } from "~/domain/knowledge-graph/record";
import { MIN_QUERY_LENGTH } from "~/domain/search/query";
import { useLookup } from "~/lib/use-lookup";
import { paths } from "~/paths";

type RecordFinderProps = { label: string; shown?: string; onSelect: (key: string) => void };

/** Searches all kinds of records. */
export function RecordFinder({ label, shown = "", onSelect }: RecordFinderProps) {
  const id = useId();
  // Typed instead of what is shown, until the field is left or another record is chosen.
  const [typed, setTyped] = useState<{ text: string; over: string } | null>(null);
  const text = typed?.over === shown ? typed.text : shown;
  const { data, isLoading, load } = useLookup<{ records: FoundRecord[] }>();
  const isLong = text.trim().length >= MIN_QUERY_LENGTH;
  return (
    <div className="flex flex-col gap-1">
      <Label htmlFor={id}>{label}</Label>
      <Combobox
        input={{
          id,
          value: text,
          placeholder: "Customer, WO-012, part, address",
          onChange: (event) => setTyped({ text: event.target.value, over: shown }),
          onFocus: (event) => event.target.select(),
          onBlur: () => setTyped(null),
        }}
        label={label}
        options={
          isLong && data
            ? data.records.map((record) => ({
                value: record.key,
                label: record.label,
                detail: [KIND_LABELS[record.kind].one, record.detail].filter(Boolean).join(" · "),
              }))
            : undefined
        }
        empty="No record found"
        isPending={isLong && isLoading}
        onSearch={(searched) => {
          if (searched.trim().length >= MIN_QUERY_LENGTH) load(paths.findRecords(searched.trim()));
        }}
        onSelect={(key) => {
          setTyped({ text: data?.records.find((record) => record.key === key)?.label ?? text, over: shown });
          onSelect(key);
        }}
      />
    </div>
  );
}
