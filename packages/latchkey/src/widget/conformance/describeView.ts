/** What every view keeps in every state (DESIGN, "The widget at run time"): shown by the real engine and shell. */
import axe from 'axe-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { endMotion } from '../fixtures/endMotion.ts'
import { examineCard } from '../fixtures/examineCard.ts'
import { type ShownState, showViewState } from '../fixtures/showViewState.ts'
import type { ViewState } from '../fixtures/viewStates.ts'
import { views } from '../views.ts'
import { eventually } from './eventually.ts'
import { focusable, movingAnimations } from './inspect.ts'

const dialogOf = ({ root }: ShownState) => root.querySelector('dialog') as HTMLDialogElement
const stageOf = ({ root }: ShownState) => root.querySelector('.stage') as HTMLElement
const headingOf = ({ root }: ShownState) => root.querySelector('[part=title]') as HTMLElement

async function media(...features: readonly (readonly [name: string, value: string])[]): Promise<void> {
  const set = features.map(([name, value]) => ({ name, value }))
  await cdp().send('Emulation.setEmulatedMedia', { features: set } as never)
}

// The browser's page is there for other files as well.
afterAll(() => media())

/** Runs eight checks on one state, in order and on one showing: bringing a state about is most of the work. */
export function describeView(state: ViewState): void {
  describe(state.id, () => {
    let shown: ShownState

    beforeAll(async () => {
      await page.viewport(1280, 800)
      await media(['prefers-reduced-motion', 'reduce'])
      // React logs a view that throws, and one of the states throws on purpose.
      vi.spyOn(console, 'error').mockImplementation(() => undefined)
      document.documentElement.lang = 'en'
      document.body.innerHTML = '<main><h1>Host</h1><button id="opener">Open</button></main>'
      document.getElementById('opener')?.focus()
      shown = await showViewState(state)
    })

    afterAll(async () => {
      shown?.destroy()
      vi.restoreAllMocks()
    })

    test('names the dialog, focuses its start and announces it', () => checkBeginning(shown, state))
    test('moves nothing under reduced motion', () =>
      eventually(() => movingAnimations(shown.root)).toEqual([]))
    test('passes axe in the light theme', () => checkAxe(shown, 'light'))
    test('keeps its contrast in the dark theme', () => checkAxe(shown, 'dark'))
    test('keeps its edges in forced colours', () => checkForcedColours(shown))
    test('fits desktop, phone and small phone, at 200 % text and from the right too', () =>
      checkLayout(shown, state))
    test('is reached in reading order by Tab', () => checkTabOrder(shown))
    test('answers Escape', () => checkEscape(shown, state))
  })
}

async function checkBeginning(now: ShownState, { focus }: ViewState): Promise<void> {
  // A view may change its title once more as it gets to know how things are.
  const isNamed = () => dialogOf(now).getAttribute('aria-label') === headingOf(now).textContent
  await eventually(isNamed).toBe(true)
  const heading = headingOf(now)
  expect(heading.textContent).not.toBe('')
  const first = now.root.querySelector(focus ?? '.shell-view:not([data-under]) [data-first]') ?? heading
  await eventually(() => now.root.activeElement).toBe(first)
  const said = () => [...dialogOf(now).querySelectorAll('[aria-live]')].map(each => each.textContent).join('')
  await eventually(said).not.toBe('')
}

/** Tab reaches everything in the order it is read, and does not leave the dialog. */
async function checkTabOrder(now: ShownState): Promise<void> {
  const wanted = focusable(dialogOf(now))
  const heading = headingOf(now)
  heading.focus()
  const isBefore = (each: Element) =>
    (heading.compareDocumentPosition(each) & Node.DOCUMENT_POSITION_PRECEDING) !== 0
  const before = wanted.filter(isBefore)
  const reached: Element[] = []
  const stop = new AbortController()
  now.root.addEventListener('focusin', ({ target }) => reached.push(target as Element), {
    signal: stop.signal,
  })
  // All at once: a round trip to the browser takes longer than the checks.
  await userEvent.keyboard('{Tab}'.repeat(wanted.length - before.length))
  stop.abort()
  // What is drawn anew under the focus keeps it, and is counted once.
  const isAgain = (each: Element, next: Element | undefined) =>
    !each.isConnected && next !== undefined && describeElement(next) === describeElement(each)
  const once = reached.filter((each, at) => !isAgain(each, reached[at + 1]))
  expect([...before, ...once].map(describeElement)).toEqual(wanted.map(describeElement))
  expect(document.activeElement).toBe(now.root.host)
}

