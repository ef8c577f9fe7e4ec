import { useFormAction } from "@remix-run/react";
import { type RefObject, useEffect, useId } from "react";

interface UnsavedForm {
  /** Path of the screen or dialog that contains the form. */
  pathname: string;
  /** What would be lost, as a noun: 'customer'. */
  noun: string | undefined;
  isUnsaved: () => boolean;
}

const forms = new Map<string, UnsavedForm>();
/** Addresses of the tabs on the screen: each is a separate screen, even if its path extends another tab's. */
const tabs = new Map<string, readonly string[]>();

/** Makes the navigation guard prompt before the form is left while `isUnsaved`. */
export function useUnsavedForm(isUnsaved: boolean, noun: string | undefined): void {
  useGuarded(isUnsaved, noun, isAlways);
}

/** The same for a form with native fields: their values are read when the form is about to be left. */
export function useTypedForm(form: RefObject<HTMLFormElement>, isSending: boolean, noun: string | undefined): void {
  useGuarded(!isSending, noun, () => form.current !== null && hasTyped(form.current));
}

const isAlways = () => true;

function useGuarded(isGuarded: boolean, noun: string | undefined, isUnsaved: () => boolean): void {
  const key = useId();
  const [pathname = ""] = useFormAction().split("?");
  // Leaving the page happens outside the form: links, the Back button, a closed tab.
  // biome-ignore lint/correctness/useExhaustiveDependencies: isUnsaved reads only stable values
  useEffect(() => {
    if (!isGuarded) return;
    forms.set(key, { pathname, noun, isUnsaved });
    return () => {
      forms.delete(key);
    };
  }, [isGuarded, key, pathname, noun]);
}

/** Whether any text field of the form differs from the server's value. */
function hasTyped(form: HTMLFormElement): boolean {
  return [...form.elements].some(
    (field) =>
      (field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && isText(field))) &&
      field.value.trim() !== field.defaultValue.trim(),
  );
}

/** Checkboxes and hidden fields are set elsewhere; a search is easily repeated. */
function isText({ type }: HTMLInputElement): boolean {
  return !["hidden", "checkbox", "radio", "search", "submit", "button"].includes(type);
}

/** Registers screens reached by tabs: going from one to another leaves its form. */
export function useTabScreens(addresses: readonly string[]): void {
  const key = useId();
  const list = addresses.join(" ");
  // The addresses count only while the tabs are on the screen.
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

/**
 * The unsaved form that navigating to `pathname` would lose; its own screen and dialogs over it do not lose it. Without
 * a pathname, any unsaved form.
 */
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

/** Whether `inner` equals `outer` or is below it. */
function isWithin(outer: string, inner: string): boolean {
  return inner === outer || inner.startsWith(`${outer}/`);
}
