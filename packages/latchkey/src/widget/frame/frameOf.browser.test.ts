import { expect, test } from 'vitest'
import { systemClock } from '../../engine/base/clock.ts'
import { createStage, type Stage } from '../../ui/stage/createStage.ts'
import type { Widget } from '../shell/widget.ts'
import { frameOf } from './frameOf.ts'

/** As much of a widget as a frame asks for. */
function startWidget(texts?: Readonly<Record<string, string>>, locale?: string) {
  const stage = createStage({ id: 'test' })
  const life = new AbortController()
  let current = stage
  const widget = {
    stage: () => current,
    subscribe: () => () => undefined,
    engine: {
      ctx: {
        config: { endpoints: { frame: location.origin }, projectId: 'test', networks: [], texts, locale },
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
  const moveTo = (next: Stage) => {
    current = next
    return next
  }
  return { widget, stage, end, moveTo }
}

/** What a wallet's page does: it says that it is there, and keeps what it is asked. */
const walletPage = `
  const answer = ({ type, id }, payload = {}) => ({ type: type.replace('app', 'frame') + '_SUCCESS', id, payload })
  addEventListener('message', ({ data, ports: [port] }) => {
    port.onmessage = ({ data: asked }) => {
      parent.asked.push(asked.type)
      parent.themes?.push(asked.payload)
      port.postMessage(answer(asked))
    }
    port.postMessage(answer(data, { protocol: 1, sdk: 4, abilities: [] }))
  })
  parent.postMessage({ type: '@latchkey-frame/FRAME_READY', payload: { protocol: [1, 1], sdk: 4 } }, '*')
`

test('a reloaded wallet receives the theme and the listed networks first', async () => {
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
  [undefined, {}],
  ['de-AT', { locale: 'de-AT', dir: 'ltr' }],
  ['ar-EG', { locale: 'ar-EG', dir: 'rtl' }],
  ['he', { locale: 'he', dir: 'rtl' }],
  ['no tag', { locale: 'en', dir: 'ltr' }],
])('with the locale %s the frame is sent %j', async (locale, theme) => {
  const themes: unknown[] = []
  Object.assign(window, { asked: [], themes })
  const { widget, stage, end } = startWidget(undefined, locale)
  const frame = await frameOf(widget)
  const iframe = stage.frame.querySelector('iframe') as HTMLIFrameElement
  await new Promise(resolve => iframe.addEventListener('load', resolve, { once: true }))
  ;(iframe.contentWindow as typeof window).eval(walletPage)
  await frame.request('SIGN_OUT', {})
  expect(themes[0]).toEqual(theme)
  end()
})

test('a frame whose stage is gone, as after mounting elsewhere, fails and the next one is new', async () => {
  const { widget, stage, end, moveTo } = startWidget()
  const frame = await frameOf(widget)
  expect(frame.state).toBe('loading')
  stage.host.remove()
  expect(frame.state).toBe('failed')
  await expect(frame.request('IS_CONNECTED', {})).rejects.toMatchObject({ code: 'IFRAME_LOAD_FAILED' })
  await expect(frame.whenReady()).rejects.toMatchObject({ code: 'IFRAME_LOAD_FAILED' })
  const next = moveTo(createStage({ id: 'test' }))
  const other = await frameOf(widget)
  expect([other === frame, other.state]).toEqual([false, 'loading'])
  await expect(frame.whenReady()).rejects.toMatchObject({ code: 'DESTROYED' })
  end()
  next.destroy()
})

test('a page that replaced its body gets the same frame back in its place', async () => {
  const { widget, stage, end } = startWidget()
  const frame = await frameOf(widget)
  stage.host.remove()
  expect(await frameOf(widget)).toBe(frame)
  expect([stage.host.isConnected, stage.frame.querySelectorAll('iframe').length]).toEqual([true, 1])
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
