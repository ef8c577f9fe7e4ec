import { article, type Block, h, link, list, p, steps, strong, t, tip } from "~/content/blocks";
import type { ArticleSlug } from ".";

export const bodies: Record<ArticleSlug<"getting-started">, readonly Block[]> = {
  "adding-your-first-customer": [
    p`A customer is whoever pays: a homeowner, a landlord or a company. Each customer has one or more service addresses,
      where the work happens. A landlord can have twenty service addresses and one bill.`,
    steps(
      t`Open ${link("All Customers", "/customers")} and choose ${link("New customer", "/customers/create")}.`,
      t`Pick the type, then enter a first and last name, a company name, or both. Nothing else is required.`,
      t`Add the service address, where the technician goes. Equipment, drive time and the property's time zone depend on it.
        Add a billing address only if invoices go somewhere else.`,
      t`Start typing the street, then a comma and the city or ZIP code, and pick a suggestion. ${strong("Verify address")}
        checks that the city, state and ZIP code match. House numbers are checked only if a map service is connected.`,
      t`If you add an emergency contact, enter both a name and a phone number.`,
      t`Choose ${strong("Add customer")}. The customer's page opens.`,
    ),
    h("Find a property"),
    p`${link("Properties", "/properties")} lists the service addresses of all customers next to a map. Search by street, ZIP
      code, name or phone. Filter by ${strong("Not on the map")} to find addresses that need correcting. Each property shows its
      access notes, equipment, people, photos, and past and upcoming visits.`,
    h("Which status to choose"),
    list(
      t`${strong("Prospect")}: they have contacted you, but you have not worked for them yet.`,
      t`${strong("Active")}: you work for them.`,
      t`${strong("Inactive")}: no work for a long time. Their history stays.`,
      t`${strong("Suspended")}: check with the office before sending anyone.`,
    ),
    tip`Next, add the equipment at the property under ${link("All Equipment", "/equipment")}. With the install date,
      Plenum can track the warranty and maintenance and calculate a health score. Then book the first job.`,
  ],

  "booking-your-first-work-order": [
    p`A work order is one job at one property. Only a customer and a job summary are required. You can fill in the rest later.`,
    steps(
      t`Open ${link("New Work Order", "/workorders/create")} and choose the customer. If they have several addresses,
        choose the property too.`,
      t`Describe the problem in the caller's words. "No heat upstairs" tells the technician more than "service call".`,
      t`Pick a service type. It sets the usual duration, the required skills and the checklist. Without one, set the
        duration yourself: a job with no duration can't go on the calendar.`,
      t`Set the priority: low, normal, high or emergency.`,
      t`Choose the equipment, if you know which it is, and then ${strong("Create work order")}.`,
    ),
    p`The job now has a number such as WO-001 and the status ${strong("Unscheduled")}.`,
    h("Put it on the calendar"),
    p`Open the ${link("Scheduler", "/workorders/scheduler")}. The job is in the list of unscheduled jobs. Drag it to a
      technician and a time. If the technician is busy, off, or too far away to get there on time, Plenum says so
      and offers the two easiest fixes.`,
    h("Send it"),
    p`Once the time is set, dispatch the job. It shows up on the technician's phone, and every step, from driving
      to completed, is recorded with its time. Follow along on the ${link("Kanban Board", "/workorders/board")} or on the
      work order's Timeline tab.`,
  ],

  "inviting-your-team": [
    p`You invite people by email, and they choose their own password.`,
    h("Invite a technician"),
    steps(
      t`Open ${link("Invite Technician", "/technicians/invite")} and enter the email address.`,
      t`Add what you know: name, phone, skill level, hourly rate and years of experience. You can change all of it
        later. With a first and last name, you can schedule them before they accept.`,
      t`Choose ${strong("Send invitation")}. The link in the email works for seven days.`,
      t`They open the link, confirm their name, set a password and are signed in to your business. People who already
        have a Plenum account sign in to it instead.`,
    ),
    h("Invite office staff"),
    p`Admins open ${link("Users", "/system/user-managment")}, choose ${strong("Invite user")} and check the roles. People who
      book and bill are usually Managers.`,
    h("Until they accept"),
    p`The invitation is listed under ${link("Pending Invitations", "/technicians/invitations")}, where you can resend or
      cancel it. You can't invite someone who is already a user or has a pending invitation.`,
    h("Before the first job"),
    list(
      t`Check the working hours. New technicians start with Monday to Friday, 8:00 AM to 5:00 PM, and weekends off.`,
      t`Add skills and certifications with their expiration dates. If a job requires one that will have
        expired by that day, you are warned; refrigerant work can't be booked without EPA 608.`,
      t`With more than a handful of technicians, choose a team, such as Install crew, when you edit one. The scheduler and the
        list can be filtered by it.`,
      t`Ask the technician to open Plenum on their phone and add it to the home screen, so jobs are available without cell service.`,
    ),
    tip`Admins can see and change anyone's roles and permissions under ${link("Users", "/system/user-managment")}.`,
  ],

  "adding-income-and-expenses": [
    p`The household area shows one month at a time: what comes in, what goes out and what is left. Open
      ${link("Cashflow", "/finances")} to begin. Only you can see it, no matter which business you work for.`,
    h("Add an income"),
    steps(
      t`Choose the ${strong("Income")} tab and then ${strong("Add Income")}.`,
      t`Name the source, enter the amount and the date, and pick a category such as salary or rental.`,
      t`Choose the frequency: one-time, weekly, bi-weekly, monthly, quarterly or annually. Anything but one-time
        repeats from that date on. You can add an end date.`,
      t`Save it. The month's totals and savings rate are updated right away.`,
    ),
    h("Add an expense"),
    steps(
      t`Choose the ${strong("Expenses")} tab and then ${strong("Add Expense")}.`,
      t`Enter the name, amount, date and category.`,
      t`Check ${strong("Recurring every month")} if it repeats. You can then add an end date. Clearing the box removes the end date.`,
    ),
    p`A bill due on the 31st falls on the last day of shorter months and goes back to the 31st afterward.`,
    h("Photograph a receipt"),
    p`Take or choose a picture under ${link("Receipts", "/receipts")}. Plenum reads it for you. Check it, correct it and confirm
      it, then link it to an expense or add it as a new one. Business receipts are linked to a job, a purchase order or a part.`,
    h("See the month without an item"),
    p`Double-click an item, or use the button next to it, to cross it out. The totals and the projection then leave it out, but
      nothing is deleted. Crossed-out items come back when you change the month or the view.`,
    tip`The ${link("Expense Tracker", "/finances/expenses")} shows only expenses, with your spending by category.`,
  ],

  "adding-a-bank-account": [
    p`You can connect your bank, which keeps the balance up to date, or add an account yourself. Both are under
      ${link("Bank Accounts", "/finances/accounts")}.`,
    h("Connect a bank"),
    steps(
      t`Choose ${strong("Connect Bank")} and read what will be shared: your accounts, their balances and up to the past
        24 months of transactions.`,
      t`Sign in to your bank in the window that opens. Plenum never sees your banking password.`,
      t`Match the bank's accounts with any you already added yourself. Plenum suggests a match when the name or
        the last digits of the account number agree. You decide. One that you leave out can be added later:
        ${link("Bank Connections", "/finances/accounts/connections")} shows ${strong("Add accounts")} for its bank.`,
      t`Finish. Connected accounts show a ${strong("Synced")} badge and the time of the last sync.`,
    ),
    h("Add an account yourself"),
    steps(
      t`Choose ${strong("Add Manual Account")}, then the institution. If it is not in the list, add it.`,
      t`Enter the name, type, currency and starting balance. The balance can be zero. For a credit account, enter what you owe.`,
      t`Save it. Then add transactions one by one or ${article("import a bank file", "importing-a-bank-file")}.`,
    ),
    h("What the totals mean"),
    p`Active accounts count as assets, credit accounts count as liabilities, and net worth is the difference. Archived accounts
      stay in the list but are not counted. Different currencies are never added together: each has its own line.`,
  ],
};
