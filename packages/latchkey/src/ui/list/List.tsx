import { type ReactNode, useId } from 'react'
import { useCss } from '../stage/useCss.ts'
import css from './list.css'

export declare namespace List {
  interface Props {
    /** A caption above the rows, which also names the list. */
    readonly heading?: string
    /** The list's name where there is no caption. */
    readonly label?: string
    /** `Row`s. */
    readonly children: ReactNode
  }
}

/** A column of rows. */
export function List({ heading, label, children }: List.Props) {
  useCss(css)
  const id = useId()
  return (
    <div>
      {heading === undefined ? null : (
        <p className="list-heading" id={id}>
          {heading}
        </p>
      )}
      <ul
        className="list"
        part="list"
        aria-label={label}
        aria-labelledby={heading === undefined ? undefined : id}
      >
        {children}
      </ul>
    </div>
  )
}
