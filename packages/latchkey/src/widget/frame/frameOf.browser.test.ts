import { expect, test } from 'vitest'
import { systemClock } from '../../engine/base/clock.ts'
import { createStage } from '../../ui/stage/createStage.ts'
import type { Widget } from '../shell/widget.ts'
import { frameOf } from './frameOf.ts'

/** As much of a widget as a frame asks for. */
function startWidget(texts?: Readonly<Record<string, string>>) {
  const stage = createStage({ id: 'test' })
  const life = new AbortController()
  const widget = {
    kept: new Map(),
    stage: () => stage,
    subscribe: () => () => undefined,
    engine: {
      ctx: {
        config: { endpoints: { frame: location.origin }, projectId: 'test', networks: [], texts },
        clock: systemClock,
        signal: life.signal,
        alert: () => undefined,
      },
    },
  } as unknown as Widget
  const end = () => {
    life.abort()
    stage.destroy()
  }
  return { widget, stage, end }
}

/** What a wallet's page does: it says that it is there, and keeps what it is asked. */
const walletPage = `
  const answer = ({ type, id }, payload = {}) => ({ type: type.replace('app', 'frame') + '_SUCCESS', id, payload })
  addEventListener('message', ({ data, ports: [port] }) => {
    port.onmessage = ({ data: asked }) => {
      parent.asked.push(asked.type)
      port.postMessage(answer(asked))
    }
    port.postMessage(answer(data, { protocol: 1, sdk: 4, abilities: [] }))
  })
  parent.postMessage({ type: '@latchkey-frame/FRAME_READY', payload: { protocol: [1, 1], sdk: 4 } }, '*')
`

test('a wallet that is loaded anew is told how the page looks and which networks it lists, before anything else', async () => {
  const asked: string[] = []
  Object.assign(window, { asked })
  const { widget, stage, end } = startWidget()
  const frame = await frameOf(widget)
  const iframe = stage.frame.querySelector('iframe') as HTMLIFrameElement
  const load = () => new Promise(resolve => iframe.addEventListener('load', resolve, { once: true }))
  const greet = () => (iframe.contentWindow as typeof window).eval(walletPage)
  await load()
  for (const time of ['after one that never answered', 'after one that did']) {
    const loaded = load()
    frame.reload().catch(() => undefined)
    const next = frame.request('SIGN_OUT', {})
    await loaded
    greet()
    await next
    expect(asked.splice(0), time).toEqual([
      '@latchkey-app/SYNC_THEME',
      '@latchkey-app/SYNC_DAPP_DATA',
      '@latchkey-app/SIGN_OUT',
    ])
  }
  end()
})

test.each([
  [undefined, 'Wallet'],
  [{ 'frame.title': 'Brieftasche' }, 'Brieftasche'],
])('with the texts %j the frame is called %s', async (texts, title) => {
  const { widget, stage, end } = startWidget(texts)
  await frameOf(widget)
  expect(stage.frame.querySelector('iframe')?.title).toBe(title)
  end()
})
