/** PostgreSQL where DATABASE_URL names one, else PGlite, which is PostgreSQL in this process and forgets everything at its end. */
import { PGlite } from "@electric-sql/pglite";
import pg from "pg";

const url = process.env.DATABASE_URL;

/** Both have `query(text, values)`; createPostgresStore takes both. */
export const database = url ? new pg.Pool({ connectionString: url }) : await PGlite.create();

/** Runs statements without parameters, for the schema. */
export const migrate = (sql) => ("exec" in database ? database.exec(sql) : database.query(sql));
