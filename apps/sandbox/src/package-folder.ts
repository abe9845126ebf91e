/** Files of this package beside its code: in the sources, and in the one folder of the package that is published. */
import { fileURLToPath } from "node:url";

/** Migrations of the database. */
export const migrationsFolder = fileURLToPath(new URL("../drizzle", import.meta.url));
/** Where data is kept unless a setting names another folder. */
export const defaultDataDir = fileURLToPath(new URL("../.data", import.meta.url));
/** What may be deleted at any time. */
export const cacheFolder = fileURLToPath(new URL("../node_modules/.cache/cardpane", import.meta.url));
