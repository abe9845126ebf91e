/** The shop's texts in English. Every language implements all of them: no key is optional, so none falls back to English. */
export const en = {
  language: "English",
  direction: "ltr" as "ltr" | "rtl",

  tagline: "Small things for slow days",
  intro: "Three objects for the table and the desk. Invented for this demo, and never sold out.",
  toGallery: "See every variant of the card form in the gallery",
  skip: "Skip to content",
  home: "Odd Harbour, home",
  demoNote: "Demo shop: nothing is sold here, and real cards are not accepted.",
  languageLabel: "Language",
  products: {
    "dawn-mug": { name: "Dawn mug", line: "Stoneware, glazed by hand, 300 ml" },
    "heron-kettle": { name: "Heron kettle", line: "Long spout, slow pour, 0.9 l" },
    "field-notebook": { name: "Field notebook", line: "Linen cover, 160 blank pages" },
    "harbour-box": { name: "Harbour box", line: "Something small from the workshop, every month" },
  },
  productsTitle: "All products",
  addToBasket: "Add to basket",
  /** For screen readers: the product of the button. */
  addNamed: (name: string) => `Add ${name} to the basket`,
  added: (name: string) => `${name} was added to your basket.`,

  basket: "Basket",
  viewBasket: "View basket",
  /** Beside a basket with goods of an order that waits at the bank. */
  openPayment: (amount: string) => `A payment of ${amount} is open. Paying again buys its items twice.`,
  basketEmpty: "Your basket is empty.",
  more: (name: string) => `Add one ${name}`,
  fewer: (name: string) => `Remove one ${name}`,
  quantity: "Quantity",
  total: "Total",
  toCheckout: "Check out",

  checkout: "Checkout",
  contactTitle: "Contact",
  contact: { firstName: "First name", lastName: "Last name", email: "Email", country: "Country" },
  /** The error of each empty field, by the field's name. */
  contactMissing: {
    firstName: "Enter your first name",
    lastName: "Enter your last name",
    email: "Enter your email address",
    country: "Choose your country",
  },
  contactProblems: {
    too_long: "This is too long",
    not_an_email: "Enter a valid email address",
    holds_card_number: "This looks like a card number. Enter it in the card form below.",
  },
  paymentTitle: "Payment",
  paymentHint: "Your card details are encrypted and go straight to our payment provider.",
  pay: (amount: string) => `Pay ${amount}`,
  paying: "Paying…",
  summary: "Your order",
  anotherCard: "Use a different card",
  /** The name of a card whose network is unknown. */
  card: "Card",
  savedCard: (brand: string, lastFour: string) => `${brand} ending in ${lastFour}`,
  wayMore: "More ways to pay",
  popularIn: (country: string) => `Popular in ${country}`,
  allMethods: (count: number) => `All methods (${count})`,
  chooseSource: "Choose a payment method.",
  choose: "Choose",
  optional: "(optional)",
  lastUsed: "Last used",
  bankTransfer: "Bank transfer",
  /** Names of sources without a brand name. */
  sourceNames: {
    consumer: "Use my last payment method",
    paymentAccountId: "Saved card, without the security code",
    banktransferChile: "Bank transfer (Chile)",
    onlinebanking: "Online banking",
    sepa: "SEPA direct debit",
    crypto: "Crypto",
  },
  sourceFields: {
    iban: "IBAN",
    bic: "BIC",
    accountType: "Account type",
    abaNumber: "Routing number, 9 digits",
    accountNumber: "Account number",
    token: "Wallet token",
    cpf: "CPF, 11 digits",
    accountDocType: "Document type",
    accountDocId: "Document number",
    bankCode: "Bank",
  },
  /** By the field's label. */
  fieldInvalid: (label: string) => `${label}: enter a valid value`,
  /** By the interface's codes: C for checking, S for savings. */
  accountTypes: { C: "Checking", S: "Savings" },
  boxTerms: (first: string, monthly: string) => `${first} today, then ${monthly} every 30 days.`,
  toSubscribe: "Subscribe",
  paneMissing: "The card form is not available right now. Your basket is saved.",
  reload: "Reload the page",
  paneLoading: "The card form is still loading.",
  noScript: "Card payments need JavaScript, which is off or blocked here. Other methods work without it.",
  shopUnreachable: "We don’t know yet if you were charged. Check your order before you pay again.",
  /** The texts of the challenge's dialog. */
  challenge: { title: "Confirm your payment", close: "Cancel payment", loading: "Loading…" },

  declinedTitle: "Your payment was declined",
  /** The texts for declines of card payments. */
  declines: {
    bank: "Your bank declined this card. Try another card or contact your bank.",
    funds: "Your card has insufficient funds.",
    expired: "Your card has expired, or the expiry date is incorrect.",
    cvv: "The security code is incorrect.",
    number: "The card number is incorrect.",
    authentication: "Your bank couldn’t verify your identity.",
    /** The shopper cancelled the payment. */
    cancelled: "The payment was cancelled before it was completed.",
    timed_out: "The payment wasn’t completed in time.",
    /** 3D Secure is required, but was not requested. */
    sca: "Your bank needs to verify you. Press Pay again to continue.",
    technical: "We couldn’t reach the bank. Try again in a moment.",
  },
  /** Declines of a wallet, a bank account, or another payment method without a card. */
  accountDeclines: {
    bank: "Your bank or provider declined the payment.",
    funds: "There isn’t enough money in your account.",
  },
  declinedRetry: "Nothing was charged. You can try again or use another payment method.",
  code: "Code",
  /** The heading of the details for support and QA. */
  support: "Details for support",
  /** The title of a page that shows errors. */
  errorTitle: (title: string) => `Error: ${title}`,
  notMade: {
    no_card: "The card form didn’t load. Nothing was charged. Reload the page or use another payment method.",
    not_sent: "We couldn’t send the payment. Nothing was charged. Try again.",
    refused: "Something went wrong on our side. Nothing was charged. We’re looking into it.",
    token_spent: "Your card details have expired. Nothing was charged. Enter your card again.",
    logged_out: "Your wallet session has expired. Nothing was charged. Log in again; your basket is saved.",
    blocked: "Your wallet is blocked. Nothing was charged. Contact us.",
    invalid: "Some details weren’t accepted. Nothing was charged. Check them and try again.",
  },
  notMadeTitle: "Payment not completed",

  orderNumber: "Order",
  paidTitle: "Thank you – your payment is complete",
  paidText: (email: string) => `In a real shop, we would now email a receipt to ${email}.`,
  paidPartly: (charged: string, total: string) => `You were charged ${charged} instead of ${total}.`,
  receipt: "Receipt",
  charged: "Charged",
  paidBy: "Paid by",
  reference: "Reference",
  onStatement: "Appears on your statement as",
  tryAgain: "Try again",
  payingTitle: "Processing your payment",
  payingText: "Your bank hasn’t answered yet. Don’t pay again; check back in a moment.",
  lookAgain: "Check again",
  /** Link to the order's page, if the outcome of the payment is unknown. */
  checkOrder: "Check your order",
  awaitingTitle: "One more step",
  awaitingText: "Finish paying with your bank or provider.",
  toBank: "Continue to payment",
  qrTitle: "Scan to pay",
  qrText: "Payment code (copy and paste)",
  copy: "Copy",
  copied: "Copied",
  leave: "Choose another method",
  leaveText: "This payment stays open until it expires. If you choose another method, don’t complete it.",
  /** For a payment from a wallet. */
  voidedTitle: "Payment refunded to your wallet",
  paidTwice: "You were charged twice for this order. We owe you a refund for one of the payments.",
  mismatchedTitle: "We’re checking your payment",
  mismatchedText: "Don’t pay again. We’ll contact you.",
  subscriptionStatus: "Status",
  subscriptionStates: { active: "Active", canceled: "Cancelled" },
  cycle: "Renewals so far",
  renewal: "Next renewal",
  ends: "Ends",
  laterCharges: "Renewals",
  chargePaid: "Paid",
  chargeDeclined: "Declined",
  reportedTitle: "Confirming your payment",
  reportedText: "We’re waiting for confirmation from our payment provider. This page updates automatically.",
  reportedApproved: "Your bank approved the payment",
  unknownTitle: "We don’t know yet if you were charged",
  unknownText: "The connection was lost, so you may have been charged. Don’t pay again.",
  createdTitle: "This order isn’t paid yet",
  shopOn: "Back to the shop",
  /** On the front page, for a shopper whose session ended before the payment. */
  sessionEnded: { title: "Your session has expired", text: "Nothing was charged. Add your items again." },
  /** Why the gateway did not do what was asked. */
  refusals: {
    invalid: "Some details weren’t accepted. Check them and try again.",
    unreachable: "We couldn’t reach our payment provider, so nothing was sent. Try again.",
    unknown: "We got no answer, so this may have gone through. Send it again: it can’t go through twice.",
    conflict: "This was sent before with other details, so nothing was sent now. Try again.",
    refused: "Something went wrong on our side. We’re looking into it.",
    /** The seconds until the next attempt, with the plural form of the unit: `1 second`. */
    throttled: (seconds: number) =>
      `Too many attempts. Try again in ${new Intl.NumberFormat("en", { style: "unit", unit: "second", unitDisplay: "long" }).format(seconds)}.`,
  },

  notFoundTitle: "Page not found",
  notFoundText: "This page doesn’t exist, or the order belongs to another session.",
  failedTitle: "Something went wrong on our side",
  failedText: "We couldn’t show this page. Your basket is saved.",

  /** The wallet's page, and the wallet at the checkout. */
  wallet: {
    title: "Wallet",
    intro: "Store credit: add money by card and spend it at checkout.",

    codeHint: "6 digits from your authenticator app.",
    logIn: "Log in",
    logOut: "Log out",
    openText: "You need an authenticator app. There is no password.",
    open: "Create a wallet",
    opened: (email: string) => `The wallet for ${email} is ready.`,
    scanTitle: "Set up your authenticator",
    scanText: "Scan the code with your authenticator app, then log in with the 6 digits it shows.",
    secret: "Setup key",
    secretHint: "Can’t scan? Enter this key. Keep it private: with it, anyone can log in as you.",
    loggedInAs: (email: string) => `Logged in as ${email}`,

    accounts: "Accounts",
    accountName: "Name",
    currency: "Currency",
    accountTypes: { fiat: "Cash balance", promo: "Promotional credit" },
    createAccount: "Create an account",
    inactive: "Inactive",

    amount: "Amount",
    refill: "Add money",
    refillText: "You pay on our payment provider’s page, then come back here.",
    refillName: (account: string) => `Add money to ${account}`,
    goToRefill: "Continue to card payment",

    account: "Account",
    /** States and kinds of a transaction. */
    voided: "Voided",
    directions: { income: "Money in", outcome: "Money out" },

    refills: {
      waiting: { title: "Waiting for your card payment", text: "This page updates automatically." },
      succeeded: { title: "Money added", text: "Your payment is confirmed." },
      failed: { title: "No money was added", text: "Your balance hasn’t changed." },
    },

    transactions: "Transactions",

    payNoAccount: "You have no account in this order’s currency.",
    payPromoFirst: "Promotional credit in this currency is used first.",

    sendAgain: "Send again",
    loggedOut: "You’ve been logged out.",
    accountCreated: "Account created.",
    refusals: {
      login_refused: "The email address or code is incorrect, or the code has been used.",
      taken: "You already have a wallet. Log in.",
    },
    mustBeNumber: "Enter an amount, like 12.50",
  },
  /** Refunds, the subscription, saved cards. */
  afterPayment: {
    refunds: {
      fullTitle: "Your payment was refunded",
      partTitle: "Your payment was partly refunded",
      shopperText: (refunded: string, charged: string) =>
        `${refunded} of ${charged} was refunded. It can take a few days to appear on your statement.`,
    },
    subscription: {
      title: "My subscription",
      /** The label of the pay button, with today's charge. */
      subscribe: (first: string) => `Subscribe · ${first} today`,
      /** Before the link to the subscription's page. */
      consent: (later: string, days: number) =>
        `By subscribing, you allow us to charge your card ${later} every ${days} days until you cancel. You can cancel at any time under`,
      cancel: "Cancel subscription",
      cancelText: "You won’t be charged again after it ends.",
      paidUntil: (day: string) => `It’s paid until ${day}.`,
      cancelAtEnd: "Cancel at the end of the paid period",
      cancelNow: "Cancel now",
      changeCard: "Change card",
      changeCardText: "Future renewals are charged to this card. Nothing is charged now.",
      cardNotChanged: "Your card was not changed. Enter it again.",
      useCard: "Use this card",
      backToOrder: "Back to order",
    },
    cards: {
      title: "My cards",
      text: "Your cards are stored by our payment provider, not by this shop. A disabled card can’t be charged, not even for a subscription.",
      none: "No saved cards yet. Cards are saved when you pay with them.",
      expires: "Expires",
      disabled: "Disabled",
      enable: "Enable",
      disable: "Disable",
    },
    /** Shown where the current state is shown too. */
    changeUnknown: "We got no answer: the change may have been made. Check the state below before you retry.",
    notices: {
      subscription_canceled: "Your subscription was cancelled.",
      card_changed: "Future renewals will be charged to the new card.",
      card_enabled: "Card enabled.",
      card_disabled: "Card disabled.",
    },
  },
};

export type Texts = typeof en;
