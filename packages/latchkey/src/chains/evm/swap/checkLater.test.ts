import { expect, test } from 'vitest'
import { checkLater } from './checkLater.ts'
import { checkSwap } from './checkSwap.ts'
import { contracts, goodSwaps, other } from './conformance/goodSwaps.ts'

test.each(goodSwaps)('T70: reads $shape, $name, as one that reads every shape at once', async good => {
  const { built, terms } = good
  expect(await checkLater(built, terms, contracts)).toEqual(checkSwap(built, terms, contracts))
})

test.each(goodSwaps)(
  'T70: refuses $shape, $name, at a contract that is on no list',
  async ({ built, terms }) => {
    const call = { ...built.call, to: other }
    await expect(checkLater({ ...built, call }, terms, contracts)).rejects.toMatchObject({
      code: 'SWAP_UNSAFE',
      context: { reason: 'contract' },
    })
  },
)
