import type { CaipNetworkId } from 'latchkey/contract'
import { isContractFault, type RpcFault, rpcRefusal } from 'latchkey/services'
import type { Address, Hex } from 'viem'
import { viem } from '../../core/libraries/viem.ts'
import type { RpcOutcome } from '../rpc/callUpstream.ts'
import type { RpcProxy } from '../rpc/createRpcProxy.ts'
import { type ChainFacts, canonicalMulticall3 } from './chainFacts.ts'
import { ChainUnreadable } from './chainUnreadable.ts'

/** A read of a contract. */
export interface ContractCall {
  readonly to: Address
  readonly data: Hex
}

/** Reads that go through Multicall3 together. */
const chunkSize = 50
/** Gas for one read; a contract that wants more says nothing. It also bounds how much it can return. */
const gasEach = 200_000n
/** The most concurrent chunks and single reads; each answer may be half a megabyte. */
const chunksAtOnce = 4
const solosAtOnce = 20

/**
 * Reads many contracts, each for itself: undefined where a contract refuses, or wants more than its share of gas. A
 * contract that spoils the reads it shares a call with is found out by asking those again alone.
 * @throws ChainUnreadable when the nodes did not answer, or with an error of their own; an inner one (-32603), which may be
 * a contract's doing, is one only with `strict`.
 */
export async function readContracts(
  ctx: { readonly proxy: Pick<RpcProxy, 'call'>; readonly chain: Pick<ChainFacts, 'id' | 'multicall3'> },
  calls: readonly ContractCall[],
  options: { readonly strict?: boolean } = {},
): Promise<(Hex | undefined)[]> {
  const { proxy, chain } = ctx
  const results: (Hex | undefined)[] = calls.map(() => undefined)

  // Some nodes have an inner error for whatever a contract does.
  const isContracts = (error: RpcFault) =>
    isContractFault(error) || (!options.strict && error.code === rpcRefusal.internal)

  async function ask(
    call: ContractCall,
    gas: bigint,
    isAnswer: (error: RpcFault) => boolean,
  ): Promise<Hex | undefined> {
    const params = [{ to: call.to, data: call.data, gas: `0x${gas.toString(16)}` }, 'latest']
    const [outcome] = await proxy.call(chain.id, [{ method: 'eth_call', params }])
    return readAnswer(chain.id, outcome, isAnswer)
  }

  const open: number[] = []
  for (const chunks of inChunks(inChunks([...calls.keys()], chunkSize), chunksAtOnce)) {
    const left = await Promise.all(
      chunks.map(async indexes => {
        const part = indexes.flatMap(index => calls[index] ?? [])
        const together = { to: chain.multicall3 ?? canonicalMulticall3, data: encodeTogether(part) }
        // When a shared call fails, only single reads show which one is at fault.
        const answers = decodeTogether(await ask(together, gasEach * BigInt(part.length + 1), () => true))
        return indexes.filter((index, place) => {
          results[index] = answers?.[place]
          return results[index] === undefined
        })
      }),
    )
    open.push(...left.flat())
  }
  for (const indexes of inChunks(open, solosAtOnce)) {
    await Promise.all(
      indexes.map(async index => {
        const call = calls[index]
        if (call !== undefined) results[index] = await ask(call, gasEach, isContracts)
      }),
    )
  }
  return results
}

function inChunks<T>(items: readonly T[], size: number): T[][] {
  const chunks: T[][] = []
  for (let start = 0; start < items.length; start += size) chunks.push(items.slice(start, start + size))
  return chunks
}

/** The returned bytes of a call; undefined when the contract, or an empty address, returned nothing. */
function readAnswer(
  chain: CaipNetworkId,
  outcome: RpcOutcome | undefined,
  isAnswer: (error: RpcFault) => boolean,
): Hex | undefined {
  if (outcome === undefined) throw new ChainUnreadable(chain, 'no outcome')
  if ('error' in outcome) {
    const { error, unanswered } = outcome
    if (unanswered || !isAnswer(error)) throw new ChainUnreadable(chain, error.message)
    return undefined
  }
  const { result } = outcome
  return typeof result === 'string' && /^0x(?:[0-9a-fA-F]{2})+$/.test(result) ? (result as Hex) : undefined
}

function encodeTogether(calls: readonly ContractCall[]): Hex {
  return viem().encodeFunctionData({
    abi: viem().multicall3Abi,
    functionName: 'aggregate3',
    args: [calls.map(({ to, data }) => ({ target: to, allowFailure: true, callData: data }))],
  })
}

/** What each call returned; undefined when there is no Multicall3 here, or it was starved of gas. */
function decodeTogether(data: Hex | undefined): (Hex | undefined)[] | undefined {
  if (data === undefined) return undefined
  try {
    const answers = viem().decodeFunctionResult({
      abi: viem().multicall3Abi,
      functionName: 'aggregate3',
      data,
    })
    return answers.map(({ success, returnData }) => (success && returnData !== '0x' ? returnData : undefined))
  } catch {
    return undefined
  }
}
