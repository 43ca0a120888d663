/// <reference types="@vitest/browser-playwright" />
import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { createStage, type Stage } from '../stage/createStage.ts'
import { StageContext } from '../stage/StageContext.tsx'
import { createToasts, type Toasts } from './createToasts.ts'
import { Toaster } from './Toaster.tsx'

let stage: Stage
let root: Root
let toasts: Toasts
let now = 0
const timers = new Set<{ at: number; fn: () => void }>()

function pass(time: number): void {
  now += time
  for (const timer of [...timers].filter(({ at }) => at <= now)) {
    if (timers.delete(timer)) flushSync(timer.fn)
  }
}

const show = (id: string, variant: 'info' | 'error' | 'success' = 'info') =>
  flushSync(() => toasts.show({ id, message: `Message ${id}`, variant }))
const slots = () => [...stage.root.querySelectorAll<HTMLElement>('.toast-slot:not([data-leaving])')]
const messages = () => slots().map(slot => slot.querySelector('.toast-message')?.textContent)
const region = () => stage.root.querySelector('.toasts') as HTMLElement
const cardOf = (index: number) => slots()[index]?.querySelector('.toast') as HTMLElement

/** Real input, by place in this document. */
async function mouse(type: string, x: number, y: number): Promise<void> {
  const frame = window.frameElement?.getBoundingClientRect()
  const place = { x: x + (frame?.left ?? 0), y: y + (frame?.top ?? 0) }
  const buttons = type === 'mouseReleased' ? 0 : 1
  await cdp().send('Input.dispatchMouseEvent', {
    type,
    ...place,
    button: 'left',
    buttons,
    clickCount: 1,
  } as never)
}

async function drag(element: HTMLElement, x: number, y: number): Promise<void> {
  const box = element.getBoundingClientRect()
  const [left, top] = [box.left + 60, box.top + 8]
  await mouse('mousePressed', left, top)
  await mouse('mouseMoved', left + x / 2, top + y / 2)
  await mouse('mouseMoved', left + x, top + y)
  await mouse('mouseReleased', left + x, top + y)
}

beforeEach(async () => {
  await page.viewport(800, 600)
  await cdp().send('Emulation.setEmulatedMedia', {
    features: [{ name: 'prefers-reduced-motion', value: 'reduce' }],
  } as never)
  document.body.innerHTML = '<button id="before">Before</button>'
  await mouse('mouseMoved', 5, 5)
  now = 0
  timers.clear()
  stage = createStage({ id: 'toasts', lang: 'en' })
  toasts = createToasts({
    clock: {
      now: () => now,
      setTimeout(fn, delay) {
        const timer = { at: now + delay, fn }
        timers.add(timer)
        return () => timers.delete(timer)
      },
    },
  })
  root = createRoot(stage.toasts)
  flushSync(() =>
    root.render(
      <StrictMode>
        <StageContext.Provider value={stage}>
          <Toaster toasts={toasts} label="Notifications" closeLabel="Close" />
        </StageContext.Provider>
      </StrictMode>,
    ),
  )
})

afterEach(() => {
  root.unmount()
  toasts.destroy()
  stage.destroy()
  document.body.innerHTML = ''
})

