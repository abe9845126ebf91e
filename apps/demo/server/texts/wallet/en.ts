/** The texts of the wallet. */
export const en = {
  title: "Wallet",
  intro: "Store credit: add money by card and spend it at checkout.",

  logInTitle: "Log in",
  email: "Email",
  code: "Code",
  codeHint: "6 digits from your authenticator app.",
  showCode: "Show code (QA)",
  codeUsed: "This code has been used. Wait up to 30 seconds for a new one.",
  logIn: "Log in",
  logOut: "Log out",
  openTitle: "Create a wallet",
  openText: "You need an authenticator app. There is no password.",
  open: "Create wallet",
  opened: (email: string) => `The wallet for ${email} is ready.`,
  scanTitle: "Set up your authenticator",
  scanText: "Scan the code with your authenticator app, then log in with the 6 digits it shows.",
  /** The picture's accessible name. */
  qr: "QR code for your authenticator app; the setup key below is the same",
  secret: "Setup key",
  secretHint:
    "Can’t scan? Enter this key in the app. Keep it private: anyone with it can log in as you. It’s shown until your first login.",
  loggedInAs: (email: string) => `Logged in as ${email}`,

  accounts: "Accounts",
  noAccounts: "No accounts yet. Create one to add money.",
  newAccount: "New account",
  accountName: "Name",
  currency: "Currency",
  accountType: "Type",
  accountTypes: { fiat: "Cash balance", promo: "Promotional credit" },
  createAccount: "Create account",
  inactive: "Inactive",
  /** The name of an account without a name. */
  unnamed: (currency: string) => `${currency} account`,

  amount: "Amount",
  refill: "Add money",
  refillText: "You pay on our payment provider’s page, then come back here.",
  refillName: (account: string) => `Add money to ${account}`,
  anotherCard: "Use a different card",
  goToRefill: "Continue to card payment",
  topUp: "Store credit (QA)",
  topUpText: "A negative amount removes credit.",
  expiresInDays: "Expires in (days)",
  topUpNow: "Add credit",

  account: "Account",
  /** States and kinds of a transaction. */
  failed: "Failed",
  voided: "Voided",
  directions: { income: "Money in", outcome: "Money out" },

  refills: {
    waiting: {
      title: "Waiting for your card payment",
      text: "This page updates automatically.",
    },
    succeeded: { title: "Money added", text: "Your payment is confirmed." },
    failed: { title: "No money was added", text: "Your balance hasn’t changed." },
  },
  toWallet: "Back to wallet",

  transactions: "Transactions",

  payNoAccount: "You have no account in this order’s currency.",
  payPromoFirst: "Promotional credit in this currency is used first.",

  sendAgain: "Send again",
  loggedOut: "You’ve been logged out.",
  accountCreated: "Account created.",
  toppedUp: (amount: string) => `${amount} was added.`,
  takenBack: (amount: string) => `${amount} was removed.`,
  refusals: {
    login_refused: "The email address or code is incorrect, or the code has been used.",
    blocked: "This wallet is blocked. Contact us.",
    session_ended: "Your session has expired. Log in again; your basket is saved.",
    taken: "You already have a wallet. Log in.",
  },
  mustBeNumber: "Enter an amount, like 12.50",
};

export type WalletTexts = typeof en;
