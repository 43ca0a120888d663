/// <reference types="@vitest/browser-playwright" />
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { themeCss } from '../theme/themeCss.ts'
import { type CloseReason, createStage, type Stage, type StageOptions } from './createStage.ts'

const stages: Stage[] = []
let opener: HTMLButtonElement

function stageOf(options: Partial<StageOptions> = {}): Stage {
  const stage = createStage({ id: `t${stages.length}`, ...options })
  stages.push(stage)
  return stage
}

function fill(stage: Stage, ...lines: string[]): HTMLButtonElement[] {
  const buttons = lines.map(line => {
    const button = document.createElement('button')
    button.textContent = line
    button.style.display = 'block'
    return button
  })
  stage.outlet.replaceChildren(...buttons)
  return buttons
}

const dialogOf = (stage: Stage) => stage.root.querySelector('dialog') as HTMLDialogElement
const cardOf = (stage: Stage) => stage.root.querySelector('.stage-dialog > .stage-card') as HTMLElement
const shaking = (stage: Stage) =>
  cardOf(stage)
    .getAnimations()
    .find(animation => animation.id === 'shake')

/** Real input, by place in this document. */
async function mouse(type: string, x: number, y: number, more: object = {}): Promise<void> {
  const frame = window.frameElement?.getBoundingClientRect()
  await cdp().send('Input.dispatchMouseEvent', {
    type,
    x: x + (frame?.left ?? 0),
    y: y + (frame?.top ?? 0),
    button: type === 'mouseWheel' ? 'none' : 'left',
    buttons: type === 'mouseReleased' || type === 'mouseWheel' ? 0 : 1,
    clickCount: 1,
    ...more,
  } as never)
}

const emulate = (name: string, value: string) =>
  cdp().send('Emulation.setEmulatedMedia', { features: [{ name, value }] } as never)

beforeEach(async () => {
  await page.viewport(800, 600)
  document.body.innerHTML = '<button id="opener">Open</button><div style="height:3000px">tall</div>'
  opener = document.querySelector('#opener') as HTMLButtonElement
  opener.focus()
})

afterEach(async () => {
  for (const stage of stages.splice(0)) stage.destroy()
  document.head.querySelector('style[data-probe]')?.remove()
  await emulate('prefers-reduced-motion', '')
  document.body.innerHTML = ''
  window.scrollTo(0, 0)
})

describe('open and close', () => {
  test('shows the modal dialog before the click handler returns', () => {
    const stage = stageOf()
    stage.open()
    expect(dialogOf(stage).matches(':modal')).toBe(true)
    expect(stage.isOpen).toBe(true)
    expect(stage.root.activeElement).toBe(dialogOf(stage))
    stage.close()
    expect(dialogOf(stage).open).toBe(false)
    expect(stage.isOpen).toBe(false)
  })

  test('returns focus to what had it, also inside another shadow root', () => {
    const stage = stageOf()
    stage.open()
    stage.close()
    expect(document.activeElement).toBe(opener)
    const host = document.body.appendChild(document.createElement('div'))
    const inner = host.attachShadow({ mode: 'open' }).appendChild(document.createElement('button'))
    inner.focus()
    stage.open()
    stage.close()
    expect(host.shadowRoot?.activeElement).toBe(inner)
  })

  test('returns focus to a named opener that never had it', () => {
    const stage = stageOf()
    const other = document.body.appendChild(document.createElement('button'))
    stage.open({ opener: other })
    stage.close()
    expect(document.activeElement).toBe(other)
  })

  test('survives an opener that is gone and a page that emptied its body', () => {
    const stage = stageOf()
    stage.open()
    document.body.innerHTML = ''
    stage.close()
    stage.open()
    expect(dialogOf(stage).matches(':modal')).toBe(true)
  })

  test('locks the page’s scroll without moving it, and restores it exactly', () => {
    const { documentElement: root } = document
    root.style.setProperty('overflow', 'scroll')
    root.style.setProperty('scrollbar-gutter', 'auto', 'important')
    const before = root.getAttribute('style')
    const left = opener.getBoundingClientRect().left
    const one = stageOf()
    const two = stageOf()
    one.open()
    two.open()
    expect(getComputedStyle(root).overflow).toBe('hidden')
    expect(opener.getBoundingClientRect().left).toBe(left)
    one.close()
    expect(getComputedStyle(root).overflow).toBe('hidden')
    two.close()
    expect(root.getAttribute('style')).toBe(before)
    root.removeAttribute('style')
  })

  test('a label, a language and a direction reach the dialog', () => {
    const stage = stageOf({ dir: 'rtl', lang: 'ar' })
    stage.setLabel('Connect a wallet')
    stage.open()
    expect(dialogOf(stage).getAttribute('aria-label')).toBe('Connect a wallet')
    expect(getComputedStyle(dialogOf(stage)).direction).toBe('rtl')
    expect(stage.root.querySelector('[lang=ar]')).not.toBeNull()
  })
})

