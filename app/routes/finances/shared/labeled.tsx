import type { ReactNode } from "react";

/** A control with its label above it. */
export function Labeled({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is its child
    <label className={className}>
      <span className="mb-1 block font-medium text-sm">{label}</span>
      {children}
    </label>
  );
}
