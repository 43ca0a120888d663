import { type Hex, parseAddress } from 'latchkey/evmcodec'
import {
  delegationTypes,
  delegatorCode,
  type Permission,
  permissionCaveats,
  permissionContracts,
  rootAuthority,
} from 'latchkey/services'
import type { Bytes } from '../keys/bytes.ts'
import { hashTypedData } from '../provider/evm/typedData.ts'
import { hashHex } from '../smartaccount/hashHex.ts'

const salt = '0'.repeat(64)

/** The delegator of a Safe: where it is, and the call that puts it there. */
export function delegatorOf(account: Hex): { readonly address: Hex; readonly creation: Hex } {
  const code = delegatorCode(account)
  const { create2 } = permissionContracts
  const hash = hashHex(`ff${create2.slice(2)}${salt}${hashHex(code.slice(2)).slice(2)}`)
  return { address: parseAddress(`0x${hash.slice(-40)}`) as Hex, creation: `0x${salt}${code.slice(2)}` }
}

/** A delegation without its signature (ERC-7710), as it is hashed. */
export function delegationMessage(options: {
  readonly account: Hex
  readonly to: Hex
  readonly permission: Permission
  readonly salt: Hex
}) {
  const { account, to, permission, salt: number } = options
  return {
    delegate: to,
    delegator: delegatorOf(account).address,
    authority: rootAuthority,
    caveats: permissionCaveats(permission),
    salt: BigInt(number).toString(),
  }
}

/** The digest by which an account gives a permission: EIP-712's, for the DelegationManager of one network. */
export function delegationDigest(message: ReturnType<typeof delegationMessage>, chainId: number): Bytes {
  return hashTypedData({
    types: {
      EIP712Domain: [
        { name: 'name', type: 'string' },
        { name: 'version', type: 'string' },
        { name: 'chainId', type: 'uint256' },
        { name: 'verifyingContract', type: 'address' },
      ],
      ...delegationTypes,
    },
    primaryType: 'Delegation',
    domain: {
      name: 'DelegationManager',
      version: '1',
      chainId: String(chainId),
      verifyingContract: permissionContracts.manager,
    },
    message,
  })
}

/** `disable(Delegation)` of a permission's context, which is a list of one: the list's head becomes the argument's. */
export function encodeDisable(context: Hex): Hex {
  const head = [0x20, 1, 0x20].map(each => each.toString(16).padStart(64, '0')).join('')
  if (!context.startsWith(`0x${head}`)) throw new TypeError('Not a permission of this wallet')
  return `0x6894914e${'20'.padStart(64, '0')}${context.slice(2 + head.length)}`
}
