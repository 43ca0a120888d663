/**
 * What a page may ask of the embedded wallet's provider (SPEC §6 "Embedded-wallet RPC methods"): one table for the widget
 * and the frame. Any other method is refused (T59).
 */
import * as v from 'valibot'
import { jsonValue } from './jsonValue.ts'
import { userOperationSchema } from './smartAccounts.ts'

/**
 * How the frame handles a method. `own`: it answers itself. `read`: it forwards to the network's nodes. `approve`: the
 * visitor decides. `later`: listed in SPEC, not supported in this release ('Action not allowed'). `page`: the provider
 * in the page answers by messages of the frame's own (SWITCH_NETWORK), and the frame refuses the call. `permission`: a
 * permission of a smart account is given, withdrawn or listed.
 */
export type EmbeddedRpcKind = 'own' | 'read' | 'approve' | 'later' | 'page' | 'permission'

/** Every RPC method of the embedded wallet and how the frame handles it (SPEC §6 "Embedded-wallet RPC methods"). */
export const embeddedRpcMethods = {
  eth_accounts: 'own',
  eth_requestAccounts: 'own',
  eth_chainId: 'own',
  net_version: 'own',
  net_listening: 'own',
  wallet_getAssets: 'own',
  wallet_getCapabilities: 'own',
  wallet_getCallsStatus: 'own',

  eth_blobBaseFee: 'read',
  eth_blockNumber: 'read',
  eth_call: 'read',
  eth_createAccessList: 'read',
  eth_estimateGas: 'read',
  eth_feeHistory: 'read',
  eth_gasPrice: 'read',
  eth_getBalance: 'read',
  eth_getBlockByHash: 'read',
  eth_getBlockByNumber: 'read',
  eth_getBlockReceipts: 'read',
  eth_getBlockTransactionCountByHash: 'read',
  eth_getBlockTransactionCountByNumber: 'read',
  eth_getCode: 'read',
  eth_getLogs: 'read',
  eth_getProof: 'read',
  eth_getStorageAt: 'read',
  eth_getTransactionByBlockHashAndIndex: 'read',
  eth_getTransactionByBlockNumberAndIndex: 'read',
  eth_getTransactionByHash: 'read',
  eth_getTransactionCount: 'read',
  eth_getTransactionReceipt: 'read',
  eth_maxPriorityFeePerGas: 'read',
  eth_sendRawTransaction: 'read',
  eth_simulateV1: 'read',
  eth_syncing: 'read',
  web3_clientVersion: 'read',

  personal_sign: 'approve',
  eth_signTypedData_v4: 'approve',
  eth_sendTransaction: 'approve',
  wallet_sendCalls: 'approve',
  solana_signMessage: 'approve',
  solana_signTransaction: 'approve',
  solana_signAllTransactions: 'approve',
  solana_signAndSendTransaction: 'approve',

  /** ERC-4337, of a smart account: decoded to its calls, and signed anew. */
  eth_sendUserOperation: 'approve',
  eth_estimateUserOperationGas: 'read',
  eth_getUserOperationByHash: 'read',
  eth_getUserOperationReceipt: 'read',
  eth_supportedEntryPoints: 'read',

  /** Permissions (ERC-7715), unaudited: 'Action not allowed' unless the operator turned them on. */
  wallet_grantPermissions: 'permission',
  wallet_requestExecutionPermissions: 'permission',
  wallet_revokeExecutionPermission: 'permission',
  wallet_getSupportedExecutionPermissions: 'permission',
  wallet_getGrantedExecutionPermissions: 'permission',
  /** EIP-2255's form disconnects the page; with a `permissionContext` it withdraws a permission. */
  wallet_revokePermissions: 'own',

  wallet_switchEthereumChain: 'page',
  wallet_addEthereumChain: 'page',
} as const satisfies Readonly<Record<string, EmbeddedRpcKind>>

/** The name of an RPC method of the embedded wallet (SPEC §6). */
export type EmbeddedRpcMethod = keyof typeof embeddedRpcMethods

/** Returns how the frame handles a method; undefined for a method that is not listed. */
export function embeddedRpcKind(method: string): EmbeddedRpcKind | undefined {
  return Object.hasOwn(embeddedRpcMethods, method)
    ? embeddedRpcMethods[method as EmbeddedRpcMethod]
    : undefined
}

