import { expect, test } from 'vitest'
import { eventually } from '../conformance/eventually.ts'
import { createFakeSiwx, type FakeSiwx } from '../fixtures/fakeSiwx.ts'
import type { FakeWallet } from '../fixtures/fakeWallet.ts'
import { createRuntimePage, fox, foxRow, id, networks } from '../fixtures/runtimePage.ts'
import { until } from '../fixtures/until.ts'

const page = createRuntimePage()
const { find, button, press, pressButton, state, start } = page

/** A visitor presses the wallet's row on a page that asks for sign-in. */
async function connect(how: FakeSiwx, wallet: Partial<FakeWallet> = {}) {
  const siwx = createFakeSiwx(how)
  const runtime = start({ wallets: [{ ...fox, ...wallet }], options: { networks, id, siwx } })
  const failures: string[] = []
  page.fake.facts.on('signInFailed', ({ code }) => failures.push(code))
  runtime.open()
  await press(foxRow)
  return { runtime, siwx, failures }
}

const isSignedIn = () => state().accounts.eip155?.isAuthenticated

test('a required signature is asked for without a further press', async () => {
  const { siwx } = await connect({ required: true })
  await eventually(isSignedIn).toBe(true)
  expect(siwx.kept).toHaveLength(1)
  expect(state().open).toBe(false)
})

test('the card shows that the wallet is asked, and the message', async () => {
  await connect({ required: true }, { signing: 'hang' })
  await until(() => find('.sign-in[data-state=asking]'))
  await pressButton('Show the message')
  expect(find('.sign-in-text')?.textContent).toContain('Sign in to the gallery.')
})

test('declined, the card is there to try again, and asks no more by itself', async () => {
  const { failures } = await connect({ required: true }, { signing: 'reject' })
  await until(() => button('Try again'))
  expect(find('.sign-in')?.dataset.state).toBe('ready')
  await pressButton('Try again')
  await eventually(() => failures.length).toBe(2)
  await until(() => button('Try again'))
  expect(state()).toMatchObject({ open: true, view: 'SIWXSignMessage' })
})

test('an optional signature waits for a press', async () => {
  const { siwx, failures } = await connect({}, { signing: 'reject' })
  await until(() => button('Sign'))
  // Another press than that of the wallet's row would have been refused by now.
  await new Promise(requestAnimationFrame)
  expect([failures, siwx.kept]).toEqual([[], []])
})

test('a visitor who returns is not asked before a press', async () => {
  const siwx = createFakeSiwx({ required: true })
  const runtime = await page.startConnected({ options: { networks, id, siwx } })
  runtime.open()
  await until(() => find('.sign-in[data-state=ready]'))
  await new Promise(requestAnimationFrame)
  expect(find('.sign-in')?.dataset.state).toBe('ready')
  expect(siwx.kept).toEqual([])
})
