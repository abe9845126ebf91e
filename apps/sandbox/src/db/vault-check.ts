/** Binds a database to its first key: with another key nothing could be opened, and that would be noticed much later. */
import { eq } from "drizzle-orm";
import { SandboxError } from "../errors.ts";
import type { Vault } from "../vault/vault.ts";
import type { Db } from "./open.ts";
import { vaultChecks } from "./schema.ts";

const onlyRow = 1;

/**
 * Checks the vault's key against the database, and stores its check value in a new database.
 *
 * @throws SandboxError `key-mismatch` when the database was written with another key.
 */
export async function checkVault(db: Db, vault: Vault): Promise<void> {
  await db.insert(vaultChecks).values({ id: onlyRow, keyCheck: vault.keyCheck }).onConflictDoNothing();
  const [check] = await db.select().from(vaultChecks).where(eq(vaultChecks.id, onlyRow));
  if (check?.keyCheck === vault.keyCheck) return;
  throw new SandboxError(
    "key-mismatch",
    "This database was written with another encryption key. Set SANDBOX_ENCRYPTION_KEY to that key, or use a fresh DATA_DIR or database.",
  );
}