/** Escape goes back, else closes and gives focus back, else refuses. */
async function checkEscape(now: ShownState, state: ViewState): Promise<void> {
  const { runtime, root } = now
  // A view may have steps of its own, each with its title, such as the receipt of a payment.
  const place = () => `${runtime.getState().view} ${headingOf(now).textContent}`
  const before = place()
  const hasBack = root.querySelector('[part=back]') !== null
  const hasClose = root.querySelector('[part=close]') !== null
  await userEvent.keyboard('{Escape}')
  if (hasBack) {
    await eventually(place).not.toBe(before)
    expect(runtime.getState().open).toBe(true)
  } else if (hasClose) {
    await eventually(() => runtime.getState().open).toBe(false)
    expect(document.activeElement?.id).toBe('opener')
  } else {
    expect(views.find(each => each.name === state.view)?.closable).toBeDefined()
    expect(runtime.getState()).toMatchObject({ open: true, view: state.view })
    expect(dialogOf(now).open).toBe(true)
  }
}

async function checkAxe({ runtime, root }: ShownState, themeMode: 'light' | 'dark'): Promise<void> {
  runtime.configure({ ...runtime.engine.ctx.config, themeMode })
  // Changes while axe looks are immediate: no visitor reads a color half way through a transition.
  const still = new CSSStyleSheet()
  still.replaceSync('*, *::before, *::after { transition: none !important }')
  root.adoptedStyleSheets.push(still)
  endMotion(root)
  const { violations } = await axe.run(root.host as HTMLElement, {
    resultTypes: ['violations'],
    // All other rules would say the same of both themes.
    ...(themeMode === 'dark' && { runOnly: ['color-contrast', 'link-in-text-block'] }),
  })
  root.adoptedStyleSheets = root.adoptedStyleSheets.filter(sheet => sheet !== still)
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' ')}`)).toEqual([])
}

async function checkForcedColours({ root }: ShownState): Promise<void> {
  await media(['forced-colors', 'active'], ['prefers-reduced-motion', 'reduce'])
  const edged = root.querySelectorAll('.stage-dialog .stage-card, .stage-dialog .button, .stage-dialog .tag')
  for (const each of edged) {
    expect(Number.parseFloat(getComputedStyle(each).borderTopWidth), each.className).toBeGreaterThan(0)
  }
  await media(['prefers-reduced-motion', 'reduce'])
}

/**
 * On a desktop, a phone and a small one (WCAG 1.4.10), the first two also with twice the text size, the last also from the
 * right: nothing is cut, no usual word is broken, the card stays on the screen, fingers find all.
 */
async function checkLayout(now: ShownState, state: ViewState): Promise<void> {
  const { runtime } = now
  const { config } = runtime.engine.ctx
  const sizeOf = () => getComputedStyle(headingOf(now)).fontSize
  const usual = sizeOf()
  const isWide = state.wide || now.root.querySelector('.connect-code') !== null
  const examine = (where: string, touch = false) =>
    eventually(() => examineCard({ touch }), where).toEqual([])
  await examine('desktop')
  runtime.configure({ ...config, themeVariables: { fontSizeMaster: '20px' } })
  await eventually(sizeOf).toBe('34px')
  await examine('desktop, 200 % text')
  await page.viewport(390, 844)
  await examine('phone, 200 % text')
  runtime.configure(config)
  await eventually(sizeOf).toBe(usual)
  await examine('phone', true)
  await page.viewport(320, 568)
  await examine('small phone', true)
  const direction = stageOf(now).dir
  stageOf(now).dir = 'rtl'
  await examine('small phone, from the right', true)
  stageOf(now).dir = direction
  await page.viewport(1280, 800)
  // What stood beside it comes back by itself: as it was, or a code anew.
  const beside = () => now.root.querySelector(`${state.sign}, .connect-code [data-state=ready]`)
  if (isWide) await eventually(beside).not.toBeNull()
}

function describeElement(element: Element): string {
  const name = element.getAttribute('aria-label') ?? element.textContent ?? ''
  return `${element.tagName.toLowerCase()} ${name.trim().slice(0, 40)}`
}
