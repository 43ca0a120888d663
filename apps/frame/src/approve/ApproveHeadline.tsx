import { Address } from 'latchkey/ui'
import type { Headline } from './approvalView.ts'

/** The rest of the sentence that the title begins: the figure, if the title lacks it, and for whom. */
export function ApproveHeadline({ headline }: { readonly headline: Headline }) {
  const { figure, fiat, who } = headline
  return (
    <>
      {figure === undefined ? null : (
        <p className="approve-figure">
          {figure}
          <Fiat fiat={fiat} />
        </p>
      )}
      {who ? (
        <p className="approve-who">
          {who.word} {who.name === undefined ? null : <bdi className="approve-name">{who.name} </bdi>}
          <Address address={who.address} />
        </p>
      ) : null}
    </>
  )
}

/** About what the amount before it is worth; nothing where it is not known. */
export function Fiat({ fiat }: { readonly fiat: string | undefined }) {
  if (fiat === undefined) return null
  return (
    <>
      {' '}
      <span className="approve-fiat" dir="ltr">
        · {fiat}
      </span>
    </>
  )
}
