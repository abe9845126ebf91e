import type { Locale } from "./types.ts";

/** Greek. */
export const el: Locale = {
  title: "Στοιχεία κάρτας",
  labels: {
    number: "Αριθμός κάρτας",
    expiry: "Λήξη κάρτας",
    expiryMonth: "Μήνας λήξης",
    expiryYear: "Έτος λήξης",
    cvv: "Κωδικός CVV",
    cardholder: "Όνομα στην κάρτα",
    postalCode: "Ταχ. κώδικας",
  },
  placeholders: {
    expiryMonth: "ΜΜ",
    expiryYear: "ΕΕ",
    cvv: "CVV",
    cardholder: "Ονοματεπώνυμο",
    postalCode: "104 31",
  },
  optional: "προαιρετικό",
  errors: {
    number: {
      required: "Εισαγάγετε τον αριθμό κάρτας",
      incomplete: "Ο αριθμός κάρτας δεν είναι πλήρης",
      check_digit: "Λάθος ψηφίο στον αριθμό κάρτας",
      unsupported_brand: "Δεν δεχόμαστε αυτή την κάρτα",
      invalid: "Ελέγξτε τον αριθμό κάρτας",
    },
    expiry: {
      required: "Εισαγάγετε ημερομηνία λήξης",
      incomplete: "Εισαγάγετε μήνα και έτος",
      invalid: "Ελέγξτε τον μήνα λήξης",
      expired: "Η κάρτα έχει λήξει",
      too_far: "Ελέγξτε το έτος λήξης",
      refused: "Ελέγξτε την ημερομηνία λήξης",
    },
    cvv: {
      required: "Εισαγάγετε τον κωδικό CVV",
      incomplete: "Ελλιπής κωδικός CVV",
      invalid: "Ελέγξτε τον κωδικό CVV",
    },
    cardholder: {
      required: "Εισαγάγετε το όνομα στην κάρτα",
      invalid: "Εισαγάγετε το όνομα όπως στην κάρτα",
      holds_card_number: "Μην εισάγετε εδώ αριθμό κάρτας",
    },
    postalCode: {
      required: "Εισαγάγετε ταχ. κώδικα",
      invalid: "Ελέγξτε τον ταχ. κώδικα",
    },
  },
  failures: {
    form_invalid: "Ελέγξτε τα επισημασμένα πεδία.",
    card_refused: "Η κάρτα σας απορρίφθηκε. Ελέγξτε τα στοιχεία ή χρησιμοποιήστε άλλη κάρτα.",
    network: "Δεν ήταν δυνατή η σύνδεση. Δεν χρεωθήκατε. Δοκιμάστε ξανά.",
    offline: "Είστε εκτός σύνδεσης. Συνδεθείτε και δοκιμάστε ξανά.",
    aborted: "Η πληρωμή ακυρώθηκε. Δεν χρεωθήκατε.",
    not_allowed: "Η πληρωμή δεν είναι δυνατή αυτή τη στιγμή. Επικοινωνήστε με το κατάστημα.",
    gateway_error: "Παρουσιάστηκε σφάλμα. Δεν χρεωθήκατε. Δοκιμάστε ξανά.",
    rate_limited: "Πάρα πολλές προσπάθειες. Δοκιμάστε ξανά {time}.",
    extra_invalid: "Ελέγξτε το όνομα και τον ταχ. κώδικα.",
  },
  reloaded: "Η φόρμα κάρτας φορτώθηκε ξανά. Εισαγάγετε ξανά την κάρτα σας.",
  cvvHint: "3 ψηφία στο πίσω μέρος της κάρτας",
  cvvHintAmex: "4 ψηφία στην μπροστινή όψη της κάρτας",
  chooseNetwork: "Επιλέξτε {networks}",
  networkSelected: "Επιλεγμένο: {network}",
  savedCard: "Αποθηκευμένη κάρτα",
  endingIn: "{brand} με τελευταία ψηφία {lastFour}",
};
