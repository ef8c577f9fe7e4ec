import { useState } from "react";
import { FilterField } from "~/components/data-table/filter-field";
import { Button } from "~/components/ui/button";
import { ChevronDown } from "~/components/ui/icons";
import { Popover, PopoverContent, PopoverTrigger } from "~/components/ui/popover";
import { lazyWithRetry } from "~/lib/lazy-with-retry";

const finder = lazyWithRetry(async () => (await import("./customer-finder")).CustomerFinder);

type CustomerFilterProps = {
  /** Name of the customer the list is filtered by. */
  chosen: string | undefined;
  href: (customerId: string) => string;
};

/** Filters a list by one customer, found by typing because there are too many for a select. */
export function CustomerFilter({ chosen, href }: CustomerFilterProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <FilterField label="Customer">
      <Popover open={isOpen} onOpenChange={setOpen}>
        <PopoverTrigger asChild>
          <Button
            variant="outline"
            className="w-full bg-field px-3 font-normal *:w-full"
            aria-label={chosen && `Customer: ${chosen}`}
          >
            <span className="flex-1 truncate text-left">{chosen ?? "Any customer"}</span>
            <ChevronDown className="text-muted-foreground" />
          </Button>
        </PopoverTrigger>
        <PopoverContent aria-label="Customer" className="w-72">
          <finder.Part href={href} onChosen={() => setOpen(false)} />
        </PopoverContent>
      </Popover>
    </FilterField>
  );
}
