import {
  delegationTypes,
  delegatorCode,
  type Permission,
  permissionCaveats,
  permissionContracts,
  rootAuthority,
  safeContracts,
} from 'latchkey/services'
import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  getContractAddress,
  type Hex,
  hashTypedData,
  pad,
  parseAbi,
  parseAbiParameters,
  parseEther,
  zeroAddress,
  zeroHash,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createChainClient } from '../contracts/createChainClient.ts'
import { create2Factory } from '../contracts/planContract.ts'

export const permissionAbi = parseAbi([
  'struct Caveat { address enforcer; bytes terms; bytes args; }',
  'struct Delegation { address delegate; address delegator; bytes32 authority; Caveat[] caveats; uint256 salt; bytes signature; }',
  'function redeemDelegations(bytes[] contexts, bytes32[] modes, bytes[] calls)',
  'function disableDelegation(Delegation delegation)',
  'function disable(Delegation delegation)',
  'function executeFromExecutor(bytes32 mode, bytes call) payable returns (bytes[])',
  'function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)',
  'function account() view returns (address)',
  'error NotTheManager()',
  'error NotTheAccount()',
  'error ModeNotSupported(bytes32 mode)',
  'error TargetNotAllowed(address target)',
  'error CallDataTooShort()',
  'error ReentrancyGuardReentrantCall()',
  'error InvalidDelegate()',
  'error InvalidERC1271Signature()',
  'error CannotUseADisabledDelegation()',
])
const safeAbi = parseAbi([
  'function setup(address[] owners, uint256 threshold, address to, bytes data, address fallbackHandler, address paymentToken, uint256 payment, address paymentReceiver)',
  'function enableModules(address[] modules)',
  'function createProxyWithNonce(address singleton, bytes initializer, uint256 saltNonce) returns (address)',
  'function enableModule(address module)',
  'function disableModule(address previous, address module)',
  'function execTransaction(address to, uint256 value, bytes data, uint8 operation, uint256 safeTxGas, uint256 baseGas, uint256 gasPrice, address gasToken, address refundReceiver, bytes signatures) payable returns (bool)',
])

/** A permission that can be used. */
export interface SignedDelegation {
  readonly delegate: Address
  readonly delegator: Address
  readonly authority: Hex
  readonly caveats: readonly { readonly enforcer: Address; readonly terms: Hex; readonly args: Hex }[]
  readonly salt: bigint
  readonly signature: Hex
}
export type SafeWithPermissions = Awaited<ReturnType<typeof openSafeWithPermissions>>

