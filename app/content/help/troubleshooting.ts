import { article, type Block, h, link, list, p, steps, strong, t, tip } from "~/content/blocks";
import type { ArticleSlug } from ".";

export const bodies: Record<ArticleSlug<"troubleshooting">, readonly Block[]> = {
  "cannot-sign-in": [
    p`Go through these in order. The first one that fits is usually the cause.`,
    h("The password is refused"),
    p`Check caps lock and the keyboard language. Then request a ${link("reset link", "/auth/request-reset")}. The page says the
      same thing whether or not the address has an account, so no one can find out who has one. Look for the email
      in the mailbox you signed up with. It may not be the one you use most.`,
    h("Too many attempts"),
    p`After five wrong passwords, you have to wait before each new attempt, up to 15 minutes. The message says how
      long.`,
    h("The account is not activated"),
    p`A new account works once you have opened the link in the activation email. If you never got it, see
      ${article("An email did not arrive or its link has expired", "email-not-received")}.`,
    h("You were signed in a moment ago"),
    list(
      t`Your password was changed, by you or through a reset link. That ends all sessions.`,
      t`You signed out in another tab.`,
      t`You did not use Plenum for 12 hours.`,
      t`An Admin turned off your access. Ask them.`,
    ),
    h("The code from your authenticator app is refused"),
    p`Each code works only while the app shows it, for 30 seconds. If codes are refused again and again, the time on your phone is
      wrong: set it to automatic. Until then, sign in with a recovery code or a passkey.`,
    h("You keep ending up on the sign-in page"),
    p`Your browser is blocking cookies for this site. Allow them: without its session cookie, Plenum can't tell who you are.
      The cookies it needs are listed in the ${link("privacy policy", "/privacy#cookies")}.`,
    tip`"Authentication service temporarily unavailable" has nothing to do with your password. Try again in a minute.`,
  ],

  "email-not-received": [
    p`Plenum emails you links to activate an account, reset a password or accept an invitation, and messages about your jobs and
      accounts. A missing email is nearly always in one of these places.`,
    list(
      t`The spam folder, or a folder for updates and promotions.`,
      t`Another mailbox: a reset link goes to the account's email address, which may be an older one.`,
      t`A company filter that holds email from new senders. Ask your IT contact.`,
    ),
    h("Get a new one"),
    list(
      t`${strong("Password reset")}: use ${link("Request a reset", "/auth/request-reset")} again. Only a few emails an hour are
        sent, so wait a few minutes between tries.`,
      t`${strong("Invitation")}: ask the person who invited you to resend it under
        ${link("Pending Invitations", "/technicians/invitations")}.`,
      t`${strong("Activation")}: sign up with the same address once more. If the account is already active, the email says so.`,
    ),
    h("The link has expired or was used"),
    p`Links work once. Invitations last seven days, activation links 24 hours and reset links ten minutes. If a reset
      link has expired, its page sends you a new one with one click. Some email scanners open every link before you do. If that
      happens, request a new email and copy the link into your browser by hand.`,
    h("If you run the installation"),
    p`If no email service is set up, emails are not sent. They wait in an outbox, which local mode shows on its own
      page. Set up an email service before you invite real people.`,
  ],

  "changes-not-saved-on-the-phone": [
    p`What you enter on the phone, online or offline, stays in an outbox until the office has it. Each entry shows a status. Only Review needs
      you to do something.`,
    list(
      t`${strong("Queued")}: stored on the phone. Go where you have cell service and keep Plenum open for a moment.`,
      t`${strong("Sending")}: wait. If the connection drops, the entry goes back to Queued. Nothing is saved twice.`,
      t`${strong("Saved")}: the office has it.`,
      t`${strong("Review")}: open it. Someone changed the same thing, or the server refused the entry and gives the reason.`,
    ),
    h("When it says Review"),
    steps(
      t`Open the line above the big button. It shows your entry and the office's version.`,
      t`Choose ${strong("Replace with mine")} or ${strong("Discard mine")}. To keep both, choose
        ${strong("Send to office as a note")}. The entry stays until the office has the note. Photos and drawn signatures don't fit in a note.`,
      t`If a step was refused, for example because the job was canceled, your times and notes stay on record. Call the office.`,
    ),
    h("When you have cell service but nothing is sent"),
    list(
      t`Open Plenum and tap ${strong("Sync now")}. Chrome on Android also syncs while it is closed. iPhones do not.`,
      t`Check that you are still signed in. Your entries wait while you sign in again.`,
      t`A customer's Wi-Fi may have its own sign-in page. Switch to cellular data.`,
    ),
    h("When the phone is out of storage"),
    p`The line says so. What you enter is then only on the open page, so keep the page open until it is sent. If you free up some
      space, Plenum stores it like everything else.`,
    tip`While anything is queued, don't delete the app from the home screen and don't clear the browser's data. That would
      delete your entries.`,
  ],

  "job-cannot-be-moved": [
    p`When Plenum refuses a move, it gives the reason. The card goes back to where it was, and nothing else about the job changes.`,
    h("It won't complete"),
    p`A sheet lists what is missing. It is usually one of these:`,
    list(t`A required task, photo or reading.`, t`The customer's signature, if the job requires one.`),
    h("It won't go en route"),
    p`The technician is still on the way to another job or working on it. Complete that job or put it on hold first. It
      is often yesterday's last job.`,
    h("It won't go on the calendar"),
    list(
      t`Another job has just taken the slot. The message names it.`,
      t`There is not enough time to drive there. You can override this with a reason.`,
      t`The technician lacks a certification, or it expires before that day. For refrigerant work, you can't override this.`,
      t`The duration is missing or zero.`,
    ),
    h("It won't change at all"),
    p`Closed jobs are final, and a completed job can't be reopened once its invoice is issued. For more work on the same
      equipment, book a new work order. A Manager can reopen canceled jobs. For the full picture, see
      ${article("Work order statuses", "work-order-statuses")}.`,
    h("It says you can't move it"),
    p`Technicians can move only the jobs assigned to them. Ask the office to assign the job to you, or to make the move.`,
  ],

  "bank-connection-problems": [
    p`Banks end connections from time to time: after you change your password, when they add a security step, or simply after a
      few months. Your data stays, but it is no longer updated.`,
    h("Reconnect"),
    steps(
      t`Open ${link("Bank Connections", "/finances/accounts/connections")}. Each bank shows its status, its last sync
        and what is wrong, if anything.`,
      t`Choose ${strong("Sign in again")}. The connection stays the same, so your edits stay and no transaction is
        duplicated.`,
      t`If the connection has ended for good, choose ${strong("Connect Bank")} and match the bank's accounts with the ones you have
        instead of adding new ones. Transactions you already have are not added again.`,
    ),
    h("The balance is out of date"),
    p`Look at the times "Last synced" and "Balance updated" on the account. ${strong("Sync now")} on the connection checks with the bank
      right away. Banks update on their own schedule, some only
      once a day. Pending transactions are marked and don't count in your totals until they post.`,
    h("Connecting fails"),
    list(
      t`The window never opens: an ad blocker or a strict browser setting is stopping it. Allow it for this site and try again.`,
      t`You closed the window before the end: nothing was connected. Start again.`,
      t`No accounts were found: your bank has no accounts that can be connected, or you did not select any.`,
      t`The bank itself is down: you don't have to do anything. Plenum keeps trying and continues where it stopped.`,
    ),
    h("Until it is connected again"),
    p`Download a file from your bank and ${article("import it", "importing-a-bank-file")}. Once the connection is back, rows that
      exist in both are combined if the check number, the merchant, or the date and description agree. If only the amount agrees, you
      decide: ${link("Bank Accounts", "/finances/accounts")} then shows the number of possible duplicates, each pair side by side. You
      can undo every decision.`,
  ],

  "missing-page-or-menu-item": [
    p`If a coworker has a menu item that you don't have, check your permissions. If a page says "Page not found", check
      the address.`,
    h("A menu item is missing"),
    p`The sidebar shows only what you can open. Work orders need permission to read work orders, inventory needs permission to read
      inventory, and the System group is for Admins. Ask an Admin to check your permissions under
      ${link("Users", "/system/user-managment")}. Changes take effect right away. Reload the page to see them in the menu.`,
    p`Also check whether the sidebar is closed. The button in the corner brings it back.`,
    h("You don't have permission"),
    p`The page exists, but you don't have access. Give an Admin the name of the page and say whether you need to view or change it.`,
    h("The page was not found"),
    list(
      t`The record was deleted, or the number in the address has a typo.`,
      t`It belongs to another business or to someone's household. For privacy, Plenum does not say which.`,
      t`You are signed in with a different account than you think. The user menu shows which one.`,
    ),
    h("Technician View shows no jobs"),
    p`It opens your current or next job. If nothing is scheduled for you today, it says "No jobs today". Ask the office
      whether the job was dispatched to you or is still only planned.`,
    h("Still stuck"),
    p`Choose ${strong("Chat with us")} and describe what you were trying to do. A person replies by email, and you can read the
      conversation again under Your messages.`,
    tip`If you don't know the number of a job, search for the customer in ${link("All Work Orders", "/workorders")}.`,
  ],

  "edit-conflicts-and-outages": [
    p`What the most common messages mean, and what is saved.`,
    h("Someone changed this while you were editing"),
    p`Your change was not saved yet, and theirs was not overwritten. The form shows both versions. Choose
      ${strong("Discard my changes")}, or review them and choose ${strong("Replace with mine")}.`,
    h("You were signed out while filling in a form"),
    p`Sign in again. You come back to the same page, and what you typed is still there.`,
    h("You clicked twice"),
    p`Nothing is created twice. The same goes for a dropped connection: if you
      are not sure whether something was saved, press the button again.`,
    h("Server temporarily unavailable"),
    list(
      t`Wait a minute and try again. What you typed stays in the form.`,
      t`The technician's screen keeps working and sends later. Nothing entered in the field is lost.`,
      t`Other pages may still work. Only the part that failed shows a message.`,
    ),
    h("API Unhealthy"),
    p`Admins see the health of the server in the sidebar, checked every 30 seconds. ${strong("API Unhealthy")} means the
      server responded but reported a problem. ${strong("API Health Error")} means it did not respond at all.`,
    h("Reporting it"),
    p`Choose ${strong("Report a problem")} on the error message or in your user menu, and describe what you did and what happened
      instead. The page, the request ID and your browser are included. The browser's last errors are included only if you agree. Add a
      picture if it helps, and cover anything private. The report becomes an issue in your business's bug tracker. If you use Plenum
      only for your household, send the request ID to the people who run the installation.`,
  ],
};
