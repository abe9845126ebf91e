/** Wallet users (section 2.8). Every query names the merchant: users of other merchants are not found. */
import type { ListUsersRequest } from "@cardpane/gateway";
import { and, asc, eq, gte, isNotNull, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { Change, Db } from "./open.ts";
import { findRow, type Reading, updateRow } from "./rows.ts";
import { walletUsers } from "./schema-wallet.ts";

export type WalletUserRow = typeof walletUsers.$inferSelect;
export type NewWalletUser = Omit<typeof walletUsers.$inferInsert, "id">;

/** Names that are unique within a merchant. */
export type TakenName = "email" | "externalUserId";

/** Stores a user; returns the taken names if another user of the merchant has the address or the id. */
export async function insertUser(db: Db, user: NewWalletUser): Promise<WalletUserRow | readonly TakenName[]> {
  const [row] = await db.insert(walletUsers).values(user).onConflictDoNothing().returning();
  return row ?? takenNames(db, user);
}

async function takenNames(db: Db, user: NewWalletUser): Promise<readonly TakenName[]> {
  const { merchantId, email, externalUserId } = user;
  const isTaken = async (is: SQL) =>
    (await findRow(db, walletUsers, and(ofMerchant(merchantId), is))) !== undefined;
  const taken: TakenName[] = [];
  if (await isTaken(isEmail(email))) taken.push("email");
  if (await isTaken(eq(walletUsers.externalUserId, externalUserId))) taken.push("externalUserId");
  if (taken.length === 0) throw new Error("The wallet user was not stored.");
  return taken;
}

/** A user by id. */
export async function findUser(
  db: Db,
  merchantId: number,
  id: number,
  reading?: Reading,
): Promise<WalletUserRow | undefined> {
  return findRow(db, walletUsers, and(ofMerchant(merchantId), eq(walletUsers.id, id)), reading);
}

/** A user by id, whatever the merchant: for QA. */
export async function findAnyUser(db: Db, id: number): Promise<WalletUserRow | undefined> {
  return findRow(db, walletUsers, eq(walletUsers.id, id));
}

/** A user by e-mail address, locked until the transaction ends. */
export async function lockUserByEmail(
  db: Db,
  merchantId: number,
  email: string,
): Promise<WalletUserRow | undefined> {
  return findRow(db, walletUsers, and(ofMerchant(merchantId), isEmail(email)), { lock: true });
}

/** Updates a user; returns `taken` if another user of the merchant has the new `externalUserId`. */
export async function updateUserRow(
  db: Db,
  id: number,
  change: Change<Omit<NewWalletUser, "uuid" | "merchantId" | "createdAt">>,
): Promise<WalletUserRow | "taken"> {
  try {
    // In a nested transaction, so that the caller's survives the violation.
    return await db.transaction((tx) => updateRow(tx, walletUsers, id, change));
  } catch (error) {
    if (isUniqueViolation(error)) return "taken";
    throw error;
  }
}

function isUniqueViolation(error: unknown): boolean {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  return typeof cause === "object" && cause !== null && "code" in cause && cause.code === "23505";
}

/** A page of a list. */
export interface Page {
  /** The number of rows before the page. */
  readonly offset: number;
  readonly limit: number;
}

/** The filter and the order of a list of users; its dates as moments. */
export type UserFilter = Pick<
  ListUsersRequest,
  "email" | "externalUserId" | "isActivated" | "isBlocked" | "orderColumn" | "orderDirection"
> & {
  readonly merchantId: number;
  readonly from: Date | undefined;
  /** Inclusive. */
  readonly to: Date | undefined;
};

/** The number of users that match. */
export async function countUsers(db: Db, filter: UserFilter): Promise<number> {
  return db.$count(walletUsers, fits(filter));
}

/** The matching users of a page, in order. */
export async function listUserRows(
  db: Db,
  filter: UserFilter,
  { offset, limit }: Page,
): Promise<readonly WalletUserRow[]> {
  const { orderColumn = "id", orderDirection = "ASC" } = filter;
  const direction = sql.raw(orderDirection === "DESC" ? "desc" : "asc");
  return (
    db
      .select()
      .from(walletUsers)
      .where(fits(filter))
      // Users who are not blocked come last in both directions; equal rows are ordered by id, so that no page repeats a user.
      .orderBy(sql`${orderings[orderColumn]} ${direction} nulls last`, asc(walletUsers.id))
      .limit(limit)
      .offset(offset)
  );
}

const orderings = {
  id: sql`${walletUsers.id}`,
  created_at: sql`${walletUsers.createdAt}`,
  updated_at: sql`${walletUsers.updatedAt}`,
  blocked_at: sql`${walletUsers.blockedAt}`,
  email: sql`lower(${walletUsers.email})`,
  is_blocked: sql`(${walletUsers.blockedAt} is not null)`,
  is_activated: sql`${walletUsers.isActivated}`,
} as const satisfies Record<NonNullable<ListUsersRequest["orderColumn"]>, SQL>;

function fits(filter: UserFilter): SQL | undefined {
  const { merchantId, email, externalUserId, isActivated, isBlocked, from, to } = filter;
  return and(
    ofMerchant(merchantId),
    // Not LIKE: an address may contain its wildcards.
    email === undefined ? undefined : sql`strpos(lower(${walletUsers.email}), lower(${email})) > 0`,
    externalUserId === undefined ? undefined : eq(walletUsers.externalUserId, externalUserId),
    isActivated === undefined ? undefined : eq(walletUsers.isActivated, isActivated),
    isBlocked === undefined ? undefined : (isBlocked ? isNotNull : isNull)(walletUsers.blockedAt),
    from && gte(walletUsers.createdAt, from),
    to && lte(walletUsers.createdAt, to),
  );
}

function ofMerchant(merchantId: number): SQL {
  return eq(walletUsers.merchantId, merchantId);
}

function isEmail(email: string): SQL {
  return sql`lower(${walletUsers.email}) = lower(${email})`;
}
