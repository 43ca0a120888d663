import type { Address, Hex } from 'viem'
import { once } from '../../core/libraries/once.ts'
import { viem } from '../../core/libraries/viem.ts'
import { readContracts } from '../chains/readContracts.ts'

const abi = once(() =>
  viem().parseAbi([
    'function getReserves() view returns (uint112 reserve0, uint112 reserve1, uint32 blockTimestampLast)',
  ]),
)
// The first four bytes of keccak256 of getReserves().
const data = '0x0902f1ac'

/**
 * Reads what pools with v2's interface hold, in the order of each pool's `tokens`; undefined where a contract is no pool.
 * @throws ChainUnreadable
 */
export async function readReserves(
  ctx: Parameters<typeof readContracts>[0],
  pools: readonly { readonly pair: Address; readonly tokens: readonly [Address, Address] }[],
  options?: Parameters<typeof readContracts>[2],
): Promise<(readonly [bigint, bigint] | undefined)[]> {
  const answers = await readContracts(
    ctx,
    pools.map(({ pair }) => ({ to: pair, data })),
    options,
  )
  return pools.map(({ tokens }, index) => toReserves(answers[index], tokens))
}

function toReserves(
  answer: Hex | undefined,
  [first, second]: readonly [Address, Address],
): readonly [bigint, bigint] | undefined {
  if (answer === undefined || answer.length !== 194) return undefined
  const [held0, held1] = viem().decodeFunctionResult({
    abi: abi(),
    functionName: 'getReserves',
    data: answer,
  })
  // The pool's first token is the one with the lower address.
  return BigInt(first) < BigInt(second) ? [held0, held1] : [held1, held0]
}
