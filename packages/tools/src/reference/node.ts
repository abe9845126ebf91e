/** The reference of `@cardpane/node`: options with their bounds, operations, errors, variables of the environment, exports. */
import {
  type AnyOperationName,
  allOperations,
  fieldOperations,
  type Operation,
  operations,
  paymentCodes,
  paymentRequest,
  paymentSource,
} from "../../../gateway/src/index.ts";
import { doubtsUsage } from "../../../node/src/doubts/run-doubts.ts";
import { errorCatalogue } from "../../../node/src/errors/errors.ts";
import { notificationRefusals } from "../../../node/src/errors/notification-refusals.ts";
import { readExports, readVariants } from "./declarations.ts";
import { fieldNames, fieldTable, variantTable } from "./field-rules.ts";
import { code, generatedNote, table } from "./markdown.ts";
import { optionTable, propertyTable } from "./option-table.ts";

/** The client's method for each operation; `undefined` for an operation that the browser or a session calls. */
export const methodOfOperation: Readonly<Record<AnyOperationName, string | undefined>> = {
  tokenize: undefined,
  tokenizeWithPaymentAccountId: undefined,
  payment: "payments.create",
  creditPayment: "payments.refund",
  getSubscription: "subscriptions.get",
  changeSubscription: "subscriptions.change",
  cancelSubscription: "subscriptions.cancel",
  recoverSubscription: "subscriptions.recover",
  changeSubscriptionCard: "subscriptions.changeCard",
  listSavedCards: "savedCards.list",
  enableSavedCard: "savedCards.enable",
  disableSavedCard: "savedCards.disable",
  listSenders: "senders.list",
  listUsers: "wallet.users.list",
  createUser: "wallet.users.create",
  getUser: "wallet.users.get",
  updateUser: "wallet.users.update",
  regenerateAuthenticator: "wallet.users.regenerateAuthenticator",
  login: "wallet.login",
  refreshTokens: undefined,
  listAccounts: "wallet.accounts.list",
  createAccount: "wallet.accounts.create",
  getAccount: "wallet.accounts.get",
  updateAccount: "wallet.accounts.update",
  refill: "wallet.refills.create",
  topUp: "wallet.topUps.create",
  payFromAccount: "wallet.payments.create",
  listTransactions: "wallet.transactions.list",
  getTransaction: "wallet.transactions.get",
  voidTransaction: "wallet.transactions.void",
};

/** The text of the reference. */
export function nodeReference(): string {
  return `${[
    "# Reference of @cardpane/node",
    generatedNote,
    ...optionSections(),
    ...operationSection(),
    ...fieldSections(),
    ...resultSections(),
    ...errorSections(),
    ...exportSections(),
  ].join("\n\n")}\n`;
}

function optionSections(): readonly string[] {
  return [
    "## Options of `createClient`",
    optionTable(`${source}settings/settings.ts`, "ClientOptions"),
    "## Options of a call",
    "The last argument of every call. A list takes no key.",
    optionTable(`${source}settings/settings.ts`, "RequestOptions"),
    "## Options of `gateway`",
    optionTable(`${source}settings/gateway.ts`, "GatewayOptions"),
    "Names of `gateway.headers`:",
    optionTable(`${source}settings/gateway.ts`, "HeaderNames"),
    "Names of `gateway.redirect`:",
    optionTable(`${source}settings/gateway.ts`, "RedirectNames"),
    "## Options of `createCheckout`",
    "`createWalletNotifications` takes `webhookUrl` in the place of `ipnUrl`, and no `client`, `testPayments` and `onUnknown`.",
    optionTable(`${source}checkout/checkout.ts`, "CheckoutOptions"),
    "## Options of `paneMarkup`",
    optionTable(`${source}index.ts`, "PaneMarkupOptions"),
    "## The command `doubts`",
    `\`\`\`text\n${doubtsUsage}\n\`\`\``,
  ];
}

function operationSection(): readonly string[] {
  return [
    "## Operations",
    "Names for the option `operations`, which overrides `method`, `path` and `success`. `session` stands for a customer's `wallet.login(...)`; `wallet.accounts` and the others of a user are those of `wallet.forUser(userId)` or of a session.",
    table(
      ["operation", "method of the client", "request", "status", "key", ""],
      (Object.keys(allOperations) as AnyOperationName[])
        .filter((name) => allOperations[name].auth !== "none")
        .map((name) => {
          const { method, path, success, auth, summary } = allOperations[name];
          return [
            code(name),
            code(methodOfOperation[name] ?? "session"),
            code(`${method} ${path}`),
            String(success),
            auth,
            name in fieldOperations ? `${summary} *Not in the document.*` : summary,
          ];
        }),
    ),
  ];
}

