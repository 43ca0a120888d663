import { useCss } from '../stage/useCss.ts'
import css from './spinner.css'

/** A small turning ring in the text's colour, beside words that say what is going on. */
export function Spinner() {
  useCss(css)
  return <span className="spinner" aria-hidden="true" />
}
