import { useState } from "react";
import { ScanButton } from "~/components/scan/scan-button";
import { readCode } from "~/domain/inventory/items/code";

interface LocationScanProps {
  /** Name of the location field in the form. */
  label: string;
  locations: readonly { id: string }[];
  onPick: (id: string) => void;
}

/** Selects a location by scanning its label. */
export function LocationScan({ label, locations, onPick }: LocationScanProps) {
  const [isUnknown, setUnknown] = useState(false);
  const pick = (code: string) => {
    const { locationId } = readCode(code);
    const found = locations.find(({ id }) => id === locationId);
    setUnknown(!found);
    if (found) onPick(found.id);
  };
  return (
    <>
      <ScanButton label={`Scan the label: ${label}`} title="Scan a location's label" onCode={pick} />
      {isUnknown && (
        <p role="alert" className="basis-full text-bad text-sm">
          This is not the label of an active location.
        </p>
      )}
    </>
  );
}
