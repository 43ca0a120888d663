import { beforeEach, expect, test } from 'vitest'
import { page as browser } from 'vitest/browser'
import { eventually } from '../conformance/eventually.ts'
import { createRuntimePage, foxRow } from '../fixtures/runtimePage.ts'
import { until } from '../fixtures/until.ts'

const page = createRuntimePage()
const { find, press, pressButton, start } = page
const relay = { endpoints: { relay: 'wss://relay.example.com' } }
const any = '[data-row="dir:walletConnect"]'
const code = '.connect-code [data-state=ready] .qr-lines'
const width = () => find('.stage-card')?.getBoundingClientRect().width
const attempts = () => page.fake.pairing.attempts

beforeEach(() => browser.viewport(1280, 800))

test('the code stands beside the list, which has no row for it, and a wallet that answers says who it is', async () => {
  const runtime = start({ options: relay })
  runtime.open()
  expect(attempts()).toHaveLength(0)
  await until(() => find(code))
  expect(find(foxRow)).not.toBeNull()
  expect(find(any)).toBeNull()
  await eventually(width).toBe(736)
  const rows = () => [...page.root().querySelectorAll('.row-name')].map(each => each.textContent)
  const before = rows()
  attempts()[0]?.scan()
  await until(() => find('.connect-code [data-state=scanned]'))
  attempts()[0]?.approve({ name: 'Pocket <b>' })
  await eventually(() => find('.connect-code .status-words')?.textContent).toBe(
    'ConnectedPocket <b> is connected.',
  )
  expect(find('.connect-code .logo')?.textContent).toBe('P')
  // The list does not move under the tick.
  expect(rows()).toEqual(before)
  await eventually(() => runtime.getState().open).toBe(false)
})

test('nothing is dialed while the list is only drawn ahead, and closing refuses the code', async () => {
  const runtime = start({ options: relay })
  await until(() => find(foxRow))
  await eventually(() => find('.connect-code')).not.toBeNull()
  expect(attempts()).toHaveLength(0)
  runtime.open()
  await until(() => find(code))
  runtime.close()
  await eventually(() => attempts()[0]?.options.signal.aborted).toBe(true)
})

test('another width keeps the code that was made', async () => {
  const runtime = start({ options: relay })
  runtime.open()
  await until(() => find(code))
  await browser.viewport(700, 800)
  await until(() => find(any))
  expect(find('.connect-code')).toBeNull()
  await eventually(width).toBe(368)
  await press(any)
  await until(() => find('[data-view=ConnectingWalletConnect] [data-state=ready] .qr-lines'))
  await browser.viewport(1280, 800)
  expect(attempts()).toHaveLength(1)
  await press('[part=back]')
  await until(() => find(code))
  expect(attempts()).toHaveLength(1)
})

test('a code that runs out renews itself in its place', async () => {
  start({ options: relay }).open()
  await until(() => find(code))
  page.fake.clock.advance(291_000)
  await until(() => attempts().length > 1)
  await until(() => find(code))
})

test('that no code can be made is said in its place, is no failed connect, and is tried again by a press', async () => {
  start({ options: relay, pairing: 'APKT009' }).open()
  await until(() => find('.connect-code [data-state=failed]'))
  expect(find(foxRow)).not.toBeNull()
  expect(page.told.filter(each => each === 'connectFailed')).toEqual([])
  page.fake.pairing.next = 'APKT009'
  await pressButton('Try again')
  await eventually(() => page.told.filter(each => each === 'connectFailed')).toEqual(['connectFailed'])
})

test('terms are accepted before a code is made', async () => {
  const terms = { termsConditionsUrl: 'https://shop.example/terms', features: { legalCheckbox: true } }
  start({ options: { ...relay, ...terms } }).open()
  await until(() => find('.connect-code-hint'))
  expect(attempts()).toHaveLength(0)
  await press('.connect-legal-input')
  await until(() => find(code))
})

test.each([
  ['the host wants the list alone', { options: { ...relay, layout: 'narrow' as const } }],
  ['there is no relay', {}],
  [
    'a tablet would be what scans',
    { options: relay, platform: { os: 'ios', telegram: false, framed: false } as const },
  ],
])('the list stands alone where %s', async (_why, options) => {
  start(options).open()
  await until(() => find(foxRow))
  expect(find('.connect-code')).toBeNull()
  expect(width()).toBe(368)
  expect(attempts()).toHaveLength(0)
})

test.each(['wide', 'narrow'] as const)(
  'a row that has the focus keeps it where wallets used before come late: %s',
  async layout => {
    const runtime = start({ options: { ...relay, layout } })
    runtime.open()
    const before = await until(() => find(foxRow))
    before.focus()
    runtime.engine.ctx.wallets.dispatch({
      type: 'recentsLoaded',
      recents: [{ walletId: 'rdns:com.example.fox', name: 'Fox' }],
    })
    await until(() =>
      [...page.root().querySelectorAll('.list-heading')].some(each => each.textContent === 'Recent'),
    )
    expect(before.isConnected).toBe(false)
    expect(page.root().activeElement).toBe(find(foxRow))
  },
)
