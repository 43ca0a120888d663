import { forwardRef, type ReactNode, useContext, useEffect, useRef } from 'react'
import { Icon } from '../icon/Icon.tsx'
import { check, external } from '../icon/shapes.ts'
import { MenuContext } from '../menu/MenuContext.tsx'
import { Spinner } from '../spinner/Spinner.tsx'
import { useCss } from '../stage/useCss.ts'
import css from './list.css'
import type { VirtualList } from './VirtualList.tsx'

const ends = { check, external }

export declare namespace Row {
  interface Props {
    readonly name: ReactNode
    /** One line below the name. */
    readonly detail?: ReactNode
    /** 36 px: a `Logo`, an `Avatar` or an `Icon`. */
    readonly icon?: ReactNode
    /** A `Tag`, at the end of the line. */
    readonly tag?: ReactNode
    /** A figure at the end of the line, in tabular digits. */
    readonly value?: ReactNode
    readonly end?: keyof typeof ends | 'chevron'
    /** A ring turns in the place of `end`, and clicks wait. */
    readonly busy?: boolean
    /** Why it cannot be used now, said in the place of the detail; it stays focusable, so that the reason can be read. */
    readonly disabled?: string | undefined
    /** The current one of its list. */
    readonly current?: boolean
    readonly onClick?: () => void
    /** Makes the row a link that opens in a new tab. */
    readonly href?: string
    /** Name of this row for tests and hosts' styles, as `data-row`. */
    readonly id?: string
    /** Its place in a `VirtualList`, which brings the list item. */
    readonly place?: VirtualList.Place
    /** Whether what it opens below itself is open. */
    readonly expanded?: boolean
    /** There is nothing to press, only to read. */
    readonly still?: boolean
  }
}

/** A line of a list or a `Menu`; all of it is the button. */
export const Row = forwardRef<HTMLElement, Row.Props>(function Row(props, ref) {
  useCss(css)
  const { name, detail, icon, tag, value, end, busy, disabled, current, onClick, href, id, place } = props
  const { expanded, still } = props
  const closeMenu = useContext(MenuContext)
  const isItem = closeMenu !== undefined
  const wasBusy = useRef(false)
  useEffect(() => {
    if (wasBusy.current && !busy) closeMenu?.()
    wasBusy.current = busy === true
  })
  const idle = disabled === undefined && !busy && !still
  const below = disabled ?? detail ?? ''
  const inside = (
    <>
      {icon === undefined ? null : <span className="row-icon">{icon}</span>}
      {below === '' ? (
        <span className="row-words row-name">{name}</span>
      ) : (
        <span className="row-words">
          <span className="row-name">{name}</span>
          <span className="row-detail">{below}</span>
        </span>
      )}
      {value === undefined ? null : <span className="row-value">{value}</span>}
      {tag}
      {busy ? (
        <Spinner />
      ) : end ? (
        <span className="row-end" data-end={end}>
          {end === 'chevron' ? null : <Icon shape={ends[end]} size={18} />}
        </span>
      ) : null}
    </>
  )
  const shared = {
    className: 'row',
    part: 'row',
    'data-row': id,
    'aria-current': current || undefined,
    'aria-disabled': disabled !== undefined || still || undefined,
    'aria-busy': busy || undefined,
    'aria-expanded': expanded,
    role: isItem ? 'menuitem' : undefined,
    tabIndex: isItem ? -1 : place?.tabIndex,
  }
  // Keys reach every item of a menu, those that are only to be read as well.
  const row =
    still && !isItem ? (
      <div className="row" part="row" data-still="" data-row={id}>
        {inside}
      </div>
    ) : href !== undefined && idle ? (
      <a
        {...shared}
        ref={ref as React.Ref<HTMLAnchorElement>}
        href={href}
        target="_blank"
        rel="noopener noreferrer"
        onClick={onClick}
      >
        {inside}
      </a>
    ) : (
      <button
        {...shared}
        ref={ref as React.Ref<HTMLButtonElement>}
        type="button"
        onClick={idle ? onClick : undefined}
      >
        {inside}
      </button>
    )
  return place ? row : <li role={isItem ? 'none' : undefined}>{row}</li>
})