describe('page toasts (SPEC §9)', () => {
  test('shows 3, newest nearest to the corner, 356 px wide and 14 px apart, bottom right', () => {
    for (const id of ['1', '2', '3', '4']) show(id)
    expect(messages()).toEqual(['Message 4', 'Message 3', 'Message 2'])
    const [first, second] = [0, 1].map(index => cardOf(index).getBoundingClientRect())
    expect(first?.width).toBe(356)
    expect((first?.top ?? 0) - (second?.bottom ?? 0)).toBe(14)
    expect(first?.right).toBe(800 - 24)
    expect(first?.bottom).toBe(600 - 24)
  })

  test('lies in a popover while there are any, and leaves after 4000 ms', () => {
    const popover = stage.root.querySelector('[popover]') as HTMLElement
    show('1')
    expect(popover.matches(':popover-open')).toBe(true)
    pass(3999)
    expect(messages()).toEqual(['Message 1'])
    pass(1)
    expect(messages()).toEqual([])
    pass(200)
    expect(region()).toBeNull()
    expect(popover.matches(':popover-open')).toBe(false)
  })

  test('waits while pointed at, while focused, and while the page is hidden', async () => {
    show('1')
    const box = cardOf(0).getBoundingClientRect()
    await mouse('mouseMoved', box.left + 30, box.top + 8)
    expect(toasts.getSnapshot().holds).toEqual(['hover'])
    await mouse('mouseMoved', 5, 5)
    expect(toasts.getSnapshot().holds).toEqual([])
    region().focus()
    expect(toasts.getSnapshot().holds).toEqual(['focus'])
    ;(document.querySelector('#before') as HTMLElement).focus()
    expect(toasts.getSnapshot().holds).toEqual([])
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    document.dispatchEvent(new Event('visibilitychange'))
    expect(toasts.getSnapshot().holds).toEqual(['hidden'])
    hidden.mockRestore()
    document.dispatchEvent(new Event('visibilitychange'))
    expect(toasts.getSnapshot().holds).toEqual([])
  })

  test('waits also for a pointer that comes from what the page’s own React drew', async () => {
    const host = createRoot(document.body.appendChild(document.createElement('div')))
    flushSync(() => host.render(<main style={{ position: 'fixed', inset: 0 }}>Page</main>))
    show('1')
    const box = cardOf(0).getBoundingClientRect()
    await mouse('mouseMoved', 300, 300)
    await mouse('mouseMoved', box.left + 30, box.top + 8)
    expect(toasts.getSnapshot().holds).toEqual(['hover'])
    await mouse('mouseMoved', 300, 300)
    expect(toasts.getSnapshot().holds).toEqual([])
    host.unmount()
  })

  test.each(['ctrlKey', 'metaKey', 'shiftKey', 'modifierAltGraph'])('Alt+T with %s is not ours', held => {
    show('a')
    const before = document.getElementById('before') as HTMLElement
    before.focus()
    const press = new KeyboardEvent('keydown', {
      code: 'KeyT',
      altKey: true,
      [held]: true,
      bubbles: true,
      cancelable: true,
    })
    expect(before.dispatchEvent(press)).toBe(true)
    expect(document.activeElement).toBe(before)
  })

  test('Alt+T leads in, Escape leads back to where the visitor was', async () => {
    const before = document.querySelector('#before') as HTMLElement
    before.focus()
    show('1')
    await userEvent.keyboard('{Alt>}t{/Alt}')
    expect(stage.root.activeElement).toBe(region())
    await userEvent.keyboard('{Tab}')
    expect(stage.root.activeElement?.getAttribute('aria-label')).toBe('Close')
    await userEvent.keyboard('{Escape}')
    expect(document.activeElement).toBe(before)
  })

  test('when the last one is closed by hand, focus goes back', async () => {
    const before = document.querySelector('#before') as HTMLElement
    before.focus()
    show('1')
    await userEvent.keyboard('{Alt>}t{/Alt}{Tab}{Enter}')
    expect(messages()).toEqual([])
    pass(200)
    await expect.poll(() => document.activeElement).toBe(before)
    // The one after it leaves by itself again.
    await expect.poll(() => toasts.getSnapshot().holds).toEqual([])
    show('2')
    pass(4000)
    await expect.poll(messages).toEqual([])
  })

  test('when one of two is closed by hand, focus stays with the other', async () => {
    show('1')
    show('2')
    await userEvent.keyboard('{Alt>}t{/Alt}{Tab}{Enter}')
    pass(200)
    await expect.poll(() => messages().length).toBe(1)
    await expect.poll(() => stage.root.activeElement?.closest('[part=toasts]')).not.toBeNull()
    expect(stage.root.activeElement).not.toBeNull()
  })

  test('is swiped away to the side or down, but not up, back, or a little', async () => {
    show('1')
    await drag(cardOf(0), -80, 0)
    expect(messages()).toEqual(['Message 1'])
    await drag(cardOf(0), 0, -80)
    expect(messages()).toEqual(['Message 1'])
    await drag(cardOf(0), 60, 0)
    expect(messages()).toEqual([])
    show('2')
    await drag(cardOf(0), 0, 50)
    expect(messages()).toEqual([])
  })

  test('is mirrored in right-to-left text', async () => {
    stage.setLocale({ dir: 'rtl', lang: 'ar' })
    show('1')
    expect(cardOf(0).getBoundingClientRect().left).toBe(24)
    await drag(cardOf(0), 80, 0)
    expect(messages()).toEqual(['Message 1'])
    await drag(cardOf(0), -80, 0)
    expect(messages()).toEqual([])
  })

  test('is read out: politely, and errors at once', () => {
    const said = (role: string) =>
      stage.root.querySelector(`.stage > .visually-hidden [role=${role}]`)?.textContent
    show('1', 'success')
    expect(said('status')).toBe('Message 1')
    show('2', 'error')
    expect(said('alert')).toBe('Message 2')
  })

  test('can be used inside an open dialog; Escape there does not close the dialog', async () => {
    stage.open()
    show('1')
    expect(stage.root.querySelector('dialog')?.contains(region())).toBe(true)
    await userEvent.keyboard('{Alt>}t{/Alt}')
    expect(stage.root.activeElement).toBe(region())
    await userEvent.keyboard('{Escape}')
    expect(stage.isOpen).toBe(true)
    await page.getByRole('button', { name: 'Close' }).click()
    expect(messages()).toEqual([])
  })

  test('on a phone it is as wide as the screen, and above the sheet while one is open', async () => {
    await page.viewport(390, 700)
    show('1')
    expect(cardOf(0).getBoundingClientRect().width).toBe(390 - 32)
    expect(cardOf(0).getBoundingClientRect().bottom).toBe(700 - 16)
    stage.open()
    expect(cardOf(0).getBoundingClientRect().top).toBe(16)
  })
})
