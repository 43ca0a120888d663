import { useCss } from 'latchkey/ui'
import css from './waitwords.css'

export declare namespace WaitWords {
  interface Props {
    /** Nothing once the button works. */
    readonly words: string
    /** All that may stand there while the button is waited for. */
    readonly all: readonly string[]
  }
}

/**
 * What a gated button waits for. Its place is as high as the longest of the words: the frame is as high as what it shows, and a
 * frame that changes its size begins to wait anew (T08).
 */
export function WaitWords({ words, all }: WaitWords.Props) {
  useCss(css)
  const longest = all.reduce((one, other) => (other.length > one.length ? other : one), '')
  return (
    <p className="wait-words" aria-live="polite" data-longest={longest}>
      <span>{words}</span>
    </p>
  )
}
