import * as Radix from "@radix-ui/react-tabs";
import { type ComponentPropsWithoutRef, type ElementRef, forwardRef } from "react";
import { cn } from "~/lib/utils";
import { tabsListStyle } from "./tabs-style";

/** Tabs whose state is not in the URL; otherwise use TabsNav. */
export const Tabs = Radix.Root;

const selected = "*:data-[state=active]:text-foreground *:data-[state=active]:shadow-[inset_0_-2px_var(--color-ring)]";

// Radix sets inline styles that the content security policy forbids in server HTML; undefined values remove them.
const unstyled = { outline: undefined, animationDuration: undefined };

export const TabsList = forwardRef<ElementRef<typeof Radix.List>, ComponentPropsWithoutRef<typeof Radix.List>>(
  function TabsList({ className, ...rest }, ref) {
    return <Radix.List ref={ref} style={unstyled} className={cn(tabsListStyle, selected, className)} {...rest} />;
  },
);

export const TabsTrigger = Radix.Trigger;

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
