import type { CompiledQuery } from 'kysely'
import type { CaipNetworkId } from 'latchkey/contract'
import { assetNameLimit, isContractFault } from 'latchkey/services'
import { viem } from '../../core/libraries/viem.ts'
import type { Store } from '../../core/store/store.ts'
import { cleanText } from '../chains/cleanText.ts'
import type { ProxiedCall } from '../namespaces/nodeLanguage.ts'
import type { RpcOutcome } from '../rpc/callUpstream.ts'
import type { RpcProxy } from '../rpc/createRpcProxy.ts'
import { type Hex, toHex, zeroAddress } from './hexBytes.ts'

/** Tokens asked in one request. */
const group = 30
/**
 * Gas for a question that is asked apart, which bounds how long a contract keeps a node busy and how much it can say: the
 * three answers of one token fit in what the proxy takes of a node. Not for the others: networks count gas differently.
 */
const gas = '0xf4240'
/** After so many failures of nodes that are there a token counts as one that says nothing. */
const mostTries = 5
/** Milliseconds after which a token without a name is read again, and how often it is read at most. */
export const rereadAfter = 86_400_000
const mostReads = 10

// The first four bytes of keccak256 of name(), symbol() and decimals().
const calls = ['0x06fdde03', '0x95d89b41', '0x313ce567'] as const

/**
 * Reads name, symbol and decimals of tokens that are not read yet, once each, and answers how many were settled. What a
 * contract refuses to say stays null; what a node did not answer is asked again later.
 */
export async function readTokens(
  store: Store,
  options: {
    readonly chain: CaipNetworkId
    readonly chainId: number
    readonly proxy: Pick<RpcProxy, 'call'>
    readonly now: () => number
  },
): Promise<number> {
  const { chain, chainId, proxy, now } = options
  const tokens = await store.db
    .selectFrom('index_tokens')
    .select(['token', 'tries'])
    .where('chain_id', '=', chainId)
    .where('read_at', 'is', null)
    .orderBy('tries')
    .limit(group)
    .execute()
  if (tokens.length === 0) return 0
  const outcomes = await askAll(
    asked => proxy.call(chain, asked),
    tokens.map(({ token }) => token),
  )
  if (outcomes === undefined) return 0
  let settled = 0
  const updates = tokens.map(({ token, tries }, index) => {
    const [name, symbol, decimals] = outcomes.slice(index * calls.length, (index + 1) * calls.length)
    const answered = [name, symbol, decimals].every(isAnswered) || tries + 1 >= mostTries
    if (answered) settled++
    return store.compose
      .updateTable('index_tokens')
      .set(
        answered
          ? {
              // What no node answered for at last stays as it was known.
              ...(isAnswered(name) ? { name: readText(name) } : {}),
              ...(isAnswered(symbol) ? { symbol: readText(symbol) } : {}),
              ...(isAnswered(decimals) ? { decimals: readDecimals(decimals) } : {}),
              tries: tries + 1,
              read_at: now(),
            }
          : { tries: tries + 1 },
      )
      .where('chain_id', '=', chainId)
      .where('token', '=', token)
      .where('read_at', 'is', null)
      .compile()
  })
  await store.write(updates)
  return settled
}

/** A call to the zero address, which distinguishes a failed node from a token that no node can answer for. */
const sign: ProxiedCall = { method: 'eth_call', params: [{ to: zeroAddress, data: '0x' }, 'latest'] }

/** Asks about all tokens together, or about each by itself where one spoils it for all; undefined while nodes are out. */
async function askAll(
  ask: (calls: readonly ProxiedCall[]) => Promise<RpcOutcome[]>,
  tokens: readonly Uint8Array[],
): Promise<RpcOutcome[] | undefined> {
  const [together, ...outcomes] = await ask([sign, ...tokens.flatMap(token => questionsOf(token))])
  if (isAnswered(together)) return outcomes
  const [alone] = await ask([sign])
  if (!isAnswered(alone)) return undefined
  const apart: RpcOutcome[] = []
  for (const token of tokens) apart.push(...(await ask(questionsOf(token, { gas }))))
  return apart
}

function questionsOf(token: Uint8Array, bound: { readonly gas?: Hex } = {}): readonly ProxiedCall[] {
  return calls.map(data => ({
    method: 'eth_call',
    params: [{ to: toHex(token), data, ...bound }, 'latest'],
  }))
}

/** Has tokens read again that had no name a day ago: what they say may have been lost on a node in trouble. */
export function composeReread(store: Store, chainId: number, now: number): CompiledQuery {
  return store.compose
    .updateTable('index_tokens')
    .set({ read_at: null })
    .where('chain_id', '=', chainId)
    .where('name', 'is', null)
    .where('symbol', 'is', null)
    .where('read_at', '<', now - rereadAfter)
    .where('tries', '<', mostReads)
    .compile()
}

/** A contract that reverts has answered; a node that is out, or in trouble, has not. */
export function isAnswered(outcome: RpcOutcome | undefined): boolean {
  if (outcome === undefined) return false
  return !('error' in outcome) || isContractFault(outcome.error)
}

/** The bytes that a call came to, or undefined. */
export function readResult(outcome: RpcOutcome | undefined, longest: number): Hex | undefined {
  if (outcome === undefined || 'error' in outcome) return undefined
  const { result } = outcome
  if (typeof result !== 'string' || result.length > 2 + longest * 2) return undefined
  return /^0x(?:[0-9a-fA-F]{2})+$/.test(result) ? (result as Hex) : undefined
}

/** A string as Solidity returns it, or as the 32 bytes that early tokens have. */
function readText(outcome: RpcOutcome | undefined): string | null {
  const data = readResult(outcome, 65_536)
  if (data === undefined) return null
  if (data.length === 66) {
    const bytes = Buffer.from(data.slice(2), 'hex')
    const end = bytes.indexOf(0)
    return cleanText(bytes.subarray(0, end === -1 ? 32 : end).toString('utf8'), assetNameLimit)
  }
  try {
    return cleanText(viem().decodeAbiParameters([{ type: 'string' }], data)[0], assetNameLimit)
  } catch {
    return null
  }
}

function readDecimals(outcome: RpcOutcome | undefined): number | null {
  const data = readResult(outcome, 32)
  if (data === undefined || data.length !== 66) return null
  const value = BigInt(data)
  return value <= 255n ? Number(value) : null
}
