/** A host can fill in any token by its contract, past the look that the picker wants: the review has it (T67). */
import { expect, test } from 'vitest'
import { fakeQuote, fakeSwapTokens, filled } from '../fixtures/fakeSwaps.ts'
import { createRuntimePage } from '../fixtures/runtimePage.ts'
import { until } from '../fixtures/until.ts'

const { startConnected, find, button } = createRuntimePage()
const { ether, dai, imitation } = fakeSwapTokens

async function review(form: Partial<typeof filled>) {
  const runtime = await startConnected({
    options: { features: { swaps: true } },
    swaps: { form: { ...filled, ...form }, quotes: [fakeQuote()] },
  })
  runtime.open({ view: 'Account' })
  await until(() => find('[data-view=Account] [data-row=disconnect]'))
  runtime.open({ view: 'Swap' })
  const press = await until(() => button('Review'))
  press.click()
  return (await until(() => find('[data-view=SwapPreview] .swap-review'))).textContent
}

test.each([
  ['bought', { sell: ether, buy: imitation }],
  ['sold', { sell: imitation, buy: dai }],
])('T67: an unlisted token that is %s has its whole address and a warning in the review', async (_, form) => {
  const words = await review(form)
  expect(words).toContain('USDC isn’t on any list')
  expect(words).toContain(imitation.address)
})

test('listed tokens have neither', async () => {
  expect(await review({ sell: ether, buy: dai })).not.toContain('isn’t on any list')
})
