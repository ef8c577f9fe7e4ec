import { useNavigate } from "@remix-run/react";
import { lookUpItem } from "~/components/scan/look-up-item";
import { ScanButton } from "~/components/scan/scan-button";
import { toast } from "~/components/ui/toast-store";

type ItemScanProps = {
  /** URL to open for an item. */
  hrefOf: (itemId: string) => string;
  /** URL of a list searched by a code that no item has, as it may be a partial one. */
  searchHref: (code: string) => string;
};

/** Opens the item whose code the camera scans. */
export function ItemScan({ hrefOf, searchHref }: ItemScanProps) {
  const navigate = useNavigate();
  const open = async (code: string) => {
    const answer = await lookUpItem({ code });
    if (!answer) {
      const title = `${code} could not be looked up`;
      return toast({ title, text: "Check your connection and scan it again.", tone: "bad" });
    }
    navigate(answer.item ? hrefOf(answer.item.id) : searchHref(code));
  };
  return <ScanButton onCode={open} />;
}
