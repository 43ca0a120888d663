import { encodeFunctionResult, type Hex, multicall3Abi, zeroAddress } from 'viem'
import { describe, expect, it } from 'vitest'
import type { RpcProxy } from '../../../../data/rpc/createRpcProxy.ts'
import { chainOf } from '../swapAsk.fixture.ts'
import { createSettlers } from './createSettlers.ts'

const [current, before] = [
  '0x207e1074858A7e78f17002075739eD2745dbaEce',
  '0x70bf6634eE8Cb27D04478f184b9b8BB13E5f4710',
] as const
const wordOf = (address: string): Hex => `0x${'0'.repeat(24)}${address.slice(2).toLowerCase()}`

/** Nodes that answer Multicall3 with these words, or fail. */
function nodes(answers: () => readonly (Hex | undefined)[] | 'down') {
  let asked = 0
  const call: RpcProxy['call'] = async () => {
    asked += 1
    const words = answers()
    if (words === 'down') throw new Error('no node answers')
    const result = encodeFunctionResult({
      abi: multicall3Abi,
      functionName: 'aggregate3',
      result: words.map(word => ({ success: word !== undefined, returnData: word ?? '0x' })),
    })
    return [{ result }]
  }
  return { proxy: { call }, asked: () => asked }
}

describe('createSettlers', () => {
  it('T70: names the current Settler and the one before, once for ten minutes', async () => {
    let time = 0
    const { proxy, asked } = nodes(() => [wordOf(current), wordOf(before)])
    const read = createSettlers({ proxy, clock: () => time })
    expect(await read(chainOf('eip155:1'))).toEqual([current, before])
    time = 599_999
    expect(await read(chainOf('eip155:1'))).toEqual([current, before])
    expect(asked()).toBe(1)
    time = 600_000
    await read(chainOf('eip155:1'))
    expect(asked()).toBe(2)
  })

  it.each([
    ['of a chain with one alone', [wordOf(current), wordOf(zeroAddress)], [current]],
    ['twice the same', [wordOf(current), wordOf(current)], [current]],
    ['while 0x has paused', [wordOf(zeroAddress), wordOf(before)], []],
  ])('names %s', async (_, words, settlers) => {
    const { proxy } = nodes(() => words)
    expect(await createSettlers({ proxy, clock: () => 0 })(chainOf('eip155:1'))).toEqual(settlers)
  })

  it('names none during an outage, and asks again after ten seconds', async () => {
    let time = 0
    let isDown = true
    const { proxy } = nodes(() => (isDown ? 'down' : [wordOf(current), wordOf(before)]))
    const read = createSettlers({ proxy, clock: () => time })
    expect(await read(chainOf('eip155:1'))).toEqual([])
    isDown = false
    expect(await read(chainOf('eip155:1'))).toEqual([])
    time = 10_000
    expect(await read(chainOf('eip155:1'))).toEqual([current, before])
  })
})
