import { accountContracts } from './accountContracts.ts'
import type { TypedData } from './typedData.ts'

/** Structs whose signature moves, calls with or hands over an account, in lower case. */
const accountTypes: ReadonlySet<string> = new Set([
  'safetx',
  'safeop',
  'safemessage',
  'packeduseroperation',
  'useroperation',
  'delegation',
  'typeddatasign',
  'personalsign',
  'authorization',
])

const contracts: ReadonlySet<unknown> = new Set(Object.values(accountContracts))

/**
 * Whether a signature of this data could act for an account itself: by its verifying contract (one of `own`, or a known
 * entry point, Safe module or delegation manager), by a struct of that name anywhere in its types, or by a struct that
 * looks like an authorization of EIP-7702 (T60). A page never gets such a signature.
 */
export function actsForAccount(data: TypedData, own: readonly string[]): boolean {
  const contract = String(data.domain.verifyingContract).toLowerCase()
  if (contracts.has(contract) || own.some(address => address.toLowerCase() === contract)) return true
  return (
    Object.keys(data.types).some(name => accountTypes.has(name.toLowerCase())) || isAuthorizationLike(data)
  )
}

/** Whether it dresses up as an authorization that hands the account itself over (EIP-7702). */
function isAuthorizationLike({ types, primaryType }: TypedData): boolean {
  return Object.entries(types).some(([name, fields]) => {
    const names = new Set(fields.map(field => field.name.toLowerCase()))
    const looks =
      names.has('chainid') && names.has('nonce') && (names.has('address') || names.has('delegate'))
    return (
      name !== 'EIP712Domain' &&
      looks &&
      (name === primaryType || /authori[sz]ation|7702|delegat/i.test(name))
    )
  })
}
