import type { CaipNetworkId } from 'latchkey/contract'
import * as v from 'valibot'
import { ChainUnreadable } from '../chains/chainUnreadable.ts'
import type { RpcProxy } from '../rpc/createRpcProxy.ts'

/** The chain that is asked, and through what. */
export interface SvmContext {
  readonly proxy: Pick<RpcProxy, 'call'>
  readonly chain: { readonly id: CaipNetworkId }
}

/** An account as a node has it. */
export interface ChainAccount {
  /** The program whose account it is. */
  readonly owner: string
  readonly data: Uint8Array
}

/** What is read: blocks that most validators have voted for. */
export const commitment = 'confirmed'
/** Addresses of one call, which is a limit of the nodes, and calls at once. */
const chunkSize = 100
const chunksAtOnce = 4
/** Characters of an account's data; no mint and no description is as long. */
const longestData = 100_000

/** An account in a node's answer, with its data in base64. */
export const accountSchema = v.object({
  owner: v.string(),
  data: v.tuple([v.pipe(v.string(), v.regex(/^[A-Za-z0-9+/]*={0,2}$/)), v.literal('base64')]),
})
const answerSchema = v.object({ value: v.array(v.nullable(accountSchema)) })

/**
 * Reads accounts by their addresses, in that order: null for an address without an account, and for an account that
 * is too long to be a mint or a description. @throws ChainUnreadable when the nodes did not answer, or with something else.
 */
export async function readAccounts(
  ctx: SvmContext,
  addresses: readonly string[],
): Promise<(ChainAccount | null)[]> {
  const chunks = Array.from({ length: Math.ceil(addresses.length / chunkSize) }, (_, nth) =>
    addresses.slice(nth * chunkSize, (nth + 1) * chunkSize),
  )
  const accounts: (ChainAccount | null)[] = []
  for (let at = 0; at < chunks.length; at += chunksAtOnce) {
    const parts = chunks.slice(at, at + chunksAtOnce).map(part => readChunk(ctx, part))
    accounts.push(...(await Promise.all(parts)).flat())
  }
  return accounts
}

async function readChunk(ctx: SvmContext, addresses: readonly string[]): Promise<(ChainAccount | null)[]> {
  const method = 'getMultipleAccounts'
  const params = [addresses, { encoding: 'base64', commitment }]
  const [outcome] = await ctx.proxy.call(ctx.chain.id, [{ method, params }])
  const answer = v.safeParse(
    answerSchema,
    outcome !== undefined && 'result' in outcome ? outcome.result : null,
  )
  if (!answer.success || answer.output.value.length !== addresses.length)
    throw new ChainUnreadable(ctx.chain.id, `${method} was not answered`)
  return answer.output.value.map(toAccount)
}

function toAccount(account: v.InferOutput<typeof accountSchema> | null): ChainAccount | null {
  if (account === null || account.data[0].length > longestData) return null
  return { owner: account.owner, data: Buffer.from(account.data[0], 'base64') }
}
