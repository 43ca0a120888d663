import { ReviewFact as Fact } from '../send/ReviewFact.tsx'

/** More characters than these have no room beside their label. */
const room = 16

export declare namespace ExactFact {
  interface Props {
    readonly label: string
    /** An amount with its symbol; undefined while it is not known. */
    readonly amount: string | undefined
    /** Said below an amount that is not known. */
    readonly hint?: string | undefined
  }
}

/** An amount to its last unit; a long one stands below its label. */
export function ExactFact({ label, amount, hint }: ExactFact.Props) {
  return (
    <Fact label={label} isLong={amount !== undefined && amount.length > room}>
      {amount === undefined ? (
        <>
          <span>—</span>
          {hint === undefined ? null : <span className="review-small">{hint}</span>}
        </>
      ) : (
        <strong className="swap-limit">
          <bdi>{amount}</bdi>
        </strong>
      )}
    </Fact>
  )
}
