/** Section 7: the payment codes and their meanings. */

/** Codes of a successful payment. */
export const successCodes = table({
  "0": "Success",
  "1001": "Underpayment: paid less than requested, successful",
  "1002": "Overpayment: paid more than requested, successful",
});

/** Codes of a declined payment. */
export const declineCodes = table({
  "5000": "General bank decline",
  "5001": "Refer to issuer",
  "5003": "Invalid merchant",
  "5004": "Pick up card (no fraud)",
  "5005": "Do not honor",
  "5006": "Payment could not be authorised",
  "5007": "Pick up card, special condition (fraud account)",
  "5008": "Reattempt not permitted",
  "5010": "Partial approval",
  "5012": "Invalid transaction",
  "5013": "Invalid amount",
  "5014": "Invalid card number",
  "5015": "No such issuer",
  "5016": "Invalid cardholder name",
  "5019": "Re-enter transaction",
  "5030": "Format error",
  "5031": "Invalid cardholder address",
  "5032": "Invalid phone number",
  "5034": "Invalid currency",
  "5041": "Lost card, pick up (fraud account)",
  "5043": "Stolen card, pick up (fraud account)",
  "5046": "Closed account",
  "5051": "Insufficient funds",
  "5053": "Wrong expiration date",
  "5054": "Expired card",
  "5055": "Invalid PIN",
  "5057": "Transaction not permitted - card",
  "5058": "Transaction not permitted - terminal",
  "5059": "Suspected fraud",
  "5061": "Withdrawal amount limit exceeded",
  "5062": "Invalid service code, restricted",
  "5063": "Security violation",
  "5065": "Activity limit exceeded",
  "5070": "PIN data required",
  "5075": "PIN tries exceeded",
  "5078": "Invalid or nonexistent account specified (general)",
  "5079": "Blocked, first used",
  "5080": "Credit issuer unavailable",
  "5082": "Negative online CAM, dCVV, iCVV, CVV or CAVV results, or offline PIN authentication interrupted",
  "5085": "No reason to decline",
  "5086": "Cannot verify PIN",
  "5091": "Issuer or switch is unavailable",
  "5093": "Violation, cannot complete",
  "5094": "Duplicate transaction",
  "5096": "System error",
  "5099": "Expired payment",
  "5220": "Authentication failed by card issuer",
  "5221": "Authentication is unavailable at the moment",
  "5222": "Payment attempt failed or canceled",
  "5223": "Rejected authentication by the issuer",
  "5224": "Card not enrolled",
  "5225": "Attempts processing performed",
  "5226": "Card account number not found in the card ranges of the directory server",
  "5227": "3D Secure SCA required",
  "5228": "Verification not completed, timeout",
  "5300": "BIC is not SDD compliant",
});

/** A code of a successful payment. */
export type SuccessCode = keyof typeof successCodes;
/** A code of a declined payment. */
export type DeclineCode = keyof typeof declineCodes;
/** A payment code of section 7. */
export type PaymentCode = SuccessCode | DeclineCode;

/** Every payment code with its meaning. */
export const paymentCodes: Readonly<Record<PaymentCode, string>> = {
  ...successCodes,
  ...declineCodes,
};

/** Whether a string is one of the table's codes. */
export function isPaymentCode(code: string): code is PaymentCode {
  return Object.hasOwn(paymentCodes, code);
}

/** Whether a code means that the payment succeeded. */
export function isSuccessCode(code: string): code is SuccessCode {
  return Object.hasOwn(successCodes, code);
}

/** Types the codes as literals and the meanings as `string`: the declarations then list each code once, without its meaning. */
function table<Code extends string>(
  meanings: Readonly<Record<Code, string>>,
): Readonly<Record<Code, string>> {
  return meanings;
}
