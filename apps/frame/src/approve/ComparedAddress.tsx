import { groupAddress } from 'latchkey/ui'

/** An address in full, with what differs from another one marked (T63). */
export function ComparedAddress({
  label,
  address,
  other,
}: {
  readonly label: string
  readonly address: string
  readonly other: string
}) {
  let at = 0
  return (
    <div className="approve-compared">
      <p>{label}</p>
      <p className="approve-compared-address" dir="ltr">
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
