import { Address, ComparedAddress, Field, Icon, shapes } from 'latchkey/ui'
import { type ReactNode, useMemo } from 'react'
import type { ApprovalRequest } from '../provider/approval.ts'
import { typedTree } from '../provider/evm/typedData.ts'
import type { ApprovalView } from './approvalView.ts'
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
  const { effects, facts, warnings, alike, text, bytes = [] } = view
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
          <ComparedAddress label="The one that you know" address={alike.known} other={alike.address} />
          <Field
            label={`The last ${retypeLength} characters of this address`}
            hint="Compare it with where you have it from, and type its end."
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
          {effects.map(({ label, value, address, tone }, at) => (
            <Line
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of one request do not change places
              key={at}
              label={label}
              tone={tone}
            >
              {value}
              {address ? <Address address={address} full /> : null}
            </Line>
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
        {facts.map(({ label, value, address, contract }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two contracts may call themselves the same
          <Line key={at} label={label} below={contract ? <Address address={contract} full /> : undefined}>
            {address ? <Address address={value} /> : value}
          </Line>
        ))}
      </dl>
      {bytes.length === 0 ? null : (
        <Folded label="Data">
          {bytes.map((each, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two calls may have the same data
            <Bytes key={at} label={bytes.length > 1 ? `Data ${at + 1}` : 'Data'} text={each} />
          ))}
        </Folded>
      )}
    </div>
  )
}

function Line({
  label,
  tone,
  below,
  children,
}: {
  readonly label: string
  readonly tone?: 'danger' | undefined
  /** What belongs to it, on a line of its own. */
  readonly below?: ReactNode
  readonly children: ReactNode
}) {
  return (
    <div className="approve-fact" data-tone={tone}>
      <dt>{label}</dt>
      <dd>{children}</dd>
      {below ? <dd className="approve-below">{below}</dd> : null}
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
