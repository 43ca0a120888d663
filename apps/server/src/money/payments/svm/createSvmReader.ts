import type { CaipNetworkId } from 'latchkey/contract'
import { formatBase58, parseBase58 } from 'latchkey/services'
import * as v from 'valibot'
import { ChainUnreadable } from '../../../data/chains/chainUnreadable.ts'
import type { ChainBook } from '../../../data/chains/createChainBook.ts'
import type { RpcProxy } from '../../../data/rpc/createRpcProxy.ts'
import { commitment } from '../../../data/svm/readAccounts.ts'
import { readSvmTransaction } from '../../credits/readSvmTransaction.ts'
import { referencesIn } from '../reference.ts'
import type { SeenTransaction, TransactionReader } from '../transactionReader.ts'

const word = v.pipe(v.string(), v.maxLength(64))
const keysSchema = v.object({
  blockTime: v.nullish(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), null),
  transaction: v.object({
    message: v.object({ accountKeys: v.pipe(v.array(word), v.minLength(1), v.maxLength(256)) }),
  }),
})
const statusSchema = v.object({
  value: v.pipe(v.array(v.nullable(v.object({ confirmationStatus: v.nullish(word) }))), v.length(1)),
})
const signaturesSchema = v.array(v.object({ signature: v.pipe(v.string(), v.maxLength(128)) }))

/** References that one scan asks for: each is a request of its own. */
const mostReferences = 25

/** Reads payments on Solana: by their signature, and by the reference that Solana Pay puts among the accounts. */
export function createSvmReader(deps: {
  readonly proxy: Pick<RpcProxy, 'call'>
  readonly book: Pick<ChainBook, 'find'>
}): TransactionReader {
  const { proxy, book } = deps
  /** The reference that a scan asks for first: each of many has its turn. */
  let turn = 0

  async function ask(chain: CaipNetworkId, method: string, params: readonly unknown[]): Promise<unknown> {
    const [outcome] = await proxy.call(chain, [{ method, params }])
    if (outcome === undefined || 'error' in outcome)
      throw new ChainUnreadable(chain, `${method}: ${outcome?.error.message ?? 'no outcome'}`)
    return outcome.result
  }

  function check<S extends v.GenericSchema>(
    chain: CaipNetworkId,
    schema: S,
    value: unknown,
  ): v.InferOutput<S> {
    const parsed = v.safeParse(schema, value)
    if (!parsed.success) throw new ChainUnreadable(chain, 'no valid answer about a transaction')
    return parsed.output
  }

  return {
    async read(chain, hash) {
      const facts = book.find(chain)
      const seen = facts && (await readSvmTransaction({ proxy }, facts, hash))
      const statuses = await ask(chain, 'getSignatureStatuses', [[hash], { searchTransactionHistory: true }])
      const [status] = check(chain, statusSchema, statuses).value
      if (seen === undefined) return status === null || status === undefined ? undefined : waiting
      const config = { encoding: 'json', commitment, maxSupportedTransactionVersion: 0 }
      const { blockTime, transaction } = check(
        chain,
        keysSchema,
        await ask(chain, 'getTransaction', [hash, config]),
      )
      const { accountKeys } = transaction.message
      const payer = accountKeys[0] ?? ''
      return {
        state: seen.isFailed ? 'failed' : 'included',
        isFinal: status?.confirmationStatus === 'finalized',
        references: accountKeys.flatMap(key => referencesIn(toHex(key))),
        block: seen.block,
        blockTime: (blockTime ?? 0) * 1_000,
        // Places of tokens begin behind those of accounts: an account may get both.
        transfers: seen.credits.map(({ index, contract, recipient, amount }) => ({
          place: contract === null ? index : mostAccounts + index,
          asset: contract ?? '',
          recipient,
          units: amount,
          payer,
        })),
      }
    },

    async scan(chain, watched, from) {
      const references = await watched.references()
      const hashes = new Set<string>()
      const start = references.length === 0 ? 0 : turn % references.length
      const asked = [...references.slice(start), ...references.slice(0, start)].slice(0, mostReferences)
      turn = start + asked.length
      for (const reference of asked) {
        const key = formatBase58(new Uint8Array(Buffer.from(reference.slice(2), 'hex')))
        const found = await ask(chain, 'getSignaturesForAddress', [key, { limit: 10, commitment }])
        for (const { signature } of check(chain, signaturesSchema, found)) hashes.add(signature)
      }
      return { hashes: [...hashes], next: from }
    },
  }
}

/** A transaction has at most 256 accounts. */
const mostAccounts = 256

const waiting: SeenTransaction = {
  state: 'pending',
  isFinal: false,
  references: [],
  block: 0,
  blockTime: 0,
  transfers: [],
}

function toHex(key: string): string {
  const bytes = parseBase58(key, 32)
  return bytes === undefined ? '' : Buffer.from(bytes).toString('hex')
}
