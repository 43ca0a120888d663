import type { FrameEvent, FrameEventName } from 'latchkey/services'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Frame } from '../frame.ts'
import { LoginWaiting } from '../login/screens/LoginWaiting.tsx'
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

function Rows() {
  return (
    <div>
      <div className="row" style={{ display: 'flex', gap: 8, inlineSize: 300 }}>
        <span>You send</span>
        <span data-text="">-0.05 ETH</span>
      </div>
      <p data-text="">Is this your wallet?</p>
      <p>
        <bdi data-text="">−1,000.5</bdi>
      </p>
    </div>
  )
}

const told: (readonly [FrameEventName, unknown])[] = []
const hosts = () => [...document.body.children].filter(element => element.shadowRoot)
const shadow = () => hosts().at(-1)?.shadowRoot as ShadowRoot
const words = () => shadow().querySelector('p')?.textContent
const press = (name: string) =>
  [...shadow().querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click()

// The screens of this test ask nothing of it.
const noFrame = () => ({}) as Frame

function make(where = document, frame = noFrame): Screens {
  told.length = 0
  return createScreens({
    document: where,
    loaders: {
      VERIFY_OTP: async () => ({ Screen: Code, size: 300 }),
      APPROVE: async () => ({ Screen: Code, size: 400 }),
      DEVICES: async () => ({ Screen: () => <div style={{ blockSize: 123.4 }} />, size: 500 }),
      PASSKEY: async () => ({ Screen: Rows, size: 500 }),
      SETTINGS: async () => ({ Screen: () => <div style={{ blockSize: 123.7 }} />, size: 500 }),
      VERIFY_DEVICE: async () => ({ Screen: () => <LoginWaiting t={name => name} />, size: 300 }),
      RECOVERY: () => Promise.reject(new Error('no such chunk')),
    },
    emit: <E extends FrameEventName>(name: E, payload: FrameEvent<E>) => void told.push([name, payload]),
    frame,
  })
}

afterEach(() => {
  for (const host of hosts()) host.remove()
})

test('S11: an approval keeps its own font, in a size that can be read; other screens take the host’s', async () => {
  const screens = make()
  screens.dress({ variables: { fontFamily: 'Wingdings', fontSizeMaster: '6px' } })
  const token = (name: string) =>
    getComputedStyle(shadow().querySelector('.place') as Element).getPropertyValue(`--lk-${name}`)
  const { close } = screens.show('APPROVE', {})
  await expect.poll(words).toBe('{}')
  expect(token('font-family')).not.toContain('Wingdings')
  expect(token('font-size-master')).toBe('10px')
  screens.dress({ variables: { fontFamily: 'Webdings', fontSizeMaster: '24px' } })
  expect(token('font-family')).not.toContain('Webdings')
  expect(token('font-size-master')).toBe('16px')
  close()
  screens.show('VERIFY_OTP', { email: 'a' })
  await expect.poll(words).toBe('{"email":"a"}')
  expect(token('font-family')).toContain('Webdings')
  expect(token('font-size-master')).toBe('24px')
})

test('draws a screen with the first request for it, reports its height, and answers when the visitor is done', async () => {
  const screens = make()
  expect(hosts()).toHaveLength(0)
  screens.dress({ mode: 'dark', variables: { accent: '#ff0000' }, locale: 'de', dir: 'rtl' })
  const { result } = screens.show('VERIFY_OTP', { email: 'ada@example.com' })
  // What draws is loaded with the first wish.
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

test('T07: in a page that is read from right to left the layout turns, and an amount keeps its sign and unit where they are', async () => {
  const screens = make()
  screens.dress({ locale: 'ar', dir: 'rtl' })
  screens.show('PASSKEY', undefined)
  await expect.poll(() => shadow().querySelector('.row')).not.toBeNull()
  const place = shadow().querySelector('.place') as HTMLElement
  const host = shadow().host as HTMLElement
  expect([document.documentElement.lang, host.lang, getComputedStyle(place).direction]).toEqual([
    'ar',
    'en',
    'rtl',
  ])
  const leftOf = (node: ChildNode | null, at: number) => {
    const range = document.createRange()
    range.setStart(node as ChildNode, at)
    range.setEnd(node as ChildNode, at + 1)
    return range.getBoundingClientRect().left
  }
  const [name, amount] = [...place.querySelectorAll('.row > *')] as HTMLElement[]
  // The layout is mirrored: what comes first stands right.
  expect(name?.getBoundingClientRect().left).toBeGreaterThan(amount?.getBoundingClientRect().right as number)
  for (const text of place.querySelectorAll('[data-text]')) {
    const node = text.firstChild
    const places = [...(node?.textContent ?? '')].map((_, at) => leftOf(node, at))
    expect(places, text.textContent ?? '').toEqual([...places].sort((a, b) => a - b))
  }
  // A page with words of its own speaks its language here as well.
  screens.dress({ locale: 'ar', dir: 'rtl', texts: { 'login.back': 'رجوع' } })
  expect(host.lang).toBe('ar')
  screens.dress({})
  expect([document.documentElement.lang, document.documentElement.dir, host.dir]).toEqual([
    'en',
    'ltr',
    'ltr',
  ])
})

test('stacks several screens: each answers by itself, and all can be closed', async () => {
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

test('reports the height of a screen as high as the one before, so that the card does not cut it off', async () => {
  const screens = make()
  screens.show('VERIFY_OTP', 1)
  await expect.poll(() => told.at(-1)).toEqual(['AREA', { screen: 'VERIFY_OTP', size: 123 }])
  const second = screens.show('APPROVE', 2)
  await expect.poll(words).toBe('2')
  await expect.poll(() => told.at(-1)).toEqual(['AREA', { screen: 'APPROVE', size: 123 }])
  press('Done')
  expect(await second.result).toBe('done')
  await expect.poll(words).toBe('1')
  await expect.poll(() => told.at(-1)).toEqual(['AREA', { screen: 'VERIFY_OTP', size: 123 }])
})

test('reports Escape to the page, which does not receive the key (T9)', async () => {
  const screens = make()
  screens.show('VERIFY_OTP', null)
  await expect.poll(words).toBe('null')
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => told).toContainEqual(['ESCAPE', {}])
})

test('refuses an unknown screen, and one whose chunk fails', async () => {
  const screens = make()
  await expect(screens.show('RECOVERY_SETUP', null).result).rejects.toMatchObject({
    code: 'FRAME_UNSUPPORTED',
  })
  await expect(screens.show('RECOVERY', null).result).rejects.toMatchObject({ code: 'CHUNK_FAILED' })
  expect(screens.count).toBe(0)
})

test('loads the renderer again with the next request after a failure', async () => {
  let isBroken = true
  const screens = make(document, () => {
    if (isBroken) throw new Error('no such chunk')
    return noFrame()
  })
  const refused = [screens.show('APPROVE', 1), screens.show('APPROVE', 2)]
  for (const { result } of refused) await expect(result).rejects.toMatchObject({ code: 'CHUNK_FAILED' })
  isBroken = false
  const { result } = screens.show('VERIFY_OTP', 3)
  await expect.poll(words).toBe('3')
  expect([hosts().length, screens.count]).toEqual([1, 1])
  press('Done')
  expect(await result).toBe('done')
  // Refused screens do not wait.
  await expect.poll(words).toBeUndefined()
})

test.each([
  ['light', 'DEVICES'],
  ['dark', 'DEVICES'],
  ['dark', 'SETTINGS'],
  [undefined, 'DEVICES'],
] as const)(
  'in a frame of %s as high as %s reports, nothing scrolls, and the last pixel has the color of the card',
  async (mode, name) => {
    const iframe = await addFrame(`color-scheme:${mode ?? 'light dark'}`)
    const inside = iframe.contentDocument as Document
    const screens = make(inside)
    screens.dress(mode ? { mode } : {})
    screens.show(name, null)
    await expect.poll(() => told).toContainEqual(['AREA', { screen: name, size: 124 }])
    iframe.style.blockSize = '124px'
    const { clientHeight, scrollHeight } = inside.documentElement
    expect([clientHeight, scrollHeight]).toEqual([124, 124])

    const place = inside.body.lastElementChild?.shadowRoot?.querySelector('.place') as HTMLElement
    const { backgroundColor } = getComputedStyle(place)
    // As the card below it has.
    document.body.style.background = backgroundColor
    onTestFinished(() => void document.body.style.removeProperty('background'))
    expect(await coloursOf(iframe)).toEqual([backgroundColor])
  },
)

test('a screen that waits for its login keeps the height of the card', async () => {
  const iframe = await addFrame('block-size:300px')
  const inside = iframe.contentDocument as Document
  make(inside).show('VERIFY_DEVICE', null)
  const place = () => inside.body.lastElementChild?.shadowRoot?.querySelector('.place')
  await expect.poll(() => place()?.querySelector('.spinner')).toBeTruthy()
  // The drawing is measured by the end of the next frame.
  for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame)
  expect(told.length).toBeGreaterThan(1)
  for (const each of told) expect(each).toEqual(['AREA', { screen: 'VERIFY_DEVICE', size: 300 }])
  const spinner = place()?.querySelector('.spinner') as Element
  const { left, width, top, height } = spinner.getBoundingClientRect()
  expect(left + width / 2).toBeCloseTo(iframe.clientWidth / 2, 0)
  expect(top + height / 2).toBeGreaterThan(130)
})

/** A frame as the card has it. */
async function addFrame(css: string): Promise<HTMLIFrameElement> {
  const iframe = document.createElement('iframe')
  iframe.style.cssText = `display:block;border:0;${css}`
  iframe.srcdoc = '<!doctype html>'
  const isThere = new Promise(resolve => iframe.addEventListener('load', resolve))
  document.body.append(iframe)
  onTestFinished(() => iframe.remove())
  await isThere
  // One of its own window sees its layout in time.
  const { ResizeObserver } = iframe.contentWindow as Window & typeof globalThis
  vi.stubGlobal('ResizeObserver', ResizeObserver)
  onTestFinished(() => void vi.unstubAllGlobals())
  return iframe
}

/** The colours of an element's pixels on the screen, as CSS writes them. */
async function coloursOf(element: Element): Promise<string[]> {
  const base64 = await page.elementLocator(element).screenshot({ save: false })
  const picture = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob())
  const { width, height } = picture
  const canvas = new OffscreenCanvas(width, height).getContext('2d') as OffscreenCanvasRenderingContext2D
  canvas.drawImage(picture, 0, 0)
  const { data } = canvas.getImageData(0, 0, width, height)
  const colours = new Set<string>()
  for (let at = 0; at < data.length; at += 4) colours.add(`rgb(${data.slice(at, at + 3).join(', ')})`)
  return [...colours]
}
