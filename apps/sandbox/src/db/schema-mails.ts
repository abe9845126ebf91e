/** E-mails about payments and refills: the sandbox sends none, and keeps what would have been sent for QA to read. */
import { bigint, index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { merchants, time } from "./schema.ts";

export const mails = pgTable(
  "mails",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedByDefaultAsIdentity(),
    merchantId: integer("merchant_id")
      .notNull()
      .references(() => merchants.id),
    recipient: text("recipient").notNull(),
    subject: text("subject").notNull(),
    body: text("body").notNull(),
    createdAt: time("created_at").notNull(),
  },
  (table) => [index("mails_merchant").on(table.merchantId, table.id)],
);
