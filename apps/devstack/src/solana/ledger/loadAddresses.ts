import { type Address, getAddressDecoder, type MaybeEncodedAccount } from '@solana/kit'
import type { ReadMessage } from './readTransaction.ts'

export const lookupTableProgram = 'AddressLookupTab1e1111111111111111111111111' as Address
/** Bytes before the first address of a table (solana-address-lookup-table-interface: LOOKUP_TABLE_META_SIZE). */
const tableHeader = 56

/** The addresses that a message loads from tables. */
export interface LoadedAddresses {
  readonly writable: readonly Address[]
  readonly readonly: readonly Address[]
}

/** Reads the addresses that a message loads, or the name of the error that nodes answer instead. */
export function loadAddresses(
  message: ReadMessage,
  getAccount: (address: Address) => MaybeEncodedAccount,
): LoadedAddresses | string {
  const writable: Address[] = []
  const readonly: Address[] = []
  for (const lookup of message.lookups) {
    const account = getAccount(lookup.table)
    if (!account.exists) return 'AddressLookupTableNotFound'
    if (account.programAddress !== lookupTableProgram) return 'InvalidAddressLookupTableOwner'
    const { data } = account
    if (data.length < tableHeader || (data.length - tableHeader) % 32 !== 0)
      return 'InvalidAddressLookupTableData'
    const count = (data.length - tableHeader) / 32
    if ([...lookup.writable, ...lookup.readonly].some(index => index >= count))
      return 'InvalidAddressLookupTableIndex'
    const at = (index: number): Address => getAddressDecoder().decode(data, tableHeader + index * 32)
    writable.push(...lookup.writable.map(at))
    readonly.push(...lookup.readonly.map(at))
  }
  return { writable, readonly }
}
