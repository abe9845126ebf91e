/** Every admin operation by its name: the table from which the routes and a part of the OpenAPI document are generated. */
import { moveClock, readClock } from "./clock.ts";
import { readGateway, setGateway } from "./gateway.ts";
import { listMails, makeMerchant, resetMerchant, showAuthenticatorCode } from "./merchants.ts";
import { listNotifications, replayNotification } from "./notifications.ts";
import { chargeBack, listPayments } from "./payments.ts";
import { deleteRule, listRules, makeRule } from "./rules.ts";

export const adminOperations = {
  readClock,
  moveClock,
  listNotifications,
  replayNotification,
  listPayments,
  chargeBack,
  listMails,
  listRules,
  makeRule,
  deleteRule,
  readGateway,
  setGateway,
  makeMerchant,
  resetMerchant,
  showAuthenticatorCode,
};