describe('asking to close', () => {
  test('Escape asks once, and no handler of the page hears it (T9)', async () => {
    const heard = vi.fn()
    document.addEventListener('keydown', heard, { capture: true })
    const stage = stageOf()
    const reasons: CloseReason[] = []
    stage.onRequestClose(reason => reasons.push(reason))
    stage.open()
    await userEvent.keyboard('{Escape}')
    await userEvent.keyboard('{Escape}')
    expect(reasons).toEqual(['escape', 'escape'])
    expect(heard).not.toHaveBeenCalled()
    expect(dialogOf(stage).open).toBe(true)
    stage.close()
    await userEvent.keyboard('{Escape}')
    expect(heard).toHaveBeenCalledOnce()
    document.removeEventListener('keydown', heard, { capture: true })
  })

  test('Escape that ends a composition, or repeats, asks nothing', () => {
    const stage = stageOf()
    const asked = vi.fn()
    stage.onRequestClose(asked)
    stage.open()
    for (const more of [{ isComposing: true }, { repeat: true }]) {
      dialogOf(stage).dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, composed: true, ...more }),
      )
    }
    expect(asked).not.toHaveBeenCalled()
  })

  test('closes by itself without a listener; a listener can be removed', async () => {
    const stage = stageOf()
    const off = stage.onRequestClose(() => {})
    off()
    stage.open()
    await userEvent.keyboard('{Escape}')
    expect(stage.isOpen).toBe(false)
  })

  test('a press beside the card asks; one that began in the card, or a double click, does not', async () => {
    const stage = stageOf()
    fill(stage, 'Row')
    const reasons: CloseReason[] = []
    stage.onRequestClose(reason => reasons.push(reason))
    stage.open()
    await mouse('mousePressed', 400, 300)
    await mouse('mouseReleased', 30, 30)
    await mouse('mousePressed', 30, 30, { clickCount: 2 })
    await mouse('mouseReleased', 30, 30, { clickCount: 2 })
    expect(reasons).toEqual([])
    await mouse('mousePressed', 30, 30)
    await mouse('mouseReleased', 30, 30)
    expect(reasons).toEqual(['backdrop'])
  })

  test('a press counts though the card grows and its button moves away; a press that strays is cancelled', async () => {
    const stage = stageOf()
    const [button = opener] = fill(stage, 'Row')
    const pressed = vi.fn()
    button.addEventListener('click', pressed)
    stage.open()
    const middle = () => {
      const { x, y, width, height } = button.getBoundingClientRect()
      return [x + width / 2, y + height / 2] as const
    }
    const [x, y] = middle()
    await mouse('mousePressed', x, y)
    stage.outlet.append(Object.assign(document.createElement('div'), { style: 'height: 300px' }))
    expect(Math.abs(middle()[1] - y)).toBeGreaterThan(100)
    await mouse('mouseReleased', x, y)
    expect(pressed).toHaveBeenCalledOnce()
    const [, below] = middle()
    await mouse('mousePressed', x, below)
    await mouse('mouseMoved', x, below + 40)
    await mouse('mouseReleased', x, below + 40)
    expect(pressed).toHaveBeenCalledOnce()
  })

  test('while not closable nothing closes it: it shakes for 500 ms (SPEC §9)', async () => {
    const stage = stageOf()
    const asked = vi.fn()
    stage.onRequestClose(asked)
    stage.setClosable(false)
    stage.open()
    for (let press = 0; press < 3; press++) await userEvent.keyboard('{Escape}')
    await mouse('mousePressed', 30, 30)
    await mouse('mouseReleased', 30, 30)
    expect(dialogOf(stage).getAttribute('closedby')).toBe('none')
    expect(dialogOf(stage).matches(':modal')).toBe(true)
    expect(asked).not.toHaveBeenCalled()
    expect(shaking(stage)?.effect?.getComputedTiming().duration).toBe(500)
    stage.setClosable(true)
    await userEvent.keyboard('{Escape}')
    expect(asked).toHaveBeenCalledOnce()
  })

  test('a browser that closes it regardless gets it back, then is asked (T9)', async () => {
    const stage = stageOf()
    const reasons: CloseReason[] = []
    stage.onRequestClose(reason => reasons.push(reason))
    stage.open()
    dialogOf(stage).close()
    await expect.poll(() => reasons).toEqual(['browser'])
    expect(dialogOf(stage).matches(':modal')).toBe(true)
    stage.setClosable(false)
    dialogOf(stage).close()
    await expect.poll(() => dialogOf(stage).open).toBe(true)
    expect(shaking(stage)).toBeDefined()
  })

  test('reduced motion turns the shake into a flash', async () => {
    await emulate('prefers-reduced-motion', 'reduce')
    const stage = stageOf()
    stage.open()
    stage.shake()
    const effect = shaking(stage)?.effect
    const frames = effect instanceof KeyframeEffect ? effect.getKeyframes() : []
    expect(frames.every(frame => frame.transform === undefined)).toBe(true)
    expect(frames.some(frame => 'outline' in frame)).toBe(true)
  })
})