function fieldSections(): readonly string[] {
  return [
    "## Fields of a payment",
    "`payments.create` checks these fields before it sends anything. The option `validation` sets how much: `strict` checks everything, `bounds` leaves conditions between fields and unknown fields to the gateway, `off` checks nothing. A list of payment sources or of banks never refuses: a value that this version does not know is sent with a warning. `createFromToken` fills the fields of 3D Secure and `consumer.ip` itself.",
    fieldTable(paymentRequest, operations.payment.conditions, ["paymentSource"]),
    "Fields of `paymentSource`:",
    variantTable(paymentSource),
    "## Fields of the other calls",
    "Each call checks these fields before it sends anything, as the option `validation` says. Ids of paths and the options of a call are arguments of their own. The wallet's calls are those of one user, whom `forUser` or a login names. A list fetches its pages by itself. `payments.void` takes the `reason` of `payments.refund`, and no amount.",
    ...callsWithFields.map(fieldSection),
  ];
}

function resultSections(): readonly string[] {
  const results = `${source}payments/payment-result.ts`;
  return [
    "## Outcomes of `checkout.pay`",
    "`settle` has the same. Switch on `type`.",
    table(
      ["type", "fields", "meaning"],
      readVariants(`${source}orders/outcome.ts`, "CheckoutOutcome").map(({ types, fields, description }) => [
        types.map(code).join(", "),
        fields.map(code).join(", "),
        description,
      ]),
    ),
    "## Fields of a result",
    "`PaymentResult`: what a payment, a refund and `event.result` hold. Read an outcome by `isSuccessful`, `isDeclined` and `isPending`.",
    propertyTable(results, "TransactionResult"),
    "Fields of `payment`:",
    propertyTable(results, "TransactionDetails"),
    "Fields of `payment.source`:",
    propertyTable(results, "PaidWith"),
    "Fields of `consumer`:",
    propertyTable(results, "ResultConsumer"),
    "Fields of `subscription`:",
    propertyTable(results, "ResultSubscription"),
  ];
}

function errorSections(): readonly string[] {
  return [
    "## Errors",
    "`CardpaneError` and its classes. `outcome` says whether money may have moved: only with `unknown`, which stays where an earlier attempt of the call left it.",
    table(
      ["code", "outcome", "actor", "retry", "what to do"],
      Object.entries(errorCatalogue).map(([name, { outcomes, actor, retryable, advice }]) => [
        code(name),
        outcomes.map(code).join(", "),
        actor,
        retryable ? "yes" : "",
        advice ||
          "See the `outcome`: where it is `unknown`, do not pay again; where it is `read_failed`, call again.",
      ]),
    ),
    "## Refused notifications",
    "`NotificationRefusedError`, passed to `onRefused`. Nothing was changed, and the sender gets a 400, or a 500 for a body that could not be read, without the reason.",
    table(
      ["code", "what happened", "what to do"],
      Object.entries(notificationRefusals).map(([name, [what, advice]]) => [code(name), what, advice]),
    ),
    "## Payment codes",
    "`payment.code` of a result. `explainCode(code)` gives these texts for your log, never for shoppers; `isPaymentCode(code)` narrows a code for a `switch`.",
    table(
      ["code", ""],
      Object.entries(paymentCodes).map(([name, text]) => [code(name), text]),
    ),
  ];
}

function exportSections(): readonly string[] {
  const exported = [...readExports(`${source}index.ts`)].sort((a, b) => a.name.localeCompare(b.name, "en"));
  return [
    "## Functions, classes and values",
    ...exported
      .filter(({ isType }) => !isType)
      .map(
        ({ name, signature, description }) =>
          `### \`${name}\`\n\n${description}${signature ? `\n\n\`\`\`ts\n${signature}\n\`\`\`` : ""}`,
      ),
    "## Types",
    table(
      ["type", ""],
      exported.filter(({ isType }) => isType).map(({ name, description }) => [code(name), description]),
    ),
  ];
}

const source = "packages/node/src/";

/** Operations that have fields, except for the payment, which has its own section. */
const callsWithFields = (Object.keys(allOperations) as AnyOperationName[]).filter(
  (name) =>
    name !== "payment" &&
    methodOfOperation[name] !== undefined &&
    fieldNames(allOperations[name].request).some((field) => field !== "clientId"),
);

/** The fields of one call. */
function fieldSection(name: AnyOperationName): string {
  const { request, conditions }: Operation = allOperations[name];
  const method = methodOfOperation[name] ?? name;
  if (fieldNames(request).includes("paymentSource")) {
    return `### Fields of \`${method}\`\n\n\`paymentSource\` and \`consumer\` as [in a payment](#fields-of-a-payment), or the fields of \`createFromToken\` without \`sku\` and \`url\`.`;
  }
  return `### Fields of \`${method}\`\n\n${fieldTable(request, conditions, ["page"])}`;
}
