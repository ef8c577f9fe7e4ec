import * as Radix from "@radix-ui/react-tabs";
import { type ComponentPropsWithoutRef, type ElementRef, forwardRef } from "react";
import { cn } from "~/lib/utils";

/** The line below tabs, of a screen or of the URL, and the part of it that the current one thickens. */
export const tabsListStyle =
  "flex gap-6 overflow-x-auto shadow-[inset_0_-1px_var(--color-border)] [scrollbar-width:none]";
export const tabsTriggerStyle = cn(
  "inline-flex h-row flex-none items-center gap-2 font-medium text-muted-foreground hover:text-foreground",
  "focus-visible:-outline-offset-2",
  "data-[state=active]:text-foreground data-[state=active]:shadow-[inset_0_-2px_var(--color-ring)]",
  "aria-[current=page]:text-foreground aria-[current=page]:shadow-[inset_0_-2px_var(--color-ring)]",
);

/** Tabs that live on the screen alone. When the choice belongs in the URL, use TabsNav. */
export const Tabs = Radix.Root;

// Radix writes inline styles that the content security policy forbids in server HTML: an undefined value takes them out.
const unstyled = { outline: undefined, animationDuration: undefined };

export const TabsList = forwardRef<ElementRef<typeof Radix.List>, ComponentPropsWithoutRef<typeof Radix.List>>(
  function TabsList({ className, ...rest }, ref) {
    return <Radix.List ref={ref} style={unstyled} className={cn(tabsListStyle, className)} {...rest} />;
  },
);

export const TabsTrigger = forwardRef<ElementRef<typeof Radix.Trigger>, ComponentPropsWithoutRef<typeof Radix.Trigger>>(
  function TabsTrigger({ className, ...rest }, ref) {
    return <Radix.Trigger ref={ref} className={cn(tabsTriggerStyle, className)} {...rest} />;
  },
);

export const TabsContent = forwardRef<HTMLDivElement, ComponentPropsWithoutRef<typeof Radix.Content>>(
  function TabsContent({ className, children, ...rest }, ref) {
    return (
      <Radix.Content asChild {...rest}>
        <div ref={ref} style={unstyled} className={cn("pt-4", className)}>
          {children}
        </div>
      </Radix.Content>
    );
  },
);
