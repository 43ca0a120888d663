import type { FrameUser } from 'latchkey/services'
import type { Addresses } from '../keys/derive/addressesOf.ts'
import { changeKept } from '../store/changeKept.ts'
import type { Kept } from '../store/kept.ts'
import type { KeptStore } from '../store/openKeptStore.ts'

export type OwnAccount = Required<FrameUser['accounts'][number]>
export type AccountType = OwnAccount['type']

/** The type of a visitor who has not chosen one and whose wallet was made with none. */
export const defaultType: AccountType = 'eoa'

const types: readonly AccountType[] = ['eoa', 'smartAccount']

/** The types that one account of the services uses, by namespace. */
type Types = Readonly<Record<string, AccountType>>

const mostAccounts = 20

/**
 * Which type of account a visitor uses, by their account at the services and the namespace (SPEC §6 "Account types"). The
 * newest is the last of them; another visitor of this browser has types of their own.
 */
export const keptTypes: Kept<Readonly<Record<string, Types>>> = {
  name: 'account-types',
  version: 2,
  read(value, version) {
    // Before, nothing but the default could be chosen.
    const accounts = version === 2 ? fieldsOf(value, mostAccounts) : undefined
    const isRead = accounts?.every(([, each]) =>
      fieldsOf(each, 20)?.every(([, type]) => types.includes(type as AccountType)),
    )
    return accounts && isRead ? (Object.fromEntries(accounts) as Readonly<Record<string, Types>>) : undefined
  },
}

function fieldsOf(value: unknown, most: number): readonly (readonly [string, unknown])[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const all = Object.entries(value)
  return all.length <= most ? all : undefined
}

/** The type that was stored for a visitor in a namespace; undefined: none yet. */
export async function chosenType(
  store: Pick<KeptStore, 'read'>,
  account: string,
  namespace: string,
): Promise<AccountType | undefined> {
  const all = await store.read(keptTypes)
  const own = all && Object.hasOwn(all, account) ? all[account] : undefined
  return own && Object.hasOwn(own, namespace) ? own[namespace] : undefined
}

/** Stores a visitor's type; of too many visitors, the one whose type was stored longest ago is forgotten. */
export async function chooseType(
  kept: Parameters<typeof changeKept>[0],
  account: string,
  namespace: string,
  type: AccountType,
): Promise<void> {
  await changeKept<Readonly<Record<string, Types>>>(kept, keptTypes, before => {
    const { [account]: own, ...others } = before ?? {}
    const all = [...Object.entries(others), [account, { ...own, [namespace]: type }] as const]
    return Object.fromEntries(all.slice(-mostAccounts))
  })
}

/** Deletes a visitor's records. Their wallet stays in this browser, and so does the account that they use of it. */
export async function clearRecords(store: KeptStore): Promise<void> {
  const types = await store.read(keptTypes)
  await store.clear()
  if (types) await store.write(keptTypes, types)
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

/** The types that a wallet can have accounts of in a namespace, on networks that carry them. */
export function typesOf({ owner }: Addresses, namespace: string): readonly AccountType[] {
  if (namespace !== 'eip155') return namespace === 'solana' ? ['eoa'] : []
  return owner === undefined ? ['eoa'] : types
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
