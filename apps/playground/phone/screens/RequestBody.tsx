import { formatUnits } from 'viem'
import type { DataLine } from '../requests/readTypedData.ts'
import type { PhoneState, RequestPrompt } from '../wallet/phoneState.ts'
import { networkNames } from './Connections.tsx'

export declare namespace RequestBody {
  interface Props {
    readonly state: PhoneState
    readonly prompt: RequestPrompt
  }
}

/** What a request would do. */
export function RequestBody({ state, prompt }: RequestBody.Props) {
  const { asked, chainId } = prompt
  const network = networkNames(state, [chainId])
  switch (asked.kind) {
    case 'message':
      return (
        <>
          <Facts account={asked.account} network={network} />
          <h3>Message</h3>
          {asked.text === undefined && (
            <p className="flag" data-kind="warning">
              These bytes are no text. Sign them only if you know what they are.
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
            <dd>comes on top</dd>
          </dl>
          {asked.data !== undefined && (
            <>
              <h3>Data</h3>
              <p className="flag" data-kind="warning">
                It calls a contract. What that does is not shown here, and may be more than the amount above.
              </p>
              <pre className="message">{asked.data}</pre>
            </>
          )}
        </>
      )
    case 'network':
      return (
        <dl className="facts">
          <dt>From</dt>
          <dd>{network}</dd>
          <dt>To</dt>
          <dd>{networkNames(state, [asked.chainId])}</dd>
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
      return { title: 'Switch the network?', yes: `Switch to ${networkNames(state, [asked.chainId])}` }
    case 'transaction': {
      const amount = amountOf(prompt, state)
      if (!asked.isSent) return { title: 'Sign this transaction?', yes: 'Sign' }
      return { title: 'Send this transaction?', yes: asked.value === 0n ? 'Send' : `Send ${amount}` }
    }
  }
}

/** Whole: an amount that is going to be sent is not rounded. */
function amountOf({ asked, chainId }: RequestPrompt, state: PhoneState): string {
  if (asked.kind !== 'transaction') return ''
  const currency = state.networks.find(({ id }) => Number(id) === chainId)?.nativeCurrency
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
