import type { ConnectPrompt, PhoneState } from '../wallet/phoneState.ts'
import { networkNames } from './Connections.tsx'

export declare namespace ConnectBody {
  interface Props {
    readonly state: PhoneState
    readonly prompt: ConnectPrompt
  }
}

/** What a connection would let the site do. */
export function ConnectBody({ state, prompt }: ConnectBody.Props) {
  const { chains, missing, unknownCount, methods } = prompt
  const isSolana = chains.some(chain => chain.startsWith('solana:'))
  const isEvm = chains.some(chain => chain.startsWith('eip155:'))
  const further = [...new Set(chains.flatMap(chain => state.further[chain]?.[state.selected] ?? []))]
  return (
    <>
      {missing.length > 0 && (
        <p className="flag" data-kind="danger">
          This site cannot do without {missing.join(', ')}, which this wallet does not have. It can only be
          rejected.
        </p>
      )}
      {missing.length === 0 && chains.length === 0 && (
        <p className="flag" data-kind="danger">
          This site asks for no network that this wallet has. It can only be rejected.
        </p>
      )}
      <dl className="facts">
        <dt>Account</dt>
        {(isEvm || !(isSolana || further.length > 0)) && (
          <dd className="code">{state.accounts[state.selected]}</dd>
        )}
        {isSolana && <dd className="code">{state.solana[state.selected]}</dd>}
        {further.map(address => (
          <dd key={address} className="code">
            {address}
          </dd>
        ))}
        <dt>Networks</dt>
        <dd>
          {networkNames(state, chains) || 'none'}
          {unknownCount > 0 && (
            <span className="soft">
              {' '}
              ({unknownCount} more {unknownCount === 1 ? 'is' : 'are'} asked for, and not granted)
            </span>
          )}
        </dd>
        <dt>It may then ask for</dt>
        <dd className="code">{methods.join(', ') || 'nothing'}</dd>
      </dl>
      {further.length > 0 && (
        <p className="soft">Some of these accounts use public test keys. Your words do not restore them.</p>
      )}
      <p className="soft">
        It sees your address and its balance. Whatever it asks for later, you are asked again.
      </p>
    </>
  )
}
