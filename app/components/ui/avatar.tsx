import { cva, type VariantProps } from "class-variance-authority";
import { cn } from "~/lib/utils";
import { toneFill } from "./tone";

const tints = [toneFill.info, toneFill.active, toneFill.cool, toneFill.heat, toneFill.ok, toneFill.neutral];

/** Up to two initials: 'Luis Ortega' is LO, 'Northside' is N, and a phone number without a name is #. */
export function initials(name: string): string {
  if (/\d/.test(name) && !/\p{L}/u.test(name)) return "#";
  const words = name.trim().split(/\s+/);
  const letters = words.length > 1 ? [words[0], words[words.length - 1]] : words;
  return letters
    .map((word) => word?.[0] ?? "")
    .join("")
    .toLocaleUpperCase("en-US");
}

const avatarVariants = cva("inline-flex shrink-0 items-center justify-center rounded-full font-semibold", {
  variants: { size: { small: "size-6 text-xs", medium: "size-8 text-xs", large: "size-12 text-base" } },
  defaultVariants: { size: "medium" },
});

type AvatarProps = VariantProps<typeof avatarVariants> & { name: string; className?: string };

/** Decorative, shown next to a name and never instead of it. */
export function Avatar({ name, size, className }: AvatarProps) {
  const sum = [...name].reduce((total, letter) => total + (letter.codePointAt(0) ?? 0), 0);
  return (
    <span aria-hidden="true" className={cn(avatarVariants({ size }), tints[sum % tints.length], className)}>
      {initials(name)}
    </span>
  );
}
