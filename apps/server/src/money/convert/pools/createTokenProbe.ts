import type { Address, Hex } from 'viem'
import type { Clock } from '../../../core/http/appTypes.ts'
import { once } from '../../../core/libraries/once.ts'
import { viem } from '../../../core/libraries/viem.ts'
import type { ChainFacts } from '../../../data/chains/chainFacts.ts'
import type { RpcProxy } from '../../../data/rpc/createRpcProxy.ts'

/** How a token behaves where it is traded. */
export interface TokenManners {
  /** What it keeps of a transfer out of the pool and into it, in hundredths of a percent. */
  readonly buyBps: number
  readonly sellBps: number
  /** It refuses a new allowance while there is one. */
  readonly zeroFirst: boolean
}

/** Tries a token out at one of its pools; null where no node can, or the token cannot be moved at all. */
export type ProbeToken = (
  chain: ChainFacts,
  token: Address,
  at: { readonly pair: Address; readonly held: bigint },
) => Promise<TokenManners | null>

const lifetime = 600_000
/** A node that could not try it may be able to soon. */
const unknownLifetime = 30_000
const most = 10_000
/** An account that holds nothing, and a spender, in simulations alone. */
const holder: Address = '0x1a7c4ce70000000000000000000000000000a001'
const spender: Address = '0x1a7c4ce70000000000000000000000000000a002'

const abi = once(() =>
  viem().parseAbi([
    'function transfer(address to, uint256 value)',
    'function balanceOf(address owner) view returns (uint256)',
    'function approve(address spender, uint256 value)',
  ]),
)

/** Simulates transfers out of a pool and into it, and two approvals (`eth_simulateV1`); what it found lasts ten minutes. */
export function createTokenProbe(deps: {
  readonly proxy: Pick<RpcProxy, 'call'>
  readonly clock: Clock
}): ProbeToken {
  const { proxy, clock } = deps
  const kept = new Map<string, { readonly manners: Promise<TokenManners | null>; until: number }>()

  async function probe(
    chain: ChainFacts,
    token: Address,
    { pair, held }: { readonly pair: Address; readonly held: bigint },
  ): Promise<TokenManners | null> {
    // Large enough that a hundredth of a percent shows, and no more than the pool has.
    const amount = held / 1_000n > 1_000_000n ? held / 1_000n : held / 2n
    if (amount === 0n) return null
    const call = (from: Address, data: Hex) => ({ from, to: token, data })
    const move = (from: Address, to: Address) =>
      call(from, viem().encodeFunctionData({ abi: abi(), functionName: 'transfer', args: [to, amount] }))
    const balance = (of: Address) =>
      call(holder, viem().encodeFunctionData({ abi: abi(), functionName: 'balanceOf', args: [of] }))
    const allow = (value: bigint) =>
      call(holder, viem().encodeFunctionData({ abi: abi(), functionName: 'approve', args: [spender, value] }))
    const taken = await simulate(chain, [
      [balance(holder), move(pair, holder), balance(holder), allow(1n), allow(2n)],
    ])
    const before = word(taken?.[0])
    const after = word(taken?.[2])
    if (taken === undefined || !isOk(taken[1]) || before === undefined || after === undefined) return null
    const received = after - before
    if (received <= 0n) return null
    const back = call(
      holder,
      viem().encodeFunctionData({ abi: abi(), functionName: 'transfer', args: [pair, received] }),
    )
    const given = await simulate(chain, [[move(pair, holder), balance(pair), back, balance(pair)]])
    const held0 = word(given?.[1])
    const held1 = word(given?.[3])
    if (given === undefined || !isOk(given[2]) || held0 === undefined || held1 === undefined) return null
    return {
      buyBps: taxOf(amount, received),
      sellBps: taxOf(received, held1 - held0),
      zeroFirst: isOk(taken[3]) && !isOk(taken[4]),
    }
  }

  async function simulate(
    chain: ChainFacts,
    blocks: readonly (readonly { from: Address; to: Address; data: Hex }[])[],
  ): Promise<readonly SimulatedCall[] | undefined> {
    const blockStateCalls = blocks.map(calls => ({ calls }))
    const [outcome] = await proxy.call(chain.id, [
      { method: 'eth_simulateV1', params: [{ blockStateCalls, validation: false }, 'latest'] },
    ])
    if (outcome === undefined || !('result' in outcome) || !Array.isArray(outcome.result)) return undefined
    const [block] = outcome.result as readonly { readonly calls?: unknown }[]
    const calls = block?.calls
    return Array.isArray(calls) && calls.length === blocks[0]?.length
      ? (calls as readonly SimulatedCall[])
      : undefined
  }

  return (chain, token, at) => {
    const name = `${chain.id}/${token}`
    const known = kept.get(name)
    if (known !== undefined && clock() < known.until) return known.manners
    const manners = probe(chain, token, at).catch(() => null)
    const entry = { manners, until: Number.POSITIVE_INFINITY }
    kept.delete(name)
    kept.set(name, entry)
    const oldest = kept.keys().next()
    if (kept.size > most && !oldest.done) kept.delete(oldest.value)
    void manners.then(found => (entry.until = clock() + (found === null ? unknownLifetime : lifetime)))
    return manners
  }
}

interface SimulatedCall {
  readonly status?: unknown
  readonly returnData?: unknown
}

function isOk(call: SimulatedCall | undefined): boolean {
  return call?.status === '0x1'
}

function word(call: SimulatedCall | undefined): bigint | undefined {
  const data = isOk(call) ? call?.returnData : undefined
  return typeof data === 'string' && /^0x[0-9a-fA-F]{64}$/.test(data) ? BigInt(data) : undefined
}

/** Rounded up: the shown loss is no less than what the token keeps. */
function taxOf(sent: bigint, received: bigint): number {
  const lost = sent - received
  if (lost <= 0n) return 0
  const bps = (lost * 10_000n + sent - 1n) / sent
  return bps > 10_000n ? 10_000 : Number(bps)
}
