import { pageStorage, type WalletStorage } from './createMemory.ts'

/** The page that asks a simulated wallet, and where the wallet remembers; without storage it forgets. */
export function placeOf(options: {
  readonly origin?: string
  readonly memory?: boolean
  readonly storage?: WalletStorage
}): { readonly origin: string; readonly storage: WalletStorage | undefined } {
  return {
    origin: options.origin ?? (typeof location === 'object' ? location.origin : 'null'),
    storage: options.memory === false ? undefined : (options.storage ?? pageStorage()),
  }
}
