import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { dots } from '../icon/shapes.ts'
import { IconButton } from '../iconbutton/IconButton.tsx'
import listCss from '../list/list.css'
import { activeElement } from '../stage/activeElement.ts'
import { useCss } from '../stage/useCss.ts'
import { MenuContext } from './MenuContext.tsx'
import css from './menu.css'
import { nextItem } from './nextItem.ts'

export declare namespace Menu {
  interface Props {
    /** Names the button and what it opens. */
    readonly label: string
    /** `Row`s: the items. */
    readonly children: ReactNode
  }
}

/**
 * A button that opens a list of further actions below itself, laid over what follows in the nearest positioned ancestor.
 * Arrows, Home, End and letters move through it; Escape, Tab and a press elsewhere close it; Escape returns focus.
 */
export function Menu({ label, children }: Menu.Props) {
  useCss(css)
  useCss(listCss)
  const [open, setOpen] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  /** Opened by ArrowUp it begins at its end. */
  const fromEnd = useRef(false)
  const id = useId()
  const items = () => [...(root.current?.querySelectorAll<HTMLElement>('[role=menuitem]') ?? [])]

  const show = (atEnd: boolean) => {
    fromEnd.current = atEnd
    setOpen(true)
  }
  const hide = () => {
    setOpen(false)
    button.current?.focus({ preventScroll: true })
  }
  /** An item's work has ended. */
  const done = () => {
    if (open) hide()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: focus moves with the opening alone
  useLayoutEffect(() => {
    if (open)
      items()
        .at(fromEnd.current ? -1 : 0)
        ?.focus({ preventScroll: true })
  }, [open])

  useEffect(() => {
    const own = root.current
    if (!open || !own) return
    // A card in the page is left by a press on the page, which a shadow root does not hear of.
    const scope = own.ownerDocument
    const onPress = (event: Event) => {
      if (!event.composedPath().includes(own)) setOpen(false)
    }
    scope.addEventListener('pointerdown', onPress, { capture: true })
    return () => scope.removeEventListener('pointerdown', onPress, { capture: true })
  }, [open])

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (!open) {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      event.preventDefault()
      show(event.key === 'ArrowUp')
      return
    }
    if (event.key === 'Escape') {
      // Or the browser would ask the dialog to close as well.
      event.preventDefault()
      event.stopPropagation()
      hide()
      return
    }
    const all = items()
    const at = all.indexOf(activeElement(event.currentTarget.getRootNode() as ShadowRoot) as HTMLElement)
    const names = all.map(item => item.querySelector('.row-name')?.textContent ?? '')
    const to = nextItem(event.key, at, names)
    if (to === null) return
    event.preventDefault()
    all[to]?.focus()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the button and the items inside
    <div
      className="menu"
      ref={root}
      data-own-escape={open ? '' : undefined}
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget }) => {
        if (relatedTarget && !root.current?.contains(relatedTarget)) setOpen(false)
      }}
    >
      <IconButton
        ref={button}
        id={id}
        shape={dots}
        label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => (open ? hide() : show(false))}
      />
      {/* Drawn from the start: rows that are asked for elsewhere first are there when it opens. */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a press of the keyboard on a link is a click as well */}
      <ul
        className="menu-list"
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: HTML has no element for a menu of actions
        role="menu"
        aria-labelledby={id}
        hidden={!open}
        onClick={({ target }) => {
          // What opens beside the page leaves this view as it is.
          if ((target as Element).closest('a')) hide()
        }}
      >
        <MenuContext.Provider value={done}>{children}</MenuContext.Provider>
      </ul>
    </div>
  )
}
