import type { Address, Hex } from 'viem'
import { once } from '../../core/libraries/once.ts'
import { viem } from '../../core/libraries/viem.ts'
import { machineOf } from '../../data/namespaces/namespaces.ts'
import type { RpcProxy } from '../../data/rpc/createRpcProxy.ts'
import { type BuiltConvert, type ConvertAsk, ConvertFault } from './convertProvider.ts'

/**
 * Tries approval and swap together on a node: units of gas for the swap, or null where no node can say, the account has too
 * little of what it sells, or the chain is another kind. @throws ConvertFault `unsafe` where less arrives than was promised.
 */
export type SimulateBuilt = (ask: ConvertAsk, built: BuiltConvert) => Promise<bigint | null>

const abi = once(() =>
  viem().parseAbi([
    'function approve(address spender, uint256 value)',
    'function balanceOf(address owner) view returns (uint256)',
  ]),
)
/** Hundredths of the gas that was used, for what changes until the transaction is in a block. */
const margin = 125n

/** Creates the simulation over `eth_simulateV1`. */
export function createSimulateBuilt(deps: { readonly proxy: Pick<RpcProxy, 'call'> }): SimulateBuilt {
  const { proxy } = deps
  return async (ask, { tx, quote }) => {
    const { chain, toChain, account, recipient, sell, buy } = ask
    if (machineOf(chain.id) !== 'evm') return null
    const from = account as Address
    const balanceOf = (token: string, of: string) => ({
      from,
      to: token as Address,
      data: viem().encodeFunctionData({ abi: abi(), functionName: 'balanceOf', args: [of as Address] }),
    })
    const approve = (value: bigint) => ({
      from,
      to: sell.address as Address,
      data: viem().encodeFunctionData({
        abi: abi(),
        functionName: 'approve',
        args: [quote.spender as Address, value],
      }),
    })
    // The network's own currency has no balance to read, and another network is not simulated.
    const isSeen = buy.address !== undefined && chain.id === toChain.id
    const before = isSeen ? [balanceOf(buy.address, recipient)] : []
    const held = sell.address === undefined ? [] : [balanceOf(sell.address, account)]
    const allow = quote.spender === null ? [] : [approve(0n), approve(quote.maximum)]
    const swap = { from, to: tx.to as Address, data: tx.data as Hex, value: `0x${tx.value.toString(16)}` }
    const calls = [...held, ...before, ...allow, swap, ...before]
    const [outcome] = await proxy.call(chain.id, [
      {
        method: 'eth_simulateV1',
        params: [{ blockStateCalls: [{ calls }], validation: false }, 'latest'],
      },
    ])
    const seen = readCalls(outcome !== undefined && 'result' in outcome ? outcome.result : undefined)
    if (seen?.length !== calls.length) return null
    const swapped = seen[held.length + before.length + allow.length]
    const holds = held.length === 0 ? undefined : wordOf(seen[0])
    // What the account lacks is for the client to say, by the chain's own word.
    if (holds !== undefined && holds < quote.maximum) return null
    if (swapped?.status !== '0x1') return null
    if (isSeen) {
      const had = wordOf(seen[held.length])
      const has = wordOf(seen.at(-1))
      if (had !== undefined && has !== undefined && has - had < quote.minimum)
        throw new ConvertFault('unsafe', { message: 'Less arrives than was promised' })
    }
    return swapped.gas === undefined ? null : (swapped.gas * margin) / 100n
  }
}

interface SeenCall {
  readonly status: unknown
  readonly data: unknown
  readonly gas: bigint | undefined
}

function readCalls(result: unknown): readonly SeenCall[] | undefined {
  const calls: unknown = Array.isArray(result) ? (result[0] as { calls?: unknown } | null)?.calls : undefined
  if (!Array.isArray(calls)) return undefined
  return calls.map((call: { status?: unknown; returnData?: unknown; gasUsed?: unknown } | null) => ({
    status: call?.status,
    data: call?.returnData,
    gas:
      typeof call?.gasUsed === 'string' && /^0x[0-9a-fA-F]{1,16}$/.test(call.gasUsed)
        ? BigInt(call.gasUsed)
        : undefined,
  }))
}

function wordOf(call: SeenCall | undefined): bigint | undefined {
  return call?.status === '0x1' && typeof call.data === 'string' && /^0x[0-9a-fA-F]{64}$/.test(call.data)
    ? BigInt(call.data)
    : undefined
}
