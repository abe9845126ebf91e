/** Recipe: the PostgreSQL store on Prisma. */
import { createPostgresStore, type SqlConnection } from "../../../packages/node/src/index.ts";

/** The part of `PrismaClient` that the recipe needs. */
interface PrismaTransaction {
  $queryRawUnsafe(text: string, ...values: unknown[]): PromiseLike<unknown>;
  $executeRawUnsafe(text: string, ...values: unknown[]): PromiseLike<number>;
}
interface Prisma<Tx extends PrismaTransaction> {
  $transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

/** `onEvent` gets `tx.prisma`, the client of the transaction: its writes are committed together with the order. */
export function createPrismaStore<Tx extends PrismaTransaction>(prisma: Prisma<Tx>) {
  return createPostgresStore<SqlConnection & { readonly prisma: Tx }>({
    transaction: (work) =>
      prisma.$transaction((tx) =>
        work({
          prisma: tx,
          query: async (text, values = []) => {
            if (/^(select|insert)/.test(text)) {
              return { rows: (await tx.$queryRawUnsafe(text, ...values)) as unknown[] };
            }
            await tx.$executeRawUnsafe(text, ...values);
            return { rows: [] };
          },
        }),
      ),
  });
}
