/** A wallet object of Wallet Standard, read defensively and afresh each time: wallets add features when they connect. */
import { fieldOf, itemsOf } from '../foreign/readForeign.ts'

type Call = (...values: readonly unknown[]) => unknown

/** One of a wallet's accounts, as it is at the moment. */
export interface StandardAccount {
  readonly address: string
  readonly publicKey: unknown
  readonly chains: readonly unknown[]
  /** The wallet's own object, which its methods are called with. */
  readonly source: unknown
}

const mostAccounts = 100
const mostChains = 100
const mostFeatures = 100

/** Whether a value is a wallet of the standard, by what it must have. */
export function isStandard(provider: unknown): boolean {
  return methodOf(provider, 'standard:connect', 'connect') !== undefined
}

/** A method of a feature; undefined where the wallet has none, or the account does not list the feature. */
export function methodOf(
  provider: unknown,
  feature: string,
  method: string,
  account?: unknown,
): Call | undefined {
  // The account is asked first: what the wallet as a whole can do, this one may not.
  const own = account === undefined ? undefined : itemsOf(fieldOf(account, 'features'), mostFeatures)
  if (own && !own.includes(feature)) return undefined
  const owner = fieldOf(fieldOf(provider, 'features'), feature)
  const value = fieldOf(owner, method)
  if (typeof value !== 'function') return undefined
  return (...values) => Reflect.apply(value, owner, values)
}

/** The accounts of a list whose chains begin with the prefix; undefined when it is no list, or an item is no account. */
export function accountsOf(list: unknown, prefix: string): readonly StandardAccount[] | undefined {
  const items = itemsOf(list, mostAccounts)
  if (!items) return undefined
  const accounts: StandardAccount[] = []
  for (const source of items) {
    const chains = itemsOf(fieldOf(source, 'chains'), mostChains)
    const address = fieldOf(source, 'address')
    if (!chains || typeof address !== 'string') return undefined
    // A wallet of several ecosystems has them all in one list.
    if (!chains.some(chain => typeof chain === 'string' && chain.startsWith(prefix))) continue
    accounts.push({ address, chains, publicKey: fieldOf(source, 'publicKey'), source })
  }
  return accounts
}

/** The chains that a wallet or an account declares. */
export function chainsOf(value: unknown): readonly string[] {
  return (itemsOf(fieldOf(value, 'chains'), mostChains) ?? []).filter(chain => typeof chain === 'string')
}

/** Asks for accounts, which `read` parses; undefined where what the wallet answers is no list of them. @throws whatever the wallet throws. */
export async function askAccounts<Account>(
  provider: unknown,
  silent: boolean,
  read: (list: unknown) => readonly Account[] | undefined,
): Promise<readonly Account[] | undefined> {
  const connect = methodOf(provider, 'standard:connect', 'connect')
  const answer = await connect?.(...(silent ? [{ silent }] : []))
  const list = fieldOf(answer, 'accounts')
  const told = list === undefined ? [] : read(list)
  // Some answer with nothing at all, and have the accounts all the same.
  return told?.length === 0 ? (read(fieldOf(provider, 'accounts')) ?? told) : told
}

/** Follows the accounts that the wallet reports; the returned function ends it. */
export function watchAccounts(
  provider: unknown,
  changed: (accounts: unknown) => void,
  feature = 'standard:events',
): () => void {
  const on = methodOf(provider, feature, 'on')
  let live = true
  let stop: unknown
  try {
    stop = on?.('change', (change: unknown) => {
      const accounts = fieldOf(change, 'accounts')
      if (live && accounts !== undefined) changed(accounts)
    })
  } catch {
    // A wallet without events is followed by what it answers.
  }
  return () => {
    live = false
    try {
      if (typeof stop === 'function') stop()
    } catch {}
    stop = undefined
  }
}
