import { Slot } from "@radix-ui/react-slot";
import { cva, type VariantProps } from "class-variance-authority";
import { type ButtonHTMLAttributes, forwardRef } from "react";
import { cn } from "~/lib/utils";
import { Spinner } from "./spinner";

export const buttonVariants = cva(
  [
    "button-icons inline-flex max-w-full shrink-0 select-none items-center justify-center gap-2 rounded-md font-medium",
    "transition-colors disabled:pointer-events-none disabled:opacity-50 aria-disabled:opacity-60",
  ],
  {
    variants: {
      variant: {
        default: "bg-primary text-primary-foreground hover:bg-primary-hover",
        outline: "border border-input bg-card text-foreground hover:bg-muted",
        secondary: "bg-muted text-foreground hover:bg-accent",
        ghost: "text-muted-foreground hover:bg-muted hover:text-foreground",
        destructive: "bg-destructive text-destructive-foreground hover:bg-destructive-hover",
        link: "text-link underline decoration-transparent underline-offset-4 hover:decoration-current",
      },
      size: {
        sm: "min-h-8 px-3 text-sm touch:min-h-12",
        default: "min-h-control px-4 text-body",
        lg: "min-h-12 px-6 text-base",
        icon: "size-control",
        "icon-sm": "size-8 touch:size-10",
      },
    },
    compoundVariants: [{ variant: "link", className: "px-1" }],
    defaultVariants: { variant: "default", size: "default" },
  },
);

export type ButtonVariants = VariantProps<typeof buttonVariants>;

type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> &
  ButtonVariants & {
    /** Applies the styles to its only child, usually a link. */
    asChild?: boolean;
    /** Shows a spinner instead of the label, keeps the width, ignores further clicks. */
    loading?: boolean;
  };

/**
 * Use `default` at most once per screen, for the primary action. A button with a name submits its form, like conform's
 * list buttons.
 */
export const Button = forwardRef<HTMLButtonElement, ButtonProps>(function Button(
  { asChild, loading = false, variant, size, className, children, onClick, ...rest },
  ref,
) {
  const type = rest.type ?? (rest.name === undefined ? "button" : "submit");
  const classes = cn(buttonVariants({ variant, size }), loading && "relative", className);
  if (asChild) {
    return (
      <Slot ref={ref} className={classes} onClick={onClick} {...rest}>
        {children}
      </Slot>
    );
  }
  return (
    <button
      {...rest}
      ref={ref}
      type={loading ? "button" : type}
      className={classes}
      aria-disabled={loading || rest["aria-disabled"]}
      aria-busy={loading || rest["aria-busy"]}
      onClick={loading ? undefined : onClick}
    >
      {loading ? (
        <>
          <Spinner className="absolute" />
          <span className="inline-flex items-center gap-2 opacity-0">{children}</span>
        </>
      ) : (
        children
      )}
    </button>
  );
});
