/**
 * What a page may ask of the embedded wallet's provider (SPEC §6 "Embedded-wallet RPC methods"): one table for the widget
 * and the frame. What is not in it is refused, whoever asks (T59).
 */
import * as v from 'valibot'
import { jsonValue } from './jsonValue.ts'

/**
 * `own`: the frame answers by itself. `read`: the frame passes it to the network's nodes. `approve`: the visitor decides.
 * `later`: on SPEC's list, but not an ability of this release: 'Action not allowed'. `page`: the provider in the page
 * answers it by messages of the frame's own (SWITCH_NETWORK), and the frame refuses it as a call.
 */
export type EmbeddedRpcKind = 'own' | 'read' | 'approve' | 'later' | 'page'

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

  wallet_grantPermissions: 'later',
  wallet_revokePermissions: 'later',
  eth_sendUserOperation: 'later',
  eth_estimateUserOperationGas: 'later',
  eth_getUserOperationByHash: 'later',
  eth_getUserOperationReceipt: 'later',
  eth_supportedEntryPoints: 'later',

  wallet_switchEthereumChain: 'page',
  wallet_addEthereumChain: 'page',
} as const satisfies Readonly<Record<string, EmbeddedRpcKind>>

export type EmbeddedRpcMethod = keyof typeof embeddedRpcMethods

/** What may become of a method; undefined for one that is not on the list, and for names that every object has. */
export function embeddedRpcKind(method: string): EmbeddedRpcKind | undefined {
  return Object.hasOwn(embeddedRpcMethods, method)
    ? embeddedRpcMethods[method as EmbeddedRpcMethod]
    : undefined
}

/** Approvals that wait at once; whoever asks for more is no honest page. */
export const mostApprovals = 8
/** Milliseconds after which an approval that nobody answered is taken back. */
export const approvalExpiry = 300_000
/** Calls of one batch (EIP-5792). */
export const mostCalls = 20

const address = v.custom<`0x${string}`>(
  value => typeof value === 'string' && /^0x[0-9a-fA-F]{40}$/.test(value),
)
const quantity = v.custom<`0x${string}`>(
  value => typeof value === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(value),
)
/** Whole bytes, at most 128 kB of them: nodes take no larger transaction from anybody. */
const data = v.custom<`0x${string}`>(
  value => typeof value === 'string' && value.length <= 262_146 && /^0x(?:[0-9a-fA-F]{2})*$/.test(value),
)
const hash = v.custom<`0x${string}`>(value => typeof value === 'string' && /^0x[0-9a-fA-F]{64}$/.test(value))

/**
 * A transaction as pages write one; nothing else may be in it, an authorisation of EIP-7702 least of all (T60). Its fees,
 * place, type and access list are read and left aside: the wallet finds and shows its own.
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
export type AskedTransaction = v.InferOutput<typeof askedTransactionSchema>

/** Abilities that a page asks for; one that it can do without is marked `optional` (EIP-5792). */
const capabilities = v.optional(
  v.pipe(v.record(v.pipe(v.string(), v.maxLength(64)), jsonValue(8_192)), v.maxEntries(20)),
)

/** EIP-5792's batch. */
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
export type AskedCalls = v.InferOutput<typeof callsSchema>

/** The longest text that is shown to be signed, in characters. */
export const longestSignedText = 65_536

/** Bytes of a message that a Solana account signs. */
export const longestSolanaMessage = 3_000
/** Transactions of Solana that are agreed to at once. */
export const mostSolanaTransactions = 10

/** A key or an address of Solana. */
const pubkey = v.pipe(v.string(), v.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/))
/** A packet of a Solana network has at most 1,232 bytes. */
const solanaTransaction = v.pipe(v.string(), v.maxLength(1_644), v.regex(/^[A-Za-z0-9+/]+={0,2}$/))

/** What each call that a visitor decides on, or that the frame answers, has to come with. */
export const embeddedRpcParams = {
  /** The text, as bytes or as it is, and whose signature it is to be; some pages add a password that nobody needs. */
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

export type EmbeddedRpcParams<M extends keyof typeof embeddedRpcParams> = v.InferOutput<
  (typeof embeddedRpcParams)[M]
>

/** Reads what a call comes with; undefined for anything else. */
export function readEmbeddedRpcParams<M extends keyof typeof embeddedRpcParams>(
  method: M,
  params: unknown,
): EmbeddedRpcParams<M> | undefined {
  const read = v.safeParse(embeddedRpcParams[method], params)
  return read.success ? (read.output as EmbeddedRpcParams<M>) : undefined
}
