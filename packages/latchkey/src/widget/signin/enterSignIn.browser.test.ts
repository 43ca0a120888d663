import { afterEach, expect, test } from 'vitest'
import { mainnet, optimism } from '../../contract/networks/evm.ts'
import type { Siwx } from '../../contract/siwx.ts'
import { eventually } from '../conformance/eventually.ts'
import { createFakeRuntime, type FakeRuntime } from '../fixtures/createFakeRuntime.ts'
import { createFakeSiwx, type FakeSiwx, sessionOf } from '../fixtures/fakeSiwx.ts'
import { fakeAddress } from '../fixtures/fakeWallet.ts'
import { until } from '../fixtures/until.ts'

let fake: FakeRuntime
const view = () => fake.runtime.getState().view
const find = (selector: string) =>
  document.querySelector('[data-latchkey=sign-in]')?.shadowRoot?.querySelector<HTMLElement>(selector)

/** A page that was just loaded, and whose visitor is connected. */
function load(siwx: Siwx, emailCapture = false): FakeRuntime {
  fake = createFakeRuntime({
    wallets: [{ name: 'Fox' }],
    connected: 0,
    services: { '/v1/signin/email': 'hangs' },
    options: { id: 'sign-in', networks: [mainnet, optimism], siwx, features: { emailCapture } },
  })
  return fake
}

/** The same, once it is known whether there is a session. */
async function reload(how: FakeSiwx, emailCapture = false) {
  const { signedIn = [], ...rest } = how
  const siwx = createFakeSiwx(rest)
  const { caipNetworkId: chainId } = mainnet
  await siwx.setSessions(signedIn.map(accountAddress => sessionOf({ accountAddress, chainId })))
  const { runtime } = load(siwx, emailCapture)
  const signIn = await runtime.engine.signIn()
  await eventually(() => signIn.machine.getState().at).toMatch(/^(email|ready|signedIn)$/)
  return { runtime, signIn }
}

afterEach(() => fake.runtime.destroy())

test('asks for the email address first, also after a reload', async () => {
  const { runtime } = await reload({ required: true }, true)
  runtime.open()
  await eventually(view).toBe('DataCapture')
  await until(() => find('.email input'))
})

test('asks no more for an email address that was skipped', async () => {
  const { runtime, signIn } = await reload({}, true)
  signIn.skipEmail()
  await eventually(() => signIn.machine.getState().at).toBe('ready')
  runtime.open({ view: 'DataCapture' })
  await eventually(view).toBe('SIWXSignMessage')
})

test('shows the account to a signed-in visitor', async () => {
  const { runtime } = await reload({ signedIn: [fakeAddress] })
  runtime.open({ view: 'SIWXSignMessage' })
  await eventually(view).toBe('Account')
  expect(fake.runtime.getState().open).toBe(true)
})

test('asks a signed-out visitor to sign in again', async () => {
  const { runtime } = await reload({ signedIn: [fakeAddress] })
  await runtime.verbs.signOut()
  runtime.open({ view: 'SIWXSignMessage' })
  await until(() => find('.sign-in[data-state=ready]'))
})

test('does not open by itself after a reload when the wallet in use is locked and another replaces it', async () => {
  fake = createFakeRuntime({
    wallets: [{ name: 'Fox', connect: 'locked' }, { name: 'Owl' }],
    connected: 0,
    others: [1],
    options: { id: 'sign-in', networks: [mainnet], siwx: createFakeSiwx(), features: { multiWallet: true } },
  })
  const { engine, getState } = fake.runtime
  const signIn = await engine.signIn()
  await eventually(() => signIn.machine.getState().at).toBe('ready')
  expect(getState().connections).toMatchObject([{ wallet: { name: 'Owl' } }])
  expect(getState().open).toBe(false)
})

test('lets a visitor pass who was not shown an optional sign-in', async () => {
  const { runtime } = await reload({})
  runtime.open({ view: 'SwitchNetwork', arguments: { caipNetworkId: mainnet.caipNetworkId } })
  expect(view()).toBe('SwitchNetwork')
  await eventually(() => fake.runtime.getState().open).toBe(false)
})

test('leads from the account to the sign-in when the visitor has no session', async () => {
  let answer: ((sessions: []) => void) | undefined
  const looked = new Promise<[]>(resolve => {
    answer = resolve
  })
  const { runtime } = load({ ...createFakeSiwx({ required: true }), getSessions: () => looked })
  await runtime.engine.ready
  runtime.open()
  expect(view()).toBe('Account')
  answer?.([])
  await eventually(view).toBe('SIWXSignMessage')
})

test('looks for a session again on opening when the first look failed', async () => {
  let isDown = true
  const siwx = createFakeSiwx({ required: true })
  const { runtime, facts } = load({
    ...siwx,
    async getSessions(...of) {
      if (isDown) throw new Error('No answer')
      return siwx.getSessions(...of)
    },
  })
  await new Promise<void>(resolve => {
    facts.on('signInFailed', () => resolve())
  })
  isDown = false
  runtime.open()
  await eventually(view).toBe('SIWXSignMessage')
})