describe('inside a page with an open dialog of its own (T8)', () => {
  test('takes off aria-hidden and inert that others put on it, and puts them back', async () => {
    const stage = stageOf()
    stage.host.setAttribute('aria-hidden', 'true')
    stage.open()
    expect(stage.host.hasAttribute('aria-hidden')).toBe(false)
    stage.host.setAttribute('aria-hidden', 'true')
    stage.host.setAttribute('inert', '')
    dialogOf(stage).setAttribute('inert', '')
    await expect
      .poll(() => stage.host.hasAttribute('aria-hidden') || stage.host.hasAttribute('inert'))
      .toBe(false)
    expect(dialogOf(stage).hasAttribute('inert')).toBe(false)
    stage.close()
    expect(stage.host.getAttribute('aria-hidden')).toBe('true')
    expect(stage.host.hasAttribute('inert')).toBe(true)
  })

  test('scrolls by wheel although the page prevents wheel and touchmove at the document', async () => {
    const prevent = (event: Event) => event.preventDefault()
    for (const type of ['wheel', 'touchmove']) document.addEventListener(type, prevent, { passive: false })
    const stage = stageOf()
    const box = document.createElement('div')
    box.style.cssText = 'height:200px;overflow:auto'
    box.append(Object.assign(document.createElement('div'), { style: 'height:2000px' }))
    stage.outlet.replaceChildren(box)
    stage.open()
    const { x, y } = box.getBoundingClientRect()
    await expect
      .poll(async () => {
        await mouse('mouseWheel', x + 50, y + 50, { deltaX: 0, deltaY: 100 })
        return box.scrollTop
      })
      .toBeGreaterThan(0)
    for (const type of ['wheel', 'touchmove']) document.removeEventListener(type, prevent)
  })

  test('presses, keys and focus stay inside; moves pass', async () => {
    document.body.style.pointerEvents = 'none'
    const heard: string[] = []
    const types = [
      'pointerdown',
      'mousedown',
      'click',
      'focusin',
      'focusout',
      'keydown',
      'keyup',
      'pointermove',
    ]
    const stop = new AbortController()
    for (const type of types) {
      document.addEventListener(type, event => heard.push(event.type), { signal: stop.signal })
    }
    const stage = stageOf()
    const clicked = vi.fn()
    const [button] = fill(stage, 'Inside')
    button?.addEventListener('click', clicked)
    stage.open()
    heard.length = 0
    await page.getByRole('button', { name: 'Inside' }).click()
    await userEvent.keyboard('k')
    expect(clicked).toHaveBeenCalledOnce()
    expect(new Set(heard)).toEqual(new Set(['pointermove']))
    stop.abort()
    document.body.removeAttribute('style')
  })

  test('opens above a native modal dialog of the page and leaves it open', async () => {
    const theirs = document.body.appendChild(document.createElement('dialog'))
    theirs.append(Object.assign(document.createElement('button'), { textContent: 'Theirs' }))
    theirs.showModal()
    const stage = stageOf()
    const [button] = fill(stage, 'Ours')
    const clicked = vi.fn()
    button?.addEventListener('click', clicked)
    stage.open()
    await page.getByRole('button', { name: 'Ours' }).click()
    expect(clicked).toHaveBeenCalledOnce()
    await userEvent.keyboard('{Escape}')
    expect(stage.isOpen).toBe(false)
    expect(theirs.open).toBe(true)
    expect(document.activeElement?.textContent).toBe('Theirs')
  })
})

