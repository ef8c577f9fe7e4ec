import * as Radix from "@radix-ui/react-tabs";
import { type ComponentPropsWithoutRef, type ElementRef, forwardRef } from "react";
import { cn } from "~/lib/utils";
import { tabsListStyle, tabsTriggerStyle } from "./tabs-style";

/** Tabs whose state is not in the URL; otherwise use TabsNav. */
export const Tabs = Radix.Root;

// Radix sets inline styles that the content security policy forbids in server HTML; undefined values remove them.
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
