import type { FrameUser } from 'latchkey/services'
import type { Addresses } from '../keys/derive/addressesOf.ts'
import type { Kept } from '../store/kept.ts'

export type OwnAccount = Required<FrameUser['accounts'][number]>
export type AccountType = OwnAccount['type']

/** The type of a visitor who has not chosen one. */
export const defaultType: AccountType = 'eoa'

const types: readonly AccountType[] = ['eoa', 'smartAccount']

/** Which type of account its visitor wants to use, by namespace (SPEC §6 "Account types"). */
export const keptTypes: Kept<Readonly<Record<string, AccountType>>> = {
  name: 'account-types',
  version: 1,
  read(value) {
    if (typeof value !== 'object' || value === null) return undefined
    const all = Object.entries(value)
    const isRead = all.length <= 20 && all.every(([, type]) => types.includes(type as AccountType))
    return isRead ? (Object.fromEntries(all) as Readonly<Record<string, AccountType>>) : undefined
  },
}

/** Every account of a wallet, with its type; `smart` is the address of its smart account, where it can have one. */
export function accountsOf({ eip155, solana }: Addresses, smart?: string): readonly OwnAccount[] {
  return [
    { address: eip155, type: 'eoa', chainNamespace: 'eip155' },
    ...(smart === undefined
      ? []
      : [{ address: smart, type: 'smartAccount', chainNamespace: 'eip155' } as const]),
    { address: solana, type: 'eoa', chainNamespace: 'solana' },
  ]
}

/** The account of the type that is wanted; another one of the namespace where it has none of that type. */
export function accountOfType(
  accounts: readonly OwnAccount[],
  namespace: string,
  wanted: AccountType | undefined,
): OwnAccount | undefined {
  const own = accounts.filter(({ chainNamespace }) => chainNamespace === namespace)
  return own.find(({ type }) => type === wanted) ?? own[0]
}
