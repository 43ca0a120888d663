import type { AccessList, Address, Hex, TransactionSerializable } from 'viem'
import { signTransaction as sign, signAuthorization } from 'viem/accounts'
import {
  invalid,
  isBytes,
  parseAddress,
  parseBytes,
  parseChainId,
  parseObject,
  parseQuantity,
  toQuantity,
} from './params.ts'
import { ProviderRpcError, providerError } from './providerError.ts'
import type { SimulatedAccount } from './testAccounts.ts'
import type { WalletContext } from './walletContext.ts'

/** A site's transaction, validated; missing fields are filled in when it is signed. */
export interface TransactionRequest {
  readonly account: SimulatedAccount
  readonly chainId: number
  readonly to?: Address
  readonly data?: Hex
  readonly value?: bigint
  readonly gas?: bigint
  readonly gasPrice?: bigint
  readonly maxFeePerGas?: bigint
  readonly maxPriorityFeePerGas?: bigint
  readonly nonce?: number
  readonly accessList?: AccessList
  /** The contract that the account delegates to with this transaction (EIP-7702); never by a site's wish. */
  readonly delegate?: Address
}

const oneGwei = 1_000_000_000n
const nonceTries = 10

/** Checks a transaction request. Throws -32602, 4100 or 4901. */
export function parseTransaction(ctx: WalletContext, value: unknown): TransactionRequest {
  const fields = parseObject(value, 'The transaction')
  const account = ctx.state.account(parseAddress(fields.from, 'from'))
  const { chainId } = ctx.state.snapshot
  if (given(fields.chainId) && parseChainId(fields.chainId) !== chainId) {
    return invalid(`The transaction's chainId is not the active chain ${toQuantity(chainId)}.`)
  }
  if (given(fields.authorizationList) || given(fields.blobs) || given(fields.blobVersionedHashes)) {
    return invalid('Transactions with authorizations or blobs are not supported.')
  }
  const { data, input } = fields
  if (given(data) && given(input) && data !== input) return invalid('data and input differ.')
  ctx.state.chain(chainId)
  const bytes = given(data) ? data : input
  const request = {
    account,
    chainId,
    ...(given(fields.to) ? { to: parseAddress(fields.to, 'to') } : {}),
    ...(given(bytes) ? { data: parseBytes(bytes, 'data') } : {}),
    ...quantities(fields),
    ...(given(fields.nonce) ? { nonce: parseNonce(fields.nonce) } : {}),
    ...(given(fields.accessList) ? { accessList: parseAccessList(fields.accessList) } : {}),
  }
  if (request.to === undefined && request.data === undefined) {
    return invalid('The transaction has neither a recipient nor data.')
  }
  if (request.gasPrice !== undefined && request.maxFeePerGas !== undefined) {
    return invalid('gasPrice and maxFeePerGas exclude one another.')
  }
  return request
}

/** Fills in, signs and broadcasts a transaction; its hash. Throws the node's error, or 4901. */
export async function sendTransaction(ctx: WalletContext, request: TransactionRequest): Promise<Hex> {
  const { account, chainId } = request
  // One at a time for each account: two quick transactions must not get the same nonce.
  return ctx.inTurn(`${chainId}:${account.address}`, async () => {
    for (let tries = 1; ; tries += 1) {
      const raw = await signTransaction(ctx, request)
      try {
        const hash = await ctx.call(chainId, 'eth_sendRawTransaction', [raw])
        if (isBytes(hash) && hash.length === 66) return hash
        throw providerError(-32603, 'The node answered without a transaction hash.')
      } catch (error) {
        // Another wallet with the same key may have taken the nonce in between.
        const lost =
          error instanceof ProviderRpcError && /nonce too low|replacement|already/i.test(error.message)
        if (!lost || request.nonce !== undefined || tries === nonceTries) throw error
      }
    }
  })
}

/** Fills in and signs a transaction; its raw bytes. Throws the node's error, or 4901. */
export async function signTransaction(ctx: WalletContext, request: TransactionRequest): Promise<Hex> {
  const { account, chainId, to, data, value, accessList } = request
  const common = {
    chainId,
    nonce: request.nonce ?? (await nextNonce(ctx, request)),
    gas: request.gas ?? (await estimateGas(ctx, request)),
    ...(to === undefined ? {} : { to }),
    ...(data === undefined ? {} : { data }),
    ...(value === undefined ? {} : { value }),
  }
  const fees = await fillFees(ctx, request)
  const withList = accessList === undefined ? {} : { accessList }
  const { privateKey } = account
  let transaction: TransactionSerializable
  if (request.delegate !== undefined) {
    if (!('maxFeePerGas' in fees)) return invalid('The chain takes no authorizations.')
    // The account's own transaction uses the nonce before it.
    const authorization = { address: request.delegate, chainId, nonce: common.nonce + 1 }
    const signed = await signAuthorization({ privateKey, ...authorization })
    transaction = { type: 'eip7702', ...common, ...fees, authorizationList: [signed] }
  } else if ('maxFeePerGas' in fees) transaction = { type: 'eip1559', ...common, ...withList, ...fees }
  else if (accessList === undefined) transaction = { type: 'legacy', ...common, ...fees }
  else transaction = { type: 'eip2930', ...common, ...fees, accessList }
  try {
    return await sign({ privateKey, transaction })
  } catch (error) {
    return invalid(error instanceof Error ? error.message : 'The transaction cannot be signed.')
  }
}

