import { useRevalidator } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button } from "~/components/ui/button";

type BlockProps = {
  /** Name of the data, used in the error message if it could not be loaded. */
  name: string;
  failed: boolean;
  children: ReactNode;
};

/** A part of the dashboard; if it could not be loaded, it shows a message and leaves the others unaffected. */
export function Block({ name, failed, children }: BlockProps) {
  const revalidator = useRevalidator();
  if (!failed) return children;
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-border bg-card px-4 py-3"
    >
      <p>Couldn't load {name}. The rest of the page is up to date.</p>
      <Button variant="outline" size="sm" onClick={() => revalidator.revalidate()}>
        Try again
      </Button>
    </div>
  );
}
