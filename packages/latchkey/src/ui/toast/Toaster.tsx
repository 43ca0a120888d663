import { type KeyboardEvent, useEffect, useRef, useSyncExternalStore } from 'react'
import { activeElement } from '../stage/activeElement.ts'
import { useCss } from '../stage/useCss.ts'
import type { Toasts } from './createToasts.ts'
import { ToastCard } from './ToastCard.tsx'
import css from './toast.css'
import { visibleToasts } from './toastTransition.ts'

export declare namespace Toaster {
  interface Props {
    readonly toasts: Toasts
    /** Names the region, for example "Notifications"; the hotkey is added. */
    readonly label: string
    readonly closeLabel: string
  }
}

/** The page toasts, exactly as SPEC §9 says. Render it into `stage.toasts`, which is wherever it can be used. */
export function Toaster({ toasts, label, closeLabel }: Toaster.Props) {
  const stage = useCss(css)
  const { toasts: all } = useSyncExternalStore(toasts.subscribe, toasts.getSnapshot, toasts.getSnapshot)
  const region = useRef<HTMLElement>(null)
  const cameFrom = useRef<Element | null>(null)
  const read = useRef(new WeakSet<object>())
  const staying = all.filter(toast => toast.goneAt === null)
  const shown = all.filter(toast => toast.goneAt !== null || staying.indexOf(toast) < visibleToasts)
  const any = all.length > 0

  useEffect(() => {
    for (const { content } of [...all].reverse()) {
      if (read.current.has(content)) continue
      read.current.add(content)
      const words = content.detail === undefined ? content.message : `${content.message}. ${content.detail}`
      stage?.announce(words, content.variant === 'error' ? 'assertive' : 'polite')
    }
  }, [stage, all])

  useEffect(() => {
    stage?.showToasts(any)
    // The last one left while it had focus: back to where the visitor was.
    if (!any) leaveRegion(cameFrom)
  }, [stage, any])

  // A toast removed under the focus or the pointer emits no leave event: its hold would stop all later ones.
  useEffect(() => {
    const { current } = region
    const { holds } = toasts.getSnapshot()
    const root = current?.getRootNode() as ShadowRoot | undefined
    if (all.length === 0) for (const hold of holds) if (hold !== 'hidden') toasts.release(hold)
    if (holds.includes('focus') && !current?.contains(root?.activeElement ?? null)) current?.focus()
  }, [toasts, all])

  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    const onVisibility = () => (document.hidden ? toasts.hold('hidden') : toasts.release('hidden'))
    onVisibility()
    document.addEventListener('visibilitychange', onVisibility, { signal })
    // Capturing on the window: inside the stage, keys do not reach the page.
    window.addEventListener(
      'keydown',
      event => {
        if (event.code !== 'KeyT' || !isAltAlone(event) || !region.current) return
        event.preventDefault()
        cameFrom.current ??= activeElement(document)
        region.current.focus()
      },
      { capture: true, signal },
    )
    return () => stop.abort()
  }, [toasts])

  if (!any) return null
  return (
    <section
      ref={region}
      className="toasts"
      part="toasts"
      aria-label={`${label} (Alt+T)`}
      tabIndex={-1}
      // Not `onPointerEnter`: React leaves that out for who comes from what another root of its own has drawn.
      onPointerOver={() => toasts.hold('hover')}
      onPointerLeave={() => toasts.release('hover')}
      onFocus={event => {
        if (!event.currentTarget.contains(event.relatedTarget)) cameFrom.current ??= event.relatedTarget
        toasts.hold('focus')
      }}
      onBlur={event => {
        if (event.currentTarget.contains(event.relatedTarget)) return
        toasts.release('focus')
        if (event.relatedTarget) cameFrom.current = null
      }}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        // Or the browser would ask the dialog to close as well.
        event.preventDefault()
        leaveRegion(cameFrom)
      }}
    >
      <ol className="toasts-list">
        {shown.map(toast => (
          <li
            key={toast.content.id}
            className="toast-slot"
            data-leaving={toast.goneAt === null ? undefined : ''}
          >
            <div className="toast-space">
              <ToastCard
                toast={toast}
                closeLabel={closeLabel}
                onDismiss={() => toasts.dismiss(toast.content.id)}
                onSwiping={swiping => (swiping ? toasts.hold('swipe') : toasts.release('swipe'))}
              />
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Some browsers report AltGr, which types characters in the page's fields, as Alt. */
function isAltAlone(event: globalThis.KeyboardEvent): boolean {
  const others = ['Control', 'Meta', 'Shift', 'AltGraph']
  return event.altKey && !others.some(key => event.getModifierState(key))
}

function leaveRegion(cameFrom: { current: Element | null }): void {
  const target = cameFrom.current
  cameFrom.current = null
  if (target?.isConnected) (target as HTMLElement).focus?.({ preventScroll: true })
}
