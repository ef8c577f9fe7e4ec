/** Joins class names. Nothing is merged: `className` on a component is for its place (margin, width, grid), not its looks. */
export { clsx as cn } from "clsx";