describe('looks', () => {
  const hostile = `* { all: unset !important; color: red !important; letter-spacing: 1em !important }
    html { font-size: 30px !important; direction: rtl !important }
    body > * { display: none !important; opacity: .1 !important; visibility: hidden !important; transform: scale(2) !important; filter: blur(9px) !important; contain: strict !important }
    dialog, button, div { background: red !important; width: 10px !important }`
  const measure = (stage: Stage) => {
    const card = cardOf(stage)
    const button = stage.outlet.querySelector('button') as HTMLElement
    const style = getComputedStyle(button)
    const { width, height, left } = card.getBoundingClientRect()
    return {
      width,
      height,
      left,
      font: `${style.fontSize} ${style.fontFamily} ${style.letterSpacing} ${style.color}`,
      visible: button.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
      direction: style.direction,
    }
  }

  test('hostile global CSS changes nothing', async () => {
    const stage = stageOf()
    fill(stage, 'One', 'Two')
    await emulate('prefers-reduced-motion', 'reduce')
    stage.open()
    await Promise.all(
      cardOf(stage)
        .getAnimations()
        .map(animation => animation.finished),
    )
    const before = measure(stage)
    const sheet = document.head.appendChild(document.createElement('style'))
    sheet.dataset.probe = ''
    sheet.textContent = hostile
    expect(measure(stage)).toEqual(before)
    expect(before.visible).toBe(true)
    expect(before.width).toBe(368)
  })

  test('two stages keep their own accents', () => {
    const accentOf = (stage: Stage) => getComputedStyle(stage.outlet).getPropertyValue('--lk-accent')
    const one = stageOf({ theme: { mode: 'light', css: themeCss({ accent: '#ff0000' }).css } })
    const two = stageOf({ theme: { mode: 'light', css: themeCss({ accent: '#0000ff' }).css } })
    expect([accentOf(one), accentOf(two)]).toEqual(['#ff0000', '#0000ff'])
  })

  test('the page’s own rules may set a variable on the host element', () => {
    const stage = stageOf()
    const sheet = document.head.appendChild(document.createElement('style'))
    sheet.dataset.probe = ''
    sheet.textContent = '[data-latchkey] { --lk-card: rgb(1 2 3) }'
    expect(getComputedStyle(cardOf(stage)).backgroundColor).toBe('rgb(1, 2, 3)')
  })

  test('follows the system until an option decides, without a script', async () => {
    const stage = stageOf()
    const scheme = () => getComputedStyle(cardOf(stage)).backgroundColor
    await emulate('prefers-color-scheme', 'light')
    expect(scheme()).toBe('rgb(255, 255, 255)')
    await emulate('prefers-color-scheme', 'dark')
    expect(scheme()).toBe('rgb(22, 24, 29)')
    expect(getComputedStyle(cardOf(stage)).colorScheme).toBe('dark')
    stage.setTheme({ mode: 'light' })
    expect(scheme()).toBe('rgb(255, 255, 255)')
    await emulate('prefers-color-scheme', 'light')
    stage.setTheme({ mode: 'dark' })
    expect(scheme()).toBe('rgb(22, 24, 29)')
  })

  test('takes no room in the page’s own layout', () => {
    document.body.style.cssText = 'display:grid;gap:50px'
    const height = document.body.scrollHeight
    stageOf()
    expect(document.body.scrollHeight).toBe(height)
    document.body.removeAttribute('style')
  })

  test('morphs the card’s height when its content changes, unless motion is unwanted', async () => {
    const stage = stageOf()
    const morphing = () =>
      cardOf(stage)
        .getAnimations()
        .some(animation => !(animation instanceof CSSTransition))
    fill(stage, 'One')
    stage.open()
    await expect.poll(() => cardOf(stage).offsetHeight).toBeGreaterThan(0)
    await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    expect(morphing()).toBe(false)
    fill(stage, 'One', 'Two', 'Three', 'Four')
    await expect.poll(morphing).toBe(true)
    await expect.poll(morphing).toBe(false)
    await emulate('prefers-reduced-motion', 'reduce')
    fill(stage, 'One')
    await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    expect(morphing()).toBe(false)
  })

  test('keeps its edge in forced colours', async () => {
    await emulate('forced-colors', 'active')
    const stage = stageOf()
    fill(stage, 'One')
    stage.open()
    expect(getComputedStyle(cardOf(stage)).borderTopWidth).toBe('1px')
    await emulate('forced-colors', 'none')
  })
})

