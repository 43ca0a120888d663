import { useDeferredValue, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { afterPaint } from '../../engine/base/afterPaint.ts'
import { Header } from '../../ui/header/Header.tsx'
import { help } from '../../ui/icon/shapes.ts'
import { useCss } from '../../ui/stage/useCss.ts'
import { LeavingScope } from './LeavingContext.tsx'
import { NoticeBar } from './NoticeBar.tsx'
import css from './shell.css'
import { shellTexts } from './shellTexts.ts'
import { useEngineState } from './useEngineState.ts'
import { useLogo } from './useLogo.ts'
import { type ShownEntry, useShownEntry } from './useShownEntry.ts'
import { useTexts } from './useTexts.ts'
import { useWide } from './useWide.ts'
import { useWidget } from './useWidget.ts'
import { ViewFooter } from './ViewFooter.tsx'
import { ViewLayer } from './ViewLayer.tsx'
import { ViewOutlet } from './ViewOutlet.tsx'

const firstField = '.shell-view:not([data-under]) [data-first]'

/** The frame round every view: header, the view, its footer, the notice. */
export function App() {
  const shown = useShownEntry()
  return (
    <LeavingScope leaving={shown.leaving}>
      <Frame shown={shown} />
    </LeavingScope>
  )
}

function Frame({ shown: { entry, phase, before, leaving } }: { readonly shown: ShownEntry }) {
  const stage = useCss(css)
  const widget = useWidget()
  const t = useTexts(shellTexts)
  const open = useSyncExternalStore(widget.subscribe, () => widget.snapshot().modal.open)
  const inline = useEngineState(snapshot => snapshot.modal.inline)
  const behind = useEngineState(snapshot => snapshot.modal.behind.length)
  const definition = widget.views.definition(entry.view)
  const data = entry.data as never
  const title = useEngineState(snapshot => definition?.title({ t, data, snapshot }) ?? '')
  const closable = useEngineState(snapshot => definition?.closable?.(snapshot) ?? true)
  // Inline the widget cannot close: Back leads from the first view to the resting one.
  const isHome = entry.view === 'Connect' || entry.view === 'Account'
  const canGoBack = behind > 0 || (inline && closable && !isHome)
  const explains = definition?.help
  const logo = useLogo(entry.view === 'Connect')
  // Drawn in pieces, between whatever else there is to do; gone to, it keeps its key, and with it all that is drawn.
  const ahead = useDeferredValue(useSyncExternalStore(widget.views.subscribe, widget.views.ahead))
  const made = useEngineState(snapshot => snapshot.modal.made)
  const root = useRef<HTMLDivElement>(null)
  const begun = useRef<{ readonly key: number; readonly open: boolean }>(null)
  const at = useSyncExternalStore(widget.views.subscribe, () => widget.views.state(entry.view).at)

  const isWide = useWide(definition?.wide)
  // Before the card is measured for the view.
  useLayoutEffect(() => widget.stage()?.setWide(isWide), [isWide, widget])

  useLayoutEffect(() => widget.drew(entry), [entry, widget])

  // Each view focuses its heading or first field and is announced; inline, not before the visitor's first action.
  useLayoutEffect(() => {
    const before = begun.current
    begun.current = { key: entry.key, open }
    if (!open || (before?.open && before.key === entry.key) || (inline && !before)) return
    // Before the dialog is shown, nothing can take focus or be announced; `show` does both.
    if (!stage?.isOpen && !inline) return
    // Each focus lays everything out: the heading has it only while there is no field to have it.
    const find = (selector: string) => root.current?.querySelector<HTMLElement>(selector)
    if (widget.isVisited()) (find(firstField) ?? find('[part=title]'))?.focus({ preventScroll: true })
    const say = () => stage?.announce(title)
    // The announcement costs a layout too, so a widget that has just opened paints first.
    if (before?.open) say()
    else afterPaint(widget.engine.ctx.clock, say)
  }, [open, inline, entry.key, stage, title, widget])

  // The first field may come after the heading, with the view's chunk; focus that has gone elsewhere stays there.
  useLayoutEffect(() => {
    const field = root.current?.querySelector<HTMLElement>(firstField)
    if (open && at === 'ready' && entry.key === begun.current?.key && field) widget.moveFocus(field)
  }, [open, at, entry.key, widget])

  const isNext = open && ahead?.key === made && ahead.from === entry.key
  const layers = before ? [entry, before] : isNext ? [ahead, entry] : [entry]
  return (
    <div className="shell" ref={root} data-view={entry.view}>
      <Header
        title={title}
        back={canGoBack && !definition?.firm ? { label: t('shell.back'), onClick: widget.back } : undefined}
        help={
          explains && { label: t('title.whatIsAWallet'), shape: help, onClick: () => widget.push(explains) }
        }
        logo={logo}
        close={closable && !inline ? { label: t('shell.close'), onClick: widget.close } : undefined}
      />
      <div className="shell-views">
        {layers.map(each => (
          <LeavingScope leaving={leaving || each !== entry} key={`${each.key} ${each.view}`}>
            <ViewLayer view={each.view} phase={each === ahead ? 'ahead' : phase} under={each === before}>
              <ViewOutlet entry={each} />
              <ViewFooter footer={widget.views.definition(each.view)?.footer} />
            </ViewLayer>
          </LeavingScope>
        ))}
      </div>
      <NoticeBar />
    </div>
  )
}
