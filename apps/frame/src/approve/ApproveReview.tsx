import { Address, ComparedAddress, Field, Icon, shapes } from 'latchkey/ui'
import { type ReactNode, useMemo } from 'react'
import type { ApprovalRequest } from '../provider/approval.ts'
import { typedTree } from '../provider/evm/typedData.ts'
import { Fiat } from './ApproveHeadline.tsx'
import type { ApprovalView, EffectWords, Fact } from './approvalView.ts'
import { TypedValues } from './TypedValues.tsx'
import { retypeLength } from './useApproval.ts'

/** Shows an approval's effects, its costs, its warnings and the exact bytes. */
export function ApproveReview({
  request,
  view,
  retyped,
  onRetype,
}: {
  readonly request: ApprovalRequest
  readonly view: ApprovalView
  readonly retyped: string
  readonly onRetype: (text: string) => void
}) {
  const { facts, warnings, alike, text, details = [], bytes = [] } = view
  const effects = view.effects.filter(({ place }) => place === undefined)
  const folded = view.effects.filter(({ place }) => place === 'folded')
  const tree = useMemo(() => (request.is === 'typed' ? typedTree(request.data) : undefined), [request])
  return (
    <div className="approve-body">
      {warnings.map(({ tone, text }) => (
        <p className="approve-note" data-tone={tone} key={text}>
          <Icon shape={shapes.warning} size={16} />
          <span>{text}</span>
        </p>
      ))}
      {alike ? (
        <>
          <ComparedAddress label="This address" address={alike.address} other={alike.known} />
          <ComparedAddress label="Address you know" address={alike.known} other={alike.address} />
          <Field
            label={`The last ${retypeLength} characters of this address`}
            hint="Compare it with your source, then type its end."
            value={retyped}
            onValue={onRetype}
            maxLength={retypeLength + 4}
            autoCapitalize="off"
            autoCorrect="off"
            dir="ltr"
          />
        </>
      ) : null}
      {effects.length > 0 ? (
        <dl className="approve-facts">
          {effects.map((effect, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one request do not change places
            <EffectLine key={at} effect={effect} />
          ))}
        </dl>
      ) : null}
      {text === undefined ? null : <Bytes label="Message" text={text} isText />}
      {tree ? (
        <>
          <TypedValues node={tree.message} />
          <Folded label="For">
            <TypedValues node={tree.domain} />
          </Folded>
        </>
      ) : null}
      <dl className="approve-facts">
        {facts.map((fact, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two contracts may call themselves the same
          <FactLine key={at} fact={fact} />
        ))}
      </dl>
      {bytes.length + folded.length + details.length === 0 ? null : (
        <Folded label="Details">
          {folded.length + details.length === 0 ? null : (
            <dl className="approve-facts">
              {folded.map((effect, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one request do not change places
                <EffectLine key={at} effect={effect} />
              ))}
              {details.map(fact => (
                <FactLine key={fact.label} fact={fact} />
              ))}
            </dl>
          )}
          {bytes.map((each, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two calls may have the same data
            <Bytes key={at} label={bytes.length > 1 ? `Data ${at + 1}` : 'Data'} text={each} />
          ))}
        </Folded>
      )}
    </div>
  )
}

function EffectLine({ effect }: { readonly effect: EffectWords }) {
  const { label, value, fiat, claim, address, name, note, tone } = effect
  const notes = [claim, note].filter(each => each !== undefined)
  return (
    <Line label={label} tone={tone} notes={notes}>
      {value}
      <Fiat fiat={fiat} />
      {name === undefined ? null : <bdi className="approve-name">{name}</bdi>}
      {address ? <Address address={address} full /> : null}
    </Line>
  )
}

function FactLine({ fact }: { readonly fact: Fact }) {
  const { label, value, fiat, claim, address, contract, isTotal } = fact
  return (
    <Line
      label={label}
      isTotal={isTotal}
      below={contract ? <Address address={contract} full /> : undefined}
      notes={claim === undefined ? [] : [claim]}
    >
      {address ? <Address address={value} /> : value}
      <Fiat fiat={fiat} />
    </Line>
  )
}

function Line({
  label,
  tone,
  isTotal,
  below,
  notes,
  children,
}: {
  readonly label: string
  readonly tone?: 'danger' | undefined
  readonly isTotal?: boolean | undefined
  /** Sentences under it. */
  readonly notes: readonly string[]
  /** What belongs to it, on a line of its own. */
  readonly below?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <div className="approve-fact" data-tone={tone} data-total={isTotal ? '' : undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
      {below ? <dd className="approve-below">{below}</dd> : null}
      {notes.map(note => (
        <dd className="approve-below approve-small" key={note}>
          {note}
        </dd>
      ))}
    </div>
  )
}

/** Long content scrolls in its own box, also by keyboard. */
function Bytes({
  label,
  text,
  isText,
}: {
  readonly label: string
  readonly text: string
  readonly isText?: boolean
}) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keys
    <section className="approve-text" aria-label={label} tabIndex={0} data-plain={isText ? '' : undefined}>
      {text}
    </section>
  )
}

function Folded({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <details className="approve-more">
      <summary>{label}</summary>
      {children}
    </details>
  )
}
