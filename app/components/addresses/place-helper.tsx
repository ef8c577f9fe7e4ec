import { useEffect, useState } from "react";
import { Button } from "~/components/ui/button";
import { CircleCheck, type IconComponent, Info, TriangleAlert } from "~/components/ui/icons";
import { placeOfZip, type Verified, verify } from "./place-answers";
import { controlOf, readPlace, writePlace } from "./place-controls";
import type { PlaceIds } from "./place-ids";

/** Script enhancements for one address's fields. */
export function PlaceHelper({ ids }: { ids: PlaceIds }) {
  useZipFills(ids);
  return <Verify ids={ids} />;
}

/** Fills in city and state from the ZIP code unless the user has entered others. */
function useZipFills(ids: PlaceIds): void {
  // The fields belong to the form, so typing is observed on the document.
  useEffect(() => {
    let ours = { city: "", state: "" };
    const typed = async (event: Event) => {
      const zip = controlOf(ids.postalCode);
      if (!zip || event.target !== zip || !/^\d{5}$/.test(zip.value)) return;
      const found = await placeOfZip(zip.value);
      const now = readPlace(ids);
      if (!found || now.postalCode !== found.postalCode) return;
      const free = (name: "city" | "state") => now[name] === "" || now[name] === ours[name];
      if (!free("city") || !free("state")) return;
      ours = { city: found.city, state: found.state };
      writePlace(ids, ours);
    };
    document.addEventListener("input", typed);
    return () => document.removeEventListener("input", typed);
  }, [ids]);
}

type Outcome = { place: string; answer: Verified | null };

/** Verifies the address on request. */
function Verify({ ids }: { ids: PlaceIds }) {
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | "incomplete" | null>(null);
  // The result applies only to the verified text, so any edit clears it.
  useEffect(() => {
    const changed = ({ target }: Event) => {
      if (target instanceof HTMLElement && Object.values(ids).includes(target.id)) setOutcome(null);
    };
    document.addEventListener("input", changed);
    return () => document.removeEventListener("input", changed);
  }, [ids]);

  const ask = async () => {
    const place = readPlace(ids);
    if (Object.values(place).some((text) => text === "")) return setOutcome("incomplete");
    setBusy(true);
    const answer = await verify(place);
    setBusy(false);
    setOutcome({ place: JSON.stringify(place), answer });
  };
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button variant="outline" size="sm" onClick={ask} loading={busy}>
        Verify address
      </Button>
      <div role="status" className="min-w-0 flex-1 basis-64 text-sm">
        {outcome === "incomplete" && <p>Enter street, city, state and ZIP code first.</p>}
        {outcome && outcome !== "incomplete" && <LookupResult {...outcome} use={(change) => writePlace(ids, change)} />}
      </div>
    </div>
  );
}

const verdictStyles: Record<Verified["verdict"], { icon: IconComponent; tone: string }> = {
  verified: { icon: CircleCheck, tone: "text-ok" },
  partial: { icon: Info, tone: "text-muted-foreground" },
  corrected: { icon: TriangleAlert, tone: "text-warn" },
  unverified: { icon: TriangleAlert, tone: "text-warn" },
};

type LookupResultProps = Outcome & { use: (change: Verified["address"]) => void };

function LookupResult({ place, answer, use }: LookupResultProps) {
  if (!answer) return <p>The address check is not available right now. You can save the address as it is.</p>;
  const { verdict, messages, address, location } = answer;
  const { line1, city, state, postalCode } = address;
  const other = JSON.stringify({ line1, city, state, postalCode }) !== place;
  const { icon: Icon, tone } = verdictStyles[verdict];
  return (
    <div className="flex flex-col items-start gap-1.5">
      <p className="flex items-start gap-2">
        <Icon aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${tone}`} />
        <span>{messages.join(" ")}</span>
      </p>
      {other && location && (
        <Button variant="outline" size="sm" onClick={() => use(address)}>
          {`Use ${city}, ${state} ${postalCode}`}
        </Button>
      )}
    </div>
  );
}