/** The most approvals that can wait at once. */
export const mostApprovals = 8
/** The time after which an unanswered approval is withdrawn, in milliseconds. */
export const approvalExpiry = 300_000
/** The most calls of one batch (EIP-5792). */
export const mostCalls = 20

const address = v.custom<`0x${string}`>(
  value => typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value),
)
const quantity = v.custom<`0x${string}`>(
  value => typeof value === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(value),
)
/** Whole bytes, at most 128 kB of them: nodes accept no larger transaction. */
const data = v.custom<`0x${string}`>(
  value => typeof value === 'string' && value.length <= 262_146 && /^0x(?:[0-9a-fA-F]{2})*$/.test(value),
)
const hash = v.custom<`0x${string}`>(value => typeof value === 'string' && /^0x[0-9a-fA-F]{64}$/.test(value))

/**
 * A transaction as pages write one. Other members are refused, above all EIP-7702 authorizations (T60). Its fees,
 * nonce, type and access list are read and ignored: the wallet sets and shows its own.
 */
export const askedTransactionSchema = v.strictObject({
  from: v.optional(address),
  to: v.nullish(address),
  value: v.optional(quantity),
  data: v.optional(data),
  input: v.optional(data),
  gas: v.optional(quantity),
  /** What some pages call `gas`. */
  gasLimit: v.optional(quantity),
  gasPrice: v.optional(quantity),
  maxFeePerGas: v.optional(quantity),
  maxPriorityFeePerGas: v.optional(quantity),
  nonce: v.optional(quantity),
  chainId: v.optional(quantity),
  type: v.optional(v.picklist(['0x0', '0x00', '0x1', '0x01', '0x2', '0x02'])),
  accessList: v.optional(
    v.pipe(
      v.array(v.strictObject({ address, storageKeys: v.pipe(v.array(hash), v.maxLength(100)) })),
      v.maxLength(50),
    ),
  ),
})
/** A transaction as a page requests it from the embedded wallet. */
export type AskedTransaction = v.InferOutput<typeof askedTransactionSchema>

/** Abilities that a page asks for; one that it can do without is marked `optional` (EIP-5792). */
const capabilities = v.optional(
  v.pipe(v.record(v.pipe(v.string(), v.maxLength(64)), jsonValue(8_192)), v.maxEntries(20)),
)

/** A batch of calls (EIP-5792). */
export const callsSchema = v.strictObject({
  version: v.pipe(v.string(), v.maxLength(16)),
  id: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(4_096))),
  from: v.optional(address),
  chainId: quantity,
  atomicRequired: v.optional(v.boolean(), false),
  calls: v.pipe(
    v.array(
      v.strictObject({
        to: v.nullish(address),
        data: v.optional(data),
        value: v.optional(quantity),
        capabilities,
      }),
    ),
    v.minLength(1),
  ),
  capabilities,
})
/** A batch of calls as a page requests it from the embedded wallet (EIP-5792). */
export type AskedCalls = v.InferOutput<typeof callsSchema>

/** Words of a rule or of a kind of permission; short. */
const shortName = v.pipe(v.string(), v.maxLength(64))
const shortRecord = v.pipe(v.record(shortName, jsonValue(8_192)), v.maxEntries(20))

/** A permission as a page asks for it (ERC-7715). */
const executionPermission = v.strictObject({
  chainId: quantity,
  from: v.optional(address),
  /** Who may act. */
  to: address,
  permission: v.strictObject({ type: shortName, isAdjustmentAllowed: v.boolean(), data: shortRecord }),
  rules: v.nullish(v.pipe(v.array(v.strictObject({ type: shortName, data: shortRecord })), v.maxLength(10))),
})
/** A permission as a page asks for it (ERC-7715). */
export type AskedExecutionPermission = v.InferOutput<typeof executionPermission>

/** The longest text that can be signed, in characters. */
export const longestSignedText = 65_536

/** The longest message that a Solana account signs, in bytes. */
export const longestSolanaMessage = 3_000
/** The most Solana transactions of one approval. */
export const mostSolanaTransactions = 10

/** A key or an address of Solana. */
const pubkey = v.pipe(v.string(), v.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/))
/** A packet of a Solana network has at most 1,232 bytes. */
const solanaTransaction = v.pipe(v.string(), v.maxLength(1_644), v.regex(/^[A-Za-z0-9+/]+={0,2}$/))

