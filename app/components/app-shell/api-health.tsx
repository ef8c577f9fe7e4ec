import { useEffect, useState } from "react";
import { CircleAlert, CircleCheck, type IconComponent, Info, TriangleAlert } from "~/components/ui/icons";
import { request } from "~/lib/request";
import { shellPaths } from "~/shell-paths";

const every = 30_000;
const patience = 10_000;

type Health = "checking" | "ok" | "unhealthy" | "error";

const shown: Record<Health, { icon: IconComponent; words: string; looks: string }> = {
  checking: { icon: Info, words: "Checking the API", looks: "text-muted-foreground" },
  ok: { icon: CircleCheck, words: "API Healthy", looks: "text-ok" },
  unhealthy: { icon: TriangleAlert, words: "API Unhealthy", looks: "text-warn" },
  error: { icon: CircleAlert, words: "API Health Error", looks: "text-bad" },
};

/** Checks the API's health every 30 seconds. */
export function ApiHealth() {
  const [health, setHealth] = useState<Health>("checking");

  // Checks at once and then every 30 seconds while the tab is visible.
  useEffect(() => {
    let watching = true;
    const check = async () => {
      const found = await askHealth();
      if (watching) setHealth(found);
    };
    const timer = setInterval(() => document.visibilityState === "visible" && check(), every);
    check();
    return () => {
      watching = false;
      clearInterval(timer);
    };
  }, []);

  const { icon: Icon, words, looks } = shown[health];
  return (
    <p role="status" className={`flex h-8 items-center gap-2 px-1 text-xs ${looks}`}>
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      {words}
    </p>
  );
}

async function askHealth(): Promise<Health> {
  try {
    const answer = await request(shellPaths.apiHealth(), { signal: AbortSignal.timeout(patience), cache: "no-store" });
    const body: unknown = await answer.json();
    if (typeof body !== "object" || body === null || !("status" in body)) return "error";
    return answer.ok && body.status === "ok" ? "ok" : "unhealthy";
  } catch {
    return "error";
  }
}
