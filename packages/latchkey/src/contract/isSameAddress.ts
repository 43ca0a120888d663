/**
 * Whether two written forms are one address, by their alphabet alone: the case of hexadecimal digits is a checksum, in other
 * alphabets it tells. For code that has no facts of the namespace at hand.
 */
export function isSameAddress(one: string, other: string): boolean {
  return one === other || (/^0x[\da-f]*$/i.test(one) && one.toLowerCase() === other.toLowerCase())
}
