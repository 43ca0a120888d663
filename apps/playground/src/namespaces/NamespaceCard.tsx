import { useLatchkey, useLatchkeyState } from 'latchkey/react'
import { useId } from 'react'
import type { Devstack } from '../devstack.ts'
import { type NamespaceKind, networksOf } from './namespaceKinds.ts'

export declare namespace NamespaceCard {
  interface Props {
    readonly kind: NamespaceKind
    readonly devstack: Devstack
    /** Whether the page asks its visitors to sign in. */
    readonly signsIn: boolean
  }
}

/** One namespace: its local network, the account in it, and what can be done with it. */
export function NamespaceCard({ kind, devstack, signsIn }: NamespaceCard.Props) {
  const { namespace, name, chain } = kind
  const latchkey = useLatchkey()
  const account = useLatchkeyState(state => state.accounts[namespace])
  const id = useId()
  const [network] = networksOf(devstack, kind)
  const runs = chain === undefined || devstack.demand[chain]?.running === true
  const address = account?.address
  // What went wrong or was closed is said by the widget itself.
  const run = (doing: Promise<unknown>) => void doing.catch(() => undefined)
  return (
    <li className="namespace" aria-labelledby={id}>
      <h2 id={id}>{name}</h2>
      <p className="namespace-network">
        {network?.name} · {runs ? 'chain running' : 'chain not running'}
      </p>
      {address === undefined ? (
        <p className="namespace-account">
          {account?.status === 'connecting' ? 'Connecting…' : 'Not connected.'}
        </p>
      ) : (
        <dl className="namespace-account">
          <dt>Address</dt>
          <dd>{address}</dd>
          <dt>Balance</dt>
          <dd>
            {account?.balance === undefined && runs
              ? 'Open the account to read it'
              : `${account?.balance ?? '—'} ${account?.balanceSymbol ?? network?.nativeCurrency.symbol}`}
          </dd>
          {signsIn ? (
            <>
              <dt>Sign-in</dt>
              <dd>{account?.isAuthenticated ? 'Signed in' : 'Not signed in'}</dd>
            </>
          ) : null}
        </dl>
      )}
      <p className="namespace-actions">
        {address === undefined ? (
          <button type="button" onClick={() => run(latchkey.open({ view: 'Connect', namespace }))}>
            Connect<span className="unseen"> {name}</span>
          </button>
        ) : (
          <>
            <button type="button" onClick={() => run(latchkey.open({ view: 'Account', namespace }))}>
              Account<span className="unseen"> on {name}</span>
            </button>
            <button type="button" onClick={() => run(latchkey.open({ view: 'WalletReceive', namespace }))}>
              Receive<span className="unseen"> on {name}</span>
            </button>
            <button type="button" onClick={() => run(latchkey.disconnect({ namespace }))}>
              Disconnect<span className="unseen"> {name}</span>
            </button>
          </>
        )}
      </p>
    </li>
  )
}
