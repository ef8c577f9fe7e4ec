import { parseRecordRef, type RecordRef } from "~/domain/shared/record-ref";

/** 12 -> "WO-012"; higher numbers simply get more digits. */
export function formatWorkOrderNumber(number: number): string {
  return `WO-${String(number).padStart(3, "0")}`;
}

/** Parses what people enter in a URL or a search box: "12", "WO-012", "wo-12" or an id; null for anything else. */
export function parseWorkOrderRef(text: string): RecordRef | null {
  return parseRecordRef(text, /^(?:WO-)?(\d{1,9})$/i);
}
