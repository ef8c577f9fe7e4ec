import { Link } from "@remix-run/react";
import { PageHeader } from "~/components/page-header";
import { AddTodoButton, AddTodoItem } from "~/components/todos/add-todo";
import { Button } from "~/components/ui/button";
import { DropdownMenuItem } from "~/components/ui/dropdown-menu";
import { CalendarPlus, Mail, PencilLine, Phone } from "~/components/ui/icons";
import { CUSTOMER_TYPE_LABELS, secondName } from "~/domain/customers/customer";
import type { CustomerRow } from "~/domain/customers/schema";
import { paths } from "~/paths";
import { CustomerStatus } from "./shared/customer-status";

type HeaderProps = { customer: CustomerRow; may: { write: boolean; book: boolean } };

/** The customer's name and status, with the most common actions: book, call, write. */
export function CustomerHeader({ customer, may }: HeaderProps) {
  const { number, name, phone, email, archived, customerType } = customer;
  const person = secondName(customer);
  const secondary = (
    <>
      {phone && (
        <Button variant="outline" asChild>
          <a href={`tel:${phone}`}>
            <Phone />
            Call
          </a>
        </Button>
      )}
      {email && (
        <Button variant="outline" asChild>
          <a href={`mailto:${email}`}>
            <Mail />
            Email
          </a>
        </Button>
      )}
      <AddTodoButton about="customer" id={customer.id} />
      {may.write && (
        <Button variant="outline" asChild>
          <Link to={paths.editCustomer(number)}>
            <PencilLine />
            Edit
          </Link>
        </Button>
      )}
    </>
  );
  return (
    <PageHeader
      title={name}
      facts={
        <>
          <CustomerStatus {...customer} />
          <span>{CUSTOMER_TYPE_LABELS[customerType]}</span>
          {person && <span>{person}</span>}
          <span className="tabular">#{number}</span>
        </>
      }
      secondary={secondary}
      menu={
        <>
          {phone && email && (
            <DropdownMenuItem asChild>
              <a href={`mailto:${email}`}>
                <Mail aria-hidden="true" />
                Email
              </a>
            </DropdownMenuItem>
          )}
          <AddTodoItem about="customer" id={customer.id} />
          {may.write && (
            <DropdownMenuItem asChild>
              <Link to={paths.editCustomer(number)}>
                <PencilLine aria-hidden="true" />
                Edit
              </Link>
            </DropdownMenuItem>
          )}
        </>
      }
      menuOnPhoneOnly
      firstOnPhone
      action={
        may.book &&
        !archived && (
          <Button asChild variant="default">
            <Link to={paths.newWorkOrder({ customerId: customer.id })}>
              <CalendarPlus />
              Book work order
            </Link>
          </Button>
        )
      }
    />
  );
}
