import { forwardRef, type HTMLAttributes } from "react";
import { cn } from "./cn";

type Div = HTMLAttributes<HTMLDivElement>;

/** A panel with a hairline. Cards do not sit in cards. */
export const Card = forwardRef<HTMLDivElement, Div>(function Card({ className, ...rest }, ref) {
  return <div ref={ref} className={cn("rounded-md border border-line bg-panel", className)} {...rest} />;
});

export function CardHeader({ className, ...rest }: Div) {
  return <div className={cn("flex items-center justify-between gap-4 px-4 pt-4", className)} {...rest} />;
}

export function CardTitle({ className, children, ...rest }: HTMLAttributes<HTMLHeadingElement>) {
  return (
    <h2 className={cn("font-semibold text-base", className)} {...rest}>
      {children}
    </h2>
  );
}

export function CardContent({ className, ...rest }: Div) {
  return <div className={cn("p-4", className)} {...rest} />;
}

export function CardFooter({ className, ...rest }: Div) {
  return <div className={cn("flex items-center gap-3 border-line border-t px-4 py-3", className)} {...rest} />;
}
