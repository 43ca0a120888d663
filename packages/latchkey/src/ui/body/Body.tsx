import type { ReactNode } from 'react'
import { useCss } from '../stage/useCss.ts'
import css from './body.css'

/** The part of a view that scrolls when it is higher than the screen. */
export function Body({ children }: { readonly children: ReactNode }) {
  useCss(css)
  return (
    <div className="body" part="body">
      {children}
    </div>
  )
}