describe('bottom sheet below 430 px', () => {
  async function sheet(): Promise<{ stage: Stage; x: number; y: number; asked: CloseReason[] }> {
    await page.viewport(390, 700)
    await emulate('prefers-reduced-motion', 'reduce')
    const stage = stageOf()
    fill(stage, ...Array.from({ length: 12 }, (_, index) => `Row ${index}`))
    const asked: CloseReason[] = []
    stage.onRequestClose(reason => asked.push(reason))
    stage.open()
    await expect.poll(() => Math.round(cardOf(stage).getBoundingClientRect().bottom)).toBe(700)
    // What pulls it is fetched when it is opened on a narrow screen.
    await import('./followTouch.ts')
    const handle = stage.root.querySelector('.stage-handle') as HTMLElement
    const box = handle.getBoundingClientRect()
    return { stage, asked, x: box.x + box.width / 2, y: box.y + 10 }
  }

  test('lies at the lower edge, as wide as the screen', async () => {
    const { stage } = await sheet()
    const box = cardOf(stage).getBoundingClientRect()
    expect([box.left, box.width]).toEqual([0, 390])
  })

  test('is pulled down by its handle: far closes, a little springs back', async () => {
    const { stage, asked, x, y } = await sheet()
    await mouse('mousePressed', x, y)
    for (const step of [10, 20, 30]) await mouse('mouseMoved', x, y + step)
    expect(cardOf(stage).style.translate).toBe('0px 30px')
    await mouse('mouseMoved', x, y + 30.5)
    await mouse('mouseReleased', x, y + 30)
    expect(asked).toEqual([])
    expect(cardOf(stage).style.translate).toBe('')
    await mouse('mousePressed', x, y)
    for (const step of [50, 120, 200]) await mouse('mouseMoved', x, y + step)
    await mouse('mouseReleased', x, y + 200)
    expect(asked).toEqual(['drag'])
  })

  test('does not move while the wallet frame is shown', async () => {
    const { stage, asked, x, y } = await sheet()
    stage.showFrame({ start: 56, size: 200 })
    await mouse('mousePressed', x, y)
    for (const step of [50, 120, 200]) await mouse('mouseMoved', x, y + step)
    await mouse('mouseReleased', x, y + 200)
    expect(asked).toEqual([])
    expect(cardOf(stage).style.translate).toBe('')
  })
})

