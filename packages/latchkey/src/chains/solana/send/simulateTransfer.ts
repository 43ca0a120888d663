import type { RpcRequest } from '../../../contract/adapter.ts'
import type { BalanceChange, Simulation, Transfer } from '../../../contract/send.ts'
import { toBase64 } from '../../foreign/base64.ts'
import { fieldOf, itemsOf } from '../../foreign/readForeign.ts'
import { encodeTransaction } from './encodeTransaction.ts'
import { failureOf } from './failureOf.ts'
import type { Instruction } from './instructions.ts'
import { readTokenAccount } from './mint.ts'
import { countOf, readAccount } from './nodeAnswers.ts'
import type { Plan } from './planTransfer.ts'

export interface Simulated {
  readonly simulation: Simulation
  /** The compute units that it took; absent where no node says so. */
  readonly units?: number
}

export interface SimulateOptions {
  readonly transfer: Transfer
  readonly plan: Plan
  readonly instructions: readonly Instruction[]
  /** Lamports that the simulated transaction costs. */
  readonly fee: bigint
}

/** Simulates a transfer without a signature; a node that cannot say is 'unknown', never "fine". */
export async function simulateTransfer(
  rpc: RpcRequest,
  { transfer, plan, instructions, fee }: SimulateOptions,
  signal: AbortSignal,
): Promise<Simulated> {
  const { from, token } = plan
  if (token?.parts.length === 0)
    return {
      simulation: { at: 'fails', ...failureOf({ InstructionError: [0, { Custom: 1 }] }, programOf(plan)) },
    }
  if (instructions.length < 3) return { simulation: { at: 'unknown' } }
  const watched = [from, ...(token?.holdings.slice(0, 20).map(({ address }) => address) ?? [])]
  const options = {
    encoding: 'base64',
    commitment: 'confirmed',
    sigVerify: false,
    replaceRecentBlockhash: true,
    accounts: { encoding: 'base64', addresses: watched },
  }
  const wire = toBase64(encodeTransaction({ payer: from, instructions }))
  const answer = await rpc('simulateTransaction', [wire, options], signal).catch(() => undefined)
  const value = fieldOf(answer, 'value')
  const error = fieldOf(value, 'err')
  if (value === undefined || error === undefined) return { simulation: { at: 'unknown' } }
  if (error !== null) {
    const { reason } = failureOf(error, index => instructions[index]?.program)
    return { simulation: { at: 'fails', ...(reason !== undefined && { reason }) } }
  }
  const units = countOf(fieldOf(value, 'unitsConsumed'))
  const changes = changesOf(itemsOf(fieldOf(value, 'accounts'), watched.length), { transfer, plan, fee })
  return {
    simulation: { at: 'works', ...(changes && { changes }) },
    ...(units !== undefined && units > 0n && units <= 1_400_000n && { units: Number(units) }),
  }
}

function programOf({ token }: Plan): () => string | undefined {
  return () => token?.mint.program
}

/** What leaves and reaches the sender, without the fee; undefined where the node left something out: it could be what matters. */
function changesOf(
  after: readonly unknown[] | undefined,
  { transfer, plan, fee }: Omit<SimulateOptions, 'instructions'>,
): readonly BalanceChange[] | undefined {
  const { token, lamports } = plan
  const [self, ...held] = after?.map(readAccount) ?? []
  if (self === undefined) return undefined
  const left = self === 'none' ? 0n : self.lamports
  const { symbol, decimals } = transfer.network.nativeCurrency
  const changes: BalanceChange[] = [{ asset: { symbol, decimals }, change: left + fee - lamports }]
  if (token) {
    let sum = 0n
    for (const [at, { amount }] of token.holdings.slice(0, 20).entries()) {
      const account = held[at]
      if (account === undefined) return undefined
      sum += (account === 'none' ? 0n : (readTokenAccount(account)?.amount ?? 0n)) - amount
    }
    changes.push({ asset: transfer.asset, change: sum })
  }
  return changes
    .filter(({ change }) => change !== 0n)
    .sort((one, other) => (one.change < other.change ? -1 : 1))
}
