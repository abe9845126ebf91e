/** Converts the days of filters into moments. */

/** The first moment of a day `yyyy-mm-dd`, in UTC (*assumption*). No row is older than Unix time. */
export function startOfDay(day: string): Date {
  return new Date(Math.max(0, Date.parse(`${day}T00:00:00.000Z`)));
}

/** The last moment of a day `yyyy-mm-dd`, in UTC (*assumption*): `dateTo` is inclusive. */
export function endOfDay(day: string): Date {
  return new Date(Math.max(0, Date.parse(`${day}T23:59:59.999Z`)));
}
