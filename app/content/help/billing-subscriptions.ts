import { type Block, h, link, list, p, strong, t, tip } from "~/content/blocks";
import type { ArticleSlug } from ".";

export const bodies: Record<ArticleSlug<"billing-subscriptions">, readonly Block[]> = {
  "what-plenum-costs": [
    p`Plenum is open source under the MIT license. You can run it, change it and use it for your business without paying for
      the software, for as many people as you like.`,
    h("What may still cost something"),
    list(
      t`${strong("Hosting.")} The operator of your installation has an account with a cloud provider and pays
        its rates. If that is you, check your provider's bill.`,
      t`${strong("Outside services.")} A bank connection, email delivery, routing or a speech service may charge the person who
        set it up. None of them is required. Each area has a built-in fallback.`,
      t`${strong("A hosted Plenum.")} If another company runs Plenum for you, you agree on the price with them.`,
    ),
    h("No per-user fees"),
    p`The software does not count users. Inviting a summer apprentice costs nothing extra in Plenum itself.`,
    h("The Pro plan"),
    p`An operator may also sell ${strong("Pro")}, to a business at a flat price or to a household.
      ${link("Plan and payments", "/payment")} shows what it adds and costs before you pay. On installations that sell nothing,
      everything in Pro is included.`,
    h("What the label in the sidebar means"),
    list(
      t`${strong("Premium Active")}: the plan that every account has. It is free, and no card was charged.`,
      t`${strong("Pro Active")}: Pro is on.`,
      t`${strong("Pro until")} and a date: Pro was canceled and ends that day.`,
      t`${strong("Pro, payment failed")} or ${strong("Pro off, payment due")}: check the card.`,
    ),
    p`In a business, the label shows the business's plan.`,
    tip`What the operator of an installation is responsible for is in the
      ${link("Terms of Service", "/terms")}.`,
  ],

  "the-pro-plan": [
    p`Pro is the paid plan for households that want to plan further ahead. It adds two things: a 24-month runway
      forecast instead of 12 months, and unlimited bank accounts instead of 10 active ones.`,
    h("What the runway shows"),
    p`The runway on your ${link("dashboard", "/finances/dashboard")} projects your balances day by day, 12 months ahead on Premium and
      24 on Pro. It names the first day on which one account, or all of them together, would fall below zero or below a minimum
      you set, and the items that cause it. Under ${strong("What if")}, you can switch an item off, change its amount or its date,
      or add one. Your saved items don't change. Bookmark or share the page address to keep your changes, or choose
      ${strong("Save scenario")}.`,
    p`Once your accounts have three full months of transactions, a band shows how much unplanned spending could move the
      line. Eight out of ten outcomes fall within it. The figures are in the table below the chart.`,
    h("When the banner appears"),
    p`The banner appears after you have looked at future months three times in one session of the month view in
      ${link("Cashflow", "/finances")}. Dismiss it, and it stays hidden on that device for seven days.`,
    h("Upgrading and canceling"),
    p`${strong("Upgrade to Pro")} opens ${link("Plan and payments", "/payment?of=household")}, where you choose monthly or yearly
      billing. You enter your card on the payment processor's page, never in Plenum. To cancel, choose ${strong("Cancel Pro")} there and
      confirm. Pro stays on until the end of the time you paid for. Until then, ${strong("Keep Pro")} undoes the cancellation.`,
    h("Switching between monthly and yearly"),
    p`${strong("Switch to yearly billing")} and ${strong("Switch to monthly billing")} take effect right away. The
      unused part of what you paid counts toward the new price.`,
    h("If you go back to Premium"),
    p`All your accounts stay open and up to date. You can still change, archive, export and delete them. You can only add or
      reactivate an account when fewer than 10 are active.`,
    tip`The Pro features work in the demo household, so you can try them first.`,
  ],

  "plan-and-payments": [
    p`The plan you pay for and the payments you get from customers are in two different places.`,
    h("Your own plan"),
    p`${link("Plan and payments", "/payment")} shows your plan, when it renews, and its invoices as PDF files. An
      Admin upgrades or cancels for the business. Each person decides for their own household. You can also update the card there.`,
    h("If a payment for Pro fails"),
    p`You get an email, and Pro stays on for 14 days. Choose ${strong("Update card")} to pay the open invoice. After 14 days, Pro is
      off until the invoice is paid. Nothing you saved is lost or hidden.`,
    h("Payments you received"),
    p`Open ${link("Invoices", "/invoices-v2")} and filter by Paid or Partly paid. Each invoice lists its payments, and a
      customer's page has an Invoices tab. To enter a payment, open the invoice and choose ${strong("Record payment")}.`,
    h("If something is wrong"),
    list(
      t`You billed too much: an issued invoice can't be edited, so your copy and the customer's copy always match. Choose
        ${strong("Credit part of it")} or ${strong("Correct invoice")} from its menu.`,
      t`The customer says they paid, but you see no payment: compare the invoice number on their payment with yours before
        you send another reminder.`,
      t`You are looking for your own money: household income and expenses are not among the invoices. They are in
        ${link("Cashflow", "/finances")}, where only you can see them.`,
    ),
    p`To see invoices, you need the permission invoices.read, which Admins and Managers have. Technicians see the parts they used on
      their own jobs, but not what the customer was charged.`,
  ],
};
