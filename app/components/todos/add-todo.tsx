import { Link, useLocation } from "@remix-run/react";
import { Button } from "~/components/ui/button";
import { DropdownMenuItem } from "~/components/ui/dropdown-menu";
import { ListChecks } from "~/components/ui/icons";
import type { SubjectKind } from "~/domain/todos/todo";
import { paths } from "~/paths";

interface AddTodoProps {
  /** The kind of record it is about, and the record's id. */
  about: SubjectKind;
  id: string;
}

/** URL for writing a to-do about a record; saving or canceling returns here. */
function useNewTodo({ about, id }: AddTodoProps): string {
  const { pathname } = useLocation();
  return paths.newTodo({ [about]: id, from: pathname });
}

/** For the buttons of a record's header. */
export function AddTodoButton(props: AddTodoProps) {
  return (
    <Button variant="outline" asChild>
      <Link to={useNewTodo(props)}>
        <ListChecks />
        Add to-do
      </Link>
    </Button>
  );
}

/** For the menu of a record's header. */
export function AddTodoItem(props: AddTodoProps) {
  return (
    <DropdownMenuItem asChild>
      <Link to={useNewTodo(props)}>
        <ListChecks aria-hidden="true" />
        Add to-do
      </Link>
    </DropdownMenuItem>
  );
}
