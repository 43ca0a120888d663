import {
  delegationTypes,
  delegatorCode,
  type Permission,
  permissionCaveats,
  permissionContracts,
  rootAuthority,
} from 'latchkey/services'
import type { Address, Hex } from 'viem'
import { viem } from '../../core/libraries/viem.ts'

/** A permission as the DelegationManager sees it. */
export interface Delegation {
  readonly delegate: Address
  readonly delegator: Address
  readonly authority: Hex
  readonly caveats: readonly { readonly enforcer: Address; readonly terms: Hex; readonly args: Hex }[]
  readonly salt: bigint
}

/** The delegation by which an account gives a permission: it follows from the permission alone, rules and all. */
export function delegationOf(options: {
  readonly account: Address
  readonly to: Address
  readonly permission: Permission
  readonly salt: Hex
}): Delegation {
  const { account, to, permission, salt } = options
  return {
    delegate: to,
    delegator: viem().getContractAddress({
      opcode: 'CREATE2',
      from: permissionContracts.create2,
      salt: `0x${'0'.repeat(64)}`,
      bytecode: delegatorCode(account),
    }),
    authority: rootAuthority,
    caveats: permissionCaveats(permission).map(caveat => ({ ...caveat, args: '0x' })),
    salt: BigInt(salt),
  }
}

/** EIP-712's digest of a delegation, which names it: the account signs it, and the manager counts by it. */
export function delegationHash(delegation: Delegation, chainId: number): { digest: Hex; pci: Hex } {
  const { hashStruct, hashTypedData } = viem()
  const data = {
    types: delegationTypes,
    primaryType: 'Delegation',
    message: delegation,
  } as const
  return {
    pci: hashStruct({ ...data, data: delegation }),
    digest: hashTypedData({
      ...data,
      domain: {
        name: 'DelegationManager',
        version: '1',
        chainId,
        verifyingContract: permissionContracts.manager,
      },
    }),
  }
}

const struct = [
  'struct Caveat { address enforcer; bytes terms; bytes args; }',
  'struct Delegation { address delegate; address delegator; bytes32 authority; Caveat[] caveats; uint256 salt; bytes signature; }',
] as const

/** What the permission's holder gives to the DelegationManager: a list of the one signed delegation. */
export function encodeContext(delegation: Delegation, signature: Hex): Hex {
  const { encodeAbiParameters, parseAbiParameters } = viem()
  return encodeAbiParameters(parseAbiParameters(['Delegation[] delegations', ...struct]), [
    [{ ...delegation, signature }],
  ])
}

/** The call of the account's delegator that ends a permission of this context. @throws Error for another text. */
export function encodeDisable(context: Hex): Hex {
  const { decodeAbiParameters, encodeFunctionData, parseAbi, parseAbiParameters } = viem()
  const [[delegation]] = decodeAbiParameters(
    parseAbiParameters(['Delegation[] delegations', ...struct]),
    context,
  )
  if (delegation === undefined) throw new Error('The context has no delegation')
  return encodeFunctionData({
    abi: parseAbi([...struct, 'function disable(Delegation delegation)']),
    args: [delegation],
  })
}
