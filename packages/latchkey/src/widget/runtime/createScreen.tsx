import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterPaint } from '../../engine/base/afterPaint.ts'
import type { Notice } from '../../engine/context.ts'
import { createStage, type Stage } from '../../ui/stage/createStage.ts'
import { StageContext } from '../../ui/stage/StageContext.tsx'
import type { Toasts } from '../../ui/toast/createToasts.ts'
import { App } from '../shell/App.tsx'
import { shellTexts } from '../shell/shellTexts.ts'
import { WidgetContext } from '../shell/WidgetContext.tsx'
import type { Widget } from '../shell/widget.ts'
import { readLocale } from '../texts/readLocale.ts'
import { createTranslate } from '../texts/translate.ts'
import { applyTheme } from '../theme/applyTheme.ts'

export interface Screen {
  readonly stage: Stage
  readonly parent: Element | undefined
  /** Whether the widget is on the stage; before that, opening it shows an empty card. */
  readonly isDrawn: boolean
  /** Draws the widget on the stage, once; a later call does nothing. */
  draw(): void
  /** Draws it on the page ahead of time, so that the layout is done before it opens. */
  prepare(): void
  /** Shows the drawn dialog, and sets focus and announcement for the view. */
  show(): void
  /** Theme and locale of the configuration as of now. */
  dress(): void
  /** Whether the visitor's place is in the widget: always in an open dialog; inline, the page has places of its own. */
  readonly isVisited: boolean
  /** Inline: takes the visitor's place to be in the widget until it is elsewhere on the page. */
  visit(): void
  /** Puts focus on the view's heading when the visitor is here and nothing has it. */
  catchFocus(): void
  /** Moves focus from the heading on to the view's first field. */
  moveFocus(field: HTMLElement): void
  /** Says something on the page, beside no open card; the toaster is fetched with the first one. */
  toast(notice: Notice): void
  destroy(): void
}

/**
 * A stage with the widget to be drawn on it, by a React root of its own (DECISIONS T11). It may be drawn while closed,
 * so that opening is `showModal` and one commit; a visitor who was quicker sees it drawn open, once.
 */
export function createScreen(widget: Widget, parent?: Element): Screen {
  const { config } = widget.snapshot()
  const stage = createStage({
    id: config.id,
    ...(parent ? { parent, inline: true } : { late: true }),
    ...readLocale(config.locale),
  })
  const root = createRoot(stage.outlet)
  let isDrawn = false
  let toasts: Toasts | undefined
  let destroyed = false
  const page = stage.host.ownerDocument
  const life = new AbortController()
  /** Inline: what in the widget the visitor pressed or came to last; undefined while they are elsewhere on the page. */
  let place: Node | undefined
  if (parent) {
    // Focus alone does not say it: a press beside all controls leaves it nowhere, and so does a focused part that goes.
    const follow = (event: Event) => {
      const path = event.composedPath()
      place = path.includes(stage.host) ? (path[0] as Node) : undefined
    }
    for (const type of ['focusin', 'pointerdown'])
      page.addEventListener(type, follow, { capture: true, signal: life.signal })
  }
  // What had the focus goes with many a change: the visitor's place in the card must not go with it.
  const watch = new MutationObserver(() => {
    if (page.activeElement === page.body && !place?.isConnected) screen.catchFocus()
  })
  const screen: Screen = {
    stage,
    parent,
    get isDrawn() {
      return isDrawn
    },
    get isVisited() {
      return stage.isOpen || place !== undefined
    },
    visit() {
      if (parent) place = stage.host
    },
    draw() {
      if (isDrawn || destroyed) return
      isDrawn = true
      const app = (
        <StageContext.Provider value={stage}>
          <WidgetContext.Provider value={widget}>
            <App />
          </WidgetContext.Provider>
        </StageContext.Provider>
      )
      // A host mounts from its own React effects, where nothing can be flushed; the dialog is made in a task of ours.
      if (parent) root.render(app)
      else flushSync(() => root.render(app))
      watch.observe(stage.outlet, { childList: true, subtree: true })
    },
    prepare() {
      screen.draw()
      if (!destroyed) stage.place()
    },
    show() {
      stage.open()
      screen.catchFocus()
      const field = stage.outlet.querySelector<HTMLElement>('[data-first]')
      if (field) screen.moveFocus(field)
      const title = stage.outlet.querySelector('[part=title]')?.textContent ?? ''
      afterPaint(widget.engine.ctx.clock, () => stage.announce(title))
    },
    dress() {
      const current = () => widget.snapshot().config
      stage.setLocale(readLocale(current().locale))
      applyTheme(stage, current, name =>
        widget.engine.ctx.alert('CONFIG_INVALID', { option: `themeVariables.${name}` }),
      )
    },
    catchFocus() {
      const focused = stage.root.activeElement
      if (!screen.isVisited || (focused && focused.tagName !== 'DIALOG')) return
      stage.outlet.querySelector<HTMLElement>('[part=title]')?.focus({ preventScroll: true })
    },
    moveFocus(field) {
      if (stage.root.activeElement?.getAttribute('part') === 'title') field.focus({ preventScroll: true })
    },
    toast(notice) {
      import('./addToaster.tsx').then(
        ({ addToaster }) => {
          if (destroyed) return
          const t = createTranslate(shellTexts, widget.snapshot().config.texts)
          const labels = { region: t('shell.notifications'), close: t('shell.dismiss') }
          toasts ??= addToaster(stage, widget.engine.ctx.clock, labels)
          toasts.show({ id: notice.message, ...notice })
        },
        // Only the words are lost; what they were about is in the state.
        () => undefined,
      )
    },
    destroy() {
      destroyed = true
      watch.disconnect()
      life.abort()
      toasts?.destroy()
      stage.destroy()
      // A host may destroy in the middle of its own React's work.
      queueMicrotask(() => root.unmount())
    },
  }
  screen.dress()
  return screen
}
