import type { Locale } from "./types.ts";

/** Hebrew. Cards print the month and year in Latin letters from the left, so the placeholders do, too. */
export const he: Locale = {
  title: "פרטי הכרטיס",
  labels: {
    number: "מספר הכרטיס",
    expiry: "תוקף",
    expiryMonth: "חודש תוקף",
    expiryYear: "שנת תוקף",
    cvv: "קוד אבטחה",
    cardholder: "שם בעל הכרטיס",
    postalCode: "מיקוד",
  },
  placeholders: {
    expiryMonth: "MM",
    expiryYear: "YY",
    cvv: "CVV",
    cardholder: "שם מלא",
    postalCode: "9100000",
  },
  optional: "לא חובה",
  errors: {
    number: {
      required: "יש להזין את מספר הכרטיס",
      incomplete: "מספר הכרטיס אינו מלא",
      check_digit: "יש טעות במספר הכרטיס",
      unsupported_brand: "איננו מקבלים כרטיס זה",
      invalid: "יש לבדוק את מספר הכרטיס",
    },
    expiry: {
      required: "יש להזין את התוקף",
      incomplete: "יש להזין חודש ושנה",
      invalid: "יש לבדוק את החודש",
      expired: "תוקף הכרטיס פג",
      too_far: "יש לבדוק את השנה",
      refused: "יש לבדוק את התוקף",
    },
    cvv: {
      required: "יש להזין את קוד האבטחה",
      incomplete: "קוד האבטחה אינו מלא",
      invalid: "יש לבדוק את קוד האבטחה",
    },
    cardholder: {
      required: "יש להזין את שם בעל הכרטיס",
      invalid: "יש להזין את השם כפי שמופיע בכרטיס",
      holds_card_number: "אין להזין כאן מספר כרטיס",
    },
    postalCode: {
      required: "יש להזין מיקוד",
      invalid: "יש לבדוק את המיקוד",
    },
  },
  failures: {
    form_invalid: "יש לבדוק את השדות המסומנים.",
    card_refused: "הכרטיס נדחה. יש לבדוק את הפרטים או להשתמש בכרטיס אחר.",
    network: "לא ניתן היה להתחבר. לא חויבת. יש לנסות שוב.",
    offline: "אין חיבור לאינטרנט. יש להתחבר ולנסות שוב.",
    aborted: "התשלום בוטל. לא חויבת.",
    not_allowed: "לא ניתן לבצע את התשלום כעת. יש לפנות לחנות.",
    gateway_error: "אירעה שגיאה. לא חויבת. יש לנסות שוב.",
    rate_limited: "יותר מדי ניסיונות. יש לנסות שוב {time}.",
    extra_invalid: "יש לבדוק את השם ואת המיקוד.",
  },
  reloaded: "טופס הכרטיס נטען מחדש. יש להזין שוב את פרטי הכרטיס.",
  cvvHint: "3 ספרות בגב הכרטיס",
  cvvHintAmex: "4 ספרות בחזית הכרטיס",
  chooseNetwork: "יש לבחור {networks}",
  networkSelected: "נבחר: {network}",
  savedCard: "כרטיס שמור",
  endingIn: "{brand} המסתיים ב־{lastFour}",
};
