import { useState } from 'react'
import { useNow } from '../account/useNow.ts'

export declare namespace Countdown {
  interface Props {
    /** Milliseconds since the epoch. */
    readonly until: number
    /** The sentence with so many seconds in it. */
    readonly words: (seconds: string) => string
  }
}

/** Seconds that are left, counted down to be seen, and read out once; give it `until` as its key. */
export function Countdown({ until, words }: Countdown.Props) {
  const left = String(Math.max(1, Math.ceil((until - useNow()) / 1_000)))
  const [first] = useState(left)
  return (
    <>
      <span className="visually-hidden">{words(first)}</span>
      <span aria-hidden="true">{words(left)}</span>
    </>
  )
}
