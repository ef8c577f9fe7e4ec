import { Moon, Sun } from "lucide-react";
import { Button } from "~/components/ui/button";
import { chooseTheme, isDark, useTheme } from "./choices";

/** Changes to the other of dark and light. Which icon shows is decided in CSS, where the system's preference is known. */
export function ThemeToggle({ className }: { className?: string }) {
  const theme = useTheme();
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label="Change between dark and light"
      className={className}
      onClick={() => chooseTheme(isDark(theme) ? "light" : "dark")}
    >
      <Sun className="only-dark" />
      <Moon className="only-light" />
    </Button>
  );
}
