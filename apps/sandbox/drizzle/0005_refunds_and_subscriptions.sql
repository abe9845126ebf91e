ALTER TABLE "payments" ADD COLUMN "mode" text DEFAULT 'sale' NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "parent_id" bigint;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "credited_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "stage" text;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "follow_up_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "schedule_start" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "schedule_cycle" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "ends_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "cancel_reason" text;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_parent_id_payments_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payments_parent" ON "payments" USING btree ("parent_id") WHERE "payments"."parent_id" is not null;--> statement-breakpoint
CREATE INDEX "payments_follow_up" ON "payments" USING btree ("follow_up_at") WHERE "payments"."follow_up_at" is not null;--> statement-breakpoint
CREATE INDEX "subscriptions_ending" ON "subscriptions" USING btree ("ends_at") WHERE "subscriptions"."ends_at" is not null;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_credited" CHECK ("payments"."credited_minor" between 0 and "payments"."charged_minor");