import { useFormAction } from "@remix-run/react";
import { type RefObject, useEffect, useId } from "react";

interface UnsavedForm {
  /** Of the screen or the dialog that the form is in. */
  pathname: string;
  /** What would be lost: 'customer'. */
  noun: string | undefined;
  isUnsaved: () => boolean;
}

const forms = new Map<string, UnsavedForm>();
/** Of the tabs on the screen: each is a screen of its own, though its address may continue that of another. */
const tabs = new Map<string, readonly string[]>();

/** Has the navigation guard ask before the form is left, while `isUnsaved`. */
export function useUnsavedForm(isUnsaved: boolean, noun: string | undefined): void {
  useGuarded(isUnsaved, noun, isAlways);
}

/** The same for a form whose fields are the browser's own: what is typed in it is read when it is about to be left. */
export function useTypedForm(form: RefObject<HTMLFormElement>, isSending: boolean, noun: string | undefined): void {
  useGuarded(!isSending, noun, () => form.current !== null && hasTyped(form.current));
}

const isAlways = () => true;

function useGuarded(isGuarded: boolean, noun: string | undefined, isUnsaved: () => boolean): void {
  const key = useId();
  const [pathname = ""] = useFormAction().split("?");
  // What leaves the page is not this form's to see: links, the Back button, a closed tab.
  // biome-ignore lint/correctness/useExhaustiveDependencies: isUnsaved reads by what never changes
  useEffect(() => {
    if (!isGuarded) return;
    forms.set(key, { pathname, noun, isUnsaved });
    return () => {
      forms.delete(key);
    };
  }, [isGuarded, key, pathname, noun]);
}

/** Whether a text of the form differs from what the server gave. */
export function hasTyped(form: HTMLFormElement): boolean {
  return [...form.elements].some(
    (field) =>
      (field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && isText(field))) &&
      field.value.trim() !== field.defaultValue.trim(),
  );
}

/** Boxes and hidden fields have their values from elsewhere; a search is made again in a second. */
function isText({ type }: HTMLInputElement): boolean {
  return !["hidden", "checkbox", "radio", "search", "submit", "button"].includes(type);
}

/** Screens that are reached by tabs: a form on one of them is left by going to another. */
export function useTabScreens(addresses: readonly string[]): void {
  const key = useId();
  const list = addresses.join(" ");
  useEffect(() => {
    tabs.set(
      key,
      list.split(" ").map((to) => to.replace(/\?.*/, "")),
    );
    return () => {
      tabs.delete(key);
    };
  }, [key, list]);
}

/** The unsaved form that going there would lose: its own screen and what opens over it keep it. Without a pathname, any. */
export function unsavedFormLeft(pathname?: string): UnsavedForm | undefined {
  return [...forms.values()].find(
    (form) => (pathname === undefined || !staysOpen(form.pathname, pathname)) && form.isUnsaved(),
  );
}

function staysOpen(own: string, pathname: string): boolean {
  const isAnotherTab = [...tabs.values()]
    .flat()
    .some((tab) => tab !== own && isWithin(own, tab) && isWithin(tab, pathname));
  return own === pathname || (isWithin(own, pathname) && !isAnotherTab);
}

/** Whether `inner` is at `outer` or goes on from there. */
function isWithin(outer: string, inner: string): boolean {
  return inner === outer || inner.startsWith(`${outer}/`);
}