async function nextNonce(ctx: WalletContext, { account, chainId }: TransactionRequest): Promise<number> {
  const count = await ctx.call(chainId, 'eth_getTransactionCount', [account.address, 'pending'])
  return Number(quantityOf(count))
}

/** The gas a transaction needs by the node's estimate. Throws the node's error, or 4901. */
export async function estimateGas(ctx: WalletContext, request: TransactionRequest): Promise<bigint> {
  const { account, chainId, to, data, value, accessList } = request
  const call = {
    from: account.address,
    ...(to === undefined ? {} : { to }),
    ...(data === undefined ? {} : { data }),
    ...(value === undefined ? {} : { value: toQuantity(value) }),
    ...(accessList === undefined ? {} : { accessList }),
  }
  return quantityOf(await ctx.call(chainId, 'eth_estimateGas', [call]))
}

type Fees =
  | { readonly gasPrice: bigint }
  | { readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }

async function fillFees(ctx: WalletContext, request: TransactionRequest): Promise<Fees> {
  const { chainId, gasPrice } = request
  if (gasPrice !== undefined) return { gasPrice }
  const block = await ctx.call(chainId, 'eth_getBlockByNumber', ['latest', false])
  const baseFee = (block as { readonly baseFeePerGas?: unknown } | null)?.baseFeePerGas
  if (baseFee === undefined || baseFee === null) {
    return { gasPrice: quantityOf(await ctx.call(chainId, 'eth_gasPrice')) }
  }
  const tip = request.maxPriorityFeePerGas ?? (await suggestedTip(ctx, chainId))
  const maxFeePerGas = request.maxFeePerGas ?? quantityOf(baseFee) * 2n + tip
  // A tip that the site asked for goes out as it is: the node's refusal is the site's to see.
  const fits = request.maxPriorityFeePerGas !== undefined || tip <= maxFeePerGas
  return { maxFeePerGas, maxPriorityFeePerGas: fits ? tip : maxFeePerGas }
}

async function suggestedTip(ctx: WalletContext, chainId: number): Promise<bigint> {
  try {
    return quantityOf(await ctx.call(chainId, 'eth_maxPriorityFeePerGas'))
  } catch (error) {
    // Not every node suggests a tip; one that cannot be reached is still an error.
    if (error instanceof ProviderRpcError && error.code !== 4901) return oneGwei
    throw error
  }
}

function quantities(fields: Readonly<Record<string, unknown>>) {
  const parsed: { -readonly [Key in (typeof quantityFields)[number][1]]?: bigint } = {}
  for (const [name, key] of quantityFields) {
    if (given(fields[name])) parsed[key] = parseQuantity(fields[name], name)
  }
  return parsed
}

const quantityFields = [
  ['value', 'value'],
  ['gas', 'gas'],
  ['gasLimit', 'gas'],
  ['gasPrice', 'gasPrice'],
  ['maxFeePerGas', 'maxFeePerGas'],
  ['maxPriorityFeePerGas', 'maxPriorityFeePerGas'],
] as const

function parseNonce(value: unknown): number {
  const nonce = Number(parseQuantity(value, 'nonce'))
  return Number.isSafeInteger(nonce) ? nonce : invalid('nonce is too high.')
}

function parseAccessList(value: unknown): AccessList {
  if (!Array.isArray(value) || value.length > 1_000) return invalid('accessList must be a list.')
  return value.map(entry => {
    const { address, storageKeys } = parseObject(entry, 'An entry of accessList')
    if (!Array.isArray(storageKeys) || storageKeys.length > 1_000)
      return invalid('storageKeys must be a list.')
    return {
      address: parseAddress(address, 'The address in accessList'),
      storageKeys: storageKeys.map(key => parseBytes(key, 'A storage key')),
    }
  })
}

function given(value: unknown): boolean {
  return value !== undefined && value !== null
}

/** A number of the node's. Throws -32603. */
export function quantityOf(value: unknown): bigint {
  if (typeof value === 'string' && /^0x[0-9a-fA-F]{1,64}$/.test(value)) return BigInt(value)
  throw providerError(-32603, 'The node answered without a number.')
}
