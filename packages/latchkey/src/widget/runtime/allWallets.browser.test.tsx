import { expect, test } from 'vitest'
import { createRuntimePage } from '../fixtures/runtimePage.ts'
import { until } from '../fixtures/until.ts'

const page = createRuntimePage()
const { root, find, start } = page

test('an arrow key pressed while an input method composes stays in the search field', async () => {
  const runtime = start({ directory: { wallets: 20 } })
  runtime.open({ view: 'AllWallets' })
  await until(() => find('.wallet-tile'))
  const field = find('input') as HTMLInputElement
  field.focus()
  const arrow = (isComposing: boolean) =>
    field.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'ArrowDown', isComposing, bubbles: true, cancelable: true }),
    )
  expect(arrow(true)).toBe(true)
  expect(root().activeElement).toBe(field)
  expect(arrow(false)).toBe(false)
  expect(root().activeElement?.className).toContain('wallet-tile')
})

test.each(['altKey', 'ctrlKey', 'metaKey'])(
  "among all wallets an arrow with %s is the browser's own",
  async held => {
    const runtime = start({ directory: { wallets: 20 } })
    runtime.open({ view: 'AllWallets' })
    await until(() => find('li:nth-child(2) > .wallet-tile'))
    const tile = find('.wallet-tile') as HTMLElement
    tile.focus()
    const arrow = (more: KeyboardEventInit) =>
      tile.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true, cancelable: true, ...more }),
      )
    expect(arrow({ [held]: true })).toBe(true)
    expect(root().activeElement).toBe(tile)
    expect(arrow({})).toBe(false)
    expect(root().activeElement).not.toBe(tile)
  },
)
