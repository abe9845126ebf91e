/** One line of the table. */
export interface Measurement {
  readonly what: string;
  readonly measured: string;
  readonly budget: string;
  readonly ok: boolean;
}
