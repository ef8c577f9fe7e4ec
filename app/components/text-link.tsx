import { Link, type LinkProps } from "@remix-run/react";
import { cn } from "~/lib/utils";

/** A link within or next to a sentence. */
export function TextLink({ className, ...rest }: LinkProps) {
  return <Link className={cn("link", className)} {...rest} />;
}
