import { useState } from 'react'

export declare namespace Words {
  interface Props {
    readonly words: string
    /** Takes other words and starts again: new ones, or those of the local stack. */
    readonly onReplace: (which: 'new' | 'stack') => void
  }
}

/** Shows the phone's words on request, and replaces them. It never asks for a visitor's own words. */
export function Words({ words, onReplace }: Words.Props) {
  const [isShown, setShown] = useState(false)
  return (
    <section className="card" aria-labelledby="words">
      <h2 id="words">Words</h2>
      <p className="soft">
        The keys come from these words. They’re stored unprotected in this browser, so use them for testing
        only.
      </p>
      {isShown && (
        <ol className="words" data-testid="words">
          {words.split(' ').map((word, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a word may be there twice, and never moves
            <li key={index}>{word}</li>
          ))}
        </ol>
      )}
      <div className="actions">
        <button type="button" aria-pressed={isShown} onClick={() => setShown(!isShown)}>
          {isShown ? 'Hide words' : 'Show words'}
        </button>
        <button type="button" onClick={() => onReplace('new')}>
          Start over with new words
        </button>
        <button type="button" onClick={() => onReplace('stack')}>
          Use the local stack’s accounts
        </button>
      </div>
      <p className="soft">Starting over disconnects every site.</p>
    </section>
  )
}
