/** Paths of this package's files beside its code: in the sources, and in the published package, which is one folder. */
import { fileURLToPath } from "node:url";

/** Migrations of the database. */
export const migrationsFolder = fileURLToPath(new URL("../drizzle", import.meta.url));
/** The default folder of the data. */
export const defaultDataDir = fileURLToPath(new URL("../.data", import.meta.url));
/** A cache, which may be deleted at any time. */
export const cacheFolder = fileURLToPath(new URL("../node_modules/.cache/cardpane", import.meta.url));
