import type { ReactNode } from "react";
import { Combobox, type ComboboxOption } from "~/components/forms/combobox";
import { ScanButton } from "~/components/scan/scan-button";
import { useScannedItem } from "~/components/scan/use-scanned-item";
import { Label } from "~/components/ui/label";
import type { itemChoices } from "~/domain/inventory/stock.server";
import { useSearch } from "~/lib/use-search";
import { paths } from "~/paths";

type ItemChoice = Awaited<ReturnType<typeof itemChoices>>[number];

type ItemPickerProps = {
  inputId: string;
  label: string;
  placeholder?: string;
  /** Called for Enter on a text that matches no option: a hardware scanner types a code followed by Enter. */
  onCode?: (code: string) => void;
  onSelect: (id: string) => void;
  /** Shown below the camera, which stays open for more if codes are accepted. */
  scanStatus?: ReactNode;
  autoFocus?: boolean;
};

/** Finds an item by typing or with the camera. A hardware scanner types a code and Enter into the field. */
export function ItemPicker({ inputId, label, placeholder, onCode, onSelect, scanStatus, autoFocus }: ItemPickerProps) {
  const { scan, problem } = useScannedItem(({ id }) => onSelect(id));
  const { data, isPending, search } = useSearch<{ choices: ItemChoice[] }>(paths.itemChoices);
  return (
    <div className="flex flex-col gap-1.5">
      <Label htmlFor={inputId}>{label}</Label>
      <div className="flex gap-2 [&>:first-child]:grow">
        <Combobox
          input={{
            id: inputId,
            placeholder: placeholder ?? "Name, SKU or barcode",
            autoFocus,
            onKeyDown: (event) => {
              const code = event.currentTarget.value.trim();
              if (event.key !== "Enter" || !onCode) return;
              // Enter ends the code and must not submit the surrounding form.
              event.preventDefault();
              if (!code) return;
              event.currentTarget.value = "";
              onCode(code);
            },
          }}
          label="Items"
          options={data?.choices.map(itemOption)}
          empty="No item found."
          isPending={isPending}
          isFreeText={Boolean(onCode)}
          onSearch={search}
          onSelect={onSelect}
        />
        <ScanButton isMultiple={Boolean(onCode)} onCode={onCode ?? scan} status={scanStatus} />
      </div>
      {problem}
    </div>
  );
}

function itemOption({ id, sku, name }: ItemChoice): ComboboxOption {
  return { value: id, label: name, detail: sku };
}
