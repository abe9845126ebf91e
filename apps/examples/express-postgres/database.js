/** PostgreSQL if DATABASE_URL names one, else PGlite: PostgreSQL in this process, in the folder .data. */
import { PGlite } from "@electric-sql/pglite";
import pg from "pg";

const url = process.env.DATABASE_URL;

/** Both have `query(text, values)`, and createPostgresStore accepts both. */
export const database = url ? new pg.Pool({ connectionString: url }) : await PGlite.create(".data");

// An idle connection that breaks is replaced; without a listener its error would end the process.
if ("on" in database) database.on("error", console.error);

/** Runs statements without parameters, for the schema. */
export const migrate = (sql) => ("exec" in database ? database.exec(sql) : database.query(sql));
