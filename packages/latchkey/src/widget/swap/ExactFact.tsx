import { ReviewFact as Fact } from '../send/ReviewFact.tsx'

/** More characters than these have no room beside their label. */
const room = 16
/** What is read of a long amount: all before the fraction and four digits of it that count; what follows is set back; the symbol. */
const parts = /^([^ ]*[^\p{Nd}]0*\p{Nd}{4})(\p{Nd}{4,})( .*)$/u

export declare namespace ExactFact {
  interface Props {
    readonly label: string
    /** An amount with its symbol; undefined while it is not known. */
    readonly amount: string | undefined
    /** Said below an amount that is not known. */
    readonly hint?: string | undefined
    /** Whose word an amount is that no chain has told. */
    readonly by?: string | undefined
  }
}

/** An amount to its last unit; a long one stands below its label. */
export function ExactFact({ label, amount, hint, by }: ExactFact.Props) {
  const [, lead = amount, tail, symbol] = amount?.match(parts) ?? []
  return (
    <Fact label={label} isLong={amount !== undefined && amount.length > room}>
      {amount === undefined ? (
        <>
          <span>—</span>
          {hint === undefined ? null : <span className="review-small">{hint}</span>}
        </>
      ) : (
        <>
          <strong className="swap-limit">
            <bdi>
              {lead}
              {tail ? <span className="swap-tail">{tail}</span> : null}
              {symbol}
            </bdi>
          </strong>
          {by === undefined ? null : <span className="review-small">{by}</span>}
        </>
      )}
    </Fact>
  )
}
