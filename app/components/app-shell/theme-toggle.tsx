import { Button } from "~/components/ui/button";
import { SunMoon } from "~/components/ui/icons";
import { isDark, useChooseTheme, useTheme } from "./choices";

/** Switches between dark and light. */
export function ThemeToggle({ className }: { className?: string }) {
  const theme = useTheme();
  const chooseTheme = useChooseTheme();
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label="Switch between dark and light"
      className={className}
      onClick={() => chooseTheme(isDark(theme) ? "light" : "dark")}
    >
      <SunMoon />
    </Button>
  );
}
