import { tokensCss } from '../theme/tokensCss.ts'
import { activeElement } from './activeElement.ts'
import { adoptCss, createSheet } from './adoptCss.ts'
import { buildStage } from './buildStage.ts'
import type { Politeness } from './createLive.ts'
import { guardHost } from './guardHost.ts'
import { holdPress } from './holdPress.ts'
import { isolateEvents } from './isolateEvents.ts'
import { lockScroll } from './lockScroll.ts'
import { morphHeight } from './morphHeight.ts'
import { shakeElement } from './shakeElement.ts'
import css from './stage.css'

/** Why the visitor wants to leave: Escape, a click beside the card, the sheet pulled down, the browser's own back, a button. */
export type CloseReason = 'escape' | 'backdrop' | 'drag' | 'browser' | 'button'

export interface StageTheme {
  /** Default 'system': follows the visitor's setting. */
  readonly mode?: 'light' | 'dark' | 'system'
  /** `themeCss(variables).css` where the host gave variables; else the defaults. */
  readonly css?: string | undefined
}

export interface StageOptions {
  /** The instance's id, shown as `data-latchkey` on the host element. */
  readonly id: string
  /** Where the host element goes; default the body. */
  readonly parent?: Element
  /** Inline: the card stands in `parent` without an overlay; `open` lifts its content into the dialog, `close` puts it back. */
  readonly inline?: boolean
  readonly theme?: StageTheme
  /** Stays out of the page until `place` or `open`: content added before is laid out once, when it shows. */
  readonly late?: boolean
  readonly dir?: 'ltr' | 'rtl'
  readonly lang?: string
}

/** The place the widget is drawn on: one host element, one open shadow root, one native dialog. No framework inside. */
export interface Stage {
  readonly host: HTMLElement
  readonly root: ShadowRoot
  /** Permanent root of the views. */
  readonly outlet: HTMLElement
  /** Parent of the wallet's iframe, which is shown in the card by a slot: never moved, so an iframe in it never reloads. */
  readonly frame: HTMLElement
  /** Permanent root of the page toasts; it moves into the dialog while that is open. */
  readonly toasts: HTMLElement
  readonly isOpen: boolean
  /** Appends the host element where it belongs, unless it is there. */
  place(): void
  /** Shows the dialog at once, inside the click that asked for it; focus returns to `opener` or to what had it. */
  open(options?: { readonly opener?: Element | null }): void
  close(): void
  /** Asks the listeners to close; shakes instead while not closable; closes without a listener. */
  requestClose(reason: CloseReason): void
  onRequestClose(listener: (reason: CloseReason) => void): () => void
  setClosable(closable: boolean): void
  /** Gives the dialog's card its wider size, on a screen that has room for it. */
  setWide(wide: boolean): void
  setTheme(theme: StageTheme): void
  setLocale(locale: { readonly dir: 'ltr' | 'rtl'; readonly lang: string }): void
  /** The dialog's accessible name; `Header` sets it from its title. */
  setLabel(label: string): void
  /** Adds a part's or view's stylesheet once. */
  adopt(css: string): void
  shake(): void
  announce(text: string, politeness?: Politeness): void
  /** Shows the frame over the card from `start`, `size` px high; null hides it. Drag, morph and shake rest meanwhile. */
  showFrame(area: { readonly start: number; readonly size: number } | null): void
  /** Raises the page toasts above the page while no dialog is open; the toaster calls it. */
  showToasts(shown: boolean): void
  /** Removes every element, listener, observer and lock. */
  destroy(): void
}

