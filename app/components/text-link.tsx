import { Link, type LinkProps } from "@remix-run/react";
import { cn } from "~/lib/utils";

/** A link within or next to a sentence. */
export function TextLink({ className, ...rest }: LinkProps) {
  return <Link className={cn("text-link underline underline-offset-4 hover:decoration-2", className)} {...rest} />;
}
