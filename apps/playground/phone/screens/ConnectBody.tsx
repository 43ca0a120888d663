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
  const accounts = accountsOf(state, chains)
  const hasTestKeys = chains.some(chain => state.further[chain]?.[state.selected] !== undefined)
  return (
    <>
      {missing.length > 0 && (
        <p className="flag" data-kind="danger">
          This site requires {missing.join(', ')}, which this wallet doesn’t support. You can only reject it.
        </p>
      )}
      {missing.length === 0 && chains.length === 0 && (
        <p className="flag" data-kind="danger">
          This site asks for no network this wallet supports. You can only reject it.
        </p>
      )}
      <dl className="facts">
        <dt>{accounts.length > 1 ? 'Accounts' : 'Account'}</dt>
        {accounts.map(([address, own]) => (
          <dd key={address} className="code">
            {address}
            {accounts.length > 1 && <span className="soft"> on {networkNames(state, own)}</span>}
          </dd>
        ))}
        <dt>Networks</dt>
        <dd>
          {networkNames(state, chains) || 'none'}
          {unknownCount > 0 && (
            <span className="soft">
              {' '}
              ({unknownCount} more {unknownCount === 1 ? 'is' : 'are'} requested but not granted)
            </span>
          )}
        </dd>
        <dt>It may ask for</dt>
        <dd className="code">{methods.join(', ') || 'nothing'}</dd>
      </dl>
      {hasTestKeys && (
        <p className="soft">Some of these accounts use public test keys. Your words don’t restore them.</p>
      )}
      <p className="soft">
        It sees {accounts.length > 1 ? 'your addresses and their balances' : 'your address and its balance'}.
        You approve each later request.
      </p>
    </>
  )
}

/** The addresses that the site would see, each with its chains; the first one where it asks for no chain of this wallet. */
function accountsOf(state: PhoneState, chains: readonly string[]): readonly [string, readonly string[]][] {
  const found = new Map<string, string[]>()
  for (const chain of chains) {
    const address = chain.startsWith('eip155:')
      ? state.accounts[state.selected]
      : chain.startsWith('solana:')
        ? state.solana[state.selected]
        : state.further[chain]?.[state.selected]
    if (address !== undefined) found.set(address, [...(found.get(address) ?? []), chain])
  }
  const first = state.accounts[state.selected]
  if (found.size === 0 && first !== undefined) found.set(first, [])
  return [...found]
}
