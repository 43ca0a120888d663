import { formatUnits } from 'viem'
import type { PaymentWay } from '../requests/readRequest.ts'
import type { DataLine } from '../requests/readTypedData.ts'
import type { PhoneState, RequestPrompt } from '../wallet/phoneState.ts'
import { networkNames, networkOf } from './Connections.tsx'

export declare namespace RequestBody {
  interface Props {
    readonly state: PhoneState
    readonly prompt: RequestPrompt
  }
}

/** What a request would do. */
export function RequestBody({ state, prompt }: RequestBody.Props) {
  const { asked, chain } = prompt
  const network = networkNames(state, [chain])
  switch (asked.kind) {
    case 'message':
      return (
        <>
          <Facts account={asked.account} network={network} />
          <h3>Message</h3>
          {asked.text === undefined && (
            <p className="flag" data-kind="warning">
              These bytes aren’t text. Sign them only if you know what they are.
            </p>
          )}
          <pre className="message">{asked.text ?? asked.hex}</pre>
        </>
      )
    case 'typedData':
      return (
        <>
          <Facts account={asked.account} network={network} />
          <h3>For</h3>
          <Lines lines={asked.domain} />
          <h3>{asked.primaryType}</h3>
          <Lines lines={asked.message} />
        </>
      )
    case 'transaction':
      return (
        <>
          <p className="amount">{amountOf(prompt, state)}</p>
          <dl className="facts">
            <dt>To</dt>
            <dd className="code">{asked.to ?? 'a new contract'}</dd>
            <dt>From</dt>
            <dd className="code">{asked.account}</dd>
            <dt>Network</dt>
            <dd>{network}</dd>
            <dt>Network fee</dt>
            <dd>extra</dd>
          </dl>
          {asked.data !== undefined && (
            <>
              <h3>Data</h3>
              <p className="flag" data-kind="warning">
                This calls a contract, which may do more than the amount above shows.
              </p>
              <pre className="message">{asked.data}</pre>
            </>
          )}
        </>
      )
    case 'solana':
      return (
        <>
          <Facts account={asked.account} network={network} />
          {asked.steps.map((step, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the steps of a transaction have no other name, and never move
            <section key={at}>
              <h3>{step.title}</h3>
              {step.isUnknown && (
                <p className="flag" data-kind="warning">
                  This wallet doesn’t know the program. It may do more than is shown here.
                </p>
              )}
              <Lines lines={step.lines} />
            </section>
          ))}
        </>
      )
    case 'payment': {
      // Those of other networks are not paid by this request.
      const ways = asked.ways.filter(way => way.chain === prompt.chain)
      return (
        <>
          {ways.length > 1 && <p className="soft">You pay with the first one you have enough of.</p>}
          {ways.map((way, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the ways of a request have no other name, and never move
            <section key={at}>
              <p className="amount">{amountOfWay(way, prompt, state)}</p>
              <dl className="facts">
                <dt>To</dt>
                <dd className="code">{way.to}</dd>
                {way.token !== undefined && (
                  <>
                    <dt>Token</dt>
                    <dd className="code">{way.token}</dd>
                  </>
                )}
              </dl>
            </section>
          ))}
          <dl className="facts">
            <dt>Network</dt>
            <dd>{network}</dd>
            <dt>Network fee</dt>
            <dd>extra</dd>
          </dl>
        </>
      )
    }
    case 'network':
      return (
        <dl className="facts">
          <dt>From</dt>
          <dd>{network}</dd>
          <dt>To</dt>
          <dd>{networkNames(state, [`eip155:${asked.chainId}`])}</dd>
        </dl>
      )
  }
}

/** The sheet's title and the word on its button. */
export function requestWords(
  prompt: RequestPrompt,
  state: PhoneState,
): { readonly title: string; readonly yes: string } {
  const { asked } = prompt
  switch (asked.kind) {
    case 'message':
      return { title: 'Sign this message?', yes: 'Sign' }
    case 'typedData':
      return { title: 'Sign this data?', yes: 'Sign' }
    case 'network':
      return {
        title: 'Switch network?',
        yes: `Switch to ${networkNames(state, [`eip155:${asked.chainId}`])}`,
      }
    case 'payment':
      return { title: 'Pay this?', yes: 'Pay' }
    case 'solana': {
      const what = asked.count === 1 ? 'this transaction' : `these ${asked.count} transactions`
      return asked.isSent ? { title: `Send ${what}?`, yes: 'Send' } : { title: `Sign ${what}?`, yes: 'Sign' }
    }
    case 'transaction': {
      const amount = amountOf(prompt, state)
      if (!asked.isSent) return { title: 'Sign this transaction?', yes: 'Sign' }
      return { title: 'Send this transaction?', yes: asked.value === 0n ? 'Send' : `Send ${amount}` }
    }
  }
}

/** A token's decimals are not known here: its smallest units are what is certain. */
function amountOfWay({ amount, token }: PaymentWay, { chain }: RequestPrompt, state: PhoneState): string {
  const currency = networkOf(state, chain)?.nativeCurrency
  if (token !== undefined) return `${amount} units of a token`
  return currency ? `${formatUnits(amount, currency.decimals)} ${currency.symbol}` : `${amount} wei`
}

/** Whole: an amount that is going to be sent is not rounded. */
function amountOf({ asked, chain }: RequestPrompt, state: PhoneState): string {
  if (asked.kind !== 'transaction') return ''
  const currency = networkOf(state, chain)?.nativeCurrency
  return currency ? `${formatUnits(asked.value, currency.decimals)} ${currency.symbol}` : `${asked.value} wei`
}

function Facts({ account, network }: { readonly account: string; readonly network: string }) {
  return (
    <dl className="facts">
      <dt>Account</dt>
      <dd className="code">{account}</dd>
      <dt>Network</dt>
      <dd>{network}</dd>
    </dl>
  )
}

function Lines({ lines }: { readonly lines: readonly DataLine[] }) {
  if (lines.length === 0) return <p className="soft">Nothing.</p>
  return (
    <dl className="facts">
      {lines.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="code">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
