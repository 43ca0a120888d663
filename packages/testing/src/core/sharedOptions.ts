import type { AnnounceTime } from './announceTime.ts'
import type { Clock } from './clock.ts'
import type { PromptMode } from './createConductor.ts'
import { pageStorage, type WalletStorage } from './createMemory.ts'
import type { WalletScript } from './createScript.ts'

/** Options that the simulated wallets of all namespaces share. All but the last group are plain data, so that they can cross into a page. */
export interface SharedWalletOptions {
  readonly name: string
  /** A `data:` URL; a coloured tile with the wallet's initial unless set. */
  readonly icon?: string
  readonly script?: WalletScript
  /** What the wallet does with prompts; `approve` unless set. */
  readonly mode?: PromptMode
  /** Whether the site was connected before the page loaded; false unless set. What the wallet remembers goes first. */
  readonly connected?: boolean
  readonly locked?: boolean
  /** `'now'` unless set. */
  readonly announce?: AnnounceTime
  /** Whether the wallet remembers between page loads; true unless set. */
  readonly memory?: boolean
  /** Name under which the wallet is put on `window.__latchkeyWallets` for tests to find, and remembers; not put there unless set. */
  readonly expose?: string

  /** Where the wallet announces or registers itself; `window` unless set. */
  readonly target?: EventTarget
  /** Where the wallet remembers; `localStorage` unless set. */
  readonly storage?: WalletStorage
  readonly clock?: Clock
  /** Requests wait for this before the wallet looks at them, so that its script can still be set. */
  readonly ready?: Promise<unknown>
  /** The origin that asks; the page's unless set. */
  readonly origin?: string
}

/** The page that asks a simulated wallet, and where the wallet remembers; without storage it forgets. */
export interface ResolvedPlace {
  readonly origin: string
  readonly storage: WalletStorage | undefined
}

/** Checks the shared options and fills in their defaults. Throws TypeError for a wallet without a name. */
export function resolveShared(
  options: Pick<SharedWalletOptions, 'name' | 'origin' | 'memory' | 'storage'>,
): ResolvedPlace {
  if (typeof options.name !== 'string') throw new TypeError('A simulated wallet needs a "name".')
  return {
    origin: options.origin ?? (typeof location === 'object' ? location.origin : 'null'),
    storage: options.memory === false ? undefined : (options.storage ?? pageStorage()),
  }
}

/** A namespace's own accounts: the first of its test accounts, or those of the given keys. Throws TypeError for none or too many. */
export function chooseAccounts<Key, Account>(
  accounts: number | readonly Key[] | undefined,
  ctx: {
    readonly test: readonly Account[]
    /** What a key is called, such as `seed`. */
    readonly key: string
    accountOf(key: Key): Account
  },
): readonly Account[] {
  const { test, key, accountOf } = ctx
  if (typeof accounts === 'object') {
    if (accounts.length === 0) throw new TypeError(`A simulated wallet needs at least one ${key}.`)
    return accounts.map(accountOf)
  }
  return test.slice(0, checkCount(accounts ?? 3, test.length, 'test accounts'))
}

/** The count itself. Throws TypeError where it is not 1 to `most`. */
export function checkCount(count: number, most: number, what: string): number {
  if (!Number.isInteger(count) || count < 1 || count > most)
    throw new TypeError(`A simulated wallet has 1 to ${most} ${what}.`)
  return count
}
