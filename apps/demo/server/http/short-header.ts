/** A header that the gateway may have set: short and plain, or nothing. */
export function shortHeader(request: Request, name: string): string | null {
  const value = request.headers.get(name);
  return value !== null && /^[\w-]{1,64}$/.test(value) ? value : null;
}
