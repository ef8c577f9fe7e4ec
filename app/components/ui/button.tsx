import { Slot } from "@radix-ui/react-slot";
import { cva, type VariantProps } from "class-variance-authority";
import { type ButtonHTMLAttributes, forwardRef } from "react";
import { cn } from "./cn";
import { Spinner } from "./spinner";

const buttonStyle = cva(
  [
    "relative inline-flex max-w-full shrink-0 select-none items-center justify-center gap-2 rounded-md font-medium",
    "transition-colors disabled:pointer-events-none disabled:opacity-50 aria-disabled:opacity-60",
    "[&_svg]:size-4 [&_svg]:shrink-0",
  ],
  {
    variants: {
      variant: {
        primary: "bg-ember text-on-ember hover:bg-ember-hover",
        secondary: "border border-edge bg-panel text-ink hover:bg-raised",
        ghost: "text-muted hover:bg-raised hover:text-ink",
        danger: "bg-danger text-on-danger hover:bg-danger-hover",
        link: "text-frost underline decoration-transparent underline-offset-4 hover:decoration-current",
      },
      size: {
        small: "min-h-8 px-3 text-sm touch:min-h-10",
        medium: "min-h-control px-4 text-body",
        large: "min-h-12 px-6 text-base",
        icon: "size-control",
        "icon-small": "size-8 touch:size-10",
      },
    },
    compoundVariants: [{ variant: "link", className: "px-1" }],
    defaultVariants: { variant: "secondary", size: "medium" },
  },
);

export type ButtonVariants = VariantProps<typeof buttonStyle>;

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  ButtonVariants & {
    /** Lends the looks to its one child, a link most often. */
    asChild?: boolean;
    /** Shows a spinner in place of the words, keeps the width, refuses further clicks. */
    loading?: boolean;
  };

/** Says what it does. `primary` once a screen at most. */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { asChild, loading = false, variant, size, className, children, type = "button", onClick, ...rest },
  ref,
) {
  const looks = cn(buttonStyle({ variant, size }), className);
  if (asChild) {
    return (
      <Slot ref={ref} className={looks} onClick={onClick} {...rest}>
        {children}
      </Slot>
    );
  }
  return (
    <button
      ref={ref}
      type={loading ? "button" : type}
      className={looks}
      aria-disabled={loading || undefined}
      aria-busy={loading || undefined}
      onClick={loading ? undefined : onClick}
      {...rest}
    >
      {loading && <Spinner className="absolute" />}
      <span className={cn("inline-flex items-center gap-2", loading && "opacity-0")}>{children}</span>
    </button>
  );
});
