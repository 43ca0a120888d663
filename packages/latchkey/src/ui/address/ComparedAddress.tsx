import { useCss } from '../stage/useCss.ts'
import css from './compared.css'
import { groupAddress } from './groupAddress.ts'

/** An address in full, with its differences from another one marked (T63). */
export declare namespace ComparedAddress {
  interface Props {
    readonly label: string
    readonly address: string
    /** What it is held against. */
    readonly other: string
  }
}

/** An address in full, with what differs from another one marked (T63). */
export function ComparedAddress({ label, address, other }: ComparedAddress.Props) {
  useCss(css)
  let at = 0
  return (
    <div className="compared">
      <p className="compared-label">{label}</p>
      <p className="compared-address" dir="ltr">
        {groupAddress(address).map(group => {
          const start = at
          at += group.length
          return (
            <span key={start}>
              {[...group].map((letter, place) =>
                letter.toLowerCase() === other[start + place]?.toLowerCase() ? (
                  letter
                ) : (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a character is its place
                  <mark key={place}>{letter}</mark>
                ),
              )}
            </span>
          )
        })}
      </p>
    </div>
  )
}
