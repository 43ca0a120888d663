import { addressTruncation } from '../../contract/display.ts'

/** An address for display only: 4 characters at the start and 6 at the end (SPEC §9). */
export function truncateAddress(address: string): string {
  const { start, end } = addressTruncation
  const lead = address.startsWith('0x') ? 2 + start : start
  return address.length <= lead + end + 1 ? address : `${address.slice(0, lead)}…${address.slice(-end)}`
}
