import type { Simulation } from 'latchkey/evmcodec'
import { fieldOf, itemsOf, textOf } from 'latchkey/evmcodec'
import { base64 } from '../../keys/bytes.ts'
import type { ApprovalRequest } from '../approval.ts'
import type { ApprovedWork } from '../createApprovals.ts'
import type { ProviderDeps } from '../deps.ts'
import { keptSolanaReceivers } from '../kept.ts'
import { parseWire } from './wire.ts'

/** Lamports have nine decimals. */
const decimals = 9

/** Asks the nodes what an approval of the Solana account would take, and what it would leave in it. */
export async function prepareSolana(
  deps: Pick<ProviderDeps, 'nodes' | 'store'>,
  request: ApprovalRequest,
  update: ApprovedWork['update'],
  signal: AbortSignal,
): Promise<void> {
  if (request.is !== 'solanaTransactions') return
  const { account, transactions } = request
  const nodes = deps.nodes(request.chainId)
  const ask = (method: string, params: readonly unknown[]) =>
    nodes(method, params, signal).catch(() => undefined)
  await Promise.all([
    deps.store.read(keptSolanaReceivers).then(known => update({ known: [...(known ?? []), account] })),
    fee(),
    simulate(),
  ])

  /** What the account itself pays; others pay for their own. */
  async function fee(): Promise<void> {
    const own = transactions.filter(({ payer }) => payer === account)
    const fees = await Promise.all(
      own.map(async ({ wire }) => {
        const message = parseWire(wire)?.message.bytes
        const answer =
          message && (await ask('getFeeForMessage', [base64(message), { commitment: 'processed' }]))
        return wholeNumber(fieldOf(answer, 'value'))
      }),
    )
    const known = fees.filter(each => each !== undefined)
    if (known.length < fees.length) return
    update({ fee: { value: known.reduce((sum, each) => sum + each, 0n), decimals } })
  }

  /** Several depend on each other, which no node is asked about. */
  async function simulate(): Promise<void> {
    const [only, ...more] = transactions
    if (!only || more.length > 0) return
    const [before, answer] = await Promise.all([
      ask('getBalance', [account, { commitment: 'processed' }]),
      ask('simulateTransaction', [
        only.wire,
        {
          encoding: 'base64',
          sigVerify: false,
          replaceRecentBlockhash: true,
          commitment: 'processed',
          accounts: { encoding: 'base64', addresses: [account] },
        },
      ]),
    ])
    update({ simulation: readSimulation(fieldOf(answer, 'value'), wholeNumber(fieldOf(before, 'value'))) })
  }
}

function readSimulation(value: unknown, before: bigint | undefined): Simulation {
  const error = fieldOf(value, 'err')
  if (typeof value !== 'object' || value === null || error === undefined) return { at: 'unknown' }
  if (error !== null) {
    const logs = itemsOf(fieldOf(value, 'logs'), 100) ?? []
    const reason = textOf(
      logs.findLast(each => typeof each === 'string' && /failed|error/i.test(each)),
      120,
    )
    return { at: 'fails', ...(reason !== undefined && { reason }) }
  }
  const [account] = itemsOf(fieldOf(value, 'accounts'), 1) ?? []
  const after = account === null ? 0n : wholeNumber(fieldOf(account, 'lamports'))
  if (before === undefined || after === undefined) return { at: 'works' }
  const asset = { symbol: 'SOL', decimals }
  return { at: 'works', changes: after === before ? [] : [{ asset, change: after - before }] }
}

/** Beyond 2^53 a number of JSON is another one. */
function wholeNumber(value: unknown): bigint | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : undefined
}
