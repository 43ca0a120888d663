import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { useCss } from '../stage/useCss.ts'
import { nextTab } from './nextTab.ts'
import css from './tabs.css'

export declare namespace Tabs {
  interface Tab<Id extends string> {
    readonly id: Id
    readonly label: string
  }

  interface Props<Id extends string> {
    /** Names the row of tabs. */
    readonly label: string
    readonly tabs: readonly Tab<Id>[]
    readonly selected: Id
    readonly onSelect: (id: Id) => void
    /** The panel of the selected tab. */
    readonly children: ReactNode
  }
}

/** A row of tabs with one stop for the Tab key; arrows, Home and End move and select. */
export function Tabs<Id extends string>({ label, tabs, selected, onSelect, children }: Tabs.Props<Id>) {
  useCss(css)
  const base = useId()
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    // The browser's own: the page before, the tabs of the window.
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const row = event.currentTarget
    const index = tabs.findIndex(tab => tab.id === selected)
    const next = nextTab(event.key, index, tabs.length, getComputedStyle(row).direction === 'rtl')
    const tab = next === null ? undefined : tabs[next]
    if (next === null || !tab) return
    event.preventDefault()
    onSelect(tab.id)
    ;(row.children[next] as HTMLElement | undefined)?.focus()
  }
  return (
    <>
      <div className="tabs" part="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map(tab => (
          <button
            key={tab.id}
            type="button"
            className="tab"
            part="tab"
            role="tab"
            id={`${base}${tab.id}`}
            aria-selected={tab.id === selected}
            aria-controls={`${base}panel`}
            tabIndex={tab.id === selected ? 0 : -1}
            onClick={() => onSelect(tab.id)}
          >
            {tab.label}
          </button>
        ))}
      </div>
      <div className="tab-panel" role="tabpanel" id={`${base}panel`} aria-labelledby={`${base}${selected}`}>
        {children}
      </div>
    </>
  )
}
