/** E-mails about payments and refills: the sandbox sends none, and stores them for QA to read. */
import { index, pgTable, text } from "drizzle-orm/pg-core";
import { merchantId, rowId, time } from "./schema.ts";

export const mails = pgTable(
  "mails",
  {
    id: rowId(),
    merchantId: merchantId(),
    recipient: text("recipient").notNull(),
    subject: text("subject").notNull(),
    body: text("body").notNull(),
    createdAt: time("created_at").notNull(),
  },
  (table) => [index("mails_merchant").on(table.merchantId, table.id)],
);