/** Creates a stage and appends it to the page (`parent` or the body), unless `late`; nothing is visible before `open`, unless inline. */
export function createStage(options: StageOptions): Stage {
  const document = options.parent?.ownerDocument ?? globalThis.document
  const inline = options.inline ?? false
  const parent = () => options.parent ?? document.body
  const parts = buildStage(document, options.id, inline)
  const { host, root, dialog, scrim, card, outlet, frame, toasts, page } = parts
  const life = new AbortController()
  const { signal } = life
  const adopted = new Set<string>()
  const listeners = new Set<(reason: CloseReason) => void>()
  let isOpen = false
  let closable = true
  let toastsShown = false
  const narrow = document.defaultView?.matchMedia('(max-width: 429.98px)')
  let followsTouch = false
  /** The tokens on the sheet; null before there are any. */
  let worn: string | undefined | null = null
  let opener: Element | null = null
  /** The steps to undo at close, last first. */
  let undo: (() => void)[] = []

  adoptCss(root, css)
  const themeSheet = createSheet(document, '')
  root.adoptedStyleSheets.push(themeSheet)

  const isStill = () => 'shown' in frame.dataset
  const shake = () =>
    shakeElement(isOpen || !parts.home ? card : (parts.home.parentElement ?? card), isStill())

  function place(): void {
    if (!host.isConnected) parent().append(host)
  }

  function showModal(): void {
    place()
    if (!dialog.open) dialog.showModal()
  }

  function requestClose(reason: CloseReason): void {
    if (!isOpen) return
    if (!closable) shake()
    else if (listeners.size === 0) stage.close()
    else for (const listener of [...listeners]) listener(reason)
  }

  /** On the window and capturing: before a host's own Escape handler, which would close the host's dialog instead (T9). */
  function onKeydown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.isComposing) return
    const path = event.composedPath()
    // Focus fell back to the body when the focused element vanished: still ours, since the rest is inert.
    const adrift = document.activeElement === document.body || document.activeElement === null
    if (path.includes(toasts) || !(path.includes(host) || adrift)) return
    // A menu has something of its own to close first.
    if (path.some(each => each instanceof HTMLElement && each.dataset.ownEscape !== undefined)) return
    event.preventDefault()
    event.stopPropagation()
    if (!event.repeat) requestClose('escape')
  }

  /** A screen without touch, wide enough for a card, needs neither the sheet's pull nor the keyboard's tracking. */
  function loadTouch(): void {
    if (followsTouch || !isOpen || !(narrow?.matches || navigator.maxTouchPoints)) return
    followsTouch = true
    const allowed = () => isOpen && !isStill() && narrow?.matches === true
    import('./followTouch.ts').then(
      ({ followTouch }) =>
        followTouch(dialog, card, { allowed, onClose: () => requestClose('drag'), signal }),
      () => {
        followsTouch = false
      },
    )
  }

  /** Moves the toasts to where they can be used: behind an open modal they would be dead (T7). */
  function placeToasts(): void {
    ;(isOpen ? dialog : page).append(toasts)
    // Without popovers the toasts lie on the page by their z-index.
    if ('popover' in page && host.isConnected) page.togglePopover(toastsShown && !isOpen)
  }

  const stage: Stage = {
    host,
    root,
    outlet,
    frame: host,
    toasts,
    get isOpen() {
      return isOpen
    },
    place,
    open({ opener: from } = {}) {
      if (isOpen || signal.aborted) return
      isOpen = true
      opener = from ?? activeElement(document)
      if (inline) parts.inner.append(outlet)
      document.defaultView?.addEventListener('keydown', onKeydown, { capture: true, signal })
      undo = [guardHost(host, dialog)]
      // The width of the scroll bar costs nothing to read while the page is laid out: before we come, or once we are there.
      const isLate = !host.isConnected
      if (isLate) undo.push(lockScroll(document))
      placeToasts()
      showModal()
      if (!isLate) undo.push(lockScroll(document))
      loadTouch()
    },
    close() {
      if (!isOpen) return
      isOpen = false
      document.defaultView?.removeEventListener('keydown', onKeydown, { capture: true })
      dialog.close()
      if (parts.home) parts.home.append(outlet)
      for (const step of undo.reverse()) step()
      undo = []
      placeToasts()
      // The browser returns focus to what had it; a button that was clicked without taking focus (Safari) is ours to find.
      if (opener?.isConnected && activeElement(document) !== opener)
        (opener as HTMLElement).focus?.({ preventScroll: true })
      opener = null
    },
    requestClose,
    onRequestClose(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    setClosable(value) {
      closable = value
      dialog.setAttribute('closedby', value ? 'closerequest' : 'none')
    },
    setWide(wide) {
      card.toggleAttribute('data-wide', wide)
    },
    setTheme({ mode = 'system', css: tokens }) {
      if (tokens !== worn) themeSheet.replaceSync(tokens ?? tokensCss())
      worn = tokens
      host.dataset.theme = mode
    },
    setLocale({ dir, lang }) {
      parts.stage.dir = dir
      parts.stage.lang = lang
    },
    setLabel(label) {
      dialog.setAttribute('aria-label', label)
    },
    adopt(text) {
      // Every part asks at every mount; the root's own list is slow to read.
      if (adopted.has(text)) return
      adopted.add(text)
      adoptCss(root, text)
    },
    shake,
    announce(text, politeness = 'polite') {
      const live = isOpen ? parts.dialogLive : parts.pageLive
      live.say(text, politeness)
    },
    showFrame(area) {
      frame.toggleAttribute('data-shown', area !== null)
      if (!area) return
      frame.style.setProperty('--stage-frame-start', `${area.start}px`)
      frame.style.setProperty('--stage-frame-size', `${area.size}px`)
    },
    showToasts(shown) {
      toastsShown = shown
      placeToasts()
    },
    destroy() {
      stage.close()
      life.abort()
      stopMorph()
      listeners.clear()
      host.remove()
    },
  }

  stage.setTheme(options.theme ?? {})
  stage.setLocale({ dir: options.dir ?? 'ltr', lang: options.lang ?? '' })
  isolateEvents(host, event => !inline || isOpen || event.composedPath().includes(toasts), signal)
  const stopMorph = morphHeight(card, parts.inner, () => isOpen && !isStill())
  narrow?.addEventListener('change', loadTouch, { signal })
  let pressedScrim = false
  dialog.addEventListener(
    'pointerdown',
    event => {
      pressedScrim = event.target === scrim || event.target === dialog
      holdPress(event)
    },
    { signal },
  )
  dialog.addEventListener(
    'click',
    event => {
      // Not the end of a selection that began in the card, nor the second click of a double click on the opener.
      const outside = event.target === scrim || event.target === dialog
      if (pressedScrim && outside && event.detail < 2) requestClose('backdrop')
    },
    { signal },
  )
  dialog.addEventListener(
    'cancel',
    event => {
      if (event.target !== dialog) return
      event.preventDefault()
      requestClose('browser')
    },
    { signal },
  )
  dialog.addEventListener(
    'close',
    () => {
      // A browser may close a dialog without asking (a second Escape or Android back, T9): undo that, then ask.
      if (!isOpen || dialog.open) return
      showModal()
      requestClose('browser')
    },
    { signal },
  )
  if (!options.late) place()
  return stage
}
