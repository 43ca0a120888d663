import type { Address, Hex } from 'viem'
import { once } from '../../core/libraries/once.ts'
import { viem } from '../../core/libraries/viem.ts'
import { readContracts } from '../chains/readContracts.ts'

const abi = once(() =>
  viem().parseAbi(['function getPair(address tokenA, address tokenB) view returns (address)']),
)

/**
 * Reads the pools of pairs of tokens from the factory of an exchange with v2's interface; undefined where there is none.
 * @throws ChainUnreadable
 */
export async function readPairs(
  ctx: Parameters<typeof readContracts>[0],
  factory: Address,
  pairs: readonly (readonly [Address, Address])[],
  options?: Parameters<typeof readContracts>[2],
): Promise<(Address | undefined)[]> {
  const answers = await readContracts(
    ctx,
    pairs.map(args => ({
      to: factory,
      data: viem().encodeFunctionData({ abi: abi(), functionName: 'getPair', args }),
    })),
    options,
  )
  return answers.map(readPair)
}

function readPair(data: Hex | undefined): Address | undefined {
  if (data === undefined || data.length !== 66) return undefined
  const pair = viem().decodeFunctionResult({ abi: abi(), functionName: 'getPair', data })
  return pair === viem().zeroAddress ? undefined : pair
}
