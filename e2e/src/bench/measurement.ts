/** One row of the table that `npm run nightly -- bench` prints. */
export interface Measurement {
  readonly what: string;
  readonly measured: string;
  readonly budget: string;
  readonly ok: boolean;
}
