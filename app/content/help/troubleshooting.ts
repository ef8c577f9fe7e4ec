import { article, type Block, h, link, list, p, steps, strong, t, tip } from "../blocks";
import type { ArticleSlug } from ".";

export const bodies: Record<ArticleSlug<"troubleshooting">, readonly Block[]> = {
  "cannot-sign-in": [
    p`Work through these in order; the first one that fits is usually the cause.`,
    h("The password is refused"),
    p`Check caps lock and the keyboard's language. Then ask for a ${link("reset link", "/auth/request-reset")}. The page gives the
      same answer whether or not the address is known, so no one can find out who has an account. Look for the email
      in the mailbox you signed up with, not in the one you use most.`,
    h("Too many attempts"),
    p`After five wrong passwords, you must wait longer before each further attempt, up to 15 minutes. Trying sooner only makes the wait longer.`,
    h("The account is not activated"),
    p`A new account works after you open the link in the activation email. If you never got it, see
      ${article("An email did not arrive or its link has expired", "mail-did-not-arrive")}.`,
    h("You were signed in a moment ago"),
    list(
      t`Your password was changed, by you or through a reset. That ends all sessions.`,
      t`You signed out in another tab.`,
      t`An Admin turned off your access. Ask them.`,
    ),
    h("The code of your authenticator app is refused"),
    p`Each code works for the 30 seconds in which the app shows it. If codes are refused again and again, your phone's clock is off:
      set its time to automatic. Until then, sign in with a recovery code or a passkey.`,
    h("You are sent back to the sign-in page again and again"),
    p`The browser is not keeping cookies for this site. Allow them; without its session cookie Plenum cannot tell who you are.
      The cookies it needs are named in the ${link("privacy policy", "/privacy#cookies")}.`,
    tip`"Authentication service temporarily unavailable" is not about your password. Try again in a minute.`,
  ],

  "mail-did-not-arrive": [
    p`Plenum sends four kinds of email with a link: activation, password reset, invitation, and messages about your own jobs and
      accounts. A missing one is nearly always in one of these places.`,
    list(
      t`The spam folder, or a folder for updates and promotions.`,
      t`Another mailbox: a reset goes to the account's email address, which may be an older one.`,
      t`A company email filter that holds email from new senders. Ask your IT contact.`,
    ),
    h("Ask again"),
    list(
      t`${strong("Password reset")}: use ${link("Request a reset", "/auth/request-reset")} again. Only a few an hour are sent,
        so wait for each.`,
      t`${strong("Invitation")}: ask the person who invited you. They can resend it under
        ${link("Pending Invitations", "/technicians/invitations")}.`,
      t`${strong("Activation")}: sign up with the same address once more. If the account is already active, the email says so instead.`,
    ),
    h("The link says it is too old or was used"),
    p`Links work once. Invitations last seven days, activation links a day and reset links ten minutes: an expired one sends you a
      new one with one press. Some email scanners open every link before you do; ask
      for a new email and copy the address of the link into your browser by hand.`,
    h("If you run the installation"),
    p`Without an email service set up, emails are not sent anywhere. They wait in an outbox instead, which local mode shows on its own
      page. Set up an email service before you invite real people.`,
  ],

  "work-not-saved-on-the-phone": [
    p`What you enter offline waits in an outbox. Each entry has a label, and only Review needs you to do something.`,
    list(
      t`${strong("Queued")}: stored on the phone. Go where you have cell service and keep Plenum open for a moment.`,
      t`${strong("Sending")}: wait. If the connection drops it returns to queued, and nothing is sent twice.`,
      t`${strong("Saved")}: the office has it.`,
      t`${strong("Review")}: open it. Someone changed the same thing, or the server refused the entry and says why.`,
    ),
    h("When it says Review"),
    steps(
      t`Open the line above the big button. It shows your entry and the office's.`,
      t`Choose ${strong("Replace with mine")}, ${strong("Discard mine")}, or ${strong("Send to office as a note")}, which keeps both. Photos and signatures are never
        overwritten.`,
      t`If a step was refused, for instance because the job was canceled, your times and notes stay on record. Call the office.`,
    ),
    h("When nothing is sent although you have cell service"),
    list(
      t`Open Plenum and press ${strong("Sync now")}. Chrome on Android also syncs while it is closed; iPhones do not.`,
      t`Check that you are still signed in. Your entries wait while you sign in again; they belong to you, not to the session.`,
      t`Wi-Fi in a customer's house may need its own sign-in page. Switch to cellular data.`,
    ),
    h("When the phone is out of storage"),
    p`The line says so. What you enter stays on the open page and is still sent, so keep the page open until it is, or free some
      space: Plenum then keeps it like everything else.`,
    tip`Do not delete the app from the home screen and do not clear the browser's data while anything is queued. That would
      delete it.`,
  ],

  "move-refused": [
    p`Plenum refuses a move for a reason and names it. The card goes back to where it was and nothing else about the job changes.`,
    h("It will not complete"),
    p`A sheet lists what is missing. Usually one of these:`,
    list(
      t`A required task, photo or reading.`,
      t`The customer's signature, if this kind of job requires one.`,
      t`A part that was used but not recorded.`,
      t`A timer that is still running, often the travel timer of a helper.`,
    ),
    h("It will not go en route"),
    p`The technician is still on the way to another job, or still working on it. Complete that one or put it on hold first. It
      is often yesterday's last job.`,
    h("It will not go on the calendar"),
    list(
      t`Someone else has just taken the slot. The message names the job.`,
      t`There is not enough time to drive there. You may override this with a reason.`,
      t`The technician lacks a certification, or it expires before that day. For refrigerant work this cannot be overridden.`,
      t`The duration is missing or zero.`,
    ),
    h("It will not change at all"),
    p`Closed jobs are final, and a completed one is not reopened once its invoice is issued. For more work on the same equipment, book a new work order. A Manager can reopen canceled ones. The full picture is in ${article("Work order statuses", "the-life-of-a-work-order")}.`,
    h("It says you can't move it"),
    p`Technicians move the jobs assigned to them. Ask the office to assign it to you, or to make the move.`,
  ],

  "bank-connection-trouble": [
    p`Banks end connections from time to time: after a changed password, a new security step or simply after some months. Your data
      stays, but it is no longer updated.`,
    h("Reconnect"),
    steps(
      t`Open ${link("Bank Connections", "/finances/accounts/connections")}. Each bank shows its status, its last sync
        and what is wrong, if anything.`,
      t`Choose ${strong("Sign in again")}. The connection stays the same, so transactions are not duplicated and your own
        edits stay.`,
      t`If the connection has ended for good, choose ${strong("Connect Bank")} and match the accounts with the ones you have
        rather than adding new ones. Transactions you already have are not added again.`,
    ),
    h("The balance is out of date"),
    p`Look at the times "Last synced" and "Balance updated" in the account; ${strong("Sync now")} on the connection checks the bank right
      away. Banks refresh on their own schedule, some only
      once a day. Pending transactions are marked and do not count in your totals until they are posted.`,
    h("Connecting fails"),
    list(
      t`The window never opens: an ad blocker or a strict browser setting stops it. Allow it for this site and try again.`,
      t`You closed the window partway: nothing was connected. Start again.`,
      t`No accounts were found: your bank has no accounts that can be connected, or you did not select any.`,
      t`The bank itself is down: Plenum keeps trying and picks up where it stopped. You do not have to do anything.`,
    ),
    h("Until it is connected again"),
    p`Download a file from your bank and ${article("import it", "importing-a-bank-file")}. When the connection is back, rows that
      exist in both are joined where check number, merchant or day and text agree. Where only the amount does, you decide:
      ${link("Bank Accounts", "/finances/accounts")} then says how many possible duplicates there are, with both side by side. You can undo each answer.`,
  ],

  "page-or-menu-missing": [
    p`If a coworker has a menu item that you don't have, check your permissions. If a page says "Page not found", check
      the address.`,
    h("A menu item is missing"),
    p`The sidebar shows what you may open: work orders to those who may read them, inventory likewise, and the system group to
      Admins. Ask an Admin to look at your permissions under ${link("Users", "/system/user-managment")}. A change works at once;
      reload the page to see it in the menu.`,
    p`Also check whether the sidebar is closed. The floating button brings it back.`,
    h("You don't have permission"),
    p`The page exists, but you don't have access. Tell an Admin which page it is and whether you need to view or change it.`,
    h("The page was not found"),
    list(
      t`The record was deleted, or the number in the address has a typo.`,
      t`It belongs to another business or to someone's household. For privacy, Plenum does not say which.`,
      t`You are signed in with a different account than you think. The user menu shows which one.`,
    ),
    h("Technician View shows no job"),
    p`It opens your current or next job. With nothing assigned to you today, it says that there is no job today. Ask the office
      whether the job was dispatched to you or is only planned.`,
    h("Still stuck"),
    p`Choose ${strong("Chat with us")} and write what you were trying to do. A person answers by email, and your messages stay
      under Your messages.`,
    tip`Go to ${link("All Work Orders", "/workorders")} and search for the customer when you do not know the number.`,
  ],

  "changes-and-outages": [
    p`What the most common messages mean, and what is saved.`,
    h("Someone changed this while you were editing"),
    p`Your change was not saved yet, and theirs was not overwritten. The form shows both versions. Choose ${strong("Discard my changes")}, or review
      them and choose ${strong("Replace with mine")}.`,
    h("You were signed out while filling in a form"),
    p`Sign in again. You come back to the same page, and what you had typed is still there.`,
    h("You clicked twice"),
    p`Nothing is created twice: the second click gets the answer of the first. The same goes for a dropped connection: if you
      are not sure whether it went through, press the button again.`,
    h("Server temporarily unavailable"),
    list(
      t`Wait a minute and try again. What you typed stays in the form.`,
      t`Phones keep working and send later. Nothing entered in the field is lost.`,
      t`Other pages may still work; only the part that failed shows a message.`,
    ),
    h("API Unhealthy"),
    p`Admins see the health of the server in the sidebar. It is checked every 30 seconds. ${strong("API Unhealthy")} means the
      server answered but reported a problem; ${strong("API Health Error")} means it did not answer at all.`,
    h("Reporting it"),
    p`Choose ${strong("Report a problem")} on the error message or in your account menu, and say what you did and what happened instead. The page, the request ID and your browser are added; the browser's last errors only if you agree. Add a picture if it helps, and cover what no one should see. It becomes an
      issue in your business's bug tracker. A household sends the request ID to the people who run the installation.`,
  ],
};