/** The parameters of each method that the visitor approves or the frame answers. */
export const embeddedRpcParams = {
  /** The text, as bytes or as it is, and whose signature it is to be; some pages add a password, which is ignored. */
  personal_sign: v.pipe(
    v.array(v.pipe(v.string(), v.maxLength(longestSignedText * 2 + 2))),
    v.minLength(2),
    v.maxLength(3),
  ),
  eth_signTypedData_v4: v.strictTuple([
    address,
    v.union([v.pipe(v.string(), v.maxLength(131_072)), v.record(v.string(), jsonValue(131_072))]),
  ]),
  eth_sendTransaction: v.strictTuple([askedTransactionSchema]),
  wallet_sendCalls: v.strictTuple([callsSchema]),
  /** An operation and its entry point. What the wallet sets itself may be missing. */
  eth_sendUserOperation: v.strictTuple([
    v.partial(userOperationSchema, [
      'nonce',
      'callGasLimit',
      'verificationGasLimit',
      'preVerificationGas',
      'maxFeePerGas',
      'maxPriorityFeePerGas',
      'signature',
    ]),
    address,
  ]),
  /** One at a time. */
  wallet_requestExecutionPermissions: v.strictTuple([executionPermission]),
  /** The older draft of ERC-7715 that SPEC §6 names. */
  wallet_grantPermissions: v.strictTuple([
    v.strictObject({
      chainId: quantity,
      address: v.optional(address),
      /** Seconds since 1970. */
      expiry: v.number(),
      signer: v.strictObject({ type: shortName, data: v.optional(shortRecord) }),
      permissions: v.pipe(
        v.array(v.strictObject({ type: shortName, data: shortRecord })),
        v.minLength(1),
        v.maxLength(10),
      ),
      policies: v.optional(
        v.pipe(v.array(v.strictObject({ type: shortName, data: v.optional(shortRecord) })), v.maxLength(10)),
      ),
    }),
  ]),
  /** Base58 (SPEC §7 "Wallet RPC"). */
  solana_signMessage: v.strictObject({
    message: v.pipe(v.string(), v.minLength(1), v.maxLength(longestSolanaMessage * 2)),
    pubkey,
  }),
  /** As it goes over the wire, base64; signatures of others stay in it. */
  solana_signTransaction: v.strictObject({ transaction: solanaTransaction, pubkey }),
  solana_signAllTransactions: v.strictObject({
    transactions: v.pipe(v.array(solanaTransaction), v.minLength(1), v.maxLength(mostSolanaTransactions)),
    pubkey,
  }),
  solana_signAndSendTransaction: v.strictObject({
    transaction: solanaTransaction,
    pubkey,
    options: v.optional(
      v.strictObject({
        skipPreflight: v.optional(v.boolean()),
        preflightCommitment: v.optional(v.picklist(['processed', 'confirmed', 'finalized'])),
        maxRetries: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(100))),
        minContextSlot: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
      }),
    ),
  }),
  /** EIP-7811. */
  wallet_getAssets: v.strictTuple([
    v.strictObject({
      account: address,
      assetFilter: v.optional(
        v.pipe(
          v.record(
            quantity,
            v.pipe(v.array(v.object({ address: v.pipe(v.string(), v.maxLength(64)) })), v.maxLength(100)),
          ),
          v.maxEntries(50),
        ),
      ),
      assetTypeFilter: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(16))), v.maxLength(10))),
      chainFilter: v.optional(v.pipe(v.array(quantity), v.maxLength(50))),
    }),
  ]),
  wallet_getCallsStatus: v.strictTuple([v.pipe(v.string(), v.maxLength(4_096))]),
  wallet_getCapabilities: v.union([
    v.strictTuple([]),
    v.strictTuple([address]),
    v.strictTuple([address, v.pipe(v.array(quantity), v.maxLength(200))]),
  ]),
} as const

/** The parameters of one method of the embedded wallet. */
export type EmbeddedRpcParams<M extends keyof typeof embeddedRpcParams> = v.InferOutput<
  (typeof embeddedRpcParams)[M]
>

/** Parses the parameters of a method; undefined when they do not match. */
export function readEmbeddedRpcParams<M extends keyof typeof embeddedRpcParams>(
  method: M,
  params: unknown,
): EmbeddedRpcParams<M> | undefined {
  const read = v.safeParse(embeddedRpcParams[method], params)
  return read.success ? (read.output as EmbeddedRpcParams<M>) : undefined
}
