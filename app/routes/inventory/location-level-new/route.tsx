import { useNavigate, useSearchParams } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogDescription,
  DialogFooter,
  DialogHeader,
  DialogTitle,
} from "~/components/ui/dialog";
import { allow } from "~/domain/shared/permissions";
import { pageLoader } from "~/http/page-loader";
import { useCloseDialog } from "~/lib/use-close-dialog";
import { paths } from "~/paths";
import { ItemPicker } from "~/routes/inventory/shared/item-picker";
import { useInventoryLocation } from "~/routes/inventory/shared/use-location";

export { DialogError as ErrorBoundary, dialogHandle as handle } from "~/components/feedback/dialog-error";
export { shouldRevalidate } from "~/lib/revalidation";

export const loader = pageLoader(async ({ ctx }) => {
  allow(ctx, "inventory.write");
  return null;
});

export default function NewLocationLevel() {
  const location = useInventoryLocation();
  const navigate = useNavigate();
  const close = useCloseDialog();
  const [search] = useSearchParams();
  return (
    <Dialog open onOpenChange={close}>
      <DialogContent>
        <DialogHeader>
          <DialogTitle>Choose an item</DialogTitle>
          <DialogDescription>{`What ${location.name} should keep in stock.`}</DialogDescription>
        </DialogHeader>
        <DialogBody className="min-h-72">
          <ItemPicker
            inputId="leveled-item"
            label="Item"
            autoFocus
            onSelect={(itemId) =>
              navigate(paths.locationLevel(location.id, itemId, Object.fromEntries(search)), {
                replace: true,
                preventScrollReset: true,
              })
            }
          />
        </DialogBody>
        <DialogFooter>
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
