import { useCss } from '../stage/useCss.ts'
import css from './spinner.css'

/** A small turning ring in the text's color, beside words that name the activity. */
export function Spinner() {
  useCss(css)
  return <span className="spinner" aria-hidden="true" />
}
