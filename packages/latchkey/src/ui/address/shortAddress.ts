/** First 4 and last 6 characters (SPEC §9), for display only; a `0x` prefix does not count. */
export function shortAddress(address: string): string {
  const head = /^0x/i.test(address) ? 6 : 4
  return address.length <= head + 7 ? address : `${address.slice(0, head)}…${address.slice(-6)}`
}
