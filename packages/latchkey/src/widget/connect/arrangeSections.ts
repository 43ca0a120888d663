import type { WalletRow } from '../../contract/wallet.ts'

/** Where the wallets of a section are: used before, in this browser, on a phone, or still to be had. */
export type SectionName = 'recent' | 'installed' | 'phone' | 'get'

/** A section of the wallet list. */
export interface Section {
  readonly name: SectionName
  readonly rows: readonly WalletRow[]
}

const usual: readonly SectionName[] = ['recent', 'installed', 'phone', 'get']

/**
 * The rows of the list by where their wallets are, each section in the order of the rows. Sections stand in the usual order; where the
 * host gave one to the groups, in that of their first rows. Sections without rows are left out.
 */
export function arrangeSections(
  rows: readonly WalletRow[],
  options: {
    /** Whether a wallet that is not installed opens on a phone: over the relay, or by its own browser. */
    readonly reaches: (row: WalletRow) => boolean
    /** The host gave an order. */
    readonly ordered: boolean
  },
): readonly Section[] {
  const { reaches, ordered } = options
  const sections = new Map<SectionName, WalletRow[]>(ordered ? [] : usual.map(name => [name, []]))
  for (const row of rows) {
    const name = sectionOf(row, reaches)
    const section = sections.get(name)
    if (section) section.push(row)
    else sections.set(name, [row])
  }
  return [...sections].flatMap(([name, found]) => (found.length > 0 ? [{ name, rows: found }] : []))
}

function sectionOf(row: WalletRow, reaches: (row: WalletRow) => boolean): SectionName {
  if (row.group === 'recent') return 'recent'
  if (row.group === 'walletConnect') return 'phone'
  if (row.discovered.length > 0) return 'installed'
  return reaches(row) ? 'phone' : 'get'
}
