import { article, type Block, h, link, list, p, steps, strong, t, tip } from "../blocks";
import type { ArticleSlug } from ".";

export const bodies: Record<ArticleSlug<"getting-started">, readonly Block[]> = {
  "adding-your-first-customer": [
    p`A customer is whoever pays: a homeowner, a landlord or a company. The addresses below a customer are where the
      work happens. One landlord can have twenty service addresses and one bill.`,
    steps(
      t`Open ${link("All Customers", "/customers")} and choose ${link("New Customer", "/customers/create")}.`,
      t`Pick the type. A residential customer needs a first and last name; any other type needs a company name.`,
      t`Add the service address, where the technician goes. Equipment, drive time and the property's time zone depend on it. Add a billing address only if the bill goes somewhere else.`,
      t`Type the street and, after a comma, the beginning of the city or ZIP code: the rest is suggested. ${strong("Verify address")}
        checks that city, state and ZIP code match; house numbers can be checked only with a map service connected.`,
      t`If you enter an emergency contact, give both a name and a phone number. The form asks for both, because one without the other does not help in an emergency.`,
      t`Save. The customer's page opens with room for addresses, work orders and notes.`,
    ),
    h("Where the work is"),
    p`${link("Properties", "/properties")} lists the service addresses of all customers, beside a map. Search by street, ZIP
      code, name or phone; ${strong("Not on the map")} finds addresses to correct. A property holds access notes, equipment, people,
      photos and past and next visits.`,
    h("Which status to choose"),
    list(
      t`${strong("Prospect")}: they have contacted you, but you have not worked for them yet.`,
      t`${strong("Active")}: a customer as usual.`,
      t`${strong("Inactive")}: no work for a long time; their history stays.`,
      t`${strong("Suspended")}: talk to the office before sending anyone.`,
    ),
    tip`Next, add the equipment at the property under ${link("All Equipment", "/equipment")}. With the installation date on
      record, Plenum can work out warranty, maintenance and the health score. Then book the first job.`,
  ],

  "booking-your-first-work-order": [
    p`A work order is one job at one property. It needs a customer and a service address; the rest can follow when you know it.`,
    steps(
      t`Open ${link("New Work Order", "/workorders/create")} and choose the customer. If they have several addresses,
        choose the property as well.`,
      t`Say what is wrong in the caller's words: "no heat upstairs" tells the technician more than "service call".`,
      t`Pick a service type. It brings the usual duration, the required skills and the checklist. Without one, set the
        duration yourself; a job cannot go on the calendar with a length of zero.`,
      t`Set the priority: low, normal, high or emergency.`,
      t`Choose the equipment it is about, if you know it, and save.`,
    ),
    p`The job now has a number such as WO-001 and the status ${strong("Unscheduled")}.`,
    h("Put it on the calendar"),
    p`Open the ${link("Scheduler", "/workorders/scheduler")}. The job waits in the tray of unscheduled work. Drag it to a
      technician and a time. If the technician is busy, off, or too far away to be there in time, Plenum says so
      and offers the two easiest fixes.`,
    h("Send it"),
    p`When the day is set, dispatch the job. It then shows on the technician's phone, and every later step, from driving
      to completed, is recorded with its time. Follow it on the ${link("Kanban Board", "/workorders/board")} or on the
      work order's own timeline.`,
  ],

  "inviting-your-team": [
    p`You invite people by email, and they choose their own password.`,
    steps(
      t`Open ${link("Invite Technician", "/technicians/invite")}.`,
      t`Enter the email address and the role. Most people in the field are Technicians; office staff who book and bill
        are Managers.`,
      t`For a technician, add what you know: phone, hourly rate, years of experience, and skill level. All of it can be
        changed later.`,
      t`Send the invitation. The email has a link that works for seven days.`,
      t`The invited person opens the link, confirms their name, sets a password and is signed in to your business. Someone
        who has a Plenum account signs in to that instead.`,
    ),
    p`Until then the invitation is listed under ${link("Pending Invitations", "/technicians/invitations")}, where you
      can send it again or cancel it. An address of one of your users, or with an open invitation, is refused.`,
    h("Before the first job"),
    list(
      t`Check the working hours. New technicians start with Monday to Friday, 8:00 AM to 5:00 PM, with weekends off.`,
      t`Add skills and certifications with their expiration dates. A job that requires a certification cannot be booked for someone whose certification has expired by that day.`,
      t`Ask the technician to open Plenum on their phone and add it to the home screen, so jobs are available without cell service.`,
    ),
    tip`What each role may see and do is listed under ${link("Users", "/system/user-managment")} for Admins.`,
  ],

  "adding-income-and-expenses": [
    p`The household area shows one month at a time: what comes in, what goes out and what is left. Open
      ${link("Cashflow", "/finances")} to begin. Only you can see it, no matter which business you work for.`,
    h("Add an income"),
    steps(
      t`Choose the ${strong("Income")} tab and then ${strong("Add Income")}.`,
      t`Name the source, enter the amount and the date, and pick a category such as salary or rental.`,
      t`Choose how often it comes: one-time, weekly, bi-weekly, monthly, quarterly or annually. Anything but one-time
        repeats from its date on, and you may give it an end date.`,
      t`Save. The month's totals and its savings rate follow at once.`,
    ),
    h("Add an expense"),
    steps(
      t`Choose the ${strong("Expenses")} tab and then ${strong("Add Expense")}.`,
      t`Enter name, amount, date and category.`,
      t`Check recurring if it repeats every month. The end date appears only then; clearing the box removes it.`,
    ),
    p`A bill on the 31st falls on the last day of a shorter month and returns to the 31st afterward. It is neither
      skipped nor moved for good.`,
    h("Photograph a receipt"),
    p`Add its picture under ${link("Receipts", "/receipts")}. It is read for you; compare, correct and confirm it, and link it to an expense or add it as one. For a business it goes to a job, a purchase order or a part.`,
    h("Try a month without it"),
    p`Double-click an item, or use the button next to it, to cross it out. It leaves the totals and the projection, and nothing
      is deleted. Crossed-out items come back when you change the month or the view.`,
    tip`The ${link("Expense Tracker", "/finances/expenses")} lists expenses alone, with spending by category beside them.`,
  ],

  "adding-a-bank-account": [
    p`There are two ways: connect your bank and let it report the balance, or keep an account by hand. Both are under
      ${link("Bank Accounts", "/finances/accounts")}.`,
    h("Connect a bank"),
    steps(
      t`Choose ${strong("Connect Bank")} and read what will be shared: your accounts, their balances and up to the past
        24 months of transactions.`,
      t`Sign in with your bank in the window that opens. Plenum never sees your banking password.`,
      t`Match what the bank reports with the accounts you already keep by hand. Plenum suggests a match when the name or
        the last digits of the number agree; you decide.`,
      t`Finish. Connected accounts show a ${strong("Synced")} badge and the time of the last sync.`,
    ),
    h("Keep one by hand"),
    steps(
      t`Choose ${strong("Add Manual Account")}, then the institution. Add it if it is not in the list.`,
      t`Enter name, type, currency and the starting balance. Zero is a balance too. For a credit account, enter what you owe.`,
      t`Save, then add transactions one by one or ${article("import a bank file", "importing-a-bank-file")}.`,
    ),
    h("What the totals mean"),
    p`Active accounts count as assets, credit accounts as liabilities, and net worth is the difference. Archived accounts
      stay in the list but are not counted. Amounts in different currencies are never added together: each currency has its own line.`,
  ],
};
