import { Slot } from "@radix-ui/react-slot";
import { cva, type VariantProps } from "class-variance-authority";
import { type ElementType, forwardRef, type HTMLAttributes } from "react";
import { cn } from "~/lib/utils";

type Div = HTMLAttributes<HTMLDivElement>;

/** Applies the styles to its only child, such as a link or a form. */
type AsChild = { asChild?: boolean };

const cardVariants = cva("rounded-md border border-border bg-card", {
  variants: { size: { default: "", sm: "[--card-gap:0.75rem] [--card-padding:1rem]" } },
});

type CardElement = "div" | "section" | "article" | "aside" | "figure" | "ul" | "ol" | "li" | "dl" | "p";

type CardProps = HTMLAttributes<HTMLElement> &
  AsChild &
  VariantProps<typeof cardVariants> & {
    /** The element, if a list, a section or a paragraph is the card. */
    as?: CardElement;
  };

/** A bordered panel; its parts have the padding. Do not nest cards. */
export const Card = forwardRef<HTMLElement, CardProps>(function Card(
  { asChild, as = "div", size, className, ...rest },
  ref,
) {
  const Panel: ElementType = asChild ? Slot : as;
  return <Panel ref={ref} className={cn(cardVariants({ size, className }))} {...rest} />;
});

/** Title, description and action. */
export function CardHeader({ asChild, className, ...rest }: Div & AsChild) {
  const Header = asChild ? Slot : "div";
  return (
    <Header
      className={cn(
        "grid auto-rows-min grid-cols-[minmax(0,1fr)] items-start gap-x-4 px-(--card-padding) pt-(--card-padding)",
        "pb-(--card-gap) has-data-[slot=card-action]:grid-cols-[minmax(0,1fr)_auto]",
        className,
      )}
      {...rest}
    />
  );
}

export function CardTitle({ className, ...rest }: HTMLAttributes<HTMLHeadingElement>) {
  return <h2 className={cn("font-semibold text-base", className)} {...rest} />;
}

export function CardDescription({ className, ...rest }: HTMLAttributes<HTMLParagraphElement>) {
  return <p className={cn("text-muted-foreground text-sm", className)} {...rest} />;
}

/** To the right of title and description: a button, a state. */
export function CardAction({ className, ...rest }: Div) {
  return (
    <div
      data-slot="card-action"
      className={cn("col-start-2 row-span-2 row-start-1 self-start justify-self-end", className)}
      {...rest}
    />
  );
}

export function CardContent({ className, ...rest }: Div) {
  return (
    <div className={cn("px-(--card-padding) pb-(--card-padding) first:pt-(--card-padding)", className)} {...rest} />
  );
}

export function CardFooter({ className, ...rest }: Div) {
  return <div className={cn("flex items-center px-(--card-padding) pb-(--card-padding)", className)} {...rest} />;
}
