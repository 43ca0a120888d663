/** Cuts an address into groups of 4 characters that a person can compare; the `0x` stays with the first group's front. */
export function groupAddress(address: string): readonly string[] {
  const prefix = /^0x/i.test(address) ? address.slice(0, 2) : ''
  const groups = address.slice(prefix.length).match(/.{1,4}/gsu) ?? []
  return prefix ? [prefix, ...groups] : groups
}
