import type { ReactNode } from 'react'
import { useCss } from '../stage/useCss.ts'
import css from './body.css'

/** The part of a view that stays below what scrolls: its primary action, or the legal line. */
export function Footer({ children }: { readonly children: ReactNode }) {
  useCss(css)
  return (
    <div className="footer" part="footer">
      {children}
    </div>
  )
}
