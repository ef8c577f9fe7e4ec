import { useFormAction } from "@remix-run/react";
import { useEffect, useId } from "react";

interface UnsavedForm {
  /** Of the screen or the dialog that the form is in. */
  pathname: string;
  /** What would be lost: 'customer'. */
  noun: string | undefined;
}

const unsaved = new Map<string, UnsavedForm>();

/** Has the navigation guard ask before the form is left, while `isUnsaved`. */
export function useUnsavedForm(isUnsaved: boolean, noun: string | undefined): void {
  const key = useId();
  const [pathname = ""] = useFormAction().split("?");
  // What leaves the page is not this form's to see: links, the Back button, a closed tab.
  useEffect(() => {
    if (!isUnsaved) return;
    unsaved.set(key, { pathname, noun });
    return () => {
      unsaved.delete(key);
    };
  }, [isUnsaved, key, pathname, noun]);
}

/** The unsaved form that going there would lose: its own screen and what opens over it keep it. Without a pathname, any. */
export function unsavedFormLeft(pathname?: string): UnsavedForm | undefined {
  return [...unsaved.values()].find((form) => pathname === undefined || !isKept(form, pathname));
}

function isKept(form: UnsavedForm, pathname: string): boolean {
  return pathname === form.pathname || pathname.startsWith(`${form.pathname}/`);
}
