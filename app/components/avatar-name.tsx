import type { ReactNode } from "react";
import { Avatar } from "./ui/avatar";

type AvatarNameProps = { name: string; detail?: ReactNode; size?: "small" | "medium" };

/** A person's initials and name, with a muted detail below. */
export function AvatarName({ name, detail, size = "small" }: AvatarNameProps) {
  return (
    <span className="inline-flex min-w-0 items-center gap-2">
      <Avatar name={name} size={size} />
      <span className="min-w-0">
        <span className="block truncate">{name}</span>
        {detail && <span className="block truncate text-muted-foreground text-sm">{detail}</span>}
      </span>
    </span>
  );
}