/** A Safe with its delegator on a chain that has the contracts, 10 ETH, and a holder of permissions with gas money. */
export async function openSafeWithPermissions(chain: { readonly chainId: number; readonly url: string }) {
  const client = createChainClient(chain)
  const [owner, holder, stranger] = [1, 2, 3].map(() => privateKeyToAccount(generatePrivateKey())) as [
    ReturnType<typeof privateKeyToAccount>,
    ReturnType<typeof privateKeyToAccount>,
    ReturnType<typeof privateKeyToAccount>,
  ]
  for (const { address } of [owner, holder, stranger])
    await client.setBalance({ address, value: parseEther('100') })

  async function send(account: typeof owner, to: Address, data: Hex, value = 0n) {
    // An estimate says why it fails, a transaction with a limit does not.
    const hash = await client.sendTransaction({ account, to, data, value })
    return client.waitForTransactionReceipt({ checkReplacement: false, hash })
  }

  const { factory, singleton, module, moduleSetup } = safeContracts
  const initializer = encodeFunctionData({
    abi: safeAbi,
    functionName: 'setup',
    args: [
      [owner.address],
      1n,
      moduleSetup,
      encodeFunctionData({ abi: safeAbi, functionName: 'enableModules', args: [[module]] }),
      module,
      zeroAddress,
      0n,
      zeroAddress,
    ],
  })
  const making = {
    abi: safeAbi,
    functionName: 'createProxyWithNonce',
    args: [singleton, initializer, 0n],
  } as const
  const { result: safe } = await client.simulateContract({ address: factory, ...making })
  await send(owner, factory, encodeFunctionData(making))
  await client.setBalance({ address: safe, value: parseEther('10') })
  const code = delegatorCode(safe)
  const delegator = getContractAddress({
    opcode: 'CREATE2',
    from: create2Factory,
    salt: zeroHash,
    bytecode: code,
  })
  await send(owner, create2Factory, concat([zeroHash, code]))

  /** Has the Safe make a call, by its owner's own transaction. */
  const act = (to: Address, data: Hex, value = 0n) =>
    send(
      owner,
      safe,
      encodeFunctionData({
        abi: safeAbi,
        functionName: 'execTransaction',
        // The owner sends it itself: a signature of the form "approved by the sender".
        args: [
          to,
          value,
          data,
          0,
          0n,
          0n,
          0n,
          zeroAddress,
          zeroAddress,
          concat([pad(owner.address), zeroHash, '0x01']),
        ],
      }),
    )
  await act(safe, encodeFunctionData({ abi: safeAbi, functionName: 'enableModule', args: [delegator] }))

  /** What the owner signs so that it counts for the Safe. */
  const signForSafe = (digest: Hex) =>
    owner.signTypedData({
      domain: { chainId: chain.chainId, verifyingContract: safe },
      types: { SafeMessage: [{ name: 'message', type: 'bytes' }] },
      primaryType: 'SafeMessage',
      message: { message: digest },
    })

  async function sign(
    permission: Permission,
    {
      to = holder.address,
      from = delegator,
      salt = 1n,
    }: { to?: Address; from?: Address; salt?: bigint } = {},
  ): Promise<SignedDelegation> {
    const delegation = {
      delegate: to,
      delegator: from,
      authority: rootAuthority,
      caveats: permissionCaveats(permission).map(caveat => ({ ...caveat, args: '0x' as Hex })),
      salt,
    }
    const digest = hashTypedData({
      domain: {
        name: 'DelegationManager',
        version: '1',
        chainId: chain.chainId,
        verifyingContract: permissionContracts.manager,
      },
      types: delegationTypes,
      primaryType: 'Delegation',
      message: delegation,
    })
    return { ...delegation, signature: await signForSafe(digest) }
  }

  /** Uses a permission as its holder does. */
  const redeem = (
    delegation: SignedDelegation,
    call: RedeemedCall,
    { by = holder, mode = zeroHash }: { by?: typeof owner; mode?: Hex } = {},
  ) => send(by, permissionContracts.manager, encodeRedeem(delegation, call, mode))

  const disable = (delegation: SignedDelegation) =>
    encodeFunctionData({ abi: permissionAbi, functionName: 'disable', args: [delegation] })
  const disableModule = () =>
    act(
      safe,
      encodeFunctionData({
        abi: safeAbi,
        functionName: 'disableModule',
        args: ['0x0000000000000000000000000000000000000001', delegator],
      }),
    )
  return {
    client,
    owner,
    holder,
    stranger,
    safe,
    delegator,
    send,
    act,
    sign,
    signForSafe,
    redeem,
    disable,
    disableModule,
  }
}

export interface RedeemedCall {
  readonly to: Address
  readonly value?: bigint
  readonly data?: Hex
}

/** What the manager is called with to use a permission. */
export function encodeRedeem(delegation: SignedDelegation, call: RedeemedCall, mode: Hex = zeroHash): Hex {
  const context = encodeAbiParameters(
    parseAbiParameters([
      'Delegation[] delegations',
      'struct Caveat { address enforcer; bytes terms; bytes args; }',
      'struct Delegation { address delegate; address delegator; bytes32 authority; Caveat[] caveats; uint256 salt; bytes signature; }',
    ]),
    [[delegation]],
  )
  const packed = encodePacked(['address', 'uint256', 'bytes'], [call.to, call.value ?? 0n, call.data ?? '0x'])
  return encodeFunctionData({
    abi: permissionAbi,
    functionName: 'redeemDelegations',
    args: [[context], [mode], [packed]],
  })
}
