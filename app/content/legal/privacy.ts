import { h, link, list, p, strong, t } from "~/content/blocks";
import type { LegalDocument } from "./document";
import { storageTable } from "./storage";

export const privacy: LegalDocument = {
  title: "Privacy Policy",
  effective: "2026-11-20",
  intro: [
    p`This page explains what Plenum stores about you, why, who can see it and what you can do about it. It describes what the
      software does. Plenum is open source and runs in many places: each installation has an ${strong("operator")}, the business
      or person who runs it.`,
    p`The operator makes the decisions about the data in their installation and is responsible for it. The authors of the software run no central
      service, and no copy of your data is sent to them.`,
  ],
  sections: [
    {
      id: "what-we-keep",
      title: "What is stored",
      body: [
        list(
          t`${strong("Your account")}: name, email address, a one-way hash of your password, your role and permissions, and when you
            signed in.`,
          t`${strong("Business records")}: customers and their contacts, addresses, equipment, work orders with notes, times, photos,
            signatures, readings and voice recordings, stock, invoices and payments.`,
          t`${strong("Household records")}: income, expenses, accounts, balances, transactions and the files you imported.`,
          t`${strong("An audit log")}: who changed what and when, and the request ID.`,
          t`${strong("Technical logs")}: IP address, page, time and errors. Passwords, tokens and the content of your
            forms are not logged.`,
        ),
      ],
    },
    {
      id: "why",
      title: "Why it is stored",
      body: [
        p`To do what the product is for: book and document work, bill it, and show you your own money. Logs and limits on
          sign-in attempts keep accounts safe. Nothing is stored to build advertising profiles, and Plenum has no function
          to sell or rent data.`,
      ],
    },
    {
      id: "who-sees-it",
      title: "Who can see it",
      body: [
        list(
          t`Business records: members of that business, each according to their permissions. Other businesses on the same
            installation cannot.`,
          t`Household records: you. No role of a business can read them.`,
          t`The operator's administrators can technically reach the database they run. They must use that access for running and
            repairing it, and for nothing else.`,
          t`Customers of a business see what the business marks as visible to them, such as notes and invoices.`,
        ),
      ],
    },
    {
      id: "banks",
      title: "Connecting a bank",
      body: [
        p`Connecting a bank is your choice. On installations that offer it, the connection is made through Plaid. You sign in to your
          bank in Plaid's window, and your banking password never reaches Plenum.`,
        p`Plaid then shares the accounts you choose: their names, types, last digits, balances, and up to the past 24 months of
          transactions, followed by new ones as they appear. What Plaid does with data on its side is described in
          ${link("Plaid's privacy policy", "https://plaid.com/legal/")}.`,
        p`The key to your connection is stored encrypted. Disconnecting or deleting the account tells Plaid to end it. Without a
          connection you can enter or import everything yourself.`,
      ],
    },
    {
      id: "other-services",
      title: "Other services",
      body: [
        p`Plenum works without any outside service. The operator may connect some; each receives only what it needs:`,
        list(
          t`The hosting provider stores and delivers everything. Plenum is made for Cloudflare.`,
          t`Have I Been Pwned, unless turned off, receives the first 5 of 40 digits of a hash of a password that is being chosen,
            to check whether it has leaked elsewhere. They reveal neither the password nor who you are.`,
          t`An email service receives the address and text of the emails it delivers.`,
          t`If you turn on notifications for a browser, its maker's push service receives them encrypted for that browser: when a
            reminder is due, not what it says. A notification shows the title of a to-do. It stops when you sign out.`,
          t`An address service receives the address you type; a routing service receives two points on the map.`,
          t`A map service, if set, receives the part of the map you look at.`,
          t`A speech or language service, if set, receives the recording or the words of a voice work order.`,
          t`A browser's own speech recognition may send audio to the maker of the browser. You can type instead.`,
          t`GitHub or GitLab, if connected, receive the issues you keep in sync with them.`,
        ),
        p`The operator can tell you which of these are in use.`,
      ],
    },
    {
      id: "cookies",
      title: "Cookies and storage in your browser",
      body: [
        p`There are no third-party trackers in Plenum: no advertising, no social media buttons, no fonts or scripts from analytics
          companies. The entries below are set by the installation itself. Those for signing in and for your settings are
          needed for what you ask it to do; the others remember what you chose.`,
        storageTable,
        p`Over an unencrypted connection, which only local installations use, the first two cookies are called ${strong("session")} and
          ${strong("refresh")}.`,
        h("Accepting and rejecting"),
        p`The banner asks whether usage may be measured. Choosing reject opts you out of analytics: your visits are not counted, on any
          page, and nothing else changes. Every part of the product works the same. Your answer is remembered, so you are not
          asked on each visit.`,
        p`You can change your answer at any time at the end of this section.`,
        p`If you connect a bank, Plaid's window opens from Plaid's own address and may set cookies there. It is loaded only when
          you choose Connect Bank.`,
      ],
    },
    {
      id: "how-long",
      title: "How long it is stored",
      body: [
        p`Records stay until someone who is allowed to delete them does. Some cannot be altered once they are made: stock
          movements, issued invoices, status history, signatures and refrigerant records, because businesses must be able to prove
          them, often by law. A member who leaves is disabled; their name stays on the work they did. When
          an Admin deletes the whole business, all of its records are deleted seven days later.`,
        p`Activation, invitation and reset links expire on their own; an invitation after seven days. Sessions end after 30 days at
          the latest. Backups are the operator's matter, and deleted records can remain in them for a time.`,
      ],
    },
    {
      id: "security",
      title: "How it is protected",
      body: [
        p`Passwords are stored as slow one-way hashes, keys of other services are encrypted, and sign-in attempts are limited. Every page
          and call is checked on the server against the records you may see. Changing your password ends all your sessions. No
          system is perfect; if a fault exposes your data, the operator has to inform you as the law where you live requires.`,
      ],
    },
    {
      id: "your-rights",
      title: "What you can ask for",
      body: [
        p`You can see and correct most of your data yourself. Depending on where you live, you may also ask for a copy, for deletion,
          for a limit on its use, or object to it, and complain to an authority.`,
        list(
          t`About your household or your account: ask the operator of the installation.`,
          t`As a customer of a heating and cooling business: ask that business. It makes the decisions about its records.`,
          t`As a member of a business: ask its Admin first.`,
        ),
      ],
    },
    {
      id: "children",
      title: "Children",
      body: [
        p`Plenum is made for businesses and for adults who run a household. It is not meant for children under 16.`,
      ],
    },
    {
      id: "changes",
      title: "Changes to this page",
      body: [
        p`A change that matters gets a new date at the top. Earlier versions stay in the public history of the source code. Your use
          of the product is also subject to the ${link("Terms of Service", "/terms")}.`,
      ],
    },
  ],
};
