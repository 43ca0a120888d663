import type { FrameEvent, FrameEventName } from 'latchkey/contract'
import { afterEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Frame } from '../frame.ts'
import { createScreens, type Screens } from './createScreens.ts'
import type { ScreenProps } from './screen.ts'

function Code({ data, done, close }: ScreenProps) {
  return (
    <div style={{ blockSize: 123 }}>
      <p>{JSON.stringify(data)}</p>
      <button type="button" onClick={done}>
        Done
      </button>
      <button type="button" onClick={close}>
        Close
      </button>
    </div>
  )
}

const told: (readonly [FrameEventName, unknown])[] = []
const hosts = () => [...document.body.children].filter(element => element.shadowRoot)
const shadow = () => hosts().at(-1)?.shadowRoot as ShadowRoot
const words = () => shadow().querySelector('p')?.textContent
const press = (name: string) =>
  [...shadow().querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click()

function make(): Screens {
  told.length = 0
  return createScreens({
    document,
    loaders: {
      VERIFY_OTP: async () => ({ Screen: Code, size: 300 }),
      APPROVE: async () => ({ Screen: Code, size: 400 }),
      RECOVERY: () => Promise.reject(new Error('no such chunk')),
    },
    tell: <E extends FrameEventName>(name: E, payload: FrameEvent<E>) => void told.push([name, payload]),
    // The screens of this test ask nothing of it.
    frame: () => ({ rooms: new Map() }) as unknown as Frame,
  })
}

afterEach(() => {
  for (const host of hosts()) host.remove()
})

test('a screen is drawn with the first wish for it, tells its height, and answers when the visitor is through', async () => {
  const screens = make()
  expect(hosts()).toHaveLength(0)
  screens.dress({ mode: 'dark', variables: { accent: '#ff0000' }, locale: 'de', dir: 'rtl' })
  const { result } = screens.show('VERIFY_OTP', { email: 'ada@example.com' })
  await expect.poll(words).toBe('{"email":"ada@example.com"}')
  await expect.poll(() => told).toContainEqual(['AREA', { screen: 'VERIFY_OTP', size: 123 }])
  expect(told[0]).toEqual(['AREA', { screen: 'VERIFY_OTP', size: 300 }])
  const host = shadow().host as HTMLElement
  expect([host.dataset.theme, host.dir, document.documentElement.lang]).toEqual(['dark', 'rtl', 'de'])
  screens.dress({ mode: 'light' })
  expect([host.dataset.theme, host.dir]).toEqual(['light', 'ltr'])
  press('Done')
  expect(await result).toBe('done')
  await expect.poll(words).toBeUndefined()
  expect(told.at(-1)).toEqual(['AREA', { screen: null, size: 0 }])
})

test('several wait in a stack: each answers by itself, and all can be taken back', async () => {
  const screens = make()
  const first = screens.show('APPROVE', 1)
  const second = screens.show('APPROVE', 2)
  await expect.poll(words).toBe('2')
  expect(screens.count).toBe(2)
  press('Close')
  expect(await second.result).toBe('closed')
  await expect.poll(words).toBe('1')
  const asked = screens.show('VERIFY_OTP', 4)
  await expect.poll(words).toBe('4')
  screens.closeAll(name => name !== 'APPROVE')
  expect(await asked.result).toBe('closed')
  await expect.poll(words).toBe('1')
  const third = screens.show('APPROVE', 3)
  screens.closeAll()
  expect([await first.result, await third.result]).toEqual(['closed', 'closed'])
  await expect.poll(words).toBeUndefined()
  expect(screens.count).toBe(0)
})

test('Escape is told the page, which does not hear it (T9)', async () => {
  const screens = make()
  screens.show('VERIFY_OTP', null)
  await expect.poll(words).toBe('null')
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => told).toContainEqual(['ESCAPE', {}])
})

test('a screen that is not part of this frame, or whose chunk does not come, is refused', async () => {
  const screens = make()
  await expect(screens.show('SETTINGS', null).result).rejects.toMatchObject({ code: 'FRAME_UNSUPPORTED' })
  await expect(screens.show('RECOVERY', null).result).rejects.toMatchObject({ code: 'CHUNK_FAILED' })
  expect(screens.count).toBe(0)
})
