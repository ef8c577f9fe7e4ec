import { Building2 } from "~/components/ui/icons";
import { paths } from "~/paths";

interface LogoPictureProps {
  orgId: string;
  name: string;
  /** Version tag of the picture; null if there is none. */
  logo: string | null;
}

export function LogoPicture({ orgId, name, logo }: LogoPictureProps) {
  return (
    <div className="grid size-20 shrink-0 place-items-center overflow-hidden rounded-md border border-border bg-background">
      {logo ? (
        <img
          src={`${paths.logo(orgId)}?${logo}`}
          alt={`Logo of ${name}`}
          width={80}
          height={80}
          className="size-full object-contain p-1"
        />
      ) : (
        <Building2 aria-hidden="true" className="size-8 text-subtle-foreground stroke-[1.25]" />
      )}
    </div>
  );
}
