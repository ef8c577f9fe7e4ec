import { useEffect, useRef, useState } from "react";
import { typeInto } from "~/components/forms/type-into";
import { Badge } from "~/components/ui/badge";
import { Button } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import type { Receipt } from "~/domain/receipts/list.server";
import { type ReadReceipt, readReceiptText } from "~/domain/receipts/read-text";
import { type Currency, decimalText, formatMoney, minorFromDecimal } from "~/domain/shared/money";
import { formatDate } from "~/domain/shared/time/date-format";
import { RequestError, requestJson, UNREACHABLE } from "~/lib/api-request";
import { request } from "~/lib/request";
import { paths } from "~/paths";

type FieldKey = keyof ReadReceipt;

interface ReadPictureProps {
  receipt: Receipt;
  /** The currency selected for the receipt. */
  currency: Currency;
  hasModel: boolean;
  today: string;
  /** The receipt was just added. */
  readAtOnce: boolean;
  /** Ids of the form's controls. */
  ids: Record<FieldKey, string>;
}

const FIELDS: readonly { key: FieldKey; label: string }[] = [
  { key: "merchant", label: "Merchant" },
  { key: "boughtOn", label: "Date" },
  { key: "totalMinor", label: "Total" },
  { key: "taxMinor", label: "Tax" },
];

const NO_TEXT = "No text was found in the picture. Type what the receipt says.";
const UNREADABLE = "The picture could not be read on this device. Type what the receipt says.";

type State = { kind: "idle" } | { kind: "reading"; on: "device" | "model" } | { kind: "problem"; text: string } | Found;
type Found = { kind: "read"; read: ReadReceipt };

/** Reads the picture and fills in empty fields; the source of each value is shown next to it. */
export function ReadPicture({ receipt, currency, hasModel, today, readAtOnce, ids }: ReadPictureProps) {
  const [state, setState] = useState<State>({ kind: "idle" });
  const isStarted = useRef(false);
  const isReading = state.kind === "reading";

  async function read(on: "device" | "model") {
    setState({ kind: "reading", on });
    const next = on === "device" ? await readHere(receipt, today) : await readByModel(receipt);
    setState(next);
    if (next.kind === "read") fill(next.read, ids);
  }

  // A receipt just added is read without another click; only once, however often the screen renders.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on mount
  useEffect(() => {
    if (!readAtOnce || isStarted.current) return;
    isStarted.current = true;
    void read(hasModel ? "model" : "device");
  }, []);

  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-2">
        {hasModel && (
          <Button
            variant="outline"
            loading={isReading && state.on === "model"}
            disabled={isReading}
            onClick={() => void read("model")}
          >
            Read the picture
          </Button>
        )}
        <Button
          variant="outline"
          loading={isReading && state.on === "device"}
          disabled={isReading}
          onClick={() => void read("device")}
        >
          {hasModel ? "Read on this device" : "Read the picture"}
        </Button>
      </div>
      <p role="status" className="text-muted-foreground text-sm empty:hidden">
        {isReading &&
          (state.on === "device"
            ? "Reading the picture on this device. The first time it loads about 5 MB."
            : "Reading the picture.")}
      </p>
      {state.kind === "problem" && (
        <p role="alert" className="text-bad">
          {state.text}
        </p>
      )}
      {state.kind === "read" && <WhatWasRead read={state.read} currency={currency} />}
    </div>
  );
}

function WhatWasRead({ read, currency }: { read: ReadReceipt; currency: Currency }) {
  const found = FIELDS.filter(({ key }) => read[key] !== null);
  if (found.length === 0) return <p className="text-muted-foreground">{NO_TEXT}</p>;
  return (
    <Card as="section" aria-label="Read from the picture" className="p-4 text-sm">
      <p className="mb-2 font-medium">Read from the picture: compare before you confirm</p>
      <ul className="flex flex-col gap-1.5">
        {found.map(({ key, label }) => (
          <li key={key} className="flex flex-wrap items-baseline gap-x-2">
            <span className="text-muted-foreground">{label}</span>
            <span className="font-medium tabular">{shown(read, key, currency)}</span>
            <Badge tone={read[key]?.isSure ? "ok" : "warn"}>{read[key]?.isSure ? "Clear" : "Check"}</Badge>
            <span className="min-w-0 break-words text-muted-foreground">from “{read[key]?.line}”</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function shown(read: ReadReceipt, key: FieldKey, currency: Currency): string {
  const { merchant, boughtOn, totalMinor, taxMinor } = read;
  switch (key) {
    case "merchant":
      return merchant?.value ?? "";
    case "boughtOn":
      return boughtOn ? formatDate(boughtOn.value, true) : "";
    case "totalMinor":
      return totalMinor ? formatMoney(totalMinor.value, currency) : "";
    case "taxMinor":
      return taxMinor ? formatMoney(taxMinor.value, currency) : "";
  }
}

/** Fills in empty fields only, so that typed values are kept. */
function fill(read: ReadReceipt, ids: Record<FieldKey, string>): void {
  for (const { key } of FIELDS) {
    const control = document.getElementById(ids[key]);
    const value = read[key]?.value;
    if (!(control instanceof HTMLInputElement) || control.value !== "" || value === undefined) continue;
    typeInto(ids[key], typeof value === "number" ? decimalText(value) : value);
  }
}

/** Null if the text reader could not be loaded or cannot read this picture. */
async function textHere(receipt: Receipt): Promise<string | null> {
  try {
    const response = await request(pictureOf(receipt));
    if (!response.ok) return null;
    // The text reader and its language data are loaded on demand.
    const { recognizeText } = await import("~/components/scan/recognize-text");
    return await recognizeText(await response.blob());
  } catch {
    return null;
  }
}

async function readHere(receipt: Receipt, today: string): Promise<State> {
  const text = await textHere(receipt);
  if (text === null || text === "") return { kind: "problem", text: text === null ? UNREADABLE : NO_TEXT };
  return { kind: "read", read: readReceiptText(text, today) };
}

const queryOf = ({ of }: Receipt) => ({ of: of === "household" ? of : undefined });
const pictureOf = (receipt: Receipt) => paths.receiptPicture(receipt.id, queryOf(receipt));

interface ModelAnswer {
  merchant: ReadReceipt["merchant"];
  boughtOn: ReadReceipt["boughtOn"];
  total: ReadReceipt["totalMinor"];
  tax: ReadReceipt["taxMinor"];
}

async function readByModel(receipt: Receipt): Promise<State> {
  try {
    const path = paths.apiReadReceipt(receipt.id, queryOf(receipt));
    const failed = "The picture could not be read right now.";
    const { merchant, boughtOn, total, tax } = await requestJson<ModelAnswer>(path, { method: "POST", failed });
    return { kind: "read", read: { merchant, boughtOn, totalMinor: inMinor(total), taxMinor: inMinor(tax) } };
  } catch (error) {
    return { kind: "problem", text: error instanceof RequestError ? error.message : UNREACHABLE };
  }
}

const inMinor = (read: ReadReceipt["totalMinor"]) => read && { ...read, value: minorFromDecimal(read.value) ?? 0 };
