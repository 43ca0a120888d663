import { describe, expect, test } from 'vitest'
import { createRuntimePage, fox, foxRow } from '../fixtures/runtimePage.ts'
import { until } from '../fixtures/until.ts'
import { views } from '../views.ts'

const page = createRuntimePage()
const { root, find, state, button, press, start, startConnected } = page

describe('failures', () => {
  test('a view that failed to load offers "Try again"', async () => {
    let tries = 0
    const flaky = views.map(view =>
      view.name === 'Connect'
        ? { ...view, load: () => (tries++ === 0 ? Promise.reject(new Error('offline')) : view.load()) }
        : view,
    )
    const runtime = start({ views: flaky })
    runtime.open()
    await until(() => find('[role=alert]')?.textContent?.startsWith('Can’t connect. Check your internet.'))
    const again = await until(() => button('Try again'))
    again.focus()
    again.click()
    await until(() => find(foxRow))
    expect(tries).toBe(2)
    // The pressed button is gone; without a new target, a keyboard visitor would lose the focus.
    expect(root().activeElement).toBe(find('[part=title]'))
  })

  test('focus on the dialog itself stays there when a row disappears', async () => {
    const runtime = start()
    runtime.open()
    const row = await until(() => find(foxRow))
    find('dialog')?.focus()
    row.remove()
    await new Promise(requestAnimationFrame)
    expect(root().activeElement).toBe(find('dialog'))
  })

  test('a disconnect that the wallet refuses shows a toast on the page', async () => {
    const runtime = await startConnected({}, { ...fox, disconnect: 'fail' })
    runtime.open()
    await press('[data-row=disconnect]')
    await until(() => find('.toast-message')?.textContent === 'Failed to disconnect')
    expect(state()).toMatchObject({ open: false, connections: [] })
  })

  test('an unreadable balance shows a dash and a notice in the card', async () => {
    const runtime = await startConnected({}, { name: 'Fox' })
    runtime.open()
    await until(() => find('.notice')?.textContent === 'Token Balance Unavailable')
    expect(find('.account-balance')?.textContent).toBe('Balance — ETH')
  })
})
