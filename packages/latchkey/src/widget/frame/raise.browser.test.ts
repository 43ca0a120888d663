import { afterEach, expect, test } from 'vitest'
import { mainnet } from '../../contract/networks/evm.ts'
import { eventually } from '../conformance/eventually.ts'
import { createFakeRuntime, type FakeRuntime } from '../fixtures/createFakeRuntime.ts'
import { createFakeSiwx, sessionOf } from '../fixtures/fakeSiwx.ts'
import { fakeAddress } from '../fixtures/fakeWallet.ts'
import type { Widget } from '../shell/widget.ts'
import { views } from '../views.ts'
import { frameOf } from './frameOf.ts'

let fake: FakeRuntime
const state = () => fake.runtime.getState()

/** A wallet's page: it reports that it is ready, and draws the requested screens. */
const walletPage = `
  let port
  window.draw = screen => port.postMessage({
    type: '@latchkey-frame/AREA', payload: { screen, size: screen ? 400 : 0 },
  })
  addEventListener('message', ({ data, ports }) => {
    port = ports[0]
    const answer = ({ type, id }, payload = {}) =>
      ({ type: type.replace('app', 'frame') + '_SUCCESS', id, payload })
    port.onmessage = ({ data: asked }) => port.postMessage(answer(asked))
    port.postMessage(answer(data, { protocol: 1, sdk: 4, abilities: [] }))
  })
  parent.postMessage({ type: '@latchkey-frame/FRAME_READY', payload: { protocol: [1, 1], sdk: 4 } }, '*')
`

/** A page whose visitor has to sign in once more, with the wallet's frame loaded; a dialog is closed. */
async function start(autoMount: boolean) {
  let widget: Widget | undefined
  const siwx = createFakeSiwx({ required: true })
  await siwx.setSessions([sessionOf({ accountAddress: fakeAddress, chainId: mainnet.caipNetworkId })])
  fake = createFakeRuntime({
    wallets: [{ name: 'Fox' }],
    connected: 0,
    views: views.map(view =>
      view.name === 'Account'
        ? {
            ...view,
            enter(entered: Widget) {
              widget = entered
              return () => undefined
            },
          }
        : view,
    ),
    options: { id: 'raise', networks: [mainnet], siwx, endpoints: { frame: location.origin }, autoMount },
  })
  const { runtime } = fake
  if (autoMount) runtime.open()
  else runtime.mount(document.body)
  await eventually(() => state().accounts.eip155?.isAuthenticated).toBe(true)
  const found = widget as unknown as Widget
  const frame = await frameOf(found)
  const iframe = found.stage()?.frame.querySelector('iframe') as HTMLIFrameElement
  await new Promise(resolve => iframe.addEventListener('load', resolve, { once: true }))
  const inner = iframe.contentWindow as typeof window & { draw(screen: 'APPROVE' | null): void }
  inner.eval(walletPage)
  await frame.whenReady()
  runtime.close()
  await runtime.verbs.signOut()
  return { runtime, draw: inner.draw }
}

afterEach(() => fake.runtime.destroy())

test.each([
  { place: 'a dialog', autoMount: true },
  { place: 'the page', autoMount: false },
])(
  'in $place, a wallet request shows over an owed signature, which continues afterwards',
  async ({ autoMount }) => {
    const { runtime, draw } = await start(autoMount)
    if (autoMount) runtime.open()
    await eventually(() => state().view).toBe('SIWXSignMessage')
    draw('APPROVE')
    await eventually(() => state().view).toBe('ApproveTransaction')
    draw(null)
    await eventually(() => state().view).toBe('SIWXSignMessage')
  },
)

test('a wallet request to a closed widget comes before an owed signature', async () => {
  const { runtime, draw } = await start(true)
  const signIn = await runtime.engine.signIn()
  draw('APPROVE')
  await eventually(() => signIn.machine.getState().at).toBe('ready')
  expect(state()).toMatchObject({ open: true, view: 'ApproveTransaction' })
  draw(null)
  await eventually(() => state().view).toBe('SIWXSignMessage')
})
