import {
  type Consent,
  consents,
  type ShownTheme,
  type SidebarState,
  sidebarStates,
  type Theme,
  themes,
} from "~/lib/shell-data";
import { useFrameOptions } from "./handle";
import { storedChoice } from "./stored-choices";
import { useShell } from "./use-shell";

const oneOf =
  <Value extends string>(values: readonly Value[]) =>
  (text: string): text is Value =>
    values.some((value) => value === text);

const theme = storedChoice("plenum_theme", oneOf<Theme>(themes));
const fieldTheme = storedChoice("plenum_field_theme", oneOf<Theme>(themes));
const sidebar = storedChoice("plenum_sidebar", oneOf<SidebarState>(sidebarStates));
const consent = storedChoice("plenum_consent", oneOf<Consent>(consents));
const folded = storedChoice("plenum_folded", (text): text is string => /^[a-z.-]*$/.test(text));

export function useTheme(): ShownTheme {
  const shell = useShell();
  const everywhere = theme.use(shell?.theme ?? "system");
  const inTheField = fieldTheme.use(shell?.fieldTheme ?? null);
  const { outdoor } = useFrameOptions();
  return outdoor ? (inTheField ?? `${everywhere} outdoor`) : everywhere;
}

/** Must match the media query of the `outdoor` styles. */
const PHONE = "(width < 40rem), (pointer: coarse)";

/** Browser only. A system without a preference counts as dark. */
export function isDark(shown: ShownTheme): boolean {
  const [chosen, outdoor] = shown.split(" ");
  if (outdoor && window.matchMedia(PHONE).matches) return false;
  return chosen === "system" ? !window.matchMedia("(prefers-color-scheme: light)").matches : chosen === "dark";
}

/** A theme chosen on the technician's screens applies only there. */
export function useChooseTheme(): (chosen: Theme) => void {
  return useFrameOptions().outdoor ? fieldTheme.choose : theme.choose;
}

export function useSidebarState(): SidebarState {
  return sidebar.use(useShell()?.sidebar ?? "open");
}

export const chooseSidebar = sidebar.choose;

/** Null until the visitor has answered. */
export function useConsent(): Consent | null {
  return consent.use(useShell()?.consent ?? null);
}

export const chooseConsent = consent.choose;

/** Ids of collapsed groups; null until the user has collapsed or expanded one. */
export function useFolded(): readonly string[] | null {
  return folded.use(useShell()?.folded?.join(".") ?? null)?.split(".") ?? null;
}

export function chooseFolded(ids: readonly string[]): void {
  folded.choose(ids.filter(Boolean).join("."));
}