describe('permanent places', () => {
  test('an iframe in the frame place loads once, whatever the stage does (T10)', async () => {
    const stage = stageOf({ parent: document.body.appendChild(document.createElement('div')), inline: true })
    const loads = vi.fn()
    const iframe = document.createElement('iframe')
    iframe.addEventListener('load', loads)
    iframe.srcdoc = '<p>frame</p>'
    stage.frame.append(iframe)
    await expect.poll(() => loads.mock.calls.length).toBe(1)
    for (let round = 0; round < 3; round++) {
      stage.open()
      stage.showFrame({ start: 0, size: 100 })
      stage.showFrame(null)
      stage.close()
    }
    await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    expect(loads).toHaveBeenCalledOnce()
  })

  test('inline, the card stands in its place; open lifts its content into the dialog', () => {
    const parent = document.body.appendChild(document.createElement('div'))
    const stage = stageOf({ parent, inline: true })
    const [button] = fill(stage, 'Inline')
    expect(button?.checkVisibility()).toBe(true)
    expect(parent.getBoundingClientRect().height).toBeGreaterThan(10)
    stage.open()
    expect(dialogOf(stage).contains(stage.outlet)).toBe(true)
    stage.close()
    expect(dialogOf(stage).contains(stage.outlet)).toBe(false)
  })

  test('toasts lie in a popover, and inside the dialog while that is open (T7)', () => {
    const stage = stageOf()
    const popover = stage.root.querySelector('[popover]') as HTMLElement
    const button = stage.toasts.appendChild(document.createElement('button'))
    expect(popover.matches(':popover-open')).toBe(false)
    stage.showToasts(true)
    expect(popover.matches(':popover-open')).toBe(true)
    stage.open()
    expect(popover.matches(':popover-open')).toBe(false)
    expect(dialogOf(stage).contains(button)).toBe(true)
    stage.close()
    expect(popover.contains(stage.toasts) && popover.matches(':popover-open')).toBe(true)
    stage.showToasts(false)
    expect(popover.matches(':popover-open')).toBe(false)
  })

  test('announces in the dialog while it is open, else outside; also the same words twice', () => {
    const stage = stageOf()
    const said = (within: Element, role: string) => within.querySelector(`[role=${role}]`)?.textContent
    const outside = stage.root.querySelector('.stage > .visually-hidden') as HTMLElement
    stage.announce('Disconnected')
    expect(said(outside, 'status')).toBe('Disconnected')
    stage.open()
    stage.announce('Copied')
    const first = said(dialogOf(stage), 'status')
    stage.announce('Copied')
    expect(first).toBe('Copied')
    expect(said(dialogOf(stage), 'status')).not.toBe(first)
    stage.announce('Failed', 'assertive')
    expect(said(dialogOf(stage), 'alert')).toBe('Failed')
  })

  test('replaces an earlier announcement with the next one', () => {
    const stage = stageOf()
    stage.open()
    const there = () =>
      [...dialogOf(stage).querySelectorAll('[role=status], [role=alert]')].map(each => each.textContent)
    stage.announce('Continue in Fox Wallet')
    stage.announce('Transaction rejected', 'assertive')
    expect(there()).toEqual(['', 'Transaction rejected'])
    stage.announce('0.25 ETH sent')
    expect(there()).toEqual(['0.25 ETH sent', ''])
  })

  test('a stylesheet is made once per document and added once per stage', () => {
    const one = stageOf()
    const two = stageOf()
    const count = one.root.adoptedStyleSheets.length
    for (const stage of [one, two, one]) stage.adopt('@layer views{.probe{color:red}}')
    expect(one.root.adoptedStyleSheets).toHaveLength(count + 1)
    expect(one.root.adoptedStyleSheets.at(-1)).toBe(two.root.adoptedStyleSheets.at(-1))
  })
})

test('destroy leaves nothing: no element, no listener, no lock', async () => {
  const open = new Set<EventListenerOptions | boolean | undefined>()
  const spy = vi.spyOn(EventTarget.prototype, 'addEventListener').mockImplementation(function (
    this: EventTarget,
    ...[type, listener, options]: Parameters<EventTarget['addEventListener']>
  ) {
    open.add(options)
    original.call(this, type, listener, options)
  })
  for (let round = 0; round < 20; round++) {
    const stage = createStage({ id: 'leak' })
    stage.open()
    stage.setClosable(false)
    stage.destroy()
    stage.open()
    expect(stage.isOpen).toBe(false)
  }
  spy.mockRestore()
  expect(open.size).toBeGreaterThan(0)
  const left = [...open].filter(
    options => typeof options !== 'object' || !(options as AddEventListenerOptions).signal?.aborted,
  )
  expect(left).toEqual([])
  expect(document.querySelectorAll('[data-latchkey]')).toHaveLength(0)
  expect(document.documentElement.getAttribute('style') ?? '').toBe('')
})

const original = EventTarget.prototype.addEventListener
