import * as v from 'valibot'
import type { ChainFacts } from '../../data/chains/chainFacts.ts'
import { ChainUnreadable } from '../../data/chains/chainUnreadable.ts'
import { servicesOf } from '../../data/namespaces/namespaces.ts'
import type { RpcProxy } from '../../data/rpc/createRpcProxy.ts'
import { readU64 } from '../../data/rpc/parseExactJson.ts'
import { commitment } from '../../data/svm/readAccounts.ts'
import type { Credit, SeenTransaction } from './seenTransaction.ts'

const word = v.pipe(v.string(), v.maxLength(64))
const lamports = v.pipe(v.unknown(), v.transform(readU64), v.bigint())
const tokenBalance = v.object({
  accountIndex: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
  mint: word,
  owner: v.optional(word),
  uiTokenAmount: v.object({
    amount: v.pipe(
      v.string(),
      v.regex(/^\d{1,20}$/),
      v.transform(text => BigInt(text)),
    ),
  }),
})
const balances = v.nullish(v.array(tokenBalance), [])
const transactionSchema = v.nullable(
  v.object({
    slot: v.pipe(v.number(), v.safeInteger(), v.minValue(0)),
    meta: v.object({
      err: v.unknown(),
      preBalances: v.array(lamports),
      postBalances: v.array(lamports),
      preTokenBalances: balances,
      postTokenBalances: balances,
      loadedAddresses: v.nullish(v.object({ writable: v.array(word), readonly: v.array(word) })),
    }),
    transaction: v.object({
      signatures: v.pipe(v.array(v.string()), v.minLength(1)),
      message: v.object({ accountKeys: v.array(word) }),
    }),
  }),
)

/** Reads a transaction of Solana by what its accounts had before and after. @throws ChainUnreadable */
export async function readSvmTransaction(
  { proxy }: { readonly proxy: Pick<RpcProxy, 'call'> },
  chain: ChainFacts,
  hash: string,
): Promise<SeenTransaction | undefined> {
  const id = servicesOf(chain.id)?.reads?.transactionOf(hash)
  if (id === undefined) return undefined
  const [outcome] = await proxy.call(chain.id, [
    {
      method: 'getTransaction',
      params: [id, { encoding: 'json', commitment, maxSupportedTransactionVersion: 0 }],
    },
  ])
  const answer = v.safeParse(
    transactionSchema,
    outcome !== undefined && 'result' in outcome ? outcome.result : undefined,
  )
  if (!answer.success) throw new ChainUnreadable(chain.id, 'no valid answer about a transaction')
  const seen = answer.output
  if (seen === null) return undefined
  const { meta, transaction } = seen
  if (transaction.signatures[0] !== id) throw new ChainUnreadable(chain.id, 'an answer about another one')
  const isFailed = (meta.err ?? null) !== null
  const base = { hash: id, isFailed, block: seen.slot }
  if (isFailed) return { ...base, credits: [] }
  const keys = [
    ...transaction.message.accountKeys,
    ...(meta.loadedAddresses?.writable ?? []),
    ...(meta.loadedAddresses?.readonly ?? []),
  ]
  // Below zero, since a token account may gain lamports as well: each credit has a place of its own.
  const own = keys.flatMap((recipient, index): Credit[] => {
    const amount = (meta.postBalances[index] ?? 0n) - (meta.preBalances[index] ?? 0n)
    return amount > 0n ? [{ index: -2 - index, contract: null, recipient, sender: undefined, amount }] : []
  })
  const before = new Map(
    meta.preTokenBalances?.map(each => [each.accountIndex, each.uiTokenAmount.amount]) ?? [],
  )
  const tokens = (meta.postTokenBalances ?? []).flatMap(
    ({ accountIndex: index, mint, owner, uiTokenAmount }): Credit[] => {
      const amount = uiTokenAmount.amount - (before.get(index) ?? 0n)
      if (amount <= 0n || owner === undefined) return []
      return [{ index, contract: mint, recipient: owner, sender: undefined, amount }]
    },
  )
  return { ...base, credits: [...own, ...tokens] }
}
